/** The sandbox is killed under load repeatedly, at different moments. The short twin is kill.test.ts. */
import { after, test } from 'node:test'
import { createGuardedFetch } from '../../src/node/index.ts'
import { killUnderLoad } from '../support/killed-under-load.ts'

const fetch = createGuardedFetch({ loopbackHttp: true })
after(() => fetch.close())

test('twelve times killed in the middle of life cycles: nothing that was promised is missing, nothing is used twice', (t) =>
  killUnderLoad(
    t,
    fetch,
    Array.from({ length: 12 }, (_, round) => 1000 + round * 317),
  ))

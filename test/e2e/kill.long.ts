/** The sandbox is killed under load repeatedly, at different moments. The short twin is kill.test.ts. */
import { after, test } from 'node:test'
import { createGuardedFetch } from '../../src/node/index.ts'
import { killUnderLoad } from '../support/killed-under-load.ts'

const fetch = createGuardedFetch({ loopbackHttp: true })
after(() => fetch.close())

test('after twelve kills during life cycles, nothing that was confirmed is missing, and nothing is used twice', (t) =>
  killUnderLoad(
    t,
    fetch,
    Array.from({ length: 12 }, (_, round) => 1000 + round * 317),
  ))

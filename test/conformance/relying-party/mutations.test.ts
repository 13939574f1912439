/**
 * 500 damaged responses at the endpoint, of both variants, every protection and both formats. The long twin has 20 000.
 */
import { test } from 'node:test'
import { kinds, runMutations } from '../../support/mutations/run.ts'

const each = Math.ceil(500 / Object.keys(kinds).length)
for (const name of Object.keys(kinds))
  test(`RP-11 RP-13 GEN-06 ${name}: no damaged response is accepted or causes an internal error, and each refusal names its rule`, async () => {
    await runMutations(name, 'short', each)
  })

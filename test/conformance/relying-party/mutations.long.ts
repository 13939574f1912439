/**
 * 20 000 damaged responses at the endpoint; the short twin has 500. Prints the rules of the refusals, and the rules
 * under which accepted ones keep their meaning.
 */
import { test } from 'node:test'
import { kinds, runMutations } from '../../support/mutations/run.ts'

const each = Math.ceil(20_000 / Object.keys(kinds).length)
for (const name of Object.keys(kinds))
  test(`RP-11 RP-13 GEN-06 ${name}: none of ${each} damaged responses is accepted or causes an internal error`, async (t) => {
    const { refused, kept, rules } = await runMutations(name, 'long', each)
    const told = (counts: Map<string, number>) =>
      [...counts].toSorted(([, a], [, b]) => b - a).map(([rule, n]) => `${n} ${rule}`)
    t.diagnostic(`${refused} refused by ${rules.size} rules: ${told(rules).join(', ')}`)
    t.diagnostic(`the same in meaning: ${told(kept).join(', ')}`)
  })

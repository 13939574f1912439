/**
 * 20 000 damaged responses at the endpoint of each profile; the short twin has 500. Prints the rules of the refusals,
 * and the rules by which accepted responses keep their meaning.
 */
import { test } from 'node:test'
import { kinds, runMutations } from '../../support/mutations/run.ts'

const total = 20_000
const ofSeed = Object.values(kinds).filter(({ profile }) => profile === undefined).length
for (const [name, { profile }] of Object.entries(kinds)) {
  const each = profile === undefined ? Math.ceil(total / ofSeed) : total
  test(`RP-11 RP-13 GEN-06 ${name}: none of ${each} damaged responses is accepted or causes an internal error`, async (t) => {
    const { refused, kept, rules } = await runMutations(name, 'long', each)
    const listed = (counts: Map<string, number>) =>
      [...counts].toSorted(([, a], [, b]) => b - a).map(([rule, n]) => `${n} ${rule}`)
    t.diagnostic(`${refused} refused by ${rules.size} rules: ${listed(rules).join(', ')}`)
    t.diagnostic(`the same in meaning: ${listed(kept).join(', ')}`)
  })
}

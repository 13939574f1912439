import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordingSink } from '../../test/support/decisions.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { type Answer, createDecide, Refusal } from '../base/index.ts'
import type { AdministrationRight } from './administration-rights.ts'
import { administrationAnswers, type Operator, requireOperatorRight } from './operator.ts'

const decide = createDecide<Answer>({
  clock: fixedClock(),
  random: seededRandom('operator'),
  decisions: recordingSink(),
})

/** Returns the name, or the code of the refusal. */
function judge(operators: readonly Operator[] | undefined, name: string | undefined, right: AdministrationRight) {
  try {
    return decide.now('member/admin', (decision) =>
      requireOperatorRight(decision, administrationAnswers.forbidden, { may: undefined, operators, name, right }),
    )
  } catch (thrown) {
    assert.ok(thrown instanceof Refusal)
    return thrown.code
  }
}

const everybody: readonly Operator[] = [
  { name: '*', may: ['read'] },
  { name: 'ada', may: ['revoke'] },
]

for (const [title, operators, name, right, expected] of [
  ['an operator of the entry for all others', everybody, 'bob', 'read', 'bob'],
  ['an operator with an entry of their own', everybody, 'ada', 'revoke', 'ada'],
  ['no right of the entry for all others to an operator with an own one', everybody, 'ada', 'read', 'right_missing'],
  ['no name like the entry for all others', everybody, '*', 'read', 'operator_unknown'],
  ['no name in another form', everybody, 'b o b', 'read', 'operator_unknown'],
  ['no name longer than 64 characters', everybody, 'b'.repeat(65), 'read', 'operator_unknown'],
  ['nobody without entries', [], 'bob', 'read', 'operator_unknown'],
  ['the console itself to observe', [], undefined, 'observe', undefined],
  ['an administrator with all rights', undefined, undefined, 'keys', undefined],
] as const)
  test(`GEN-45 judges ${title}`, () => {
    assert.equal(judge(operators, name, right), expected)
  })

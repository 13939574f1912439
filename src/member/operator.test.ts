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
  ['accepts an operator by the entry for all others', everybody, 'bob', 'read', 'bob'],
  ['accepts an operator with their own entry', everybody, 'ada', 'revoke', 'ada'],
  ['does not add rights of the entry for all others to an own entry', everybody, 'ada', 'read', 'right_missing'],
  ['refuses the name of the entry for all others', everybody, '*', 'read', 'operator_unknown'],
  ['refuses a name in another form', everybody, 'b o b', 'read', 'operator_unknown'],
  ['refuses a name longer than 64 characters', everybody, 'b'.repeat(65), 'read', 'operator_unknown'],
  ['refuses every operator if there are no entries', [], 'bob', 'read', 'operator_unknown'],
  ['accepts the console itself as an observer', [], undefined, 'observe', undefined],
  ['accepts every right if operators are not configured', undefined, undefined, 'keys', undefined],
] as const)
  test(`GEN-45 ${title}`, () => {
    assert.equal(judge(operators, name, right), expected)
  })

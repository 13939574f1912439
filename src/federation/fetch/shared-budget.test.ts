import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SharedBudget } from './shared-budget.ts'

const taken = (from: SharedBudget | undefined): number =>
  Array.from({ length: 50 }, () => from?.take()).filter(Boolean).length

test('a holder that takes all it can leaves the others their share, and never exceeds the whole', () => {
  const budget = new SharedBudget(20)
  assert.equal(budget.take(), true)
  const [a, b] = budget.share(2, 5)
  assert.equal(taken(a), 14)
  assert.equal(taken(b), 5)
  assert.equal(taken(budget), 0)
})

test('the shares are smaller if the whole is too small for them', () => {
  const budget = new SharedBudget(5)
  const [a, b] = budget.share(2, 10)
  assert.equal(taken(a), 3)
  assert.equal(taken(b), 2)
  assert.deepEqual(new SharedBudget(0).share(0, 1), [])
})

test('a share can be divided again, and its parts can take the rest of the whole', () => {
  const budget = new SharedBudget(20)
  const [a, b] = budget.share(2, 4)
  const [first, second] = a?.share(2, 6) ?? []
  assert.equal(taken(first), 6 + 4, 'its part and the rest of the whole')
  assert.equal(taken(second), 6)
  assert.equal(taken(b), 4)
})

test('the unspent part of a released share is available to others', () => {
  const budget = new SharedBudget(10)
  const [a, b] = budget.share(2, 5)
  assert.equal(a?.take(), true)
  a?.release()
  assert.equal(taken(a), 4, 'a released holder takes only what the others leave')
  a?.release()
  assert.equal(taken(b), 5)
})

test('only the first holder can take the reserve, after everything that is shared', () => {
  const budget = SharedBudget.withReserve(10, 4)
  const [a, b] = budget.share(2, 5)
  const [first, second] = a?.share(2, 9) ?? []
  assert.equal(taken(second), 1 + 1, 'its part and the rest of the whole')
  assert.equal(taken(b), 3)
  assert.equal(taken(first), 1 + 4)
  assert.equal(taken(budget), 0)
  assert.equal(taken(SharedBudget.withReserve(3, 9)), 3, 'no more than the whole')
})

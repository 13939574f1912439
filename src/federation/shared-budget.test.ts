import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSharedBudget } from './shared-budget.ts'

const taken = (take: () => boolean): number => Array.from({ length: 50 }, take).filter(Boolean).length

test('who spends without end leaves the others their share, and no more than the whole is spent', () => {
  const budget = createSharedBudget(20)
  assert.equal(budget.take(undefined), true)
  budget.share(['a', 'b'], 5)
  assert.equal(
    taken(() => budget.take('a')),
    14,
  )
  assert.equal(
    taken(() => budget.take('b')),
    5,
  )
  assert.equal(
    taken(() => budget.take(undefined)),
    0,
  )
})

test('where the whole is little the shares are', () => {
  const budget = createSharedBudget(5)
  budget.share(['a', 'b'], 10)
  assert.equal(
    taken(() => budget.take('a')),
    3,
  )
  assert.equal(
    taken(() => budget.take('b')),
    2,
  )
  createSharedBudget(0).share([], 1)
})

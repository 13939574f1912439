import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderFacts, renderTable } from './table.ts'

test('a table has headings and aligned columns, and no control characters of foreign texts', () => {
  const rows = [
    { id: 'a', note: 'first' },
    { id: 'longer-id', note: undefined },
    { id: 'c', note: 'red \u001b[31m' },
  ]
  const table = renderTable(rows, [
    ['id', ({ id }) => id],
    ['note', ({ note }) => note],
  ])
  assert.deepEqual(table.split('\n').slice(0, 3), ['ID         NOTE', 'a          first', 'longer-id  -'])
  assert.equal(table.includes('\u001b'), false)
})

test('an empty table is printed as none, and a list of facts omits absent values', () => {
  assert.equal(renderTable([], [['id', String]]), 'none')
  assert.equal(renderFacts({ id: 'a', until: undefined, state: 'valid' }), 'id     a\nstate  valid')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderFacts, renderTable } from './table.ts'

test('a table has headings, aligned columns, and no control character of others', () => {
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

test('an empty table says so; facts leave absent values out', () => {
  assert.equal(renderTable([], [['id', String]]), 'none')
  assert.equal(renderFacts({ id: 'a', until: undefined, state: 'valid' }), 'id     a\nstate  valid')
})

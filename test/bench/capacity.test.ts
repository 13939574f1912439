import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { goals } from '../../bench/goals.ts'
import { withCapacity } from '../../bench/report/capacity.ts'
import { root } from '../../scripts/source/files.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Rate of each operation in `docs/benchmarks.md`, by the first and the seventh column of its tables. */
const rates = new Map(
  read('docs/benchmarks.md')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => /^[\d,]+$/.test(cells[7] ?? ''))
    .map((cells) => [cells[1], Number(cells[7]?.replaceAll(',', ''))]),
)

test('the capacity in the operators’ guide is that of the written benchmarks', () => {
  const guide = read('docs/guides/operations.md')
  const results = goals.flatMap((goal) => {
    const perSecond = rates.get(goal.operation)
    return perSecond === undefined ? [] : [{ goal, perSecond }]
  })
  assert.ok(results.length > 10)
  assert.equal(withCapacity(guide, results), guide)
})

test('capacity is rounded to two digits and listed in the order of a life cycle, and the rest of the guide does not change', () => {
  const goal = (id: string) => goals.filter((one) => one.case === id)
  const [token, register, nonce] = ['wp-token', 'wp-register', 'wp-nonce'].flatMap(goal)
  assert.ok(token && register && nonce)
  const guide = 'before\n<!-- generated: figures of the bench -->\nold\n<!-- end -->\nafter\n'
  const written = withCapacity(guide, [
    { goal: token, perSecond: 1723 },
    { goal: nonce, perSecond: 60_000 },
    { goal: register, perSecond: 2149.6 },
  ])
  assert.ok(written.startsWith('before\n<!-- generated') && written.endsWith('\n<!-- end -->\nafter\n'))
  const rows = written.split('\n').filter((line) => /\| [\d,]+ \|$/.test(line))
  assert.deepEqual(rows, [`| ${register.operation} | 2,200 |`, `| ${token.operation} | 1,700 |`])
})

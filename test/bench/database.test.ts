import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { measureDatabaseCosts } from '../../bench/database/run.ts'
import { databaseSection, renderDatabaseCosts, withDatabase } from '../../bench/report/database.ts'
import { withGrowth } from '../../bench/report/growth.ts'
import { root } from '../../scripts/source/files.ts'

/** Returns the commits of each operation as the section states them: those that wait, and the others. */
const commitsIn = (section: string): readonly string[] =>
  section.split('\n').flatMap((line) => /^\| [A-Za-z ]+ \| \d+ \| \d+ \|(?= [\d,]+ \| [\d,]+ \|$)/.exec(line) ?? [])

test('each operation commits to PostgreSQL as often as the benchmarks say', async () => {
  const measured = commitsIn(renderDatabaseCosts(await measureDatabaseCosts(3), []))
  assert.equal(measured.length, 5)
  assert.deepEqual(measured, commitsIn(databaseSection(readFileSync(join(root, 'docs/benchmarks.md'), 'utf8'))))
})

test('the costs of the database come before the curves, and replace the earlier ones', () => {
  const page = withGrowth('# Benchmarks\n\nfigures\n', ['| curve |'])
  const first = withDatabase(page, '## PostgreSQL and status lists\n\n| old |\n')
  const second = withDatabase(first, '## PostgreSQL and status lists\n\n| new |\n')
  assert.equal(second, first.replace('old', 'new'))
  assert.match(second, /figures\n\n## PostgreSQL and status lists\n\n\| new \|\n\n## Growth\n[\s\S]*\| curve \|\n$/)
  assert.equal(databaseSection(second).trim(), '## PostgreSQL and status lists\n\n| new |')
})

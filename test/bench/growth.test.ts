import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growthSection, withGrowth } from '../../bench/report/growth.ts'

const page = '# Benchmarks\n\nfigures\n'

test('the curves become the last section of the page, and replace the earlier ones', () => {
  const first = withGrowth(page, ['| old |'])
  assert.ok(first.startsWith(`${page}\n## Growth\n`), first)
  const second = withGrowth(first, ['| new |', '| newer |'])
  assert.match(second, /\| new \|\n\n\| newer \|\n$/)
  assert.doesNotMatch(second, /\| old \|/)
  assert.equal(second.slice(0, page.length), page)
})

test('a page without curves has no section to keep', () => {
  assert.equal(growthSection(page), '')
  assert.equal(growthSection(withGrowth(page, ['| a |'])), withGrowth('', ['| a |']).trimStart())
})

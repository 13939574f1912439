import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { renderNationalCapacity, withNationalCapacity } from '../../scripts/capacity.ts'
import { root } from '../../scripts/source/files.ts'
import { maximumListCount, statusListsConfig } from '../../src/status-list/index.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('the guide on capacity has the figures that the script computes from the benchmarks', () => {
  const guide = read('docs/guides/capacity.md')
  assert.equal(withNationalCapacity(guide, read('docs/benchmarks.md')), guide)
})

test('benchmarks without a needed row are refused', () => {
  assert.throws(
    () => renderNationalCapacity('| WP nonce | http | 1 | 1 | 1 | 1 | 1 | 10.0 |'),
    /no cost of WP register/,
  )
})

test('the guide on capacity names only numbers of status lists, and of their places, that the settings permit', () => {
  const computed = renderNationalCapacity(read('docs/benchmarks.md'))
  const named = [...computed.matchAll(/([\d,]+)(?: lists)? of ([\d,]+)(?: places| \()/g)]
  assert.equal(named.length, 2)
  for (const [text, ...numbers] of named) {
    const [count = 0, places = 0] = numbers.map((number) => Number(number.replaceAll(',', '')))
    assert.ok(count <= maximumListCount, text)
    assert.equal(statusListsConfig.safeParse({ count, places }).success, true, text)
  }
})

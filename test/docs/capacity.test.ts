import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { renderNationalCapacity } from '../../scripts/capacity/render.ts'
import { withNationalCapacity } from '../../scripts/capacity.ts'
import { root } from '../../scripts/source/files.ts'
import { maximumListCount, statusListsConfig } from '../../src/status-list/index.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('the guide on capacity has the figures that the script computes from the benchmarks', () => {
  const guide = read('docs/guides/capacity.md')
  assert.equal(withNationalCapacity(guide, read('docs/benchmarks.md')), guide)
})

test('benchmarks without a needed row are refused', () => {
  const lines = read('docs/benchmarks.md').split('\n')
  for (const row of ['WP token', 'attestations', 'wallet_provider.wallet_instance_event', '4,000,000 places'])
    assert.throws(
      () => renderNationalCapacity(lines.filter((line) => !line.startsWith(`| ${row}`)).join('\n')),
      new RegExp(`no cost of ${row}`),
    )
  for (const [text, fault] of [
    ['two workers, PostgreSQL', /no registrations on PostgreSQL/],
    ['An erasure that reads', /no erasure/],
  ] as const)
    assert.throws(() => renderNationalCapacity(lines.filter((line) => !line.includes(text)).join('\n')), fault)
})

test('the guide on capacity names only numbers of status lists, and of their places, that the settings permit', () => {
  const computed = renderNationalCapacity(read('docs/benchmarks.md'))
  const named = [...computed.matchAll(/: ([\d,]+) places of \d bits?, [\d.]+ % revoked \| ([\d,]+) \|/g)]
  assert.equal(named.length, 3)
  for (const [text, ...numbers] of named) {
    const [places = 0, count = 0] = numbers.map((number) => Number(number.replaceAll(',', '')))
    assert.ok(count <= maximumListCount, text)
    assert.equal(statusListsConfig.safeParse({ count, places }).success, true, text)
  }
})

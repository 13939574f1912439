import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCatalogue, readCatalogue, withFailureCodes } from './catalogue.ts'

const text = `# Rows

| ID | Strength | Kind | Rule | Source | Failure codes |
|---|---|---|---|---|---|
| WP-17 | MUST | check | \`iss\` is compared. | §Limits “at most” | \`old\` |
| WP-25 | READ | output | The answer. | D-04 | |
`

test('reads the rows of the catalogue', () => {
  const rows = parseCatalogue(text)
  assert.deepEqual(
    rows.map(({ id, area, strength, kind, source }) => [id, area, strength, kind, source]),
    [
      ['WP-17', 'WP', 'MUST', 'check', '§Limits “at most”'],
      ['WP-25', 'WP', 'READ', 'output', 'D-04'],
    ],
  )
})

test('refuses a malformed row and a repeated ID', () => {
  assert.throws(() => parseCatalogue(text.replace('check', 'proof')), /not a row/)
  assert.throws(() => parseCatalogue(text.replace(' D-04 |', '')), /not a row/)
  assert.throws(() => parseCatalogue(text.replace('WP-25', 'WP-17')), /is listed twice/)
})

test('writes sorted failure codes and removes old ones', () => {
  const codes = new Map([['WP-25', new Set(['b', 'a'])]])
  const written = withFailureCodes(text, codes)
  assert.ok(written.includes('| WP-17 | MUST | check | `iss` is compared. | §Limits “at most” | |'))
  assert.ok(written.includes('| WP-25 | READ | output | The answer. | D-04 | `a` `b` |'))
  assert.equal(withFailureCodes(written, codes), written)
})

test('the catalogue is well-formed, and has a minimum number of rows for each area', () => {
  const rows = parseCatalogue(readCatalogue())
  const counts = Object.fromEntries([...Map.groupBy(rows, ({ area }) => area)].map(([area, all]) => [area, all.length]))
  for (const [area, least] of Object.entries({ GEN: 30, WP: 79, WI: 95, PP: 114, RP: 88, FED: 41, DIS: 10 }))
    assert.ok((counts[area] ?? 0) >= least, `${area} has fewer than ${least} rows`)
})

test('the source column contains terms of the specification, and a section for each MUST and SHOULD', () => {
  const rows = parseCatalogue(readCatalogue())
  const found = (words: string): string[] => rows.filter(({ source }) => source.includes(words)).map(({ id }) => id)
  assert.ok(found('submitted claims').includes('WP-06'))
  assert.ok(found('alphanumeric').includes('PP-87'))
  for (const { id, strength, source } of rows)
    assert.ok(strength === 'READ' || /§/.test(source), `${id} is a ${strength} without a section`)
})

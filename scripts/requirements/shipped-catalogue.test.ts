import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ruleText } from '../../src/rules/index.ts'
import { parseCatalogue, readCatalogue } from './catalogue.ts'
import { shippedCatalogue, staleFiles } from './shipped-catalogue.ts'

const catalogue = parseCatalogue(readCatalogue())

test('the package contains the text of each rule of the catalogue', () => {
  assert.deepEqual(staleFiles(catalogue), [], 'npm run requirements -- --write')
  for (const { id } of catalogue) assert.match(ruleText(id) ?? '', /\w/, id)
  assert.equal(ruleText('WP-9999'), undefined)
  assert.doesNotMatch(ruleText('GEN-01') ?? '', /GEN-|`|\n/)
})

test('marks that end or interpolate a template literal are removed from a text', () => {
  const [text = ''] = shippedCatalogue([
    { id: 'GEN-01', area: 'GEN', strength: 'MUST', kind: 'check', source: '', rule: `a \`b\` \\| \${c}` },
  ]).values()
  assert.match(text, /\nGEN-01 a b \| \$ \{c\}\n/)
})

test('the mark READ is written as "our reading" in a text', () => {
  const [text = ''] = shippedCatalogue([
    { id: 'GEN-01', area: 'GEN', strength: 'MUST', kind: 'check', source: '', rule: 'a (READ: b; READ for `READER`)' },
  ]).values()
  assert.match(text, /\nGEN-01 a \(our reading: b; our reading for READER\)\n/)
})

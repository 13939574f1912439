import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferredLanguage } from './language.ts'
import { acceptsEncoding } from './respond.ts'

test('the language is the preferred supported language of the header, or Italian if there is none', () => {
  const rows: [string | undefined, string][] = [
    [undefined, 'it'],
    ['', 'it'],
    ['de', 'de'],
    ['sl-SI, de;q=0.8', 'sl'],
    ['fr;q=0.2, es', 'fr'],
    ['es', 'it'],
    ['constructor', 'it'],
    ['de;q=0', 'it'],
    ['en', 'en'],
    ['en-GB,it;q=0.9', 'en'],
    ['en;q=0.8, it;q=0.9', 'it'],
    ['it, en', 'it'],
    ['en, it', 'en'],
  ]
  for (const [header, language] of rows) assert.equal(preferredLanguage(header), language, String(header))
})

test('GEN-08 only the first 16 ranges in the first 256 characters of a header are read', () => {
  assert.equal(preferredLanguage(`${','.repeat(15)}en`), 'en')
  assert.equal(preferredLanguage(`${','.repeat(16)}en`), 'it')
  assert.equal(preferredLanguage(`${' '.repeat(254)}en`), 'en')
  assert.equal(preferredLanguage(`${' '.repeat(60_000)}en`), 'it')
  assert.equal(acceptsEncoding(`${','.repeat(252)}gzip`, 'gzip'), true)
  assert.equal(acceptsEncoding(`${','.repeat(60_000)}gzip`, 'gzip'), false)
})

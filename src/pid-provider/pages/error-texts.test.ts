import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageNames, type PageLanguage } from '../../http/index.ts'
import { explanations } from './error-texts.ts'

const pageLanguages = Object.keys(languageNames) as PageLanguage[]

test('each explanation has a text of its own language', () => {
  for (const [code, words] of Object.entries(explanations)) {
    assert.deepEqual(Object.keys(words).sort(), [...pageLanguages].sort(), code)
    assert.equal(new Set(Object.values(words)).size, pageLanguages.length, code)
  }
})

test('PP-67 a value of the wrong form is not explained as a missing value', () => {
  const { attribute_missing: missing, attribute_malformed: malformed, birthdate_impossible: impossible } = explanations
  for (const language of pageLanguages) {
    assert.notEqual(malformed?.[language], missing?.[language])
    assert.notEqual(malformed?.[language], impossible?.[language])
  }
  assert.match(malformed?.en ?? '', /does not have the required form/)
})

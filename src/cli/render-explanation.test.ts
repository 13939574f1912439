import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderExplanation } from './render-explanation.ts'

test('an expiry of trust outside of the calendar is printed in words', () => {
  const text = renderExplanation({
    entityId: 'https://a.example',
    verdict: 'trusted',
    expiresAt: 1e300,
    entityTypes: ['federation_entity'],
    missingTypes: [],
    paths: [],
    trustMarks: [],
    keySetUrls: [],
    emptied: [],
  })
  assert.equal(text, 'TRUSTED  https://a.example\nroles federation_entity; until outside of the calendar\n')
})

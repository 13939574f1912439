import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WI } from '../../wallet/answers.ts'
import { renderRefusalSentence } from './refusal-words.ts'

test('an Italian page explains each refusal of the wallet in Italian', () => {
  const block = { code: 'x', at: '', requirement: 'WI-01', reason: '', remedy: '' }
  for (const { error, text } of Object.values(WI))
    assert.doesNotMatch(String(renderRefusalSentence('it', { error, text, block })), /lang="en"/, error)
})

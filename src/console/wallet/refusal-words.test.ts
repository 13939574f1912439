import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WI } from '../../wallet/answers.ts'
import { renderRefusalSentence } from './refusal-words.ts'

test('an Italian page explains each refusal of the wallet in Italian', () => {
  const block = { code: 'x', at: '', requirement: 'WI-01', reason: '', remedy: '' }
  for (const { error, text } of Object.values(WI))
    assert.doesNotMatch(String(renderRefusalSentence('it', { error, text, block })), /lang="en"/, error)
})

test('WI-218 explains an authorization that was not given, an outage and a refusal with different words', () => {
  const block = { code: 'x', at: '', requirement: 'WI-42', reason: '', remedy: '' }
  for (const [answer, italian, english] of [
    [WI.issuanceUnauthorized, /non hai dato il consenso.*Puoi ricominciare quando vuoi/, /you refused consent/],
    [WI.issuerUnavailable, /Il fornitore di PID non è disponibile: riprova più tardi/, /is not available: try again/],
    [WI.issuerRefused, /Il fornitore di PID ha rifiutato il rilascio/, /The PID Provider refused the issuance/],
  ] as const) {
    assert.match(String(renderRefusalSentence('it', { ...answer, block })), italian)
    assert.match(String(renderRefusalSentence('en', { ...answer, block })), english)
  }
})

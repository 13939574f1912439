import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkDemandedMarks } from './demanded-trust-marks.ts'

const entityId = 'https://member.example'
const required = { wallet_provider: ['a', 'b'], openid_credential_issuer: ['c'] }

test('FED-07 one mark is required for each type, and an unknown mark does not excuse a missing one', () => {
  const verdict = (trustMarks: readonly string[], unknownMarks: readonly string[] = []) =>
    checkDemandedMarks(
      { entityId, trustMarks, unknownMarks },
      ['wallet_provider', 'openid_credential_issuer'],
      required,
    )?.code
  assert.equal(verdict(['a', 'c']), undefined)
  assert.equal(verdict(['b', 'c']), undefined)
  assert.equal(verdict(['a', 'b']), 'trust_mark_missing')
  assert.equal(verdict(['c'], ['c']), 'trust_mark_missing')
  assert.equal(verdict(['c'], ['b']), 'trust_unavailable')
  assert.equal(verdict([], ['b', 'c']), 'trust_unavailable')
  assert.equal(verdict([], ['c']), 'trust_mark_missing')
  assert.equal(verdict([], ['x']), 'trust_mark_missing')
})

test('FED-07 no mark is required for a type that the configuration does not name', () => {
  assert.equal(checkDemandedMarks({ entityId }, ['wallet_relying_party'], required), undefined)
  assert.equal(
    checkDemandedMarks({ entityId }, ['wallet_relying_party', 'wallet_provider'], required)?.code,
    'trust_mark_missing',
  )
})

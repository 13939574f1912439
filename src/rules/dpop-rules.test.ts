import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../base/index.ts'
import { OAUTH } from '../oauth/index.ts'
import { credentialDpop, dpopHeaderRules, dpopRules, protectedResourceRules, requestUriDpop } from './dpop-rules.ts'

const idsOf = (rules: Record<string, readonly [string, unknown]>) => new Set(Object.values(rules).map(([id]) => id))

test('PP-19, PP-78…84 each group of checks at the token endpoint has its own requirement', () => {
  const ids = idsOf({ ...dpopHeaderRules(OAUTH.invalidDpopProof), ...dpopRules(OAUTH.invalidDpopProof) })
  for (const id of ['PP-19', 'PP-51', 'PP-77', 'PP-78', 'PP-79', 'PP-80', 'PP-81', 'PP-82', 'PP-84'])
    assert.ok(ids.has(id), id)
})

test('PP-90, PP-91 at the credential endpoint a fault of the token is an invalid token, and a fault of the proof an invalid proof', () => {
  const rules = protectedResourceRules<Answer>({
    tokenMissing: OAUTH.tokenMissing,
    invalidToken: OAUTH.invalidToken,
    invalidProof: OAUTH.invalidDpopProof,
    useNonce: OAUTH.useDpopNonceAtResource,
  })
  assert.deepEqual(rules.jkt_mismatch, ['PP-90', OAUTH.invalidToken])
  assert.deepEqual(rules.htu_mismatch, ['PP-81', OAUTH.invalidDpopProof])
  assert.deepEqual(rules.ath_missing, ['PP-91', OAUTH.invalidDpopProof])
  assert.deepEqual(rules.htm_missing, [credentialDpop.required, OAUTH.invalidDpopProof])
  assert.deepEqual(rules.token_expired, ['PP-88', OAUTH.invalidToken])
  assert.deepEqual(rules.authorization_missing, ['PP-89', OAUTH.tokenMissing])
  assert.deepEqual(rules.dpop_nonce_missing, ['PP-77', OAUTH.useDpopNonceAtResource])
  for (const [code, [, answer]] of Object.entries(rules))
    if (code.startsWith('token_')) assert.equal(answer, OAUTH.invalidToken, code)
})

test('RP-44 at the request endpoint the checks of a proof have the requirements of the Relying Party', () => {
  const rules = dpopRules(OAUTH.invalidDpopProof, requestUriDpop)
  for (const code of [
    'htm_mismatch',
    'htu_mismatch',
    'proof_stale',
    'jti_malformed',
    'ath_mismatch',
    'jkt_mismatch',
    'dpop_nonce_missing',
  ] as const)
    assert.equal(rules[code][0], 'RP-44', code)
  assert.equal(dpopHeaderRules(OAUTH.invalidDpopProof, requestUriDpop).dpop_duplicated[0], 'RP-45')
})

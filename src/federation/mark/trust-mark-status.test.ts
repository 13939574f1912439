import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crypto } from '../../../test/support/federation.ts'
import { failed, type JsonObject } from '../../base/index.ts'
import { defaultAlgorithms, generateSigner, type Signer, signJwt } from '../../jose/index.ts'
import { createTrustMarkStatus, trustMarkStatusType, verifyTrustMarkStatus } from './trust-mark-status.ts'

const now = 1_768_478_400
const [issuer, stranger] = [await generateSigner({ crypto }), await generateSigner({ crypto })]
const asked = { issuer: 'https://issuer.example', trustMark: 'a.b.c' }
const honest = { iss: asked.issuer, iat: now, trust_mark: asked.trustMark, status: 'active' }
const policy = { ...asked, issuerKeys: [issuer.publicJwk], algorithms: defaultAlgorithms, now, skew: 10 }

async function verdict(compact: string, at = now): Promise<string> {
  const answer = await verifyTrustMarkStatus({ crypto }, compact, { ...policy, now: at, maximumAgeSeconds: 60 })
  return failed(answer) ? `${answer.code} ${answer.at}` : answer.status
}

/** Signs a status response. Defaults to the issuer's key. */
const signed = (payload: JsonObject, header: JsonObject = {}, signer: Signer = issuer) =>
  signJwt(signer, { typ: trustMarkStatusType, kid: issuer.kid, ...header }, payload)

test('FED-32 a status response returns the status of a mark until the response is stale', async () => {
  for (const status of ['active', 'expired', 'revoked', 'invalid'] as const) {
    const compact = await createTrustMarkStatus(issuer, { ...asked, status, issuedAt: now })
    assert.equal(await verdict(compact), status)
    assert.equal(await verdict(compact, now + 69), status)
    assert.equal(await verdict(compact, now + 70), 'status_stale status.payload.iat')
  }
})

for (const [what, compact, expected] of [
  ['is not a JWS', 'a.b', 'jws_malformed status'],
  ['is another kind of JWT', await signed(honest, { typ: 'trust-mark+jwt' }), 'typ_mismatch status.header.typ'],
  ['is from another issuer', await signed({ ...honest, iss: 'x' }), 'status_iss_mismatch status.payload.iss'],
  ['has no iat', await signed({ ...honest, iat: undefined as never }), 'status_iat_missing status.payload.iat'],
  ['has a text as its iat', await signed({ ...honest, iat: `${now}` }), 'time_invalid status.payload.iat'],
  ['is from the future', await signed({ ...honest, iat: now + 11 }), 'not_yet_valid status.payload.iat'],
  ['has expired', await signed({ ...honest, exp: now - 10 }), 'expired status.payload.exp'],
  [
    'is about another mark',
    await signed({ ...honest, trust_mark: 'a.b.d' }),
    'status_mark_mismatch status.payload.trust_mark',
  ],
  ['contains an unknown status', await signed({ ...honest, status: 'fine' }), 'status_unknown status.payload.status'],
  ['names another key', await signed(honest, { kid: 'other' }), 'kid_unknown status.header.kid'],
  ['is signed by a stranger', await signed(honest, {}, stranger), 'signature_invalid status'],
] as const)
  test(`FED-32 refuses an answer that ${what}`, async () => assert.equal(await verdict(compact), expected))

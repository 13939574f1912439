/** Refused credential requests: the rule, the answer, and the values that come with it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url } from '../../src/base/index.ts'
import { type Refusals, refusalsOf } from './cases.ts'
import {
  beginIssuance,
  type CredentialBend,
  type Issuance,
  obtainTokens,
  requestCredential,
  type Tokens,
} from './pid-issuance.ts'
import type { PidProviderFixture } from './pid-provider-fixture.ts'
import { assertRefusal } from './wire-refusal.ts'

type Bend = CredentialBend | ((issuance: Issuance, tokens: Tokens) => Promise<CredentialBend>)

/**
 * Returns functions that define a test for each case of a table. All tests share one token, because a refused request
 * does not use it up.
 */
export async function credentialRefusals(fixture: PidProviderFixture) {
  const { sink } = fixture
  const shared = await beginIssuance(fixture)
  const sharedTokens = await obtainTokens(shared)

  const refuses =
    (status: number, error: string) =>
    (table: Refusals<Bend>): void => {
      for (const [id, title, bend, code] of refusalsOf(table))
        test(`${id} the credential endpoint refuses ${title}`, async () => {
          const bent = typeof bend === 'function' ? await bend(shared, sharedTokens) : bend
          const response = await requestCredential(shared, sharedTokens, bent)
          const challenge = response.headers.get('www-authenticate')
          assert.equal(challenge !== null, status === 401, 'a challenge comes with status 401 only')
          const body = await assertRefusal(response, sink, { id, code, status, error })
          const hasNonce = typeof body.c_nonce === 'string'
          assert.equal(hasNonce, error === 'invalid_proof', 'PP-99 c_nonce')
          assert.equal(/ This answer has a new c_nonce\.$/.test(String(body.error_description)), hasNonce)
        })
    }
  return {
    shared,
    sharedTokens,
    refuses,
    invalidToken: refuses(401, 'invalid_token'),
    invalidDpop: refuses(400, 'invalid_dpop_proof'),
    invalidProof: refuses(400, 'invalid_proof'),
    invalidRequest: refuses(400, 'invalid_credential_request'),
  }
}

const zeros = encodeBase64url(new Uint8Array(32))

/** A point that is not on the curve. */
export const offCurve = { kty: 'EC', crv: 'P-256', x: zeros, y: zeros }

export const privateOffCurve = { ...offCurve, d: zeros }

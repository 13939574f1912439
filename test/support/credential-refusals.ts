/** Refused credential requests: the rule, the answer, and the values that come with it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeBase64url } from '../../src/base/index.ts'
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

/** Returns functions that each define a test. All share one token, because a refused request does not use it up. */
export async function credentialRefusals(fixture: PidProviderFixture) {
  const { sink } = fixture
  const shared = await beginIssuance(fixture)
  const sharedTokens = await obtainTokens(shared)

  function refuses(id: string, title: string, bend: Bend, code: string, status: number, error: string): void {
    test(`${id} the credential endpoint refuses ${title}`, async () => {
      const bent = typeof bend === 'function' ? await bend(shared, sharedTokens) : bend
      const response = await requestCredential(shared, sharedTokens, bent)
      const challenge = response.headers.get('www-authenticate')
      assert.equal(challenge !== null, status === 401, 'a challenge comes with status 401 only')
      const body = (await assertRefusal(response, sink, { id, code, status, error })) as Record<string, unknown>
      assert.equal(typeof body.c_nonce === 'string', error === 'invalid_proof', 'PP-99 c_nonce')
    })
  }
  const invalidToken = (id: string, title: string, bend: Bend, code: string) =>
    refuses(id, title, bend, code, 401, 'invalid_token')
  const invalidDpop = (id: string, title: string, bend: Bend, code: string) =>
    refuses(id, title, bend, code, 400, 'invalid_dpop_proof')
  const invalidProof = (id: string, title: string, bend: Bend, code: string) =>
    refuses(id, title, bend, code, 400, 'invalid_proof')
  const invalidRequest = (id: string, title: string, bend: Bend, code: string) =>
    refuses(id, title, bend, code, 400, 'invalid_credential_request')
  return { shared, sharedTokens, refuses, invalidToken, invalidDpop, invalidProof, invalidRequest }
}

const zeros = encodeBase64url(new Uint8Array(32))

/** A point that is not on the curve. */
export const offCurve = { kty: 'EC', crv: 'P-256', x: zeros, y: zeros }

export const privateOffCurve = { ...offCurve, d: zeros }

/**
 * Verifies a Wallet Attestation and a DPoP proof with third-party code. The provider's key comes from the federation.
 */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, decodeJwt, EmbeddedJWK, importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose'
import { resolvedKeys } from './federation.ts'
import type { Asked } from './server.ts'

/** Returns the claims of the attestation, and the attested key. */
export async function verifyAttestation(text: string, anchor: string): Promise<{ payload: JWTPayload; jwk: JWK }> {
  const { iss = '' } = decodeJwt(text)
  const keys = await resolvedKeys(iss, anchor, 'wallet_provider')
  const { payload } = await jwtVerify(
    text,
    ({ kid }) => importJWK(keys.find((key) => key.kid === kid) ?? {}, 'ES256'),
    {
      typ: 'wallet-attestation+jwt',
      requiredClaims: ['iat', 'exp', 'aal', 'cnf'],
    },
  )
  const { jwk } = payload.cnf as { jwk: JWK }
  assert.equal(payload.sub, await calculateJwkThumbprint(jwk))
  return { payload, jwk }
}

/** Returns the thumbprint of the key that signed the proof; `token` is the access token that comes with it. */
export async function verifyDpop({ method, url, headers }: Asked, token?: string): Promise<string> {
  const { payload, protectedHeader } = await jwtVerify(String(headers.dpop), EmbeddedJWK, { typ: 'dpop+jwt' })
  assert.deepEqual([payload.htm, payload.htu], [method, `${url.origin}${url.pathname}`])
  assert.match(String(payload.jti), /^[0-9a-f-]{36}$/)
  if (token !== undefined) {
    assert.equal(headers.authorization, `DPoP ${token}`)
    assert.equal(payload.ath, createHash('sha256').update(token).digest('base64url'))
  }
  return calculateJwkThumbprint(protectedHeader.jwk as JWK)
}

/** The examples of draft-ietf-oauth-sd-jwt-vc-11, and the nested claims of OpenID4VP 1.0 Appendix B.3. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ctx, digest, verify } from '../../test/support/credential.ts'
import { codeOf, expectSuccess } from '../../test/support/refuses.ts'
import { disclosures, nestedPresentation } from '../../test/vectors/openid4vp.ts'
import { issuerKey } from '../../test/vectors/rfc9901.ts'
import { issued, issuedClaims, withKeyBinding, withoutKeyBinding } from '../../test/vectors/sd-jwt-vc.ts'
import { verifyKeyBindingJwt } from './key-binding-jwt.ts'

const at = { now: withKeyBinding.iat, skew: 0 }
const claimsOf = async (text: string) => {
  const { cnf, ...claims } = expectSuccess(await verify(text, issuerKey, at)).claims
  return { claims, isBound: cnf !== undefined }
}

test('SD-JWT VC §3.3: the issued credential has all claims and the holder’s key', async () =>
  assert.deepEqual(await claimsOf(issued), { claims: issuedClaims, isBound: true }))

test('SD-JWT VC §4.2: accepts a presentation with key binding for its own verifier only', async () => {
  const { presentation, claims, aud, nonce, iat } = withKeyBinding
  assert.deepEqual(await claimsOf(presentation), { claims, isBound: true })
  const whole = expectSuccess(await verify(presentation, issuerKey, at))
  const policy = { aud, nonce, issuedNotBefore: iat, algorithms: ['ES256'], ...at } as const
  expectSuccess(await verifyKeyBindingJwt(ctx, whole, policy))
  assert.equal(codeOf(await verifyKeyBindingJwt(ctx, whole, { ...policy, aud: 'https://example.com' })), 'aud_mismatch')
  const fewer = expectSuccess(await verify(presentation.split('~').toSpliced(1, 1).join('~'), issuerKey, at))
  assert.equal(codeOf(await verifyKeyBindingJwt(ctx, fewer, policy)), 'sd_hash_mismatch')
})

test('SD-JWT VC §4.2: accepts a presentation without a key, and refuses it where key binding is required', async () => {
  const { presentation, claims } = withoutKeyBinding
  assert.deepEqual(await claimsOf(presentation), { claims, isBound: false })
  const whole = expectSuccess(await verify(presentation, issuerKey, at))
  const { aud, nonce } = withKeyBinding
  const policy = { aud, nonce, issuedNotBefore: 0, algorithms: ['ES256'], ...at } as const
  assert.equal(codeOf(await verifyKeyBindingJwt(ctx, whole, policy)), 'key_binding_missing')
})

test('OpenID4VP Appendix B.3: the Disclosures have the printed digests, and a nested claim can be presented alone', async () => {
  for (const [disclosure, printed] of disclosures) assert.equal(digest(disclosure), printed)
  const { claims } = await claimsOf(nestedPresentation)
  assert.deepEqual((claims.ld as { credentialSubject?: unknown }).credentialSubject, { givenName: 'John' })
  const whole = expectSuccess(await verify(nestedPresentation, issuerKey, at))
  const binding = { aud: 'https://verifier.example.org', nonce: '1234567890', issuedNotBefore: 1744743394 }
  expectSuccess(await verifyKeyBindingJwt(ctx, whole, { ...binding, algorithms: ['ES256'], ...at }))
})

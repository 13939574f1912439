import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attestationClaims } from '../../test/support/attestation-claims.ts'
import {
  changed,
  ctx,
  type Members,
  now,
  policy,
  signer,
  validRequest,
  walletProvider,
} from '../../test/support/attestation-request.ts'
import { decodeJwt, forgeJwt } from '../../test/support/forge-jwt.ts'
import { codeOf } from '../../test/support/refuses.ts'
import { Failure, verified } from '../base/index.ts'
import type { TrustEvaluator } from '../federation/trust-evaluator.ts'
import { bareJwk, generateSigner } from '../jose/index.ts'
import { createWalletAttestation } from './attestation.ts'
import { parseWalletAttestationRequest, verifyWalletAttestationRequest } from './attestation-request.ts'
import { itWallet1Attestation, specificationAttestation } from './profiles.ts'
import { verifyWalletAttestation } from './verify-attestation.ts'

const profile = itWallet1Attestation
const { typ } = profile.request
/** Exactly the members that React Native wallets 2.x send. */
const words: Members = { iss: signer.kid, sub: undefined, challenge: undefined, nonce: 'challenge', exp: now + 3600 }
for (const name of Object.keys(attestationClaims.capabilities)) words[name] = undefined
words.presentation_definition_uri_supported = undefined

const later = (payload: Members = {}, head: Members = {}) => changed({ ...words, ...payload }, { typ, ...head })
const parse = (compact: string) => parseWalletAttestationRequest(ctx, compact, { ...policy, profile })

test('WP-82 a request of IT-Wallet 1.0 is read under its own member names', async () => {
  const request = parse(await later())
  assert.ok(!(request instanceof Failure))
  assert.deepEqual([request.challenge, request.thumbprint], ['challenge', signer.kid])
  assert.ok(!((await verifyWalletAttestationRequest(ctx, request)) instanceof Failure))
  const named = parse(await later({ cnf: { jwk: { ...bareJwk(signer.publicJwk), kid: signer.kid } } }))
  assert.ok(!(named instanceof Failure))
  assert.deepEqual(named.ephemeralKey, bareJwk(signer.publicJwk))
})

test('WP-15 each profile refuses the request of the other', async () => {
  const refusal = new Failure('typ_mismatch', 'assertion.header.typ')
  assert.deepEqual(parse(validRequest), refusal)
  assert.deepEqual(parse(await later({}, { typ: undefined })), refusal)
  assert.deepEqual(parseWalletAttestationRequest(ctx, await later(), policy), refusal)
})

const other = await generateSigner(ctx)
const refusals: readonly (readonly [id: string, payload: Members, code: string, at: string])[] = [
  ['WP-56 a challenge instead of a nonce', { nonce: undefined, challenge: 'c' }, 'claim_missing', 'nonce'],
  ['WP-56 a nonce too long', { nonce: 'c'.repeat(513) }, 'claim_malformed', 'nonce'],
  ['WP-56 an empty nonce', { nonce: '' }, 'claim_malformed', 'nonce'],
  ['WP-56 no cnf', { cnf: undefined }, 'claim_missing', 'cnf'],
  ['WP-17 another key', { cnf: { jwk: bareJwk(other.publicJwk) } }, 'iss_mismatch', 'iss'],
  ['WP-17 the URL of the instance', { iss: `${walletProvider}/instance/${signer.kid}` }, 'iss_mismatch', 'iss'],
  ['WP-17 another thumbprint', { iss: other.kid }, 'iss_mismatch', 'iss'],
  ['WP-18 another audience', { aud: 'https://other.example' }, 'aud_mismatch', 'aud'],
  ['WP-18 an exp that has passed', { exp: now - 31 }, 'expired', 'exp'],
  ['WP-24 a claimed URI', { presentation_definition_uri_supported: true }, 'presentation_definition_uri_claimed', ''],
  ['WP-57 a bad capability', { vp_formats_supported: [] }, 'capability_malformed', 'vp_formats_supported'],
]
for (const [id, payload, code, at] of refusals)
  test(`${id} is refused in a request of IT-Wallet 1.0`, async () => {
    const failure = parse(await later(payload))
    assert.ok(failure instanceof Failure, 'was accepted')
    assert.equal(failure.code, code)
    assert.ok(failure.at.endsWith(at), failure.at)
  })

const provider = await generateSigner(ctx)
const content = {
  iss: walletProvider,
  ephemeralKey: signer.publicJwk,
  ...attestationClaims,
  trustChain: ['c', 's'],
  iat: now,
}
const status = { status_list: { idx: 3, uri: `${walletProvider}/statuslists/1` } }
const issued = await createWalletAttestation(ctx, provider, { ...content, status, profile })
const trust: TrustEvaluator = {
  evaluate: async () =>
    verified({
      entityId: walletProvider,
      metadata: { wallet_provider: { jwks: { keys: [{ ...provider.publicJwk }] } as never } },
      federationKeys: [provider.publicJwk],
      trustChain: content.trustChain,
      expiresAt: now + 7200,
    }),
}
const verdict = async (compact: string, profiles?: readonly (typeof profile)[]): Promise<string> => {
  const result = await verifyWalletAttestation({ ...ctx, trust }, compact, { ...policy, ...(profiles && { profiles }) })
  return codeOf(result)
}

test('WP-83 an attestation of IT-Wallet 1.0 has a kid in its key, and no capabilities of the wallet', () => {
  const { header, payload } = decodeJwt(issued)
  assert.deepEqual(header, {
    alg: 'ES256',
    kid: provider.kid,
    typ: 'oauth-client-attestation+jwt',
    trust_chain: content.trustChain,
  })
  assert.deepEqual(payload, {
    iss: walletProvider,
    sub: signer.kid,
    aal: attestationClaims.aal,
    cnf: { jwk: { ...bareJwk(signer.publicJwk), kid: signer.kid } },
    iat: now,
    exp: now + 3600,
    status,
  })
})

test('WP-85 attestations of both profiles are accepted, unless the reader allows only one profile', async () => {
  const printed = await createWalletAttestation(ctx, provider, content)
  for (const compact of [issued, printed]) assert.equal(await verdict(compact), 'accepted')
  assert.equal(await verdict(issued, [specificationAttestation]), 'typ_mismatch')
  assert.equal(await verdict(printed, [profile]), 'typ_mismatch')
})

test('WP-69 the lifetime of an attestation of IT-Wallet 1.0 is also at most a day', async () => {
  const long = { ...content, profile, lifetimeSeconds: 86_401 }
  await assert.rejects(createWalletAttestation(ctx, provider, long), RangeError)
  const forged = await forgeJwt(issued, provider, { payload: { exp: now + 86_401 } })
  assert.equal(await verdict(forged), 'lifetime_too_long')
})

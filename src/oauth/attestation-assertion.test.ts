import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { forgeJwt, type JwtChange } from '../../test/support/forge-jwt.ts'
import { expectSuccess } from '../../test/support/refuses.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { example } from '../../test/vectors/client-attestation-pop.ts'
import { failed } from '../base/index.ts'
import { defaultAlgorithms, generateSigner, jwkThumbprint, withKeyCache } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import {
  attestationPopClaim,
  createAttestationPop,
  parseAttestationAssertion,
  verifyAttestationPop,
} from './attestation-assertion.ts'
import { createClientAssertion } from './client-assertion.ts'
import { assertionTypeClientAttestation, assertionTypeJwtBearer, assertionTypeKeyAttestation } from './identifiers.ts'
import { createRequestObject } from './request-object.ts'

const ctx = { crypto: withKeyCache(createNodeCrypto()), random: seededRandom('pop') }
const now = fixedClock().now()
const signer = await generateSigner(ctx)
const other = await generateSigner(ctx)
const clientId = jwkThumbprint(ctx, signer.publicJwk)
const issuer = 'https://pid.example'
const policy = {
  clientId,
  key: signer.publicJwk,
  audiences: [issuer],
  lifetime: 300,
  now,
  skew: 10,
  algorithms: defaultAlgorithms,
}
const pop = await createAttestationPop(ctx, signer, { clientId, audience: issuer, now })
const changed = async (change: JwtChange) => verifyAttestationPop(ctx, await forgeJwt(pop, signer, change), policy)

test('PP-09 an assertion is an attestation alone, of either type, or an attestation followed by its proof', () => {
  const alone = { attestation: 'a.b.c', pop: undefined }
  assert.deepEqual(parseAttestationAssertion(assertionTypeKeyAttestation, 'a.b.c'), alone)
  assert.deepEqual(parseAttestationAssertion(assertionTypeClientAttestation, 'a.b.c'), alone)
  assert.deepEqual(parseAttestationAssertion(assertionTypeClientAttestation, 'a.b.c~d.e.f'), {
    attestation: 'a.b.c',
    pop: 'd.e.f',
  })
})

test('PP-41 GEN-42 the refusal of a client_assertion_type states the accepted types', () => {
  const refused = parseAttestationAssertion(assertionTypeJwtBearer, 'a.b.c')
  assert.deepEqual(failed(refused) && refused.evidence, {
    expected: [assertionTypeKeyAttestation, assertionTypeClientAttestation],
    found: assertionTypeJwtBearer,
  })
})

test('PP-09 a proof of possession is verified, and has a claim for its single use', async () => {
  const verified = expectSuccess(await verifyAttestationPop(ctx, pop, policy))
  assert.deepEqual(attestationPopClaim(verified), {
    name: 'attestation_pop_jti',
    value: `${clientId} ${verified.jti}`,
    expiresAt: now + 310,
  })
  expectSuccess(await changed({ header: { typ: 'oauth-client-attestation-pop+jwt' } }))
})

test('PP-09 the example of Attestation-Based Client Authentication is accepted only for its client and server', async () => {
  const { key, clientId, audience, iat, jti, pop } = example
  const asked = { ...policy, key, clientId, audiences: [audience], now: iat, skew: 0 }
  assert.equal(expectSuccess(await verifyAttestationPop(ctx, pop, asked)).jti, jti)
  for (const [change, code] of [
    [{ clientId: 'https://other.example.com' }, 'iss_mismatch'],
    [{ audiences: ['https://other.example.com'] }, 'aud_mismatch'],
    [{ now: iat + 301 }, 'pop_stale'],
    [{ key: other.publicJwk }, 'signature_invalid'],
  ] as const) {
    const refused = await verifyAttestationPop(ctx, pop, { ...asked, ...change })
    assert.equal(failed(refused) && refused.code, code)
  }
})

test('PP-09 a proof of draft 08 or later needs no iss, but a proof of IT-Wallet does (D-356)', async () => {
  const bare = { payload: { iss: undefined }, header: { typ: 'oauth-client-attestation-pop+jwt' } }
  expectSuccess(await changed(bare))
  for (const change of [
    { payload: { iss: undefined } },
    { ...bare, header: { typ: 'JWT-Client-Attestation-PoP' } },
    { ...bare, header: { typ: 'application/jwt-client-attestation-pop' } },
    { ...bare, payload: { iss: 'x' } },
    { ...bare, payload: { iss: null } },
  ]) {
    const refused = await changed(change)
    assert.equal(failed(refused) && refused.code, 'iss_mismatch')
  }
})

const untyped = { header: { typ: undefined } }
const draftType = { header: { typ: 'oauth-client-attestation-pop' } }

test('PP-09 D-1142 a proof of an early draft is accepted with its typ or none, if it names its client', async () => {
  for (const typed of [untyped, draftType]) {
    expectSuccess(await changed(typed))
    for (const iss of [undefined, null, 'x', [clientId]]) {
      const refused = await changed({ ...typed, payload: { iss } })
      assert.equal(failed(refused) && refused.code, 'iss_mismatch')
    }
  }
  for (const typ of ['JWT', '', 7, null, 'dpop+jwt', 'oauth-client-attestation+jwt']) {
    const refused = await changed({ header: { typ } })
    assert.equal(failed(refused) && refused.code, 'typ_mismatch', `${typ}`)
  }
})

test('PP-09 D-1142 a client assertion or a Request Object of the same key is not a proof of possession', async () => {
  const assertion = await createClientAssertion(ctx, signer, { clientId, audience: issuer, now })
  const object = await createRequestObject(ctx, signer, {
    ...{ clientId, audience: issuer, state: 's', codeChallenge: 'c', authorizationDetails: [], now },
    redirectUri: 'https://wallet.example/cb',
  })
  for (const [compact, at] of [
    [assertion, 'pop.payload.sub'],
    [object, 'pop.payload.client_id'],
  ] as const) {
    const asSent = await verifyAttestationPop(ctx, compact, policy)
    assert.equal(failed(asSent) && asSent.code, 'typ_mismatch')
    const refused = await verifyAttestationPop(ctx, await forgeJwt(compact, signer, untyped), policy)
    assert.deepEqual(failed(refused) && [refused.code, refused.at], ['pop_claim_foreign', at])
  }
  for (const payload of [{ sub: null }, { sub: clientId }, { client_id: null }]) {
    const refused = await changed({ ...untyped, payload })
    assert.equal(failed(refused) && refused.code, 'pop_claim_foreign')
    expectSuccess(await changed({ ...draftType, payload }))
  }
})

test('PP-09 D-1142 a proof without iat is accepted until exp, at most an hour ahead, and its jti is kept as long', async () => {
  const until = (exp?: unknown) => changed({ payload: { iat: undefined, exp } })
  for (const exp of [now + 3600, now - 9])
    assert.equal(attestationPopClaim(expectSuccess(await until(exp))).expiresAt, exp + 10)
  for (const [exp, code] of [
    [now + 3601, 'lifetime_too_long'],
    [now - 10, 'expired'],
    [undefined, 'iat_missing'],
    ['1', 'time_invalid'],
  ] as const) {
    const refused = await until(exp)
    assert.equal(failed(refused) && refused.code, code)
  }
  expectSuccess(await changed({ payload: { exp: now + 9999 } }))
})

test('PP-09 a proof of possession is accepted until its last second and the skew', async () => {
  expectSuccess(await changed({ payload: { iat: now - 309 } }))
  const refused = await changed({ payload: { iat: now - 310 } })
  assert.equal(failed(refused) && refused.code, 'pop_stale')
})

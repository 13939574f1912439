import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attested } from '../../test/support/attested.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { Failure, fail, verified } from '../base/index.ts'
import type { TrustCode, TrustEvaluator, TrustedEntity } from '../federation/trust-evaluator.ts'
import { bareJwk, generateSigner, type Signer, signJwt } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { createWalletAttestation, parseWalletAttestation } from './attestation.ts'
import { createWalletAttestationVerifier } from './attestation-verifier.ts'
import { verifyWalletAttestation, type WalletAttestationCode } from './verify-attestation.ts'

const crypto = createNodeCrypto()
const now = fixedClock().now()
const iss = 'https://wallet-provider.example'
const provider = await generateSigner({ crypto })
const federation = await generateSigner({ crypto })
const ephemeral = await generateSigner({ crypto })
const policy = { now, skew: 30, algorithms: ['ES256'] } as const

const entity: TrustedEntity = {
  entityId: iss,
  metadata: { wallet_provider: { jwks: { keys: [{ ...provider.publicJwk }] } as never } },
  federationKeys: [federation.publicJwk],
  trustChain: ['configuration', 'statement'],
  expiresAt: now + 7_200,
}
const asked: { entityId: string; types: readonly string[]; hint: unknown }[] = []
function trustIn(answer: TrustedEntity | TrustCode = entity): TrustEvaluator {
  return {
    evaluate: async (entityId, types, hint) => {
      asked.push({ entityId, types, hint })
      return typeof answer === 'string' ? fail(answer, 'trust') : verified(answer)
    },
  }
}

const content = {
  iss,
  ephemeralKey: ephemeral.publicJwk,
  ...attested,
  trustChain: ['configuration', 'statement'],
  iat: now,
  status: { status_list: { idx: 3, uri: 'https://wallet-provider.example/status/1' } },
}
const honest = await createWalletAttestation({ crypto }, provider, content)
type Members = Record<string, unknown>
const decode = (part: string | undefined): Members => JSON.parse(Buffer.from(part ?? '', 'base64url').toString())
const [headerPart, payloadPart] = honest.split('.')
const header = decode(headerPart)
const payload = decode(payloadPart)

function changed(payloadChanges: Members, headerChanges: Members = {}, key: Signer = provider): Promise<string> {
  const { alg: _, ...rest } = header
  return signJwt(key, { ...rest, ...headerChanges } as never, { ...payload, ...payloadChanges })
}
async function verdict(compact: string, trust = trustIn()): Promise<string> {
  const result = await verifyWalletAttestation({ crypto, trust }, compact, policy)
  return result instanceof Failure ? result.code : 'accepted'
}

test('WP-26 makes an attestation with every claim of the table', () => {
  assert.deepEqual(header, {
    alg: 'ES256',
    kid: provider.kid,
    typ: 'wallet-attestation+jwt',
    trust_chain: content.trustChain,
  })
  assert.deepEqual(payload, {
    iss,
    sub: ephemeral.kid,
    aal: content.aal,
    cnf: { jwk: bareJwk(ephemeral.publicJwk) },
    ...content.capabilities,
    presentation_definition_uri_supported: false,
    client_id_schemes_supported: ['entity_id'],
    iat: now,
    exp: now + 3_600,
    status: content.status,
  })
})

test('WP-67 verifies it with the key that kid names in the resolved metadata', async () => {
  const result = await verifyWalletAttestation({ crypto, trust: trustIn() }, honest, policy)
  assert.ok(!(result instanceof Failure))
  assert.equal(result.thumbprint, ephemeral.kid)
  assert.deepEqual(result.cnf, bareJwk(ephemeral.publicJwk))
  assert.deepEqual(result.claims.status, content.status)
  assert.equal(result.walletProvider.entityId, iss)
  assert.equal(result.expiresAt, now + 3_600)
  assert.deepEqual(asked.at(-1), {
    entityId: iss,
    types: ['wallet_provider'],
    hint: { trustChain: content.trustChain, kid: provider.kid },
  })
  const unchained = await changed({}, { trust_chain: undefined })
  assert.equal(await verdict(unchained), 'accepted')
  assert.deepEqual(asked.at(-1)?.hint, { kid: provider.kid })
})

const jwk = bareJwk(ephemeral.publicJwk) as unknown as Members
const refusals: readonly (readonly [id: string, payload: Members, header: Members, code: WalletAttestationCode])[] = [
  ['GEN-14 the typ of a request', {}, { typ: 'war+jwt' }, 'typ_mismatch'],
  ['GEN-14 no typ', {}, { typ: undefined }, 'typ_mismatch'],
  ['GEN-05 critical headers', {}, { crit: ['b64'] }, 'crit_unsupported'],
  ['WP-67 no kid', {}, { kid: undefined }, 'kid_missing'],
  ['WP-67 a kid that the provider does not publish', {}, { kid: federation.kid }, 'kid_unknown'],
  ['WP-68 an empty trust chain', {}, { trust_chain: [] }, 'trust_chain_malformed'],
  ['WP-68 a trust chain that is text', {}, { trust_chain: 'a' }, 'trust_chain_malformed'],
  ['WP-69 a life over 24 hours', { exp: now + 86_401 }, {}, 'lifetime_too_long'],
  [
    'WP-70 presentation_definition_uri_supported true',
    { presentation_definition_uri_supported: true },
    {},
    'presentation_definition_uri_claimed',
  ],
  ['WP-71 another subject', { sub: federation.kid }, {}, 'sub_mismatch'],
  ["WP-71 a key that is not its subject's", { cnf: { jwk: bareJwk(federation.publicJwk) } }, {}, 'sub_mismatch'],
  ['GEN-15 a private key', { cnf: { jwk: { ...jwk, d: jwk.x } } }, {}, 'jwk_private'],
  ['GEN-16 a key of an unknown curve', { cnf: { jwk: { ...jwk, crv: 'P-192' } } }, {}, 'jwk_unsupported'],
  ['GEN-04 an end in the past', { iat: now - 90, exp: now - 30 }, {}, 'expired'],
  ['GEN-04 a beginning in the future', { iat: now + 31 }, {}, 'not_yet_valid'],
  ['GEN-10 an end that is text', { exp: 'tomorrow' }, {}, 'time_invalid'],
  ['GEN-10 a beginning that is null', { iat: null }, {}, 'time_invalid'],
  ['WP-26 no issuer', { iss: undefined }, {}, 'claim_malformed'],
  ['WP-26 no subject', { sub: undefined }, {}, 'claim_malformed'],
  ['WP-26 no end', { exp: undefined }, {}, 'claim_malformed'],
  ['WP-26 no beginning', { iat: undefined }, {}, 'claim_malformed'],
  ['WP-26 no key', { cnf: {} }, {}, 'claim_malformed'],
  ['WP-72 an aal of another type', { aal: 3 }, {}, 'claim_malformed'],
  ['WP-72 formats of another type', { vp_formats_supported: [] }, {}, 'claim_malformed'],
  ['WP-72 schemes of another type', { client_id_schemes_supported: 'entity_id' }, {}, 'claim_malformed'],
  [
    'WP-72 a presentation_definition_uri_supported that is null',
    { presentation_definition_uri_supported: null },
    {},
    'presentation_definition_uri_claimed',
  ],
  ['WP-75 a status of another type', { status: 'valid' }, {}, 'claim_malformed'],
]
for (const [id, payloadChanges, headerChanges, code] of refusals) {
  test(`${id} is refused`, async () => assert.equal(await verdict(await changed(payloadChanges, headerChanges)), code))
}

for (const code of ['no_trust_chain', 'entity_type_missing', 'trust_unavailable'] as const) {
  test(`RP-14 keeps ${code} apart`, async () => assert.equal(await verdict(honest, trustIn(code)), code))
}

test('WP-72 refuses a level that its provider does not state, and takes any where none is stated', async () => {
  const stating = (aal_values_supported: string[]) => {
    const { wallet_provider } = entity.metadata
    return trustIn({ ...entity, metadata: { wallet_provider: { ...wallet_provider, aal_values_supported } } })
  }
  assert.equal(await verdict(honest, stating(['https://trust-list.eu/aal/low', content.aal])), 'accepted')
  assert.equal(await verdict(honest, stating(['https://trust-list.eu/aal/low'])), 'aal_unsupported')
  assert.equal(await verdict(honest, stating([])), 'aal_unsupported')
  assert.equal(await verdict(await changed({ aal: undefined }), stating(['https://trust-list.eu/aal/low'])), 'accepted')
})

test("GEN-18 refuses a signature by any other key, its own header's included", async () => {
  assert.equal(await verdict(await changed({}, { jwk: federation.publicJwk }, federation)), 'signature_invalid')
  assert.equal(await verdict(`${honest.slice(0, -10)}AAAAAAAAAA`), 'signature_invalid')
  const encryption = { ...provider.publicJwk, use: 'enc' }
  const unfit = { ...entity, metadata: { wallet_provider: { jwks: { keys: [encryption] } as never } } }
  assert.equal(await verdict(honest, trustIn(unfit)), 'key_mismatch')
})

test('WP-68 takes an attestation without a trust chain, whose provider is then resolved', async () => {
  assert.equal(await verdict(await changed({}, { trust_chain: undefined })), 'accepted')
  assert.deepEqual(asked.at(-1)?.hint, { kid: provider.kid })
})

test('WP-69 makes none for longer than 24 hours', async () => {
  const make = (lifetimeSeconds: number) =>
    createWalletAttestation({ crypto }, provider, { ...content, lifetimeSeconds })
  await assert.rejects(() => make(86_401), RangeError)
  assert.equal(await verdict(await make(86_400)), 'accepted')
})

/** How often a signature was computed. */
function countingVerifier(trust: TrustEvaluator, capacity?: number) {
  let computed = 0
  const verify: typeof crypto.verify = (...words) => {
    computed += 1
    return crypto.verify(...words)
  }
  const ctx = { crypto: { ...crypto, verify }, trust }
  const verifier = createWalletAttestationVerifier(ctx, { ...policy, ...(capacity && { capacity }) })
  return async (compact: string, at: number): Promise<number> => {
    const before = computed
    await verifier.verify(compact, at)
    return computed - before
  }
}

test('the signature of an attestation is computed once, but not beyond its own end or that of its chain', async () => {
  for (const [chainEnds, end] of [
    [now + 7_200, now + 3_600],
    [now + 600, now + 600],
  ] as const) {
    const computed = countingVerifier(trustIn({ ...entity, expiresAt: chainEnds }))
    assert.equal(await computed(honest, now), 1)
    assert.equal(await computed(honest, now + 1), 0)
    assert.equal(await computed(honest, end - 1), 0)
    assert.equal(await computed(honest, end), 1)
    assert.equal(await computed(honest, now), 1, 'what had ended was forgotten')
  }
})

test('FED-38 what is known of its provider by now decides over an attestation that was verified before', async () => {
  const described = (wallet_provider: object): TrustedEntity => ({
    ...entity,
    metadata: { wallet_provider: wallet_provider as never },
  })
  const keys = [{ ...provider.publicJwk }]
  for (const [later, code] of [
    ['no_trust_chain', 'no_trust_chain'],
    ['trust_unavailable', 'trust_unavailable'],
    [described({ jwks: { keys: [{ ...federation.publicJwk }] } }), 'kid_unknown'],
    [described({ jwks: { keys: [{ ...federation.publicJwk, kid: provider.kid }] } }), 'signature_invalid'],
    [described({ jwks: { keys: [{ ...provider.publicJwk, use: 'enc' }] } }), 'key_mismatch'],
    [described({ jwks: { keys }, aal_values_supported: ['lower'] }), 'aal_unsupported'],
  ] as const) {
    let answer: TrustedEntity | TrustCode = entity
    const trust: TrustEvaluator = { evaluate: (...words) => trustIn(answer).evaluate(...words) }
    const verifier = createWalletAttestationVerifier({ crypto, trust }, policy)
    const codeAt = async (at: number): Promise<string> => {
      const verdict = await verifier.verify(honest, at)
      return verdict instanceof Failure ? verdict.code : 'accepted'
    }
    assert.equal(await codeAt(now), 'accepted')
    answer = later
    assert.equal(await codeAt(now + 1), code)
    answer = { ...entity, trustChain: ['renewed'] }
    assert.equal(await codeAt(now + 2), 'accepted')
    const verdict = await verifier.verify(honest, now + 3)
    assert.ok(!(verdict instanceof Failure))
    assert.deepEqual(verdict.walletProvider.trustChain, ['renewed'])
  }
})

test('attestations that were verified share one copy of the chain that they bring', async () => {
  const verifier = createWalletAttestationVerifier({ crypto, trust: trustIn() }, policy)
  const chainOf = async (compact: string): Promise<unknown> => {
    await verifier.verify(compact, now)
    return (asked.at(-1)?.hint as { readonly trustChain: unknown } | undefined)?.trustChain
  }
  const [longer, other] = await Promise.all(
    [['configuration', 'statement', 'further'], ['other']].map((trust_chain) => changed({}, { trust_chain })),
  )
  for (const compact of [honest, longer, other, await changed({ aal: 'another' })]) await chainOf(String(compact))
  const first = await chainOf(honest)
  assert.deepEqual(first, content.trustChain)
  assert.deepEqual(await chainOf(String(longer)), ['configuration', 'statement', 'further'])
  assert.deepEqual(await chainOf(String(other)), ['other'])
  const [second, third] = await Promise.all(['second', 'third'].map((aal) => changed({ aal })))
  for (const compact of [second, third]) await chainOf(String(compact))
  assert.equal(await chainOf(String(second)), await chainOf(String(third)))
})

test('what is refused is not kept, and the number kept is bounded', async () => {
  const computed = countingVerifier(trustIn(), 2)
  const forged = await changed({}, {}, federation)
  const others = await Promise.all(['other', 'further'].map((aal) => changed({ aal })))
  let total = 0
  for (const compact of [forged, forged, honest, honest, ...others, honest]) total += await computed(compact, now)
  assert.equal(total, 6)
})

test('GEN-10 reading alone refuses times that are none, since it returns them', async () => {
  for (const times of [{ exp: 'tomorrow' }, { iat: null }, { iat: -1 }]) {
    const parsed = parseWalletAttestation(await changed(times), policy)
    assert.ok(parsed instanceof Failure && parsed.code === 'time_invalid')
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from '../../test/support/refuses.ts'
import {
  asked,
  changed,
  content,
  crypto,
  entity,
  ephemeral,
  federation,
  header,
  iss,
  type Members,
  now,
  payload,
  policy,
  provider,
  trustIn,
  validAttestation,
} from '../../test/support/wallet-attestation.ts'
import { Failure } from '../base/index.ts'
import { bareJwk } from '../jose/index.ts'
import { createWalletAttestation, parseWalletAttestation } from './attestation.ts'
import { verifyWalletAttestation, type WalletAttestationCode } from './verify-attestation.ts'

async function verdict(compact: string, trust = trustIn()): Promise<string> {
  const result = await verifyWalletAttestation({ crypto, trust }, compact, policy)
  return codeOf(result)
}

test('WP-26 creates an attestation with every claim of the table', () => {
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

test('WP-67 verifies an attestation with the key that kid names in the resolved metadata', async () => {
  const result = await verifyWalletAttestation({ crypto, trust: trustIn() }, validAttestation, policy)
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

test('RP-213 a kid that keys of other use share names the key that signs attestations', async () => {
  const keys = [{ ...federation.publicJwk, kid: provider.kid, use: 'enc' }, provider.publicJwk]
  const sharing = trustIn({ ...entity, metadata: { wallet_provider: { jwks: { keys } as never } } })
  assert.equal(await verdict(validAttestation, sharing), 'accepted')
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
  ['WP-69 a lifetime over 24 hours', { exp: now + 86_401 }, {}, 'lifetime_too_long'],
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
  ['WP-26 no issuer', { iss: undefined }, {}, 'claim_missing'],
  ['WP-26 no subject', { sub: undefined }, {}, 'claim_missing'],
  ['WP-26 no end', { exp: undefined }, {}, 'claim_missing'],
  ['WP-26 no beginning', { iat: undefined }, {}, 'claim_missing'],
  ['WP-26 no cnf', { cnf: undefined }, {}, 'claim_missing'],
  ['WP-26 a cnf that is not an object', { cnf: 'key' }, {}, 'claim_malformed'],
  ['WP-26 a jwk that is not an object', { cnf: { jwk: 'key' } }, {}, 'claim_malformed'],
  ['WP-26 no key', { cnf: {} }, {}, 'cnf_jwk_missing'],
  ['WP-26 a key that is named by kid alone', { cnf: { kid: 'x' } }, {}, 'cnf_jwk_missing'],
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
  test(`RP-14 returns ${code} as its own code`, async () =>
    assert.equal(await verdict(validAttestation, trustIn(code)), code))
}

test('WP-72 refuses an aal that its provider does not list, and accepts an attestation without aal', async () => {
  const stating = (aal_values_supported: string[]) => {
    const { wallet_provider } = entity.metadata
    return trustIn({ ...entity, metadata: { wallet_provider: { ...wallet_provider, aal_values_supported } } })
  }
  assert.equal(await verdict(validAttestation, stating(['https://trust-list.eu/aal/low', content.aal])), 'accepted')
  assert.equal(await verdict(validAttestation, stating(['https://trust-list.eu/aal/low'])), 'aal_unsupported')
  assert.equal(await verdict(validAttestation, stating([])), 'aal_unsupported')
  assert.equal(await verdict(await changed({ aal: undefined }), stating(['https://trust-list.eu/aal/low'])), 'accepted')
})

test('GEN-18 refuses the signature of any other key, even of a key in its own header', async () => {
  assert.equal(await verdict(await changed({}, { jwk: federation.publicJwk }, federation)), 'signature_invalid')
  assert.equal(await verdict(`${validAttestation.slice(0, -10)}AAAAAAAAAA`), 'signature_invalid')
  const encryption = { ...provider.publicJwk, use: 'enc' }
  const unfit = { ...entity, metadata: { wallet_provider: { jwks: { keys: [encryption] } as never } } }
  assert.equal(await verdict(validAttestation, trustIn(unfit)), 'key_mismatch')
})

test('WP-68 accepts an attestation without a trust chain, and resolves its provider', async () => {
  assert.equal(await verdict(await changed({}, { trust_chain: undefined })), 'accepted')
  assert.deepEqual(asked.at(-1)?.hint, { kid: provider.kid })
})

test('WP-69 creates no attestation for longer than 24 hours', async () => {
  const make = (lifetimeSeconds: number) =>
    createWalletAttestation({ crypto }, provider, { ...content, lifetimeSeconds })
  await assert.rejects(() => make(86_401), RangeError)
  assert.equal(await verdict(await make(86_400)), 'accepted')
})

test('GEN-10 parseWalletAttestation alone refuses invalid times', async () => {
  for (const times of [{ exp: 'tomorrow' }, { iat: null }, { iat: -1 }]) {
    const parsed = parseWalletAttestation(await changed(times), policy)
    assert.ok(parsed instanceof Failure && parsed.code === 'time_invalid')
    assert.equal(parsed.at, `wallet_attestation.payload.${Object.keys(times)[0]}`)
  }
})

/** The Wallet Attestation in a response, and the status of presented credentials, with one fault at a time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSigner, type Signer } from '../../../src/jose/index.ts'
import { compressStatusList, readableLimit } from '../../../src/status-list/index.ts'
import { changing, refusalsOf } from '../../support/cases.ts'
import { connectEntity, testEntity } from '../../support/federation.ts'
import { decodeJwt, type Forge, forgeJwt, type JwtChange, jwtFaultsFor } from '../../support/forge-jwt.ts'
import {
  type Bend,
  bodyOf,
  issuerId,
  present,
  type ResponseRow,
  refusesResponse,
  relyingPartyFixture,
} from '../../support/relying-party-fixture.ts'

const fixture = await relyingPartyFixture()
const stranger = await generateSigner(fixture)
const otherAnchor = await testEntity('https://other-anchor.example', { fetch: true })
const strangeProvider = await testEntity('https://strange-provider.example', {
  hints: [otherAnchor.entityId],
  metadata: { wallet_provider: {} },
})
connectEntity(fixture.network, fixture.clock, otherAnchor, [strangeProvider])
connectEntity(fixture.network, fixture.clock, strangeProvider)

const header = (change: object): Bend => ({
  attestationJwt: (jwt, signer) => forgeJwt(jwt, signer, { header: { ...change } }),
})
const payload = (change: object): Bend => ({
  attestationJwt: (jwt, signer) => forgeJwt(jwt, signer, { payload: { ...change } }),
})
const by = (entity: { entityId: string; signer: Signer }, trustChain: readonly string[] | undefined): Bend => ({
  attestationJwt: (jwt) =>
    forgeJwt(jwt, entity.signer, {
      header: { kid: entity.signer.kid, trust_chain: trustChain },
      payload: { iss: entity.entityId },
    }),
})
const malformedKey = { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' }

const rows: ResponseRow[] = refusalsOf(
  {
    'RP-14 kid_missing': { 'an attestation without kid': header({ kid: undefined }) },
    'RP-14 kid_unknown': { 'an attestation of an unknown key': header({ kid: 'unknown' }) },
    'RP-14 trust_chain_malformed': { 'an empty trust chain': header({ trust_chain: [] }) },
    'RP-14 claim_missing': { 'an attestation without cnf': payload({ cnf: undefined }) },
    'RP-14 claim_malformed': { 'an attestation with a cnf of another type': payload({ cnf: 'x' }) },
    'RP-14 cnf_jwk_missing': { 'a cnf with a kid only': payload({ cnf: { kid: 'x' } }) },
    'RP-14 aal_unsupported': { 'a level that the provider’s metadata do not list': payload({ aal: 'x' }) },
    'RP-14 sub_mismatch': { 'a sub that does not match the key': payload({ sub: 'x' }) },
    'RP-14 lifetime_too_long': {
      'a lifetime of more than a day': payload({ iat: fixture.clock.now() - 10, exp: fixture.clock.now() + 86_400 }),
    },
    'RP-14 presentation_definition_uri_claimed': {
      presentation_definition_uri_supported: payload({ presentation_definition_uri_supported: true }),
    },
    'RP-14 no_trust_chain': {
      'a provider outside the federation': by(strangeProvider, undefined),
      'the trust chain of another provider': by(strangeProvider, fixture.providerChain),
    },
    'RP-14 entity_type_missing': { 'a member that is not a Wallet Provider': by(fixture.issuer, undefined) },
    'GEN-15 jwk_private': { 'a private key as cnf': payload({ cnf: { jwk: { ...stranger.publicJwk, d: 'AA' } } }) },
    'GEN-16 jwk_malformed': { 'a cnf whose key is malformed': payload({ cnf: { jwk: malformedKey } }) },
  },
  403,
)
for (const row of rows) test(`${row[0]} refuses ${row[1]}`, () => refusesResponse(fixture, row))

const own = { typ_mismatch: 'RP-14', expired: 'RP-14', not_yet_valid: 'RP-14', signature_invalid: 'RP-14' }
for (const [id, title, forge, code] of jwtFaultsFor(own))
  test(`${id} refuses an attestation with ${title}`, () =>
    refusesResponse(fixture, [id, title, { attestationJwt: (jwt, signer) => forge(jwt, signer) }, code, 403]))

test('RP-56 refuses a response without the attestation that was asked for', async () => {
  const without: Bend = {
    members: (members) => {
      if (members.presentation_submission === undefined) delete members.vp_token.wallet_attestation
      else {
        members.vp_token = [members.vp_token[0]]
        members.presentation_submission = structuredClone(members.presentation_submission)
        members.presentation_submission.descriptor_map.length = 1
      }
    },
  }
  await refusesResponse(fixture, ['RP-56', '', without, 'attestation_missing', 403])
})

test('RP-56 does not ask for an attestation if the configuration disables it', async () => {
  const at = await relyingPartyFixture({ config: { askWalletAttestation: false } })
  const bend: Bend = { members: changing({ wallet_attestation: undefined }, 'vp_token') }
  const { request, response } = await present(at, { bend })
  assert.equal(request.payload.dcql_query.credentials.length, 1)
  assert.equal(response.status, 200, await response.text())
})

test('RP-47 accepts one attestation in several presentations', async () => {
  const at = await relyingPartyFixture()
  const first = await present(at)
  let seen = ''
  await present(at, { wallet: first.wallet, bend: { attestationJwt: (jwt) => (seen = jwt) } })
  const again = await present(at, { wallet: first.wallet, bend: { attestationJwt: () => seen } })
  assert.equal(again.response.status, 200)
})

type What = 'pid' | 'attestation'
const statusRows: [string, What, number, string, number][] = [
  ['RP-70', 'pid', 1, 'revoked', 400],
  ['RP-70', 'attestation', 1, 'revoked', 403],
  ['RP-19', 'pid', 2, 'suspended', 400],
  ['RP-19', 'attestation', 2, 'suspended', 403],
  ['RP-71', 'pid', 5, 'status_value_unknown', 400],
  ['RP-214', 'pid', 3, 'credential_outdated', 400],
  ['RP-214', 'pid', 4, 'credential_outdated', 400],
  ['RP-214', 'pid', 11, 'credential_outdated', 400],
  ['RP-214', 'pid', 15, 'credential_outdated', 400],
  ['RP-71', 'attestation', 3, 'status_value_unknown', 403],
]
for (const [id, what, value, code, status] of statusRows)
  test(`${id} refuses a ${what} whose status is ${value}`, async () => {
    const at = await relyingPartyFixture()
    at.setStatusOf(what, value)
    await refusesResponse(at, [id, '', {}, code, status])
  })

test('RP-19 accepts a suspended credential by policy, but refuses a revoked credential', async () => {
  const at = await relyingPartyFixture({ config: { acceptSuspended: true, acceptUnknownStatus: true } })
  at.setStatusOf('pid', 2)
  assert.equal((await present(at)).response.status, 200)
  at.setStatusOf('pid', 1)
  at.clock.advance(61)
  await refusesResponse(at, ['RP-70', '', {}, 'revoked'])
})

test('RP-70 a credential without status reference passes unless the configuration requires one', async () => {
  const without: Bend = { credential: changing({ status: undefined }, 'plain') }
  assert.equal((await present(fixture, { bend: without })).response.status, 200)
  const strict = await relyingPartyFixture({ config: { requireStatus: true } })
  await refusesResponse(strict, ['RP-70', '', without, 'status_missing'])
})

const referring = (status: unknown): Bend => ({
  credential: changing({ status: status }, 'plain'),
})
const list = (uri: string, idx = 7) => referring({ status_list: { idx, uri } })
const referenceRows: ResponseRow[] = [
  [
    'RP-70',
    'a malformed status reference',
    referring({ status_list: { idx: -1, uri: 'x' } }),
    'status_reference_unusable',
  ],
  ['RP-70', 'a status of another kind', referring({ status_assertion: {} }), 'status_reference_unusable'],
  ['RP-71', 'an index beyond the list', list('https://status.example/lists/1', 99_999), 'index_out_of_range'],
  ['RP-71', 'a malformed URI', list('nothing'), 'url_malformed'],
  ['GEN-19', 'a list over plain http', list('http://status.example/lists/1'), 'url_not_https'],
  ['GEN-19', 'a URI with user info', list('https://a:b@status.example/lists/1'), 'url_forbidden_part'],
  [
    'RP-71',
    'a list on an unreachable host',
    list('https://nowhere.example/1'),
    'unreachable',
    503,
    'temporarily_unavailable',
  ],
  ['RP-71', 'another media type', list(`${issuerId}/.well-known/openid-federation`), 'media_type_unexpected'],
  ['RP-71', 'a list that its server does not find', list(`${issuerId}/nothing`), 'status_unexpected'],
  ['RP-71', 'a list of another issuer', list('https://status.example/lists/2'), 'status_key_unknown'],
]
for (const row of referenceRows)
  test(`${row[0]} refuses ${row[1]}`, async () => {
    await refusesResponse(fixture, row)
    const { at = '' } = fixture.sink.lastRefusal()?.checks.at(-1) ?? {}
    assert.match(at, /^status/)
  })

const tooLong = await compressStatusList({ bits: 1, bytes: new Uint8Array(readableLimit + 1) })
const listChange =
  (change: JwtChange): Forge =>
  (jwt, signer) =>
    forgeJwt(jwt, signer, change)
const statusList = (status_list: unknown): Forge => listChange({ payload: { status_list } })
const listOwn = { typ_mismatch: 'RP-71', expired: 'RP-71', not_yet_valid: 'RP-71', signature_invalid: 'RP-71' }
const listFaults = [
  ...jwtFaultsFor(listOwn),
  ...refusalsOf<Forge>({
    'RP-71 status_uri_mismatch': { 'another sub': listChange({ payload: { sub: 'x' } }) },
    'RP-71 status_key_unknown': { 'an unknown kid': listChange({ header: { kid: 'x' } }) },
    'RP-71 status_token_malformed': { 'a status_list that is a number': statusList(1) },
    'RP-71 list_malformed': { 'a list that does not inflate': statusList({ bits: 1, lst: 'AAAA' }) },
    'RP-71 list_too_large': { 'a list that inflates beyond the limit': statusList({ bits: 1, lst: tooLong }) },
  }),
]
for (const acceptUnknownStatus of [false, true])
  for (const [id, title, forge, code] of listFaults)
    test(`${id} RP-71 refuses a status list with ${title}, acceptUnknownStatus ${acceptUnknownStatus}`, async () => {
      const at = await relyingPartyFixture({ config: { acceptUnknownStatus } })
      at.status.bend = (jwt) => forge(jwt, at.credentialSigner)
      await refusesResponse(at, [id, '', {}, code])
    })

test('RP-71 a status list without kid is verified with the key of its issuer (D-192)', async () => {
  const at = await relyingPartyFixture()
  at.status.bend = (jwt) => {
    const signers = [at.credentialSigner, at.attestationSigner]
    const signer = signers.find(({ kid }) => kid === decodeJwt(jwt).header.kid)
    assert.ok(signer)
    return forgeJwt(jwt, signer, { header: { kid: undefined } })
  }
  const { response } = await present(at)
  assert.equal(response.status, 200, JSON.stringify(await bodyOf(response)))
})

test('RP-71 a status list is fetched once per ttl; an unreachable list is accepted by policy', async () => {
  const at = await relyingPartyFixture({ config: { acceptUnknownStatus: true } })
  await present(at)
  const { fetched } = at.status
  await present(at)
  assert.equal(at.status.fetched, fetched)
  at.clock.advance(61)
  at.network.disconnect('https://status.example')
  const { response } = await present(at)
  assert.equal(response.status, 200, JSON.stringify(await bodyOf(response)))
})

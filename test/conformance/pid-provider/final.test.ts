/**
 * An issuance with the parameters of OpenID4VCI 1.0: it begins with configurations or a scope, continues with the
 * identifiers from the token response, and never mixes in the specification's own parameters.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeBase64url } from '../../../src/base/index.ts'
import { createFederationTrustEvaluator } from '../../../src/federation/index.ts'
import { createKeyProof } from '../../../src/oid4vci/index.ts'
import { type Refusals, refusalsOf } from '../../support/cases.ts'
import { observeOutput } from '../../support/decisions.ts'
import { urls } from '../../support/federation.ts'
import { decodeJwt, forgeJwt } from '../../support/forge-jwt.ts'
import { ofObject, parRefusals } from '../../support/par-refusals.ts'
import {
  beginIssuance,
  bodyOf,
  type CredentialBend,
  type Issuance,
  obtainCode,
  obtainTokens,
  type Push,
  redeem,
  requestCredential,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const fixture = await pidProviderFixture()
const { sink } = fixture
const sdJwt = 'dc_sd_jwt_eu.eudiw.pid.it'
const mdoc = 'mso_mdoc_eu.europa.ec.eudiw.pid.1'
const type = 'openid_credential'

const byDetails = (...ids: string[]): Push =>
  ofObject({ authorization_details: ids.map((id) => ({ type, credential_configuration_id: id })) })
const byScope = (scope: string): Push => ofObject({ authorization_details: undefined, scope })

interface FinalTokens {
  readonly access_token: string
  readonly authorization_details?: readonly { readonly credential_identifiers: readonly string[] }[]
  readonly scope?: string
  readonly c_nonce?: string
  readonly c_nonce_expires_in?: number
}

async function tokensOf(issuance: Issuance, bend: Push): Promise<FinalTokens> {
  const response = await redeem(issuance, await obtainCode(issuance, bend))
  const body = await bodyOf(response)
  assert.equal(response.status, 200, JSON.stringify(body))
  return body as unknown as FinalTokens
}

async function freshNonce(): Promise<string> {
  const { c_nonce } = await bodyOf(await fixture.send('/nonce', { method: 'POST' }))
  return String(c_nonce)
}

const keyProof = async ({ wallet }: Issuance, cNonce?: string): Promise<string> =>
  createKeyProof(fixture, wallet.holder, {
    clientId: wallet.clientId,
    audience: pidProviderId,
    cNonce: cNonce ?? (await freshNonce()),
    now: fixture.clock.now(),
  })

/** Replaces the specification's members with these. */
const members = (body: Record<string, unknown>): CredentialBend => ({
  body: { format: undefined, credential_definition: undefined, proof: undefined, ...body },
})

const ask = (issuance: Issuance, tokens: FinalTokens, body: Record<string, unknown>): Promise<Response> =>
  requestCredential(issuance, { c_nonce: 'none', ...tokens }, members(body))

async function credentialOf(response: Response): Promise<string> {
  const body = (await bodyOf(response)) as { credentials?: { credential: string }[] }
  assert.equal(response.status, 200, JSON.stringify(body))
  assert.deepEqual(Object.keys(body), ['credentials'])
  assert.equal(body.credentials?.length, 1)
  return body.credentials?.[0]?.credential ?? ''
}

test('PP-120 PP-121 the token response for authorization_details has credential identifiers, and the PID is a dc+sd-jwt', async () => {
  const issuance = await beginIssuance(fixture)
  const tokens = await tokensOf(issuance, byDetails(sdJwt))
  assert.deepEqual(Object.keys(tokens).sort(), ['access_token', 'authorization_details', 'expires_in', 'token_type'])
  assert.deepEqual(tokens.authorization_details, [
    { type, credential_configuration_id: sdJwt, credential_identifiers: [sdJwt] },
  ])
  const body = { credential_identifier: sdJwt, proofs: { jwt: [await keyProof(issuance)] } }
  const response = await ask(issuance, tokens, body)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const credential = await credentialOf(response)
  const { header, payload } = decodeJwt(credential.split('~')[0] ?? '')
  assert.deepEqual([header.typ, payload.vct], ['dc+sd-jwt', 'eu.eudiw.pid.it'])
  observeOutput('PP-120')
  observeOutput('PP-121')
})

test('PP-117 PP-120 the token response for a scope has the scope, and the credential request names the configuration', async () => {
  const issuance = await beginIssuance(fixture)
  const tokens = await tokensOf(issuance, byScope(`openid ${mdoc} ${sdJwt}`))
  assert.equal(tokens.scope, `${sdJwt} ${mdoc}`)
  assert.equal(tokens.authorization_details, undefined)
  const proof = { proof_type: 'jwt', jwt: await keyProof(issuance) }
  await credentialOf(await ask(issuance, tokens, { credential_configuration_id: sdJwt, proof }))
  const proofs = { jwt: [await keyProof(issuance)] }
  const document = await credentialOf(await ask(issuance, tokens, { credential_configuration_id: mdoc, proofs }))
  assert.ok(decodeBase64url(document))
})

test('PP-118 D-375 a null member counts as absent', async () => {
  const issuance = await beginIssuance(fixture)
  const tokens = await tokensOf(issuance, byScope(sdJwt))
  const names = ['format', 'credential_identifier', 'credential_definition', 'proof', 'credential_response_encryption']
  const left = Object.fromEntries(names.map((name) => [name, null]))
  const proofs = { jwt: [await keyProof(issuance)], di_vp: null, attestation: null }
  await credentialOf(await ask(issuance, tokens, { ...left, credential_configuration_id: sdJwt, proofs }))
})

test('PP-26 D-379 a key proof of the final profile can omit iss', async () => {
  const issuance = await beginIssuance(fixture)
  const tokens = await tokensOf(issuance, byScope(sdJwt))
  const unnamed = await forgeJwt(await keyProof(issuance), issuance.wallet.holder, { payload: { iss: undefined } })
  await credentialOf(await ask(issuance, tokens, { credential_configuration_id: sdJwt, proofs: { jwt: [unnamed] } }))
})

test('PP-117 every published configuration can be obtained, with its published format as typ', async () => {
  const issuer = (await bodyOf(await fixture.send('/.well-known/openid-credential-issuer'))) as {
    credential_configurations_supported: Record<string, { format: string }>
  }
  const published = Object.entries(issuer.credential_configurations_supported)
  const issuance = await beginIssuance(fixture)
  const tokens = await tokensOf(issuance, byDetails(...published.map(([id]) => id)))
  assert.equal(tokens.authorization_details?.length, 4)
  for (const [id, { format }] of published) {
    const body = { credential_identifier: id, proofs: { jwt: [await keyProof(issuance)] } }
    const response = await ask(issuance, tokens, body)
    const { credentials } = (await bodyOf(response)) as { credentials?: { credential: string }[] }
    const [{ credential } = { credential: '' }] = credentials ?? []
    if (format !== 'mso_mdoc') assert.equal(decodeJwt(credential.split('~')[0] ?? '').header.typ, format)
  }
})

test('PP-205 D-312 a wallet of draft 13 that requests a configuration of draft 13 needs no nonce endpoint', async () => {
  for (const [id, format] of [
    ['eu.eudiw.pid.it', 'vc+sd-jwt'],
    ['eu.europa.ec.eudiw.pid.1', 'mso_mdoc'],
  ] as const) {
    const issuance = await beginIssuance(fixture)
    const tokens = await tokensOf(issuance, byDetails(id))
    assert.equal(tokens.c_nonce_expires_in, fixture.config.cNonceLifetimeSeconds)
    const proven = async (nonce?: string) =>
      ask(issuance, tokens, {
        credential_identifier: id,
        proof: nonce === undefined ? undefined : { proof_type: 'jwt', jwt: await keyProof(issuance, nonce) },
      })
    const first = await bodyOf(await proven(tokens.c_nonce))
    assert.equal(first.format, format)
    assert.deepEqual(first.credentials, [{ credential: first.credential }])
    const used = { id: 'PP-27', code: 'c_nonce_used', status: 400, error: 'invalid_nonce' }
    const foreign = { id: 'PP-97', code: 'nonce_foreign', status: 400, error: 'invalid_nonce' }
    const missing = { id: 'PP-94', code: 'proof_missing', status: 400, error: 'invalid_proof' }
    for (const { c_nonce, c_nonce_expires_in } of [
      first,
      await assertRefusal(await proven(tokens.c_nonce), sink, used),
      await assertRefusal(await proven('n'.repeat(76)), sink, foreign),
      await assertRefusal(await proven(), sink, missing),
    ]) {
      assert.equal(c_nonce_expires_in, fixture.config.cNonceLifetimeSeconds)
      assert.equal((await proven(String(c_nonce))).status, 200)
    }
    const iss = await forgeJwt(await keyProof(issuance), issuance.wallet.holder, { payload: { iss: 'x' } })
    const named = { credential_identifier: id, proof: { proof_type: 'jwt', jwt: iss } }
    const answer = await bodyOf(await ask(issuance, tokens, named))
    assert.equal(answer.error, 'invalid_proof')
    assert.equal(typeof answer.c_nonce, 'string')
  }
  observeOutput('PP-205')
})

test('PP-117 locations and claims are accepted, other fields are ignored, and a repeated configuration is granted once', async () => {
  const issuance = await beginIssuance(fixture)
  const detail = { type, credential_configuration_id: sdJwt }
  const details = [
    {
      ...detail,
      locations: [pidProviderId],
      claims: [{ path: ['given_name'], mandatory: true }, { path: ['x', null, 0] }],
    },
    { ...detail, vct: 'eu.eudiw.pid.it', 'urn:example:purpose': 1 },
  ]
  const tokens = await tokensOf(issuance, ofObject({ authorization_details: details }))
  assert.equal(tokens.authorization_details?.length, 1)
})

const { invalidDetails, invalidScope } = parRefusals(fixture)
const named = { type, credential_configuration_id: sdJwt }
const specified = { type, format: 'vc+sd-jwt', credential_definition: { type: ['eu.eudiw.pid.it'] } }
const besideDetail = (detail: unknown): Push => ofObject({ authorization_details: [named, detail] })
invalidDetails({
  'PP-117 detail_configuration_unknown': {
    'an unknown configuration': besideDetail({ ...named, credential_configuration_id: 'x' }),
  },
  'PP-117 detail_configuration_malformed': {
    'a configuration that is not a string': besideDetail({ ...named, credential_configuration_id: 7 }),
  },
  'PP-07 detail_type_unsupported': {
    'a detail of another type beside a configuration': besideDetail({ ...named, type: 'x' }),
  },
  'PP-07 detail_locations_unsupported': {
    'another location of a configuration': besideDetail({ ...named, locations: ['https://x.example'] }),
  },
  'PP-07 authorization_details_malformed': { 'a text beside a configuration': besideDetail('x') },
  'PP-53 detail_claims_malformed': { 'claims without a path': besideDetail({ ...named, claims: [{}] }) },
  'PP-53 detail_field_unknown': {
    'a configuration beside a format': ofObject({
      authorization_details: [{ ...specified, credential_configuration_id: sdJwt }],
    }),
  },
  'PP-119 detail_profile_mixed': { 'a detail of each profile': besideDetail(specified) },
})
invalidScope({
  'PP-117 scope_unsupported': {
    'an unknown scope': byScope('openid PID'),
    'a credential type as scope': byScope('eu.eudiw.pid.it'),
  },
})

const detailed = await beginIssuance(fixture)
const detailedTokens = await tokensOf(detailed, byDetails(sdJwt))
const scoped = await beginIssuance(fixture)
const scopedTokens = await tokensOf(scoped, byScope(sdJwt))

type Body = Record<string, unknown>

const refuses =
  (error: string, by = scoped) =>
  (table: Refusals<Body>): void => {
    for (const [id, title, body, code] of refusalsOf(table))
      test(`${id} the final profile refuses ${title}`, async () => {
        const tokens = by === scoped ? scopedTokens : detailedTokens
        const proofs = { jwt: [await keyProof(by)] }
        const response = await ask(by, tokens, { credential_configuration_id: sdJwt, proofs, ...body })
        const answer = await assertRefusal(response, sink, { id, code, status: 400, error })
        assert.equal(answer.c_nonce, undefined)
      })
  }
const byIdentifier = (id: unknown): Body => ({ credential_configuration_id: undefined, credential_identifier: id })

refuses('invalid_credential_request')({
  'PP-118 credential_names_contradictory': { 'an identifier and a configuration': { credential_identifier: sdJwt } },
  'PP-118 credential_identifier_malformed': { 'an identifier that is not a string': byIdentifier(7) },
  'PP-118 credential_configuration_malformed': {
    'a configuration that is not a string': { credential_configuration_id: 7 },
  },
  'PP-92 not_granted': { 'a configuration that was not granted': { credential_configuration_id: mdoc } },
  'PP-118 proofs_count_unsupported': {
    'two proofs': { proofs: { jwt: ['a.b.c', 'a.b.c'] } },
    'an empty list of proofs': { proofs: { jwt: [] } },
  },
  'PP-127 proofs_unexpected': { 'proof beside proofs': { proof: { proof_type: 'jwt', jwt: 'a.b.c' } } },
})
refuses(
  'invalid_credential_request',
  detailed,
)({ 'PP-118 credential_identifier_required': { 'a configuration although the token has identifiers': {} } })
refuses('invalid_proof')({
  'PP-94 proof_missing': { 'no proof': { proofs: undefined } },
  'PP-94 proofs_malformed': {
    'proofs that are not an object': { proofs: ['x'] },
    'a proof that is not a string': { proofs: { jwt: [7] } },
  },
  'PP-94 proofs_type_unsupported': {
    'proofs of another type': { proofs: { attestation: ['x'] } },
    'proofs of two types': { proofs: { jwt: ['x'], di_vp: ['x'] } },
  },
  'PP-94 proof_type_unsupported': { 'a proof of another type': { proofs: undefined, proof: { proof_type: 'cwt' } } },
})
refuses('unknown_credential_identifier')({
  'PP-118 credential_identifier_unknown': { 'an identifier although the token has none': byIdentifier(sdJwt) },
})
refuses(
  'unknown_credential_identifier',
  detailed,
)({
  'PP-118 credential_identifier_unknown': {
    'an unknown identifier': byIdentifier('x'),
    'an identifier that was not granted': byIdentifier(mdoc),
  },
})
refuses('unknown_credential_configuration')({
  'PP-118 credential_configuration_unknown': { 'an unknown configuration': { credential_configuration_id: 'x' } },
})
refuses('invalid_encryption_parameters')({
  'PP-115 response_encryption_unsupported': { 'an encrypted response': { credential_response_encryption: {} } },
})

test('PP-27 PP-97 a foreign or used c_nonce gets invalid_nonce', async () => {
  const cNonce = await freshNonce()
  const withNonce = async (nonce: string) =>
    ask(scoped, scopedTokens, { credential_configuration_id: sdJwt, proofs: { jwt: [await keyProof(scoped, nonce)] } })
  await credentialOf(await withNonce(cNonce))
  const refused = { status: 400, error: 'invalid_nonce' }
  await assertRefusal(await withNonce(cNonce), sink, { ...refused, id: 'PP-27', code: 'c_nonce_used' })
  await assertRefusal(await withNonce('n'.repeat(76)), sink, { ...refused, id: 'PP-97', code: 'nonce_foreign' })
})

test('PP-119 a flow cannot continue with the parameters of another profile', async () => {
  const expected = { id: 'PP-119', code: 'profile_mismatch', status: 400, error: 'invalid_credential_request' }
  for (const [issuance, tokens] of [
    [scoped, scopedTokens],
    [detailed, detailedTokens],
  ] as const)
    for (const as of ['json', 'form'] as const)
      await assertRefusal(
        await requestCredential(issuance, { c_nonce: await freshNonce(), ...tokens }, { as }),
        sink,
        expected,
      )
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  const proofs = { jwt: [await keyProof(issuance)] }
  for (const name of ['credential_configuration_id', 'credential_identifier'])
    await assertRefusal(await ask(issuance, tokens, { [name]: 'eu.eudiw.pid.it', proofs }), sink, expected)
  const form = { ...members({ credential_configuration_id: sdJwt, proofs }), as: 'form' } as const
  const unread = { ...expected, id: 'PP-25', code: 'format_missing' }
  await assertRefusal(await requestCredential(scoped, { c_nonce: 'none', ...scopedTokens }, form), sink, unread)
})

test('PP-121 the metadata with both kinds of configurations pass the trust evaluation', async () => {
  const trust = createFederationTrustEvaluator(
    { crypto: fixture.crypto, clock: fixture.clock, fetch: fixture.network.fetch },
    { anchors: fixture.anchors, urls, skewSeconds: 30 },
  )
  const entity = await trust.evaluate(pidProviderId, ['openid_credential_issuer'])
  assert.ok('metadata' in entity)
})

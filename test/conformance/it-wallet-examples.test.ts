/** The examples in the documentation of IT-Wallet, read by the parsers of the receiving roles. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type JsonObject, verified } from '../../src/base/index.ts'
import { parseEntityStatement } from '../../src/federation/index.ts'
import { defaultAlgorithms, generateSigner, parsePublicJwk, type Signer, signJwt } from '../../src/jose/index.ts'
import { parseAuthorizationDetails } from '../../src/oauth/index.ts'
import { pidSupport } from '../../src/oid4vci/index.ts'
import {
  checkRedirectUri,
  checkRequestUri,
  evaluateDcql,
  evaluateDefinition,
  parseEngagementUrl,
  parseRedirectAnswer,
  type StoredCredential,
  verifyRequestObject,
} from '../../src/oid4vp/index.ts'
import { parseWalletAttestation } from '../../src/wallet-attestation/attestation.ts'
import { parseWalletAttestationRequest } from '../../src/wallet-attestation/attestation-request.ts'
import { unsignedJwt } from '../support/forge-jwt.ts'
import { codeOf, expectSuccess, refuses } from '../support/refuses.ts'
import { crypto, trusting } from '../support/request-object.ts'
import * as examples from '../vectors/it-wallet.ts'

const algorithms = defaultAlgorithms
const urls = { loopbackHttp: false }
const signer = await generateSigner({ crypto })
const unsigned = ({ header, payload }: { readonly header: object; readonly payload: object }) =>
  unsignedJwt({ alg: 'ES256', ...header }, payload)

const { attestationRequest, attestation, walletProvider, relyingParty, relyingPartyMetadata } = examples

const requested = (change: object) => {
  const compact = unsigned({ ...attestationRequest, payload: { ...attestationRequest.payload, ...change } })
  return parseWalletAttestationRequest({ crypto }, compact, {
    walletProvider,
    now: 1_686_645_200,
    skew: 30,
    algorithms,
  })
}

test('WP-16 WP-17 WP-18 WP-57 reads the Wallet Attestation Request, with the aud that its table requires', () => {
  const read = expectSuccess(requested({ aud: walletProvider }))
  assert.equal(read.thumbprint, examples.thumbprint)
  assert.equal(read.challenge, attestationRequest.payload.challenge)
  assert.deepEqual(read.capabilities.vp_formats_supported, attestationRequest.payload.vp_formats_supported)
  assert.equal(Object.hasOwn(read.ephemeralKey, 'kid'), false)
})

refuses('WP-18', 'the Wallet Attestation Request as printed, without aud', () => requested({}), 'claim_missing')

test('WP-25 reads the Wallet Attestation', () => {
  const read = expectSuccess(parseWalletAttestation(unsigned(attestation), { algorithms }))
  assert.equal(read.kid, attestation.header.kid)
  assert.equal(read.claims.sub, examples.thumbprint)
  assert.equal(read.claims.aal, attestation.payload.aal)
})

test('PP-07 reads the authorization_details of the pushed request', () => {
  const support = { ...pidSupport, credentialType: 'PersonIdentificationData' }
  const read = expectSuccess(
    parseAuthorizationDetails(examples.authorizationDetails, support, 'https://pid.example', 'x'),
  )
  assert.deepEqual(read, examples.authorizationDetails)
})

async function received(request: { readonly header: object; readonly payload: object }, keys: readonly Signer[]) {
  const published = { ...relyingPartyMetadata, jwks: { keys: [examples.misspelledKey, ...keys.map(publicOf)] } }
  const trusted = verified({
    entityId: relyingParty,
    metadata: { wallet_relying_party: published as unknown as JsonObject },
    federationKeys: [],
    trustChain: ['a', 'b'],
    expiresAt: 1_672_422_065,
  })
  const compact = await signJwt(signer, { kid: signer.kid, ...request.header }, request.payload as JsonObject)
  return verifyRequestObject({ crypto, trust: trusting(trusted) }, compact, {
    clientId: relyingParty,
    state: '3be39b69-6ac1-41aa-921b-3e6c07ddcb03',
    walletNonce: undefined,
    now: 1_672_418_500,
    skew: 30,
  })
}
const publicOf = ({ publicJwk }: Signer) => publicJwk

const pid = (vct: string): StoredCredential => ({
  id: 'pid',
  format: 'dc+sd-jwt',
  claims: {
    vct,
    cnf: { jwk: {} },
    given_name: 'Mario',
    family_name: 'Rossi',
    unique_id: 'x',
    tax_id_code: 'TINIT-XXXXXXXXXXXXXXX',
    personal_administrative_number: 'x',
  },
})
const held: StoredCredential = { id: 'attestation', format: 'jwt', claims: attestation.payload }

test('WI-72 WI-76 WI-80 WI-94 verifies the Request Object of variant 1, and evaluates the query of its two aliases', async () => {
  const request = expectSuccess(await received(examples.scopeRequest, [signer]))
  assert.ok(request.kind === 'scope')
  const { satisfiable, descriptors } = evaluateDefinition(request.definition, [pid('PersonIdentificationData'), held])
  assert.ok(satisfiable)
  assert.deepEqual(
    descriptors.map(({ id, candidates }) => [id, ...candidates.map(({ credential }) => credential.id)]),
    [
      ['PersonIdentificationData', 'pid'],
      ['WalletAttestation', 'attestation'],
    ],
  )
  assert.deepEqual(
    descriptors[0]?.candidates[0]?.claims.map(({ path }) => path.join('.')),
    ['vct', 'cnf.jwk', 'unique_id', 'tax_id_code'],
  )
})

test('WI-72 WI-76 WI-82 verifies the Request Object of variant 2, whose ids contain spaces', async () => {
  const request = expectSuccess(await received(examples.dcqlRequest, [signer]))
  assert.ok(request.kind === 'dcql')
  const [vct = ''] = examples.dcqlRequest.payload.dcql_query.credentials[0]?.meta?.vct_values ?? []
  const { satisfiable, sets, queries } = evaluateDcql(request.query, [pid(vct), held])
  assert.ok(satisfiable)
  assert.deepEqual(
    queries.map(({ id, candidates }) => [id, ...candidates.map(({ credential }) => credential.id)]),
    [
      ['personal id data', 'pid'],
      ['wallet attestation', 'attestation'],
    ],
  )
  assert.deepEqual(sets[0]?.options, [['personal id data', 'wallet attestation']])
})

test('WI-12 does not use a key whose coordinates are base64 instead of base64url', async () => {
  assert.equal(codeOf(parsePublicJwk(examples.misspelledKey, 'key')), 'jwk_malformed')
  for (const request of [examples.scopeRequest, examples.dcqlRequest])
    assert.equal(codeOf(await received(request, [])), 'key_unknown')
})

test('FED-16 reads the entity configuration of a Wallet Provider, and refuses it with a malformed key', () => {
  const { jwks, ...payload } = examples.walletProviderConfiguration
  const configuration = (keys: readonly object[]) =>
    parseEntityStatement(
      unsigned({
        header: { typ: 'entity-statement+jwt', kid: attestation.header.kid },
        payload: { ...payload, jwks: { keys } },
      }),
      { algorithms, urls },
      'statement',
    )
  const read = expectSuccess(configuration(jwks.keys))
  assert.equal(read.kind, 'configuration')
  assert.deepEqual(read.authority_hints, ['https://registry.eudi-wallet.example.it'])
  assert.equal(codeOf(configuration([...jwks.keys, examples.misspelledKey])), 'jwk_malformed')
})

test('WI-63 WI-64 WI-66 reads the links of both variants', () => {
  const read = examples.links.map((link) => expectSuccess(parseEngagementUrl(link, urls)))
  const attested = { requestUris: relyingPartyMetadata.request_uris }
  assert.deepEqual(
    read.map((one) => [
      one.client_id,
      one.state,
      one.request_uri_method,
      codeOf(checkRequestUri(one.request_uri ?? '', attested)),
    ]),
    [
      [relyingParty, undefined, 'get', 'accepted'],
      [relyingParty, undefined, 'post', 'request_uri_not_attested'],
      [`${relyingParty}/cb`, undefined, 'post', 'accepted'],
    ],
  )
})

test('WI-18 WI-88 reads the answer to a presentation, and checks its redirect_uri', () => {
  const answer = expectSuccess(parseRedirectAnswer(examples.redirectAnswer))
  assert.equal(checkRedirectUri(answer.redirect_uri, [`${relyingParty}/cb`], urls), answer.redirect_uri)
  assert.equal(codeOf(checkRedirectUri(answer.redirect_uri, [relyingParty], urls)), 'redirect_uri_not_attested')
})

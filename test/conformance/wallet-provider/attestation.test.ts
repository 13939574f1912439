/**
 * The output of the Wallet Provider: the Wallet Attestation and its entity configuration, on the wire and as verified
 * by a PID Provider or Relying Party.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../../src/base/index.ts'
import { createFederationTrustEvaluator, validateTrustChain } from '../../../src/federation/index.ts'
import { bareJwk, defaultAlgorithms, generateSigner } from '../../../src/jose/index.ts'
import { openSqliteStores } from '../../../src/stores/sqlite/open-stores.ts'
import { verifyWalletAttestation } from '../../../src/wallet-attestation/index.ts'
import { walletProviderConfig } from '../../../src/wallet-provider/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { organization } from '../../support/federation.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import {
  anchorId,
  createWalletProviderBench,
  type RequestChanges,
  walletProviderId,
  walletSide,
} from '../../support/wallet-provider-bench.ts'

const bench = await createWalletProviderBench()
const { clock, devices } = bench
const phone = await bench.registered()

const policy = { anchors: bench.anchors, urls: { loopbackHttp: false }, skewSeconds: 0, algorithms: defaultAlgorithms }
const consumer = () => ({
  ...walletSide,
  trust: createFederationTrustEvaluator({ ...walletSide, clock, fetch: bench.network.fetch }, policy),
})
const verify = (jwt: string) =>
  verifyWalletAttestation(consumer(), jwt, { algorithms: defaultAlgorithms, skew: 0, now: clock.now() })

async function attested(device = phone, changes: RequestChanges = {}, where = bench) {
  const request = await where.attestationRequest(device, changes)
  const response = await where.sendAssertion(request.assertion)
  const jwt = await response.text()
  assert.equal(response.status, 200, jwt)
  return { ...request, response, jwt, ...decodeJwt(jwt) }
}

test('WP-25 the answer is 200 application/jwt without any parameter, and one JWS with typ, kid and trust_chain', async () => {
  const { response, jwt, header } = await attested()
  assert.equal(response.headers.get('content-type'), 'application/jwt')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.match(jwt, /^[\w-]+\.[\w-]+\.[\w-]+$/)
  assert.deepEqual(Object.keys(header).toSorted(), ['alg', 'kid', 'trust_chain', 'typ'])
  assert.equal(header.typ, 'wallet-attestation+jwt')
  observeOutput('WP-25')
  observeOutput('WP-33')
})

test('WP-26 WP-27 WP-72 the attestation has every claim of the table with its type, and no other claim', async () => {
  const { payload, ephemeralKey } = await attested()
  const { status, ...rest } = payload
  assert.deepEqual(Object.keys(status as object), ['status_list'])
  assert.deepEqual(rest, {
    iss: walletProviderId,
    sub: ephemeralKey.kid,
    iat: clock.now(),
    exp: clock.now() + 3600,
    cnf: { jwk: bareJwk(ephemeralKey.publicJwk) },
    aal: 'https://trust-list.eu/aal/high',
    authorization_endpoint: 'https://wallet.example/authorization',
    response_types_supported: ['vp_token'],
    response_modes_supported: ['form_post.jwt'],
    vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512'] } },
    request_object_signing_alg_values_supported: ['ES256', 'ES384', 'ES512'],
    presentation_definition_uri_supported: false,
    client_id_schemes_supported: ['entity_id'],
  })
  observeOutput('WP-26')
  observeOutput('WP-70')
  observeOutput('WP-72')
})

test('WP-27 no value in the attestation identifies the user, the device or the instance', async () => {
  const { jwt, header, payload, challenge } = await attested()
  const instance = await bench.stores.walletInstances.find(phone.hardwareKeyTag)
  assert.ok(instance)
  const text = `${jwt} ${JSON.stringify(header)} ${JSON.stringify(payload)}`
  const { hardwareKeyTag, hardwareKeyThumbprint, hardwareKey } = instance
  for (const secret of [hardwareKeyTag, hardwareKeyThumbprint, String(hardwareKey.x), challenge, phone.attesterSerial])
    assert.ok(!text.includes(secret), secret)
  observeOutput('WP-27')
})

test('WP-71 iss is the provider, cnf.jwk is only the ephemeral key, and sub is the thumbprint of this key', async () => {
  const ephemeralKey = await generateSigner(walletSide)
  const { kty, crv, x, y } = ephemeralKey.publicJwk
  const cnf = { jwk: { kid: 'a name of its own', use: 'sig', alg: 'ES256', colour: 'red', kty, crv, x, y }, more: 1 }
  const { payload } = await attested(phone, { ephemeralKey, payload: { cnf } })
  assert.equal(payload.iss, walletProviderId)
  assert.deepEqual(payload.cnf, { jwk: { kty, crv, x, y } })
  assert.equal(payload.sub, ephemeralKey.kid)
  observeOutput('WP-71')
})

test('WP-57 GEN-21 capabilities of the wallet go into the attestation; unknown claims do not', async () => {
  const capabilities = {
    authorization_endpoint: 'eudiw:',
    response_types_supported: ['vp_token', 'code'],
    response_modes_supported: ['direct_post.jwt'],
    vp_formats_supported: { mso_mdoc: { alg_values_supported: ['ES256'] } },
    request_object_signing_alg_values_supported: ['ES384'],
  }
  const stranger = { colour: 'red', aal: 'https://x.example', status: {}, client_id_schemes_supported: ['did'] }
  const { payload } = await attested(phone, { payload: { ...capabilities, ...stranger } })
  const { colour, status, ...kept } = payload
  assert.equal(colour, undefined)
  assert.deepEqual(Object.keys(status as object), ['status_list'])
  assert.deepEqual(Object.fromEntries(Object.keys(capabilities).map((name) => [name, kept[name]])), capabilities)
  assert.equal(kept.aal, 'https://trust-list.eu/aal/high')
  assert.deepEqual(kept.client_id_schemes_supported, ['entity_id'])
})

test('WP-27 the attestation contains only the algorithms of a format, not its other members', async () => {
  const formats = { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } }
  const { payload } = await attested(phone, {
    payload: { vp_formats_supported: { 'dc+sd-jwt': { ...formats['dc+sd-jwt'], given_name: ['Mario'] } } },
  })
  assert.deepEqual(payload.vp_formats_supported, formats)
})

test('WP-67 the attestation verifies with the key that kid names in the provider’s resolved metadata', async () => {
  const { jwt, header } = await attested()
  const result = await verify(jwt)
  assert.ok(!failed(result), failed(result) ? result.code : '')
  assert.equal(result.walletProvider.entityId, walletProviderId)
  assert.equal(header.kid, bench.attestationSigner.kid)
  observeOutput('WP-67')
})

test('WP-68 trust_chain leads from the provider’s own statement to the anchor’s, and is valid now', async () => {
  const { header } = await attested()
  const chain = header.trust_chain as string[]
  assert.deepEqual(
    chain.map((statement) => decodeJwt(statement).payload).map(({ iss, sub }) => [iss, sub]),
    [
      [walletProviderId, walletProviderId],
      [anchorId, walletProviderId],
    ],
  )
  const judged = await validateTrustChain(walletSide, chain, { ...policy, skew: 0, now: clock.now() })
  assert.ok(!failed(judged), failed(judged) ? judged.code : '')
  assert.equal(judged.path[0], walletProviderId)
  observeOutput('WP-68')
})

test('WP-68 the chain is renewed before it expires, also days later', async () => {
  const late = await createWalletProviderBench()
  const device = await late.registered()
  const { header } = await attested(device, {}, late)
  late.clock.advance(86_400 * 2)
  const { header: renewed } = await attested(device, {}, late)
  assert.notDeepEqual(renewed.trust_chain, header.trust_chain)
  for (const statement of renewed.trust_chain as string[])
    assert.ok(Number(decodeJwt(statement).payload.exp) > late.clock.now())
})

test('WP-69 exp is 24 hours after iat with the longest lifetime that can be configured', async () => {
  const longest = await createWalletProviderBench({ devices, config: { attestationLifetimeSeconds: 86_400 } })
  const { payload } = await attested(await longest.registered(), {}, longest)
  assert.equal(Number(payload.exp) - Number(payload.iat), 86_400)
  observeOutput('WP-69')
})

const configuration = { entityId: walletProviderId, organization, authorityHints: [anchorId] }

test('WP-69 a configured lifetime that is invalid or longer than 24 hours is refused', () => {
  assert.ok(walletProviderConfig.safeParse(configuration).success)
  for (const attestationLifetimeSeconds of [86_401, Number.POSITIVE_INFINITY, Number.NaN, '3600', 0, -1])
    assert.equal(walletProviderConfig.safeParse({ ...configuration, attestationLifetimeSeconds }).success, false)
})

test('GEN-19 FED-12 a plain http identifier, a fragment, user information and an empty list of superiors are refused', () => {
  for (const change of [
    { entityId: 'http://wallet-provider.example' },
    { entityId: 'http://localhost:4002' },
    { entityId: `${walletProviderId}#x` },
    { entityId: 'https://user@wallet-provider.example' },
    { authorityHints: [] },
  ])
    assert.equal(walletProviderConfig.safeParse({ ...configuration, ...change }).success, false)
  const sandbox = { ...configuration, entityId: 'http://localhost:4002', loopbackHttp: true }
  assert.ok(walletProviderConfig.safeParse(sandbox).success)
})

test('GEN-03 the configuration can enable algorithms, but neither none nor a MAC', () => {
  for (const [algorithms, expected] of [
    [['ES256', 'EdDSA', 'PS256', 'RS256', 'RS512', 'ES256K'], true],
    [['none'], false],
    [['HS256'], false],
    [['es256'], false],
    [[], false],
  ] as const)
    assert.equal(walletProviderConfig.safeParse({ ...configuration, algorithms }).success, expected)
})

test('WP-72 a configuration contains no empty aal, which every verifier refuses', () => {
  for (const aalValues of [[''], [], ['https://trust-list.eu/aal/high', '']])
    assert.equal(walletProviderConfig.safeParse({ ...configuration, aalValues }).success, false)
})

test('WP-57 a configuration can contain only wallet metadata that a wallet is allowed to send', () => {
  for (const [name, value, expected] of [
    ['authorization_endpoint', 'openid4vp://', true],
    ['authorization_endpoint', 'http://localhost:4007', false],
    ['request_object_signing_alg_values_supported', ['none'], false],
  ] as const) {
    const parsed = walletProviderConfig.safeParse({ ...configuration, capabilities: { [name]: value } })
    const places = parsed.error?.issues.map(({ path }) => path.join('.')) ?? []
    assert.deepEqual(places, expected ? [] : [`capabilities.${name}`])
  }
})

test('WP-79 refuses unknown settings, such as settings that would relax a check for some users or devices', () => {
  for (const name of ['testUsers', 'skipIntegrity', 'allowedTags'])
    assert.equal(walletProviderConfig.safeParse({ ...configuration, [name]: [] }).success, false)
})

test('WP-73 two attestations of one instance have no common value that other instances do not have', async () => {
  const [first, second] = [await attested(), await attested()]
  const { sub: _, cnf: __, status: before, ...rest } = first.payload
  const { sub, cnf, status, ...same } = second.payload
  assert.notDeepEqual(status, before)
  assert.notEqual(sub, first.payload.sub)
  assert.notDeepEqual(cnf, first.payload.cnf)
  const stranger = await attested(await bench.registered())
  const { sub: ___, cnf: ____, status: _____, ...others } = stranger.payload
  assert.deepEqual(rest, same)
  assert.deepEqual(rest, others)
  assert.deepEqual(first.header, stranger.header)
})

test('WP-74 one instance can have several valid attestations for different keys', async () => {
  const jwts = [await attested(), await attested(), await attested()].map(({ jwt }) => jwt)
  const subjects = new Set<string>()
  for (const jwt of jwts) {
    const result = await verify(jwt)
    assert.ok(!failed(result))
    subjects.add(result.claims.sub)
  }
  assert.equal(subjects.size, 3)
})

test('WP-30 WP-77 the entity configuration has its subject, its superiors, its keys, and URLs that answer', async () => {
  const response = await bench.send('/.well-known/openid-federation')
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/entity-statement+jwt')
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  const { header, payload } = decodeJwt(await response.text())
  assert.deepEqual(header, { alg: 'ES256', typ: 'entity-statement+jwt', kid: bench.federationSigner.kid })
  assert.deepEqual(payload, {
    iss: walletProviderId,
    sub: walletProviderId,
    iat: clock.now(),
    exp: clock.now() + 86_400,
    jwks: { keys: [bench.federationSigner.publicJwk] },
    authority_hints: [anchorId],
    metadata: {
      federation_entity: organization,
      wallet_provider: {
        jwks: { keys: [bench.attestationSigner.publicJwk] },
        nonce_endpoint: `${walletProviderId}/nonce`,
        token_endpoint: `${walletProviderId}/token`,
        aal_values_supported: ['https://trust-list.eu/aal/high'],
        grant_types_supported: ['urn:ietf:params:oauth:grant-type:jwt-bearer'],
        token_endpoint_auth_methods_supported: ['private_key_jwt'],
        token_endpoint_auth_signing_alg_values_supported: ['ES256', 'ES384', 'ES512'],
      },
    },
  })
  assert.notEqual(bench.federationSigner.kid, bench.attestationSigner.kid)
  assert.equal((await bench.send('/nonce')).status, 200)
  assert.equal((await bench.send('/token', { method: 'POST' })).status, 400)
  for (const id of ['WP-30', 'WP-77', 'FED-01', 'FED-11', 'FED-13', 'FED-39']) observeOutput(id)
})

test('FED-41 the entity configuration is signed again after half of its lifetime, and is not cached for longer', async () => {
  const late = await createWalletProviderBench()
  const get = () => late.send('/.well-known/openid-federation')
  const first = await get()
  assert.equal(first.headers.get('cache-control'), 'public, max-age=43200')
  late.clock.advance(43_199)
  const second = await get()
  assert.equal(second.headers.get('cache-control'), 'public, max-age=1')
  const text = await first.text()
  assert.equal(await second.text(), text)
  late.clock.advance(1)
  assert.notEqual(await (await get()).text(), text)
})

test('GEN-30 no identifier comes from the request: a foreign Host is ignored', async () => {
  const { assertion } = await bench.attestationRequest(phone)
  const body = `grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=${assertion}`
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
  }
  const request = new Request('https://evil.example/token', { method: 'POST', headers, body })
  const response = await bench.provider.app(request)
  assert.equal(response.status, 200)
  assert.equal(decodeJwt(await response.text()).payload.iss, walletProviderId)
})

test('WP-30 a provider whose identifier has a path serves its endpoints below this path', async () => {
  const stores = openSqliteStores('wallet-provider', ':memory:').stores
  const below = await createWalletProviderBench({ devices, stores, config: { entityId: `${walletProviderId}/it` } })
  assert.equal((await below.send('/it/nonce')).status, 200)
  assert.equal((await below.send('/it/.well-known/openid-federation')).status, 200)
  assert.equal((await below.send('/nonce')).status, 404)
})

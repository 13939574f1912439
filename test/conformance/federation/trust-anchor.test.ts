/** The Trust Anchor over HTTP: its answers, and its refusals with their rules. */
import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { failed, type JsonObject } from '../../../src/base/index.ts'
import { validateTrustChain, verifyEntityConfiguration } from '../../../src/federation/index.ts'
import {
  defaultAlgorithms,
  generateSigner,
  parseJws,
  parsePublicJwk,
  type Signer,
  verifyJws,
} from '../../../src/jose/index.ts'
import {
  type ConfiguredSubordinate,
  createTrustAnchor,
  parseConfiguredSubordinates,
  trustAnchorConfig,
} from '../../../src/trust-anchor/index.ts'
import { observeOutput, recordingSink } from '../../support/decisions.ts'
import {
  connectEntity,
  crypto,
  evaluatorOf,
  organization,
  publisherOf,
  type TestEntity,
  testEntity,
  urls,
} from '../../support/federation.ts'
import { anchorStores, intermediateConstraints } from '../../support/federation-authority.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { createNetwork } from '../../support/network.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const entityId = 'https://anchor.example'
const mediaType = 'application/entity-statement+jwt'
let signer: Signer
let provider: TestEntity
let issuer: TestEntity
let middle: TestEntity
let clock = fixedClock()
let network = createNetwork()
let sink = recordingSink()
let entries: ConfiguredSubordinate[] = []
let faults: unknown[] = []

const es = ['ES256', 'ES384', 'ES512']
describe('trust anchor', () => {
  before(async () => {
    signer = await generateSigner({ crypto })
    const wallet_provider = { token_endpoint_auth_signing_alg_values_supported: [...es, 'RS256'] }
    const openid_credential_issuer = { credential_issuer: 'https://pid.example', dpop_signing_alg_values_supported: es }
    provider = await testEntity('https://wallet.example', { hints: [entityId], metadata: { wallet_provider } })
    issuer = await testEntity('https://pid.example', { hints: [entityId], metadata: { openid_credential_issuer } })
    middle = await testEntity('https://middle.example', { hints: [entityId], fetch: true })
  })

  const entry = (
    { entityId: id, signer: { publicJwk } }: TestEntity,
    entityTypes: string[],
  ): ConfiguredSubordinate => ({
    entityId: id,
    jwks: { keys: [publicJwk] },
    entityTypes,
  })

  async function start(prefix = '', subordinates = entries) {
    const config = trustAnchorConfig.parse({ entityId: entityId + prefix, organization })
    const role = createTrustAnchor({
      config,
      clock,
      crypto,
      signer,
      random: seededRandom('anchor'),
      fetch: network.fetch,
      ...(await anchorStores(config, subordinates)),
      decisions: sink,
      onFault: (fault) => faults.push(fault),
    })
    network.connect(entityId, role.app)
    return role
  }

  beforeEach(async () => {
    clock = fixedClock()
    network = createNetwork()
    sink = recordingSink()
    faults = []
    entries = [
      entry(provider, ['wallet_provider']),
      { ...entry(issuer, ['openid_credential_issuer', 'oauth_authorization_server']), credentialTypes: ['pid'] },
      { ...entry(middle, ['federation_entity']), intermediate: true, constraints: intermediateConstraints },
    ]
    await start()
    for (const entity of [provider, issuer]) connectEntity(network, clock, entity)
  })

  const get = (path: string, init: RequestInit = {}) => network.fetch(new Request(entityId + path, init))

  async function statementAt(path: string) {
    const response = await get(path)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), mediaType)
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    const jws = parseJws(await response.text(), { typ: ['entity-statement+jwt'], algorithms: defaultAlgorithms }, 'jws')
    assert.ok(!failed(jws))
    assert.ok(!failed(await verifyJws({ crypto }, jws, signer.publicJwk, 'jws')))
    assert.equal(jws.header.kid, signer.kid)
    return jws.payload
  }

  const about = () => statementAt(`/fetch?sub=${provider.entityId}`)
  /** Half of the lifetime of a statement in seconds. */
  const halfLife = 43_200

  test('FED-01 FED-11 FED-12 FED-13 FED-40 GEN-25 serves its entity configuration', async () => {
    const response = await get('/.well-known/openid-federation', { headers: { 'content-type': 'application/json' } })
    assert.equal(response.headers.get('content-type'), mediaType)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=43200')
    const policy = { entityId, algorithms: defaultAlgorithms, urls, now: clock.now(), skew: 0 }
    const verdict = await verifyEntityConfiguration({ crypto }, await response.text(), policy)
    assert.ok(!failed(verdict))
    for (const id of ['FED-01', 'GEN-25']) observeOutput(id)
    const payload = await statementAt('/.well-known/openid-federation')
    assert.deepEqual(
      [payload.iss, payload.sub, payload.iat, payload.exp],
      [entityId, entityId, clock.now(), clock.now() + 86_400],
    )
    const [key] = (payload.jwks as { keys: JsonObject[] }).keys
    assert.deepEqual([key?.use, key?.kid], ['sig', signer.kid])
    assert.ok(!failed(parsePublicJwk(key, 'key')))
    assert.equal(payload.authority_hints, undefined)
    const endpoints = {
      federation_fetch_endpoint: `${entityId}/fetch`,
      federation_list_endpoint: `${entityId}/list`,
      federation_resolve_endpoint: `${entityId}/resolve`,
      federation_historical_keys_endpoint: `${entityId}/historical-jwks`,
    }
    assert.deepEqual(payload.metadata, { federation_entity: { ...organization, ...endpoints } })
    for (const id of ['FED-11', 'FED-12', 'FED-13', 'FED-40']) observeOutput(id)
  })

  test('FED-06 returns its statement about a subordinate, also for a request with its own iss', async () => {
    for (const query of [
      `sub=${provider.entityId}`,
      `iss=${entityId}&sub=${provider.entityId}`,
      `sub=${provider.entityId}&x=1`,
    ]) {
      const payload = await statementAt(`/fetch?${query}`)
      assert.deepEqual([payload.iss, payload.sub], [entityId, provider.entityId])
      assert.deepEqual(payload.jwks, { keys: [provider.signer.publicJwk] })
      assert.deepEqual(payload.constraints, { max_path_length: 0, allowed_entity_types: ['wallet_provider'] })
      assert.equal(payload.source_endpoint, `${entityId}/fetch`)
      assert.equal(payload.authority_hints, undefined)
    }
    assert.equal(sink.decisions.at(-1)?.outcome, 'accepted')
    assert.equal(sink.decisions.at(-1)?.evidence.entity, provider.entityId)
  })

  const refusals: [rule: string, path: string, status: number, error: string, code: string][] = [
    ['FED-06', '/fetch', 400, 'invalid_request', 'sub_missing'],
    ['FED-06', `/fetch?sub=${entityId}`, 400, 'invalid_request', 'sub_is_issuer'],
    ['FED-06', '/fetch?sub=https://unknown.example', 404, 'not_found', 'subject_unknown'],
    ['FED-06', '/fetch?sub=https://wallet.example/', 404, 'not_found', 'subject_unknown'],
    ['FED-06', '/fetch?sub=https://wallet.example&iss=https://x.example', 404, 'invalid_issuer', 'iss_mismatch'],
    [
      'GEN-09',
      '/fetch?sub=https://wallet.example&sub=https://pid.example',
      400,
      'invalid_request',
      'parameter_duplicated',
    ],
    ['FED-29', '/list?trust_marked=true', 400, 'unsupported_parameter', 'filter_unsupported'],
    ['FED-29', '/list?trust_mark_id=https://m.example', 400, 'unsupported_parameter', 'filter_unsupported'],
    ['FED-29', '/list?intermediate=perhaps', 400, 'invalid_request', 'filter_malformed'],
    ['GEN-09', '/list?intermediate=true&intermediate=true', 400, 'invalid_request', 'parameter_duplicated'],
  ]
  for (const [rule, path, status, error, code] of refusals)
    test(`FED-34 ${rule} ${path} is refused with ${status} ${error}`, async () => {
      const response = await get(path)
      assert.equal(response.status, status)
      assert.equal(response.headers.get('content-type'), 'application/json')
      assert.equal(response.headers.get('access-control-allow-origin'), '*')
      const body = (await response.json()) as { error: string; error_description: string }
      assert.equal(body.error, error)
      assert.ok(body.error_description.includes(`) [${rule}] `))
      const check = sink.lastRefusal()?.checks.at(-1)
      assert.deepEqual([check?.requirement, check?.code], [rule, code])
      assert.ok(check?.at, 'the refusal names the parameter')
      assert.equal(response.headers.get('fiducia-trace'), sink.lastRefusal()?.trace)
      observeOutput('FED-34')
    })

  test('GEN-07 refuses other methods, and lists the allowed ones in Allow', async () => {
    const response = await get('/fetch', { method: 'POST' })
    assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, HEAD'])
  })

  test('FED-29 lists and filters its subordinates', async () => {
    const all = [middle.entityId, issuer.entityId, provider.entityId]
    const lists: [query: string, ids: string[]][] = [
      ['', all],
      ['?unknown=1', all],
      ['?entity_type=wallet_provider', [provider.entityId]],
      ['?entity_type=wallet_provider&entity_type=openid_credential_issuer', [issuer.entityId, provider.entityId]],
      ['?entity_type=openid_provider', []],
      ['?entity_type=federation_entity', all],
      ['?intermediate=true', [middle.entityId]],
      ['?intermediate=false', [issuer.entityId, provider.entityId]],
      ['?intermediate=true&entity_type=wallet_provider', []],
    ]
    for (const [query, ids] of lists) {
      const response = await get(`/list${query}`)
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/json'])
      assert.deepEqual(await response.json(), ids, query)
    }
  })

  test('FED-02 a leaf is trusted through the anchor, and its algorithms are bounded by the anchor', async () => {
    const anchors = new Map([[entityId, [signer.publicJwk]]])
    const trust = evaluatorOf({ clock, network }, anchors)
    const entity = await trust.evaluate(provider.entityId, ['wallet_provider'])
    assert.ok(!failed(entity))
    assert.deepEqual(entity.metadata.wallet_provider, { token_endpoint_auth_signing_alg_values_supported: es })
    const stranger = await trust.evaluate('https://pid.example', ['wallet_provider'])
    assert.equal(failed(stranger) && stranger.code, 'entity_type_missing')
  })

  test('FED-38 there is no statement about a removed subordinate, and a new statement about a changed one at once', async () => {
    const other = await generateSigner({ crypto })
    const before = await about()
    await start('', [{ ...entry(provider, ['wallet_provider']), jwks: { keys: [other.publicJwk] } }])
    const after = await about()
    assert.notDeepEqual(after.jwks, before.jwks)
    assert.equal((await get(`/fetch?sub=${issuer.entityId}`)).status, 404)
  })

  test('a statement is signed once per epoch and is always valid for at least half of its lifetime', async () => {
    const text = async () => (await get(`/fetch?sub=${provider.entityId}`)).text()
    const first = await text()
    assert.equal(await text(), first)
    for (let hours = 0; hours < 30; hours += 1) {
      clock.advance(3600)
      const { iat, exp } = await about()
      assert.ok(Number(iat) <= clock.now() && Number(exp) >= clock.now() + halfLife)
    }
    assert.notEqual(await text(), first)
  })

  test('FED-06 the iat of a statement is its time of signature, and all statements of an epoch expire together', async () => {
    clock.advance(halfLife - (clock.now() % halfLife) + 1)
    const first = await about()
    assert.equal(first.iat, clock.now())
    clock.advance(3600)
    assert.deepEqual(await about(), first)
    const other = await generateSigner({ crypto })
    await start('', [{ ...entry(provider, ['wallet_provider']), jwks: { keys: [other.publicJwk] } }])
    const changed = await about()
    assert.deepEqual([changed.iat, changed.exp], [clock.now(), first.exp])
    clock.advance(halfLife)
    const next = await about()
    assert.deepEqual([next.iat, next.exp], [clock.now(), Number(first.exp) + halfLife])
  })

  test('GEN-04 after its clock was set back, the anchor signs a new statement and serves none from the future', async () => {
    clock.advance(halfLife - (clock.now() % halfLife) + 3600)
    const before = await about()
    clock.advance(-1800)
    const after = await about()
    assert.deepEqual([after.iat, after.exp], [clock.now(), before.exp])
    assert.deepEqual(await about(), after)
  })

  test('GEN-30 GEN-27 the anchor uses its configured identifier, and a failing signer is a 500 without detail', async () => {
    await start('/federation', entries)
    const response = await get(`/federation/fetch?sub=${provider.entityId}`, { headers: { host: 'evil.example' } })
    assert.equal(decodeJwt(await response.text()).payload.iss, `${entityId}/federation`)
    const whole = signer
    signer = { ...whole, sign: () => Promise.reject(new Error('secret detail')) }
    await start()
    signer = whole
    const broken = await get(`/fetch?sub=${provider.entityId}`)
    assert.equal(broken.status, 500)
    assert.ok(!(await broken.text()).includes('secret'))
    assert.equal(faults.length, 1)
  })

  test('an invalid entry for a subordinate is refused', () => {
    const config = { entityId, loopbackHttp: false }
    const good = entry(provider, ['wallet_provider'])
    const bad: ConfiguredSubordinate[][] = [
      [good, good],
      [{ ...good, entityId }],
      [{ ...good, entityId: 'http://wallet.example' }],
      [{ ...good, jwks: { keys: [] } }],
      [{ ...good, jwks: { keys: [{ ...provider.signer.publicJwk, d: 'AA' } as never] } }],
      [{ ...good, surplus: 1 } as never],
    ]
    for (const list of bad) assert.throws(() => parseConfiguredSubordinates(list, config))
  })

  test('the publisher of a member returns a chain that validates offline with the pinned anchor key', async () => {
    const anchors = new Map([[entityId, [signer.publicJwk]]])
    const publisher = publisherOf({ clock, network }, provider, { lifetimeSeconds: 86_400, anchors })
    const policy = { anchors, algorithms: defaultAlgorithms, urls, now: clock.now(), skew: 0 }
    const chain = await validateTrustChain({ crypto }, await publisher.trustChain(), policy)
    assert.ok(!failed(chain))
    assert.ok(chain.expiresAt - clock.now() <= 86_400)
    observeOutput('FED-26')
  })
})

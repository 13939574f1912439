/**
 * The documents of the APIs (`GET /openapi.json`) match the roles: recorded requests and answers of each operation fit
 * the schemas, and a document contains every endpoint below `/api/` and `/admin/` and no other endpoint.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiDocuments } from '../../scripts/reference/open-api-documents.ts'
import { createMemoryKeyRingStore, createMemoryKeyVault } from '../../src/federation/index.ts'
import { generateSigner } from '../../src/jose/index.ts'
import { createRecentDecisions } from '../../src/member/index.ts'
import { credentialRegister } from '../support/credential-register.ts'
import { createDeviceBench } from '../support/device-integrity.ts'
import {
  administeredAnchor,
  intermediateConstraints,
  markType,
  adminToken as operatorToken,
} from '../support/federation-authority.ts'
import { brokenReferences, createExchangeJudge, judged, judgeExamples, operationsOf } from '../support/open-api.ts'
import { adminToken } from '../support/pid-provider-fixture.ts'
import {
  apiKey,
  applicationFixture,
  call,
  comeBack,
  order,
  portalQuery,
  returnUrl,
} from '../support/relying-party-application.ts'
import { relyingPartyFixture, rpId } from '../support/relying-party-fixture.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { administrator, as, postsTo } from '../support/wallet-provider-administration.ts'
import { createWalletProviderBench, walletSide } from '../support/wallet-provider-bench.ts'

const documentOf = async (response: Response): Promise<unknown> => {
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/json')
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  return response.json()
}

/** Asserts that each operation had an accepted answer, that all examples fit, and that all references lead somewhere. */
function assertComplete(document: unknown, seen: ReadonlySet<string>): void {
  assert.deepEqual(brokenReferences(document), [])
  const operations = [...operationsOf(document).keys()]
  assert.deepEqual([...seen].toSorted(), operations.toSorted())
  assert.ok(judgeExamples(document) >= operations.length / 2)
}

test('every reference of a published document leads to a schema, and every example fits without defaults', () => {
  for (const [role, document] of openApiDocuments()) {
    assert.deepEqual(brokenReferences(document), [], role)
    assert.ok(judgeExamples(document) > 0, role)
  }
})

test('the document of a Relying Party describes the requests and answers of applications', async () => {
  const fixture = await applicationFixture()
  const document = await documentOf(await fixture.send(new Request(`${rpId}/openapi.json`)))
  const { judge, seen } = createExchangeJudge(document)
  const send = judged((path, init) => fixture.send(new Request(rpId + path, init)), judge)
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const post = (path: string, body: object, more: object = {}) =>
    send(path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  const get = (path: string) => send(path, { headers })
  const valid = { dcql_query: portalQuery, return_url: returnUrl, state: 's', purpose: 'Accesso' }
  const { id } = (await (await post('/api/presentations', valid)).json()) as { id: string }
  await get(`/api/presentations/${id}`)
  for (const bend of [{}, { disclose: ['given_name', 'tax_id_number', 'birthdate'] }]) {
    const { ordered, reference } = await comeBack(fixture, { bend })
    assert.equal((await post('/api/results', { reference })).status, 200)
    assert.equal((await get(`/api/presentations/${ordered.id}`)).status, 200)
  }
  const gone = await order(fixture)
  fixture.clock.advance(1000)
  assert.equal((await get(`/api/presentations/${gone.id}`)).status, 200)
  assert.equal((await get('/api/audit?since=0')).status, 200)
  assert.equal((await send(`/api/presentations/${id}`, { method: 'DELETE', headers })).status, 204)
  const refused = [
    await post('/api/presentations', { ...valid, return_url: 'https://elsewhere.example/' }),
    await post('/api/presentations', { ...valid, scope: 'two' }),
    await post('/api/results', { reference: 'A'.repeat(43) }),
    await post('/api/results', { reference: 'short' }),
    await post('/api/results', {}, { authorization: 'Bearer unknown' }),
    await post('/api/results', {}, { origin: 'https://elsewhere.example' }),
    await get(`/api/presentations/${'A'.repeat(43)}`),
    await get('/api/audit?since=yesterday'),
  ]
  assert.deepEqual(
    refused.map(({ status }) => status),
    [400, 400, 400, 400, 401, 403, 404, 400],
  )
  assertComplete(document, seen)
  // Without applications the role has no such API.
  const bare = await relyingPartyFixture()
  const none = await documentOf(await bare.send(new Request(`${rpId}/openapi.json`)))
  assert.deepEqual([...operationsOf(none).keys()], [])
  assert.equal((await call(bare, '/audit')).status, 404)
})

test('the document of a Wallet Provider describes its administration', async () => {
  const devices = await createDeviceBench()
  const signer = await generateSigner(walletSide)
  const bench = await createWalletProviderBench({
    devices,
    context: {
      administrators: [administrator('owner'), administrator('reader', ['read'])],
      recentDecisions: createRecentDecisions(seededRandom('decisions')),
      attestationKeyRing: {
        store: createMemoryKeyRingStore([signer], devices.clock.now()),
        vault: createMemoryKeyVault([signer], () => generateSigner(walletSide)),
      },
    },
  })
  const document = await documentOf(await bench.send('/openapi.json'))
  const { judge, seen } = createExchangeJudge(document)
  const send = judged(bench.send, judge)
  const instances = postsTo({ send }, '/admin/wallet-instances')
  const keys = postsTo({ send }, '/admin/attestation-keys')
  const { hardwareKeyTag: hardware_key_tag } = await bench.registered()
  const one = { hardware_key_tag }
  const hold = { hardwareKeyTag: hardware_key_tag, reason: 'integrity_denied', maxPerMinute: 0 } as const
  await bench.stores.walletInstances.revokeOrHold({ ...hold, now: devices.clock.now() })
  const accepted = [
    await instances('/search', { status: 'registered', limit: 5 }),
    await instances('/link', { ...one, user: 'user-1' }),
    await instances('/unlink', one),
    await instances('/release', one),
    await instances('/release-all', { held: true }),
    await instances('/revoke', { ...one, reason: 'revoked_by_user' }),
    await instances('/revoke-all', { user: 'user-1', reason: 'revoked_by_user' }),
    await instances('/show', one),
    await send('/admin/attestation-keys', { headers: as('owner') }),
    await send('/admin/decisions', { headers: as('owner') }),
    await keys('', { reason: 'yearly' }),
  ]
  assert.ok(
    accepted.every(({ ok }) => ok),
    accepted.map(({ status }) => status).join(' '),
  )
  const { kid } = (await (accepted.at(-1) as Response).json()) as { kid: string }
  bench.clock.advance(60)
  assert.equal((await keys('/activate', { kid, force: true })).status, 200)
  assert.equal((await keys('/revoke', { kid: signer.kid, reason: 'superseded' })).status, 200)
  const refused = [
    await instances('/search', { limit: 0 }),
    await instances('/revoke', { ...one, reason: 'revoked_by_user' }, as('reader')),
    await instances('/show', { hardware_key_tag: 'unknown' }),
    await instances('/show', one, {}),
    await instances('/release', one),
    await keys('/revoke', { kid }),
  ]
  assert.deepEqual(
    refused.map(({ status }) => status),
    [400, 403, 404, 401, 409, 409],
  )
  assertComplete(document, seen)
})

test('the document of a PID Provider describes its administration', async () => {
  const { fixture, issued } = await credentialRegister()
  const document = await documentOf(await fixture.send('/openapi.json'))
  const { judge, seen } = createExchangeJudge(document)
  const send = judged(fixture.send, judge)
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
  const base = '/admin/credentials'
  const post = (path: string, body: object) =>
    send(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const { id, holder } = await issued()
  const answers = [
    await send(`${base}?holder_thumbprint=${holder}&limit=2`, { headers }),
    await post('/search', { holder_thumbprint: holder, status: 'valid' }),
    await post(`/${id}/status`, { status: 'revoked', reason: 'lost phone' }),
    await send(`${base}/${id}`, { headers }),
    await post(`/${id}/status`, { status: 'valid', reason: 'found' }),
    await post('/search', { name: 'Mario' }),
    await send(`${base}/unknown`, { headers }),
    await send(base),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 409, 400, 404, 401],
  )
  assertComplete(document, seen)
})

test('the document of a Trust Anchor describes its administration', async () => {
  const { anchor, candidate } = await administeredAnchor()
  const document = await documentOf(await anchor.ask('/openapi.json'))
  const { judge, seen } = createExchangeJudge(document)
  const ask = judged(anchor.ask, judge)
  const headers = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' }
  const send = async (method: string, path: string, body?: object): Promise<number> =>
    (await ask(`/admin${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })).status
  const { entityId: entity_id } = candidate
  const mark = { trust_mark_type: markType, sub: entity_id }
  const statuses = [
    await send('POST', '/subordinates', { entity_id, dry_run: true }),
    await send('POST', '/subordinates', { entity_id, constraints: { ...intermediateConstraints }, reason: 'contract' }),
    await send('POST', '/subordinates', { entity_id }),
    await send('GET', '/subordinates'),
    await send('GET', `/subordinates?entity_id=${entity_id}`),
    await send('PATCH', '/subordinates', { entity_id, status: 'suspended' }),
    await send('PATCH', '/subordinates', { entity_id, status: 'active', revision: 7 }),
    await send('POST', '/trust-marks', mark),
    await send('POST', '/trust-marks', mark),
    await send('GET', `/trust-marks?trust_mark_type=${markType}`),
    await send('GET', '/log'),
    await send('POST', '/trust-marks/revoke', mark),
    await send('POST', '/subordinates/remove', { entity_id }),
    await send('GET', '/log?entity_id=unknown'),
    await send('POST', '/subordinates', { entity_id: 'https://nobody.example' }),
    await send('POST', '/subordinates', {}),
    await send('GET', '/keys'),
    await send('POST', '/keys', {}),
    await send('POST', '/keys/revoke', { kid: 'unknown' }),
  ]
  assert.deepEqual(
    statuses,
    [200, 201, 409, 200, 200, 200, 409, 201, 409, 200, 200, 204, 204, 200, 422, 400, 200, 201, 404],
  )
  const [first, next] = ((await anchor.administer('GET', '/keys')).body as readonly { kid: string }[]).map(
    (key) => key.kid,
  )
  assert.equal(await send('POST', '/keys/activate', { kid: next, force: true }), 200)
  assert.equal(await send('POST', '/keys/revoke', { kid: first }), 200)
  assertComplete(document, seen)
})

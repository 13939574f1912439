/** Applications in the store: administrators register and remove them, and the applications order. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordsChange } from '../../../src/base/index.ts'
import { createNodeCrypto } from '../../../src/node/node-crypto.ts'
import { relyingPartyConfig, secretDigest } from '../../../src/relying-party/index.ts'
import {
  answer,
  answerOf,
  apiKeyDigest,
  applicationFixture,
  begin,
  call,
  order,
  portalQuery,
  returnUrl,
} from '../../support/relying-party-application.ts'
import { assertRefused, entityIds, type RelyingPartyFixture, rpId } from '../../support/relying-party-fixture.ts'
import { profileService } from '../../support/relying-party-profiles.ts'
import { genJsonRows } from '../gen-rows.ts'

const adminToken = 'an-administrators-token-of-the-tests'
const readerToken = 'a-token-that-may-only-read-in-the-tests'
const administrators = [
  { name: 'ada', token: adminToken },
  { name: 'reader', token: readerToken, may: ['read'] as const },
]

const libraryKey = 'key-of-the-library-0123456789abcdefghi'
const digestOf = (key: string): string => secretDigest({ crypto: createNodeCrypto() }, key)
const library = { id: 'library', apiKeyDigests: [digestOf(libraryKey)], returnUrls: ['https://library.example/wallet'] }
const stored = { ...library, loopbackReturnUrls: false }

const administer = (fixture: RelyingPartyFixture, path: string, body?: object, token = adminToken): Promise<Response> =>
  fixture.send(
    new Request(`${rpId}/admin/applications${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )

const wanted = { dcql_query: portalQuery, return_url: library.returnUrls[0] }

test('RP-137 RP-150 the order of a registered application begins at the entity of another profile', async () => {
  const ordering = await profileService({ administrators })
  assert.equal((await administer(ordering.fixture, '', library)).status, 200)
  const profile = 'it-wallet-1.4'
  const ordered = await call(ordering.fixture, '/presentations', { ...wanted, profile }, { key: libraryKey })
  assert.equal(ordered.status, 201, await ordered.clone().text())
  const { start_url: startUrl } = (await ordered.json()) as { start_url: string }
  assert.ok(startUrl.startsWith(`${entityIds[profile]}/presentations/begin?`))
  const begun = await begin(ordering.at[profile], { start_url: startUrl })
  assert.deepEqual([begun.response.status, begun.requestUri.startsWith(entityIds[profile])], [200, true], begun.page)
})

test('RP-150 an application that an administrator registers can order at once, until it is removed', async () => {
  const fixture = await applicationFixture({ administrators })
  const orderAs = (key: string) => call(fixture, '/presentations', wanted, { key })
  await assertRefused(fixture, await orderAs(libraryKey), ['RP-89', 'api_key_unknown', 401, 'invalid_client'])
  const registered = await administer(fixture, '', library)
  assert.equal(registered.status, 200)
  assert.deepEqual(await registered.json(), stored)
  assert.equal((await orderAs(libraryKey)).status, 201)
  assert.deepEqual(await (await administer(fixture, '?id=library')).json(), { applications: [stored] })
  assert.deepEqual(await (await administer(fixture, '?id=museum')).json(), { applications: [] })
  assert.deepEqual(await (await administer(fixture, '?limit=5', undefined, readerToken)).json(), {
    applications: [stored],
  })
  assert.deepEqual(await (await administer(fixture, '?after=library')).json(), { applications: [] })

  const newKey = 'new-key-of-the-library-0123456789abcde'
  await administer(fixture, '', { ...library, apiKeyDigests: [digestOf(newKey)] })
  assert.equal((await orderAs(libraryKey)).status, 401)
  assert.equal((await orderAs(newKey)).status, 201)
  assert.equal((await administer(fixture, '/remove', { id: 'library' })).status, 204)
  assert.equal((await orderAs(newKey)).status, 401)
  assert.equal((await order(fixture)).id.length > 0, true, 'an application of the settings is not affected')
  const changes = fixture.sink.decisions.filter(recordsChange).map(({ evidence }) => evidence)
  const evidence = { actor: 'ada', application: 'library' }
  assert.deepEqual(
    changes,
    ['registered', 'registered', 'removed'].map((change) => ({ ...evidence, change })),
    'every change is logged',
  )
})

test('RP-150 an application of the store has its own return URLs and presentations', async () => {
  const fixture = await applicationFixture({ administrators })
  await administer(fixture, '', library)
  await assertRefused(
    fixture,
    await call(fixture, '/presentations', { ...wanted, return_url: returnUrl }, { key: libraryKey }),
    ['RP-90', 'return_url_unknown', 400, 'invalid_request'],
  )
  const { id } = await order(fixture)
  await assertRefused(fixture, await call(fixture, `/presentations/${id}`, undefined, { key: libraryKey }), [
    'RP-94',
    'presentation_unknown',
    404,
    'not_found',
  ])
})

for (const [code, status, error, changes] of [
  ['application_malformed', 400, 'invalid_request', { apiKeyDigests: ['short'] }],
  ['application_malformed', 400, 'invalid_request', { further: true }],
  ['return_url_insecure', 400, 'invalid_request', { returnUrls: ['http://library.example/wallet'] }],
  ['return_url_unencoded', 400, 'invalid_request', { returnUrls: ['https://library.example/→'] }],
  ['return_url_unencoded', 400, 'invalid_request', { returnUrls: ['https://città.example/'] }],
  ['return_url_unencoded', 400, 'invalid_request', { returnUrls: ['https://library.example/a b'] }],
  ['return_url_unencoded', 400, 'invalid_request', { returnUrls: ['https://library.example/\u007f'] }],
  ['erasure_url_insecure', 400, 'invalid_request', { erasureUrl: 'http://library.example/erasures' }],
  ['application_configured', 409, 'invalid_request', { id: 'portal' }],
  ['api_key_shared', 409, 'invalid_request', { apiKeyDigests: [apiKeyDigest] }],
] as const)
  test(`RP-150 refuses an application with ${code}: ${JSON.stringify(changes)}`, async () => {
    const fixture = await applicationFixture({ administrators })
    const response = await administer(fixture, '', { ...library, ...changes })
    await assertRefused(fixture, response, ['RP-150', code, status, error])
    assert.deepEqual(await (await administer(fixture, '')).json(), { applications: [] })
  })

test('RP-219 the refusal of a return URL outside ASCII shows its encoded form', async () => {
  const fixture = await applicationFixture({ administrators })
  const response = await administer(fixture, '', { ...library, returnUrls: ['https://città.example/→'] })
  assert.match((await response.json()).error_description, /https:\/\/xn--citt-3na\.example\/%E2%86%92/)
  const applications = [{ ...library, returnUrls: ['https://library.example/→'] }]
  const { success, error } = relyingPartyConfig.safeParse({ ...fixture.config, applications })
  assert.equal(success, false)
  assert.match(String(error), /https:\/\/library\.example\/%E2%86%92/)
})

test('RP-219 the browser reaches a return URL outside ASCII that was registered before', async () => {
  const fixture = await applicationFixture({ administrators })
  const returnUrls = ['https://library.example/→']
  await fixture.stores.applications?.put({ ...stored, returnUrls })
  const ordered = await call(fixture, '/presentations', { ...wanted, return_url: returnUrls[0] }, { key: libraryKey })
  const started = await begin(fixture, await ordered.json())
  const { redirect_uri } = await answer(fixture, started)
  const { status, headers } = await started.browser.get(redirect_uri)
  assert.equal(status, 303)
  assert.match(headers.get('location') ?? '', /^https:\/\/library\.example\/%E2%86%92\?reference=[\w-]{43}$/)
})

test('RP-150 refuses the key of another stored application, an unknown id, and a malformed page', async () => {
  const fixture = await applicationFixture({ administrators })
  await administer(fixture, '', library)
  const shared = ['RP-150', 'api_key_shared', 409, 'invalid_request'] as const
  await assertRefused(fixture, await administer(fixture, '', { ...library, id: 'museum' }), shared)
  const unknown = ['RP-150', 'application_unregistered', 404, 'not_found'] as const
  await assertRefused(fixture, await administer(fixture, '/remove', { id: 'museum' }), unknown)
  const malformed = ['RP-150', 'application_malformed', 400, 'invalid_request'] as const
  await assertRefused(fixture, await administer(fixture, '?limit=501'), malformed)
})

test('GEN-45 an administrator without the right cannot register or remove an application', async () => {
  const fixture = await applicationFixture({ administrators })
  await administer(fixture, '', library)
  for (const [path, body] of [
    ['', { ...library, id: 'museum', apiKeyDigests: [digestOf('x')] }],
    ['/remove', { id: 'library' }],
  ] as const)
    assert.equal((await administer(fixture, path, body, readerToken)).status, 403)
  assert.deepEqual(await (await administer(fixture, '')).json(), { applications: [stored] })
})

const shared = await applicationFixture({ administrators })
for (const [path, accepted, content] of [
  ['', 200, library],
  ['/remove', 204, { id: library.id }],
] as const)
  genJsonRows({
    surface: `relying-party/admin/applications${path}`,
    sink: shared.sink,
    fetch: shared.send,
    url: `${rpId}/admin/applications${path}`,
    valid: async () => {
      await administer(shared, '', library)
      return { content, headers: { authorization: `Bearer ${adminToken}` } }
    },
    bodyLimit: 65_536,
    ...(path === '' && { allow: 'GET, POST' }),
    accepted,
    answer: answerOf,
    unknownMember: { id: 'RP-150', code: 'application_malformed', status: 400, error: 'invalid_request' },
  })

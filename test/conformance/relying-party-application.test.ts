/**
 * The API for the application behind the Relying Party, and the browser's way there and back.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DcqlQuery as OracleQuery } from 'dcql'
import { openSqlite } from '../../src/node/sqlite/database.ts'
import { createSqliteRelyingPartyStores, relyingPartyMigrations } from '../../src/node/sqlite/relying-party-stores.ts'
import { createMemoryRelyingPartyStores } from '../../src/relying-party/index.ts'
import {
  answer,
  apiKey,
  apiKeyDigest,
  applicationFixture,
  begin,
  call,
  comeBack,
  landed,
  order,
  otherKey,
  portalQuery,
  redeem,
  redeemed,
  returnUrl,
} from '../support/relying-party-application.ts'
import {
  assertRefused,
  type Bend,
  type Bendable,
  createBrowser,
  fetchRequest,
  post,
  type RelyingPartyFixture,
  requestObjectOf,
  rpId,
} from '../support/relying-party-fixture.ts'
import { genJsonRows } from './gen-rows.ts'

const fixture = await applicationFixture()
const valid = { dcql_query: portalQuery, return_url: returnUrl }
const ordering = (body: object, options = {}) => call(fixture, '/presentations', body, options)

test('RP-91 an application gets the claims by id and path of its query, with what was found out, once', async () => {
  const { ordered, url, reference, response } = await comeBack(fixture, {
    bend: { disclose: ['given_name', 'tax_id_number', 'birthdate'] },
  })
  assert.equal(response.status, 303)
  assert.equal(url, `https://portal.example/wallet?tab=1&reference=${reference}&state=of-the-portal`)
  assert.match(reference, /^[\w-]{43}$/)
  const now = fixture.clock.now()
  const { trace, ...result } = await redeemed(fixture, reference)
  assert.match(trace, /^[\w-]{12}$/)
  assert.deepEqual(result, {
    id: ordered.id,
    state: 'of-the-portal',
    status: 'presented',
    presented_at: now,
    wallet: { level: 'https://trust-list.eu/aal/high' },
    credentials: {
      pid: {
        format: 'dc+sd-jwt',
        type: 'eu.eudiw.pid.it',
        issuer: 'https://issuer.example',
        status: 'valid',
        issued_at: now - 60,
        expires_at: now + 86_400,
        surplus_dropped: ['birthdate'],
        claims: { given_name: 'Ada', tax_id_code: 'TINIT-RSSDAA80A50H501X' },
      },
    },
  })
  const accepted = fixture.sink.decisions.find((one) => one.trace === trace)
  assert.deepEqual([accepted?.surface, accepted?.outcome], ['relying-party/response', 'accepted'])
})

test('RP-91 in every variant, flow and method the browser comes back, and no claim is in a URL or on a page', async () => {
  const ways = [
    { flow: 'cross-device' },
    { flow: 'same-device' },
    { flow: 'same-device', request_uri_method: 'get' },
    { dcql_query: undefined, request: 'names' },
    { dcql_query: undefined, scope: 'PersonIdentificationData WalletAttestation', flow: 'same-device' },
    { dcql_query: undefined, scope: 'PersonIdentificationData WalletAttestation', flow: 'cross-device' },
  ]
  for (const changes of ways) {
    const disclose = ['given_name', 'family_name', 'tax_id_number']
    const { started, response, url, reference } = await comeBack(fixture, { changes, bend: { disclose } })
    assert.equal(response.status, 303, JSON.stringify(changes))
    for (const text of [started.page, await response.text(), url]) assert.doesNotMatch(text, /\bAda\b/)
    const { credentials } = await redeemed(fixture, reference)
    const [[id, { claims }]] = Object.entries<Bendable>(credentials) as [[string, Bendable]]
    assert.equal(id, 'scope' in changes ? 'PersonIdentificationData' : 'pid')
    assert.equal(claims.given_name, 'Ada')
    const names = 'scope' in changes ? ['given_name', 'family_name', 'tax_id_number'] : ['given_name', 'tax_id_code']
    assert.deepEqual(Object.keys(claims), names)
    assert.equal(Object.keys(credentials).length, 1)
  }
})

test('RP-56 RP-90 an order may leave the Wallet Attestation out, so that readers of DCQL can read the query', async () => {
  const ordered = await order(fixture, { wallet_attestation: false })
  const started = await begin(fixture, ordered)
  const { payload } = await requestObjectOf(await fetchRequest(fixture, started))
  assert.deepEqual(OracleQuery.parse(payload.dcql_query).credentials.length, 1)
  const without: Bend = {
    members: ({ vp_token }) => {
      delete vp_token.wallet_attestation
    },
  }
  const { redirect_uri } = await answer(fixture, started, without)
  const { reference } = landed(await started.browser.get(redirect_uri))
  const { wallet, credentials } = await redeemed(fixture, reference)
  assert.deepEqual([wallet.level, Object.keys(credentials)], ['https://trust-list.eu/aal/low', ['pid']])

  const at = await applicationFixture({ config: { askWalletAttestation: false } })
  const asking = await begin(at, await order(at, { wallet_attestation: true }))
  const asked = await requestObjectOf(await fetchRequest(at, asking))
  assert.equal(asked.payload.dcql_query.credentials.length, 2)
})

test("RP-57 RP-90 an order may call the PID's format as the PID does, as the package dcql compares it", async () => {
  const [pid] = portalQuery.credentials
  const dcql_query = { credentials: [{ ...pid, format: 'vc+sd-jwt' }] }
  const held = {
    credential_format: 'vc+sd-jwt',
    vct: 'eu.eudiw.pid.it',
    claims: { given_name: 'Ada', tax_id_code: 'TINIT-RSSDAA80A50H501X' },
    cryptographic_holder_binding: true,
  } as const
  for (const [changes, satisfied] of [
    [{}, false],
    [{ dcql_query }, true],
  ] as const) {
    const started = await begin(fixture, await order(fixture, { wallet_attestation: false, ...changes }))
    const { payload } = await requestObjectOf(await fetchRequest(fixture, started))
    const query = OracleQuery.parse(payload.dcql_query)
    assert.equal(OracleQuery.query(query, [held]).can_be_satisfied, satisfied)
  }
  const { reference } = await comeBack(fixture, { changes: { dcql_query } })
  const { credentials } = await redeemed(fixture, reference)
  assert.equal(credentials.pid.claims.given_name, 'Ada')
})

test('RP-46 RP-90 an order cannot leave out the Wallet Attestation that has to state the level', async () => {
  const at = await applicationFixture({ config: { requiredWalletLevels: ['https://trust-list.eu/aal/high'] } })
  const response = await call(at, '/presentations', { ...valid, wallet_attestation: false })
  await assertRefused(at, response, ['RP-90', 'wallet_attestation_required', 400])
})

test('RP-49 RP-90 nor that which has to state the key where every response is signed', async () => {
  const without = { ...valid, wallet_attestation: false }
  const signed = { responseProtections: ['signed', 'signed_encrypted'] } as const
  const at = await applicationFixture({ config: signed })
  await assertRefused(at, await call(at, '/presentations', without), ['RP-90', 'wallet_attestation_required', 400])
  const either = await applicationFixture({ config: { ...signed, responseModes: ['direct_post.jwt', 'direct_post'] } })
  assert.equal((await call(either, '/presentations', without)).status, 201)
})

test('RP-46 RP-49 RP-90 nor by a scope that does not name it', async () => {
  const byScope = { scope: 'PersonIdentificationData', return_url: returnUrl }
  for (const [config, status] of [
    [{ requiredWalletLevels: ['https://trust-list.eu/aal/high'] }, 400],
    [{ responseProtections: ['signed'] }, 400],
    [{}, 201],
  ] as const) {
    const at = await applicationFixture({ config })
    const response = await call(at, '/presentations', byScope)
    if (status === 201) assert.equal(response.status, status)
    else await assertRefused(at, response, ['RP-90', 'wallet_attestation_required', status])
  }
})

const orders: [id: string, title: string, body: object, code: string, at: string | undefined, status?: number][] = [
  ['RP-90', 'no return URL', { dcql_query: portalQuery }, 'order_malformed', 'return_url'],
  ['RP-90', 'an unknown member', { ...valid, colour: 'red' }, 'order_malformed', 'unknown member'],
  ['RP-90', 'a flow that is none', { ...valid, flow: 'sideways' }, 'order_malformed', 'flow'],
  ['RP-90', 'a state with a line break', { ...valid, state: 'a\nb' }, 'order_malformed', 'state'],
  ['RP-90', 'a purpose too long', { ...valid, purpose: 'x'.repeat(201) }, 'order_malformed', 'purpose'],
  [
    'RP-90',
    'a Wallet Attestation apart from its scope',
    { return_url: returnUrl, scope: 'PersonIdentificationData', wallet_attestation: false },
    'order_ambiguous',
    undefined,
  ],
  ['RP-90', 'nothing asked', { return_url: returnUrl }, 'order_ambiguous', undefined],
  ['RP-90', 'two ways of asking', { ...valid, request: 'names' }, 'order_ambiguous', undefined],
  ['RP-90', 'an unknown request', { return_url: returnUrl, request: 'toString' }, 'request_unknown', 'request'],
  ['RP-35', 'an unknown scope', { return_url: returnUrl, scope: 'unknown' }, 'scope_unknown', undefined],
  [
    'RP-90',
    'a scope by POST',
    { return_url: returnUrl, scope: 'PersonIdentificationData', request_uri_method: 'post' },
    'request_uri_method_unsupported',
    'request_uri_method',
  ],
  [
    'RP-90',
    'another return URL',
    { ...valid, return_url: 'https://portal.example/' },
    'return_url_unknown',
    'return_url',
  ],
  ['RP-90', 'a longer one', { ...valid, return_url: `${returnUrl}&x=1` }, 'return_url_unknown', 'return_url'],
  ['RP-90', 'another’s', { ...valid, return_url: 'https://other.example/' }, 'return_url_unknown', 'return_url'],
  ['RP-90', 'a loopback one', { ...valid, return_url: 'http://localhost:3000/' }, 'return_url_unknown', 'return_url'],
]
for (const [id, title, body, code, at, status = 400] of orders)
  test(`${id} an order with ${title} is refused`, async () => {
    await assertRefused(fixture, await ordering(body), [id, code, status])
    if (at !== undefined) assert.equal(fixture.sink.lastRefusal()?.checks.at(-1)?.at, at)
  })

const credential = portalQuery.credentials[0]
const queries: [title: string, query: unknown, code: string, at: string][] = [
  ['no object', 'pid', 'dcql_malformed', 'dcql_query'],
  ['no credentials', { credentials: [] }, 'dcql_malformed', 'dcql_query.credentials'],
  [
    'a path of an object',
    { credentials: [{ ...credential, claims: [{ path: ['a'] }, { path: [{}] }] }] },
    'dcql_malformed',
    'dcql_query.credentials.0.claims.1.path.0',
  ],
  [
    'any type',
    { credentials: [{ ...credential, meta: undefined }] },
    'dcql_malformed',
    'dcql_query.credentials.0.meta.vct_values',
  ],
  [
    'one claim twice',
    { credentials: [{ ...credential, claims: [{ path: ['given_name'] }, { path: ['given_name'] }] }] },
    'dcql_malformed',
    'dcql_query.credentials.0.claims.1.path',
  ],
  [
    'a claim id with a blank',
    { credentials: [{ ...credential, claims: [{ id: 'a b', path: ['given_name'] }] }] },
    'dcql_id_invalid',
    'dcql_query.credentials.claims.id',
  ],
  [
    'an id with a blank',
    { credentials: [{ ...credential, id: 'a b' }] },
    'dcql_id_invalid',
    'dcql_query.credentials.id',
  ],
  ['one id twice', { credentials: [credential, credential] }, 'dcql_id_duplicate', 'dcql_query.credentials.id'],
  [
    'the attestation’s id for something else',
    { credentials: [{ ...credential, id: 'wallet_attestation' }] },
    'dcql_id_duplicate',
    'dcql_query.credentials.id',
  ],
  [
    'one claim id twice',
    {
      credentials: [
        {
          ...credential,
          claims: [
            { id: 'a', path: ['a'] },
            { id: 'a', path: ['b'] },
          ],
        },
      ],
    },
    'dcql_claim_id_duplicate',
    'dcql_query.credentials.claims.id',
  ],
  [
    'a claim set of nothing',
    { credentials: [{ ...credential, claim_sets: [['x']] }] },
    'dcql_claim_sets_invalid',
    'dcql_query.credentials.claim_sets',
  ],
  [
    'a credential set of nothing',
    { credentials: [credential], credential_sets: [{ options: [['x']] }] },
    'dcql_credential_sets_invalid',
    'dcql_query.credential_sets',
  ],
  [
    'too many claims',
    { credentials: [{ ...credential, claims: Array.from({ length: 129 }, (_, n) => ({ path: [`c${n}`] })) }] },
    'dcql_too_large',
    'dcql_query',
  ],
  [
    'a format that we do not take',
    { credentials: [credential, { id: 'mdl', format: 'mso_mdoc', meta: { doctype_value: 'org.iso.18013.5.1.mDL' } }] },
    'format_unaccepted',
    'dcql_query.credentials.1.format',
  ],
]
for (const [title, query, code, at] of queries)
  test(`RP-90 a query with ${title} is refused with the path of the fault`, async () => {
    const response = await ordering({ ...valid, dcql_query: query })
    const { error_description } = (await response.clone().json()) as Bendable
    assert.ok(error_description.includes(`(${code} at ${at})`), error_description)
    await assertRefused(fixture, response, ['RP-90', code, 400])
  })

test('RP-90 hostile members of a query have no effect on anything else', async () => {
  const hostile = { ...credential, constructor: { prototype: 1 }, toString: 'x', claims: [{ path: ['constructor'] }] }
  assert.equal((await ordering({ ...valid, dcql_query: { credentials: [hostile] } })).status, 201)
  assert.equal(
    (await ordering({ ...valid, dcql_query: { credentials: [{ ...hostile, id: 'toString' }] } })).status,
    201,
  )
  const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)
  await assertRefused(fixture, await ordering({ ...valid, dcql_query: deep }), ['GEN-23', 'json_too_deep', 400])
})

test('RP-90 an application asks no more than the federation’s policy and its own bounds allow', async () => {
  const bound = await applicationFixture({
    config: {
      applications: [
        {
          id: 'portal',
          apiKeyDigests: [apiKeyDigest],
          returnUrls: [returnUrl],
          credentialTypes: ['eu.eudiw.pid.it'],
          claims: ['given_name', 'tax_id_number'],
        },
      ],
    },
  })
  const ask = (change: object) =>
    call(bound, '/presentations', { ...valid, dcql_query: { credentials: [{ ...credential, ...change }] } })
  assert.equal((await ask({})).status, 201)
  const refusal = async (change: object, code: string) =>
    assertRefused(bound, await ask(change), ['RP-90', code, 403, 'access_denied'])
  await refusal({ claims: [{ path: ['birthdate'] }] }, 'claim_not_allowed')
  await refusal({ meta: { vct_values: ['urn:other'] } }, 'credential_type_not_allowed')
})

test('RP-90 nothing is ordered while the federation does not vouch for the service, and the answer says so', async () => {
  const alone = await applicationFixture()
  alone.network.disconnect('https://anchor.example')
  const response = await call(alone, '/presentations', valid)
  assert.equal(response.status, 503)
  const { error_description } = (await response.json()) as Bendable
  assert.match(error_description, /\(trust_unavailable at trust_chain\) \[GEN-27\]$/)
})

const keys: [title: string, options: object, code: string, status: number, error: string][] = [
  ['no key', { key: '' }, 'api_key_missing', 401, 'invalid_client'],
  ['a wrong key', { key: `${apiKey}x` }, 'api_key_unknown', 401, 'invalid_client'],
  ['the digest of the key', { key: apiKeyDigest }, 'api_key_unknown', 401, 'invalid_client'],
  [
    'another scheme',
    { key: '', headers: { authorization: `Basic ${apiKey}` } },
    'api_key_missing',
    401,
    'invalid_client',
  ],
  ['a foreign origin', { headers: { origin: 'https://evil.example' } }, 'origin_foreign', 403, 'access_denied'],
  ['an origin without a name', { headers: { origin: 'null' } }, 'origin_foreign', 403, 'access_denied'],
]
const calls: [path: string, body: object | undefined, method: string][] = [
  ['/presentations', valid, 'POST'],
  ['/results', { reference: 'x'.repeat(43) }, 'POST'],
  ['/presentations/some', undefined, 'GET'],
  ['/presentations/some', undefined, 'DELETE'],
  ['/audit', undefined, 'GET'],
]
for (const [title, options, code, status, error] of keys)
  test(`RP-89 the API refuses ${title}, everywhere`, async () => {
    for (const [path, body, method] of calls)
      await assertRefused(fixture, await call(fixture, path, body, { method, ...options }), [
        'RP-89',
        code,
        status,
        error,
      ])
  })

test('RP-89 a service without applications has no API and no way to begin', async () => {
  const plain = await applicationFixture({ config: { applications: [] } })
  for (const [path, body, method] of calls) assert.equal((await call(plain, path, body, { method })).status, 404)
  assert.equal((await plain.send(new Request(`${rpId}/presentations/begin?id=x`))).status, 404)
})

const referenceRefused = (at: RelyingPartyFixture, response: Response, code: string) =>
  assertRefused(at, response, ['RP-91', code, 400, 'invalid_grant'])

test('RP-91 RP-94 a reference that is unknown, used, expired, erased, or another application’s is refused', async () => {
  const at = await applicationFixture()
  await referenceRefused(at, await redeem(at, 'x'.repeat(43)), 'reference_unknown')
  await assertRefused(at, await redeem(at, 'short'), ['RP-91', 'redemption_malformed', 400])
  const first = await comeBack(at)
  await referenceRefused(at, await redeem(at, first.reference, { key: otherKey }), 'reference_unknown')
  assert.equal((await redeem(at, first.reference)).status, 200)
  await referenceRefused(at, await redeem(at, first.reference), 'reference_used')
  const late = await comeBack(at)
  at.clock.advance(60)
  await referenceRefused(at, await redeem(at, late.reference), 'reference_expired')
  const erased = await comeBack(at)
  const remove = await call(at, `/presentations/${erased.ordered.id}`, undefined, { method: 'DELETE' })
  assert.equal(remove.status, 204)
  await referenceRefused(at, await redeem(at, erased.reference), 'reference_unknown')
})

const opening = {
  memory: createMemoryRelyingPartyStores,
  sqlite: () => createSqliteRelyingPartyStores(openSqlite(':memory:', relyingPartyMigrations)),
}
for (const [name, open] of Object.entries(opening))
  test(`RP-91 ${name}: of 50 racing redemptions one gets the claims, of 50 racing browsers one begins`, async () => {
    const at = await applicationFixture({ stores: open() })
    const { reference } = await comeBack(at)
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(at, reference)))
    const won = answers.filter(({ status }) => status === 200)
    assert.equal(won.length, 1)
    const results = await Promise.all(won.map((one): Promise<Bendable> => one.json()))
    assert.deepEqual(
      results.map(({ credentials }) => credentials.pid.claims.given_name),
      ['Ada'],
    )
    assert.ok(answers.every(({ status }) => status === 200 || status === 400))
    const ordered = await order(at)
    const pages = await Promise.all(Array.from({ length: 50 }, () => createBrowser(at).get(ordered.start_url)))
    assert.equal(pages.filter(({ status }) => status === 200).length, 1)
  })

test('RP-91 the store holds neither the reference nor, once redeemed, a claim', async () => {
  const at = await applicationFixture()
  const { ordered, reference } = await comeBack(at)
  const kept = async () => JSON.stringify(await at.stores.presentationSessions.find(ordered.id))
  assert.ok((await kept()).includes('Ada') && !(await kept()).includes(reference))
  await redeem(at, reference)
  assert.doesNotMatch(await kept(), /\bAda\b/)
  for (const { request, response } of at.network.exchanges)
    assert.doesNotMatch(`${request.url}${response.headers.get('location')}`, /\bAda\b/)
  assert.doesNotMatch(JSON.stringify(at.sink.decisions), /\bAda\b/)
})

test('RP-93 what is redeemed is gone, or readable again until its time is over, as configured', async () => {
  const show = async (at: RelyingPartyFixture, id: string): Promise<Bendable> =>
    (await call(at, `/presentations/${id}`)).json()
  const strict = await applicationFixture()
  const one = await comeBack(strict)
  assert.deepEqual(await show(strict, one.ordered.id), {
    id: one.ordered.id,
    status: 'completed',
    expires_at: strict.clock.now() + 300,
  })
  await redeem(strict, one.reference)
  const gone = await show(strict, one.ordered.id)
  assert.deepEqual([gone.status, gone.credentials, gone.redeemed_at], ['presented', undefined, strict.clock.now()])

  const keeping = await applicationFixture({ config: { keepRedeemedResults: true } })
  const two = await comeBack(keeping)
  const first = await redeemed(keeping, two.reference)
  assert.deepEqual((await show(keeping, two.ordered.id)).credentials, first.credentials)
  keeping.clock.advance(300)
  assert.equal((await show(keeping, two.ordered.id)).credentials, undefined)
  keeping.clock.advance(700)
  await keeping.rp.forgetOldSessions()
  assert.equal(await keeping.stores.presentationSessions.find(two.ordered.id), undefined)
})

test('RP-93 RP-94 erasure by the application that ordered; others are told that there is nothing', async () => {
  const at = await applicationFixture()
  const { ordered } = await comeBack(at)
  const path = `/presentations/${ordered.id}`
  for (const method of ['GET', 'DELETE'])
    await assertRefused(at, await call(at, path, undefined, { method, key: otherKey }), [
      'RP-94',
      'presentation_unknown',
      404,
      'not_found',
    ])
  assert.equal((await call(at, path, undefined, { method: 'DELETE' })).status, 204)
  assert.equal((await call(at, path, undefined, { method: 'DELETE' })).status, 404)
  assert.equal((await call(at, path)).status, 404)
  assert.equal(await at.stores.presentationSessions.find(ordered.id), undefined)
})

test('RP-93 the audit says what was ordered, redeemed and erased, to the application alone, and nothing of the person', async () => {
  const at = await applicationFixture()
  const { ordered, reference } = await comeBack(at)
  const began = at.clock.now()
  at.clock.advance(10)
  await redeem(at, reference)
  await call(at, `/presentations/${ordered.id}`, undefined, { method: 'DELETE' })
  const entries = async (query = '', key = apiKey): Promise<Bendable[]> =>
    ((await (await call(at, `/audit${query}`, undefined, { key })).json()) as Bendable).entries
  const of = { application: 'portal', presentation: ordered.id }
  assert.deepEqual(await entries(), [
    { at: began, ...of, event: 'ordered' },
    { at: began + 10, ...of, event: 'redeemed', outcome: 'presented' },
    { at: began + 10, ...of, event: 'erased' },
  ])
  assert.equal((await entries(`?since=${began + 1}`)).length, 2)
  assert.deepEqual(await entries('', otherKey), [])
  await assertRefused(at, await call(at, '/audit?since=yesterday'), ['RP-90', 'time_malformed', 400])
  at.clock.advance(366 * 86_400)
  await at.rp.forgetOldSessions()
  assert.deepEqual(await entries(), [])
})

const pageRefused = async (at: RelyingPartyFixture, response: Response, id: string, code: string) => {
  const last = at.sink.lastRefusal()?.checks.at(-1)
  assert.deepEqual([last?.requirement, last?.code, response.status], [id, code, 403])
  assert.match(await response.text(), /id="error" role="alert"/)
}

test('RP-81 RP-90 the first browser at start_url is bound; it may come again, another may not', async () => {
  const at = await applicationFixture()
  const ordered = await order(at, { purpose: 'Accesso <al> portale' })
  const unbound = { requestUri: `${rpId}/request?id=${ordered.id}`, parameters: new URLSearchParams() }
  await assertRefused(at, await fetchRequest(at, unbound), ['RP-33', 'request_over', 400])
  const started = await begin(at, ordered)
  assert.match(started.page, /<p id="purpose">Accesso &lt;al&gt; portale<\/p>/)
  const [cookie] = started.browser.cookies
  assert.ok(cookie)
  const again = await begin(at, ordered, started.browser)
  assert.deepEqual([again.response.status, again.engagementUrl], [200, started.engagementUrl])
  assert.deepEqual([...started.browser.cookies], [cookie])
  await pageRefused(at, await createBrowser(at).get(ordered.start_url), 'RP-81', 'session_elsewhere')
  await pageRefused(at, await createBrowser(at).get(`${rpId}/presentations/begin?id=x`), 'RP-90', 'order_unknown')
  await pageRefused(at, await createBrowser(at).get(`${rpId}/presentations/begin`), 'RP-90', 'order_id_missing')
  const late = await order(at)
  at.clock.advance(120)
  await pageRefused(at, await createBrowser(at).get(late.start_url), 'RP-90', 'order_over')
})

test('RP-78 RP-90 start_url opened again leads the same browser to its finished presentation, until it has gone there', async () => {
  const at = await applicationFixture()
  const ordered = await order(at)
  const started = await begin(at, ordered)
  const { redirect_uri } = await answer(at, started)
  const stateUrl = `${rpId}/session-state?id=${ordered.id}`
  const former = new Map(started.browser.cookies)
  await started.browser.get(stateUrl)
  for (const [name, value] of former) started.browser.cookies.set(name, value)
  const again = await started.browser.get(ordered.start_url)
  assert.deepEqual([again.status, again.headers.get('location')], [303, redirect_uri])
  assert.equal(again.headers.getSetCookie().length, 1)
  assert.deepEqual((await started.browser.get(ordered.start_url)).headers.getSetCookie(), [], 'renewed already')
  await pageRefused(at, await createBrowser(at).get(ordered.start_url), 'RP-81', 'session_elsewhere')
  assert.equal((await (await started.browser.get(stateUrl)).json()).redirect_uri, redirect_uri)
  assert.equal((await started.browser.get(redirect_uri)).status, 303)
  await pageRefused(at, await started.browser.get(ordered.start_url), 'RP-33', 'request_over')
})

test('RP-20 RP-90 start_url leads to a finished presentation for as long as its result waits', async () => {
  const at = await applicationFixture()
  const ordered = await order(at)
  const started = await begin(at, ordered)
  await answer(at, started)
  at.clock.advance(299)
  assert.equal((await started.browser.get(ordered.start_url)).status, 303)
  at.clock.advance(1)
  await pageRefused(at, await started.browser.get(ordered.start_url), 'RP-33', 'request_over')
})

test('RP-81 a stolen redirect_uri brings no reference to another browser', async () => {
  const at = await applicationFixture()
  const started = await begin(at, await order(at, { flow: 'same-device' }))
  const { redirect_uri } = await answer(at, started)
  await pageRefused(at, await createBrowser(at).get(redirect_uri), 'RP-81', 'session_elsewhere')
  assert.equal((await started.browser.get(redirect_uri)).status, 303)
  await pageRefused(at, await started.browser.get(redirect_uri), 'RP-17', 'response_code_used')
})

const leaveUrl = (id: string) => `${rpId}/presentations/leave?id=${id}`

test('RP-92 cancelled, refused and expired come back with a reference and their reason', async () => {
  const at = await applicationFixture()
  const outcomes: [
    title: string,
    end: (started: Awaited<ReturnType<typeof begin>>) => unknown,
    status: string,
    reason: string,
  ][] = [
    ['cancelled', () => undefined, 'cancelled', 'cancelled'],
    [
      'refused',
      ({ parameters }) => post(at, { error: 'access_denied', state: parameters.get('state') ?? '' }),
      'refused',
      'access_denied',
    ],
    ['expired', () => at.clock.advance(120), 'expired', 'expired'],
  ]
  for (const [title, end, status, reason] of outcomes) {
    const ordered = await order(at)
    const started = await begin(at, ordered)
    assert.ok(started.page.includes(`id="retry" class="button" href="${leaveUrl(ordered.id)}"`))
    assert.ok(started.page.includes(`id="cancel" href="${leaveUrl(ordered.id)}"`))
    await end(started)
    const again = await started.browser.get(ordered.start_url)
    const leaving = title === 'cancelled' ? null : leaveUrl(ordered.id)
    assert.deepEqual([again.status, again.headers.get('location')], [leaving ? 303 : 200, leaving], 'without a script')
    await pageRefused(at, await createBrowser(at).get(ordered.start_url), 'RP-81', 'session_elsewhere')
    const left = await started.browser.get(leaveUrl(ordered.id))
    assert.equal(left.status, 303, title)
    const { url, reference } = landed(left)
    assert.ok(url.startsWith(returnUrl) && url.endsWith('&state=of-the-portal'))
    const result = await redeemed(at, reference)
    assert.deepEqual(result, { id: ordered.id, state: 'of-the-portal', status, reason })
    await pageRefused(at, await started.browser.get(leaveUrl(ordered.id)), 'RP-92', 'session_over')
    await pageRefused(at, await started.browser.get(ordered.start_url), 'RP-33', 'request_over')
  }
})

test('RP-92 on the same device the wallet that refuses takes the browser back', async () => {
  const at = await applicationFixture()
  for (const scope of [undefined, 'PersonIdentificationData WalletAttestation']) {
    const asked = scope === undefined ? {} : { scope, dcql_query: undefined }
    const ordered = await order(at, { ...asked, flow: 'same-device' })
    const started = await begin(at, ordered)
    const stored = await at.stores.presentationSessions.find(ordered.id)
    const told = await post(at, { error: 'access_denied', state: stored?.state ?? '' })
    const { redirect_uri } = (await told.json()) as Bendable
    await pageRefused(at, await createBrowser(at).get(redirect_uri), 'RP-81', 'session_elsewhere')
    const { reference } = landed(await started.browser.get(redirect_uri))
    assert.equal((await redeemed(at, reference)).reason, 'access_denied')
  }
})

test('RP-92 nobody else can leave, and nobody leaves what is completed, unknown or not ordered', async () => {
  const at = await applicationFixture()
  const started = await begin(at, await order(at))
  await pageRefused(at, await createBrowser(at).get(leaveUrl(started.id)), 'RP-81', 'session_elsewhere')
  await answer(at, started)
  await pageRefused(at, await started.browser.get(leaveUrl(started.id)), 'RP-92', 'session_completed')
  await pageRefused(at, await started.browser.get(leaveUrl('x')), 'RP-92', 'order_unknown')
  await pageRefused(at, await started.browser.get(`${rpId}/presentations/leave`), 'RP-92', 'order_id_missing')
})

test('RP-91 two applications and 20 presentations at once never cross', async () => {
  const at = await applicationFixture()
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const name = `Name ${index}.`
      const credential = ({ disclosable }: Bendable) => {
        disclosable.given_name = name
      }
      const state = `state-${index}`
      const { url, reference } = await comeBack(at, { changes: { state }, bend: { credential } })
      const result = await redeemed(at, reference)
      assert.equal(new URL(url).searchParams.get('state'), state)
      assert.deepEqual([result.state, result.credentials.pid.claims.given_name], [state, name])
    }),
  )
})

const answerOf = (code: string) => {
  if (code === 'media_type_unsupported') return { status: 415, error: 'invalid_request' }
  if (code === 'body_too_large') return { status: 413, error: 'invalid_request' }
  return { status: 400, error: 'invalid_request' }
}
const authorization = `Bearer ${apiKey}`
genJsonRows({
  surface: 'relying-party/api/presentations',
  sink: fixture.sink,
  fetch: fixture.send,
  url: `${rpId}/api/presentations`,
  valid: async () => ({ content: valid, headers: { authorization } }),
  bodyLimit: 65_536,
  accepted: 201,
  answer: answerOf,
  unknownMember: { id: 'RP-90', code: 'order_malformed', status: 400, error: 'invalid_request' },
})
genJsonRows({
  surface: 'relying-party/api/results',
  sink: fixture.sink,
  fetch: fixture.send,
  url: `${rpId}/api/results`,
  valid: async () => ({ content: { reference: (await comeBack(fixture)).reference }, headers: { authorization } }),
  bodyLimit: 4096,
  allow: 'POST',
  accepted: 200,
  answer: answerOf,
  unknownMember: { id: 'RP-91', code: 'redemption_malformed', status: 400, error: 'invalid_request' },
})

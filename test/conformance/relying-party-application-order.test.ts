/**
 * What an application may order of the Relying Party, and how it proves who it is.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DcqlQuery as OracleQuery } from 'dcql'
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
  portalQuery,
  redeemed,
  returnUrl,
} from '../support/relying-party-application.ts'
import {
  assertRefused,
  type Bend,
  type Bendable,
  fetchRequest,
  requestObjectOf,
  rpId,
} from '../support/relying-party-fixture.ts'

const fixture = await applicationFixture()
const valid = { dcql_query: portalQuery, return_url: returnUrl }
const ordering = (body: object, options = {}) => call(fixture, '/presentations', body, options)

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

test('RP-57 RP-90 an order may ask for a PID of either name of its format, for readers that compare them by letter', async () => {
  const [pid] = portalQuery.credentials
  const credentials = [
    { ...pid, format: 'vc+sd-jwt' },
    { ...pid, id: 'later', format: 'dc+sd-jwt' },
  ]
  const dcql_query = { credentials, credential_sets: [{ options: [['later'], ['pid']] }] }
  const changes = { wallet_attestation: false, dcql_query }
  const started = await begin(fixture, await order(fixture, changes))
  const { payload } = await requestObjectOf(await fetchRequest(fixture, started))
  const query = OracleQuery.parse(payload.dcql_query)
  OracleQuery.validate(query)
  const held = {
    vct: 'eu.eudiw.pid.it',
    claims: { given_name: 'Ada', tax_id_code: 'TINIT-RSSDAA80A50H501X' },
    cryptographic_holder_binding: true,
  } as const
  for (const credential_format of ['vc+sd-jwt', 'dc+sd-jwt'] as const)
    assert.equal(OracleQuery.query(query, [{ ...held, credential_format }]).can_be_satisfied, true)
  const { redirect_uri } = await answer(fixture, started, {
    members: ({ vp_token }) => {
      delete vp_token.wallet_attestation
    },
  })
  const { reference } = landed(await started.browser.get(redirect_uri))
  const { credentials: received } = await redeemed(fixture, reference)
  assert.deepEqual([Object.keys(received), received.pid.claims.given_name], [['pid'], 'Ada'])
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
  assert.match(error_description, /\(trust_unavailable at trust_chain\.unreachable\.configuration\) \[GEN-27\]$/)
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

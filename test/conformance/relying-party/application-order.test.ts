/** Orders of an application at the Relying Party, and its authentication. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  apiKey,
  apiKeyDigest,
  applicationFixture,
  begin,
  call,
  order,
  portalQuery,
  returnUrl,
} from '../../support/relying-party-application.ts'
import {
  assertRefused,
  type Bendable,
  fetchRequest,
  requestObjectOf,
  rpId,
} from '../../support/relying-party-fixture.ts'

const fixture = await applicationFixture()
const valid = { dcql_query: portalQuery, return_url: returnUrl }
const ordering = (body: object, options = {}) => call(fixture, '/presentations', body, options)

const signedLevel = {
  requiredWalletLevels: ['https://trust-list.eu/aal/high'],
  responseProtections: ['signed_encrypted'],
} as const

test('RP-46 RP-90 an order without Wallet Attestation is refused if the service requires a level', async () => {
  const at = await applicationFixture({ config: signedLevel })
  const response = await call(at, '/presentations', { ...valid, wallet_attestation: false })
  await assertRefused(at, response, ['RP-90', 'wallet_attestation_required', 400])
})

test('RP-49 RP-90 an order without Wallet Attestation is refused if every response is signed', async () => {
  const without = { ...valid, wallet_attestation: false }
  const signed = { responseProtections: ['signed_encrypted'] } as const
  const at = await applicationFixture({ config: signed })
  await assertRefused(at, await call(at, '/presentations', without), ['RP-90', 'wallet_attestation_required', 400])
  const either = await applicationFixture({ config: { ...signed, responseModes: ['direct_post.jwt', 'direct_post'] } })
  assert.equal((await call(either, '/presentations', without)).status, 201)
})

test('RP-49 RP-90 an order without Wallet Attestation is refused if its own response mode is signed', async () => {
  const config = {
    responseProtections: ['signed_encrypted'],
    responseModes: ['direct_post', 'direct_post.jwt'],
  } as const
  const at = await applicationFixture({ config })
  const without = { ...valid, wallet_attestation: false }
  assert.equal((await call(at, '/presentations', { ...without, response_mode: 'direct_post' })).status, 201)
  const signed = await call(at, '/presentations', { ...without, response_mode: 'direct_post.jwt' })
  await assertRefused(at, signed, ['RP-90', 'wallet_attestation_required', 400])
})

test('RP-90 an order selects one of the service’s response modes', async () => {
  const modes = ['direct_post.jwt', 'direct_post'] as const
  const at = await applicationFixture({ config: { responseModes: modes } })
  for (const mode of modes) {
    const started = await begin(at, await order(at, { response_mode: mode }))
    const { payload } = await requestObjectOf(await fetchRequest(at, started))
    assert.equal(payload.response_mode, mode)
  }
})

test('RP-46 RP-49 RP-90 an order by a scope without Wallet Attestation is refused unless the service asks for none', async () => {
  const byScope = { scope: 'PersonIdentificationData', return_url: returnUrl }
  for (const [config, status] of [
    [signedLevel, 400],
    [{ responseProtections: ['signed'] }, 400],
    [{}, 400],
    [{ askWalletAttestation: false }, 201],
  ] as const) {
    const at = await applicationFixture({ config })
    const response = await call(at, '/presentations', byScope)
    if (status === 201) assert.equal(response.status, status)
    else await assertRefused(at, response, ['RP-90', 'wallet_attestation_required', status])
  }
})

test('RP-109 an order in a variant that the service does not offer is refused', async () => {
  for (const [variants, body, status] of [
    ['scope', valid, 400],
    ['scope', { request: 'names', return_url: returnUrl }, 400],
    ['scope', { scope: 'PersonIdentificationData WalletAttestation', return_url: returnUrl }, 201],
    ['dcql', { scope: 'PersonIdentificationData WalletAttestation', return_url: returnUrl }, 400],
    ['dcql', valid, 201],
  ] as const) {
    const at = await applicationFixture({ config: { variants: [variants] } })
    const response = await call(at, '/presentations', body)
    if (status === 201) assert.equal(response.status, 201)
    else await assertRefused(at, response, ['RP-109', 'variant_not_offered', 400])
  }
})

const orders: [id: string, title: string, body: object, code: string, at: string | undefined, status?: number][] = [
  ['RP-90', 'no return URL', { dcql_query: portalQuery }, 'order_malformed', 'return_url'],
  ['RP-90', 'an unknown member', { ...valid, colour: 'red' }, 'order_malformed', 'unknown member'],
  ['RP-90', 'an unknown flow', { ...valid, flow: 'sideways' }, 'order_malformed', 'flow'],
  ['RP-90', 'an unknown response mode', { ...valid, response_mode: 'fragment' }, 'order_malformed', 'response_mode'],
  [
    'RP-90',
    'a response mode that the service does not use',
    { ...valid, response_mode: 'direct_post' },
    'response_mode_unsupported',
    'response_mode',
  ],
  ['RP-90', 'a state with a line break', { ...valid, state: 'a\nb' }, 'order_malformed', 'state'],
  ['RP-90', 'a purpose that is too long', { ...valid, purpose: 'x'.repeat(201) }, 'order_malformed', 'purpose'],
  ...['', 'a\nb', 'a\u2028b', 'a\u202eb', 'a\u200bb', 'a\ufffd', {}].map((purpose): (typeof orders)[number] => [
    ...(['RP-90', `the purpose ${JSON.stringify(purpose)}`] as const),
    ...([{ ...valid, purpose }, 'order_malformed', 'purpose'] as const),
  ]),
  [
    'RP-90',
    'a purpose with an unfit text in one language',
    { ...valid, purpose: { it: 'a', en: 'a\u202eb' } },
    'order_malformed',
    'purpose.en',
  ],
  [
    'RP-90',
    'a purpose in an unknown language',
    { ...valid, purpose: { es: 'a' } },
    'order_malformed',
    'unknown member',
  ],
  [
    'RP-90',
    'a scope that contradicts wallet_attestation',
    { return_url: returnUrl, scope: 'PersonIdentificationData WalletAttestation', wallet_attestation: false },
    'wallet_attestation_conflict',
    'wallet_attestation',
  ],
  ['RP-90', 'no query', { return_url: returnUrl }, 'order_ambiguous', undefined],
  ['RP-90', 'a query and a named request', { ...valid, request: 'names' }, 'order_ambiguous', undefined],
  [
    'RP-90',
    'an unknown named request',
    { return_url: returnUrl, request: 'toString' },
    'request_name_unknown',
    'request',
  ],
  ['RP-35', 'an unknown scope', { return_url: returnUrl, scope: 'unknown' }, 'scope_unknown', 'scope'],
  [
    'RP-90',
    'a scope and request_uri_method post',
    { return_url: returnUrl, scope: 'PersonIdentificationData', request_uri_method: 'post' },
    'request_uri_method_unsupported',
    'request_uri_method',
  ],
  [
    'RP-90',
    'an unregistered return URL',
    { ...valid, return_url: 'https://portal.example/' },
    'return_url_unknown',
    'return_url',
  ],
  [
    'RP-90',
    'a return URL with a further parameter',
    { ...valid, return_url: `${returnUrl}&x=1` },
    'return_url_unknown',
    'return_url',
  ],
  [
    'RP-90',
    'a return URL of another application',
    { ...valid, return_url: 'https://other.example/' },
    'return_url_unknown',
    'return_url',
  ],
  [
    'RP-90',
    'a loopback return URL',
    { ...valid, return_url: 'http://localhost:3000/' },
    'return_url_unknown',
    'return_url',
  ],
]
for (const [id, title, body, code, at, status = 400] of orders)
  test(`${id} an order with ${title} is refused`, async () => {
    await assertRefused(fixture, await ordering(body), [id, code, status])
    if (at !== undefined) assert.equal(fixture.sink.lastRefusal()?.checks.at(-1)?.at, at)
  })

test('GEN-44 the refusal of an unsupported response mode names the supported modes', async () => {
  const response = await ordering({ ...valid, response_mode: 'direct_post' })
  const { error_description } = (await response.json()) as Bendable
  assert.match(error_description, /\[RP-90\] Expected: direct_post\.jwt; found: direct_post\. /)
})

const credential = portalQuery.credentials[0]

test('RP-90 an order for a claim or credential type that is not configured for its application is refused', async () => {
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
  const refusal = async (change: object, code: string) => {
    await assertRefused(bound, await ask(change), ['RP-90', code, 403, 'access_denied'])
    assert.equal(bound.sink.lastRefusal()?.checks.at(-1)?.at, 'dcql_query.credentials.0')
  }
  await refusal({ claims: [{ path: ['birthdate'] }] }, 'claim_not_allowed')
  await refusal({ meta: { vct_values: ['urn:other'] } }, 'credential_type_not_allowed')
})

test('RP-94 the answer to an order has the URL of the presentation in Location', async () => {
  const response = await call(fixture, '/presentations', valid)
  const { id } = (await response.json()) as Bendable
  assert.equal(response.headers.get('location'), `${rpId}/api/presentations/${id}`)
  assert.equal((await call(fixture, `/presentations/${id}`, undefined, { method: 'GET' })).status, 200)
})

test('RP-90 refuses an order while the federation has no chain for the service, and states the reason', async () => {
  const alone = await applicationFixture()
  alone.network.disconnect('https://anchor.example')
  const response = await call(alone, '/presentations', valid)
  assert.equal(response.status, 503)
  const { error_description } = (await response.json()) as Bendable
  assert.match(error_description, /\(trust_unavailable at trust_chain\.unreachable\.configuration\) \[GEN-27\] /)
})

const keys: [title: string, options: object, code: string, status: number, error: string][] = [
  ['a request without key', { key: '' }, 'api_key_missing', 401, 'invalid_client'],
  ['a wrong key', { key: `${apiKey}x` }, 'api_key_unknown', 401, 'invalid_client'],
  ['the digest of the key', { key: apiKeyDigest }, 'api_key_unknown', 401, 'invalid_client'],
  [
    'another authentication scheme',
    { key: '', headers: { authorization: `Basic ${apiKey}` } },
    'api_key_missing',
    401,
    'invalid_client',
  ],
  ['a foreign origin', { headers: { origin: 'https://evil.example' } }, 'origin_foreign', 403, 'access_denied'],
  ['the origin null', { headers: { origin: 'null' } }, 'origin_foreign', 403, 'access_denied'],
]
/** Challenges of RFC 6750 §3.1: without an error if the request had no key. */
const challenges: Readonly<Record<string, string | null>> = {
  api_key_missing: 'Bearer realm="relying-party"',
  api_key_unknown: 'Bearer realm="relying-party", error="invalid_token"',
  origin_foreign: null,
}
const calls: [path: string, body: object | undefined, method: string][] = [
  ['/presentations', valid, 'POST'],
  ['/results', { reference: 'x'.repeat(43) }, 'POST'],
  ['/presentations/some', undefined, 'GET'],
  ['/presentations/some', undefined, 'DELETE'],
  ['/audit', undefined, 'GET'],
]
for (const [title, options, code, status, error] of keys)
  test(`RP-89 every endpoint of the API refuses ${title}`, async () => {
    for (const [path, body, method] of calls) {
      const response = await call(fixture, path, body, { method, ...options })
      await assertRefused(fixture, response, ['RP-89', code, status, error])
      assert.match(fixture.sink.lastRefusal()?.checks.at(-1)?.at ?? '', /^header\.(?:authorization|origin)$/)
      assert.equal(response.headers.get('www-authenticate'), challenges[code])
    }
  })

test('RP-89 the API accepts the service’s own origin, and refuses similar origins', async () => {
  const headers = { origin: rpId }
  assert.equal((await call(fixture, '/presentations', valid, { headers })).status, 201)
  for (const origin of [`${rpId}.evil.example`, rpId.replace('https', 'http'), `${rpId}:444`])
    await assertRefused(fixture, await call(fixture, '/presentations', valid, { headers: { origin } }), [
      'RP-89',
      'origin_foreign',
      403,
      'access_denied',
    ])
})

test('RP-89 a service without applications has no API and no start page', async () => {
  const plain = await applicationFixture({ config: { applications: [] } })
  for (const [path, body, method] of calls) assert.equal((await call(plain, path, body, { method })).status, 404)
  assert.equal((await plain.send(new Request(`${rpId}/presentations/begin?id=x`))).status, 404)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeBase64url, fail, failed, type JsonObject, type Verified, verified } from '../base/index.ts'
import type { TrustEvaluator, TrustedEntity, TrustHint } from '../federation/trust-evaluator.ts'
import { generateSigner, type Signer, signJwt } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import {
  createDcqlRequestObject,
  createScopeRequestObject,
  type RequestExpectation,
  verifyRequestObject,
} from './index.ts'

const crypto = createNodeCrypto()
const now = 1_768_478_400
const clientId = 'https://rp.example'
const responseUri = 'https://rp.example/response_uri'
const signer = await generateSigner({ crypto })
const stranger = await generateSigner({ crypto })
const second = await generateSigner({ crypto })
const state = 'state-of-this-session'
const presentationNonce = 'n'.repeat(32)

const definition = {
  id: 'login',
  input_descriptors: [
    {
      id: 'pid',
      format: { 'vc+sd-jwt': { alg: ['ES256'] } },
      constraints: {
        limit_disclosure: 'required',
        fields: [{ path: ['$.vct'], filter: { type: 'string', const: 'eu.eudiw.pid.it' } }, { path: ['$.given_name'] }],
      },
    },
  ],
}
const dcqlQuery = {
  credentials: [
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['eu.eudiw.pid.it'] },
      claims: [{ path: ['given_name'] }],
    },
    { id: 'wallet_attestation', format: 'jwt', claims: [{ path: ['iss'] }] },
  ],
}

const members = (keys: Signer[] = [signer]): JsonObject => ({
  client_id: clientId,
  client_name: 'Comune',
  response_uris_supported: [responseUri],
  presentation_definitions_supported: [definition],
  vp_formats: { 'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
  jwks: { keys: keys.map(({ publicJwk }) => publicJwk) as unknown as JsonObject[] },
})

const entity = (metadata: TrustedEntity['metadata'], entityId = clientId): Verified<TrustedEntity> =>
  verified({ entityId, metadata, federationKeys: [], trustChain: ['a', 'b'], expiresAt: now + 3600 })

const both = (change: JsonObject = {}, keys?: Signer[]): Verified<TrustedEntity> => {
  const published = { ...members(keys), ...change }
  return entity({ wallet_relying_party: published, openid_credential_verifier: published })
}

interface Seen {
  readonly entityId: string
  readonly types: readonly string[]
  readonly hint: TrustHint | undefined
}

const trusting = (answer: Awaited<ReturnType<TrustEvaluator['evaluate']>>, seen: Seen[] = []): TrustEvaluator => ({
  evaluate: async (entityId, types, hint) => {
    seen.push({ entityId, types, hint })
    return answer
  },
})

const settings = {
  clientId,
  responseUri,
  presentationNonce,
  state,
  trustChain: ['chain.leaf.jwt', 'chain.top.jwt'],
  lifetimeSeconds: 300,
}

interface Parts {
  header: Record<string, unknown>
  payload: Record<string, unknown>
}

function partsOf(compact: string): Parts {
  const [header = '', payload = ''] = compact.split('.')
  const read = (part: string) => JSON.parse(new TextDecoder().decode(decodeBase64url(part)))
  const { alg: _, ...rest } = read(header)
  return { header: rest, payload: read(payload) }
}

const valid: Record<'scope' | 'dcql', Parts> = {
  scope: partsOf(await createScopeRequestObject(signer, { ...settings, scope: 'login' }, now)),
  dcql: partsOf(
    await createDcqlRequestObject(signer, { ...settings, dcqlQuery, requestUriMethod: 'post', walletNonce: 'wn' }, now),
  ),
}

const expectation: RequestExpectation = { clientId, state, walletNonce: undefined, now, skew: 30 }

interface Case extends Parts {
  signer: Signer
  expected: RequestExpectation
  trust: TrustEvaluator
}

async function run(kind: 'scope' | 'dcql', mutate: (one: Case) => void = () => {}): Promise<string> {
  const one: Case = {
    ...structuredClone(valid[kind]),
    signer,
    expected: kind === 'dcql' ? { ...expectation, walletNonce: 'wn' } : expectation,
    trust: trusting(both()),
  }
  mutate(one)
  const compact = await signJwt(one.signer, one.header, one.payload)
  const result = await verifyRequestObject({ crypto, trust: one.trust }, compact, one.expected)
  return failed(result) ? result.code : 'accepted'
}

type Row = readonly [id: string, title: string, mutate: (one: Case) => void, code: string]
const set =
  (name: string, value: unknown) =>
  ({ payload }: Case): void => {
    payload[name] = value
  }
const drop =
  (name: string) =>
  ({ payload }: Case): void => {
    delete payload[name]
  }

const head =
  (name: string, value: unknown) =>
  ({ header }: Case): void => {
    if (value === undefined) delete header[name]
    else header[name] = value
  }
const trust =
  (evaluator: TrustEvaluator) =>
  (one: Case): void => {
    one.trust = evaluator
  }
const expect =
  (change: Partial<RequestExpectation>) =>
  (one: Case): void => {
    one.expected = { ...one.expected, ...change }
  }

const privateKeys = { keys: [{ ...signer.publicJwk, d: 'AA' } as unknown as JsonObject] }

const common: Row[] = [
  ['WI-93', 'another typ', head('typ', 'kb+jwt'), 'typ_mismatch'],
  ['WI-93', 'no typ', head('typ', undefined), 'typ_mismatch'],
  ['WI-72', 'a trust_chain that is no list', head('trust_chain', 'x'), 'trust_chain_malformed'],
  ['WI-72', 'an empty trust_chain', head('trust_chain', []), 'trust_chain_malformed'],
  ['WI-73', 'no client_id', drop('client_id'), 'client_id_missing'],
  ['WI-73', 'the client_id of another', set('client_id', 'https://evil.example'), 'client_id_mismatch'],
  ['WI-73', 'another client_id in the URL', expect({ clientId: 'https://x.example' }), 'client_id_mismatch'],
  ['WI-73', 'no iss', drop('iss'), 'iss_missing'],
  ['WI-73', 'the aud of another', set('aud', 'https://wallet.example'), 'aud_mismatch'],
  ['WI-73', 'an aud of others too', set('aud', ['https://self-issued.me/v2', 'https://x.example']), 'aud_mismatch'],
  ['WI-73', 'an aud of nobody', set('aud', []), 'aud_mismatch'],
  ['WI-73', 'the iss of another', set('iss', 'https://evil.example'), 'iss_mismatch'],
  [
    'WI-73',
    'a chain about another subject',
    trust(trusting(entity(both().metadata, 'https://x.example'))),
    'entity_mismatch',
  ],
  ['WI-74', 'no exp', drop('exp'), 'exp_missing'],
  ['WI-74', 'no iat', drop('iat'), 'iat_missing'],
  ['WI-74', 'its exp reached', expect({ now: now + 330 }), 'expired'],
  ['GEN-04', 'an iat in the future', set('iat', now + 31), 'not_yet_valid'],
  ['GEN-10', 'an exp as text', set('exp', String(now + 300)), 'time_invalid'],
  ['WI-74', 'no nonce', drop('nonce'), 'nonce_missing'],
  ['WI-75', 'a nonce of 31 characters', set('nonce', 'n'.repeat(31)), 'nonce_short'],
  ['WI-74', 'no state', drop('state'), 'state_missing'],
  ['WI-74', 'a state that no form can carry', set('state', 'half a pair \ud800'), 'state_missing'],
  ['WI-65', 'another state than the URL', set('state', 'other'), 'state_mismatch'],
  ['WI-74', 'no response_type', drop('response_type'), 'response_type_missing'],
  ['WI-77', 'response_type code', set('response_type', 'code'), 'response_type_unsupported'],
  ['WI-74', 'no response_mode', drop('response_mode'), 'response_mode_missing'],
  ['WI-77', 'response_mode fragment', set('response_mode', 'fragment'), 'response_mode_unsupported'],
  ['WI-74', 'no response_uri', drop('response_uri'), 'response_uri_missing'],
  ['WI-78', 'redirect_uri beside response_uri', set('redirect_uri', 'https://rp.example/cb'), 'redirect_uri_conflict'],
  ['WI-78', 'a Request Object inside', set('request', 'eyJ'), 'request_present'],
  ['WI-78', 'a request_uri inside', set('request_uri', 'https://rp.example/r'), 'request_uri_present'],
  ['WI-78', 'transaction_data', set('transaction_data', ['eyJ0eXBlIjoieCJ9']), 'transaction_data_unsupported'],
  ['WI-78', 'transaction_data that is empty', set('transaction_data', []), 'transaction_data_unsupported'],
  [
    'WI-76',
    'a response_uri that is not attested',
    set('response_uri', 'https://rp.example/other'),
    'response_uri_not_attested',
  ],
  [
    'WI-76',
    'a response_uri with something added',
    set('response_uri', `${responseUri}?x=1`),
    'response_uri_not_attested',
  ],
  ['WI-72', 'no chain to an anchor', trust(trusting(fail('no_trust_chain', 'trust'))), 'no_trust_chain'],
  ['WI-72', 'a member of another type', trust(trusting(fail('entity_type_missing', 'trust'))), 'entity_type_missing'],
  ['WI-72', 'superiors out of reach', trust(trusting(fail('trust_unavailable', 'trust'))), 'trust_unavailable'],
  [
    'WI-72',
    'no relying party metadata',
    trust(trusting(entity({ wallet_provider: members() }))),
    'rp_metadata_missing',
  ],
  ['WI-72', 'mistyped metadata', trust(trusting(both({ response_uris_supported: 'x' }))), 'rp_metadata_malformed'],
  ['GEN-15', 'a private key in the metadata', trust(trusting(both({ jwks: privateKeys }))), 'jwk_private'],
  [
    'WI-12',
    'a signature by another key under the same kid',
    (one) => {
      one.signer = { ...stranger, kid: signer.kid }
    },
    'signature_invalid',
  ],
  ['WI-12', 'an unknown kid', head('kid', 'unknown'), 'key_unknown'],
  [
    'WI-12',
    'no kid where two keys could be meant',
    (one) => {
      delete one.header.kid
      one.trust = trusting(both({}, [signer, second]))
    },
    'kid_missing',
  ],
  ['WI-12', 'an alg that is not supported', expect({ algorithms: ['ES384'] }), 'alg_unsupported'],
  [
    'WI-79',
    'presentation_definition_uri',
    (one) => {
      delete one.payload.scope
      one.payload.presentation_definition_uri = 'https://rp.example/pd'
    },
    'presentation_definition_uri_unsupported',
  ],
  [
    'WI-78',
    'presentation_definition beside its uri',
    (one) => {
      delete one.payload.scope
      one.payload.presentation_definition = definition
      one.payload.presentation_definition_uri = 'https://rp.example/pd'
    },
    'presentation_definition_conflict',
  ],
]

const scopeOnly: Row[] = [
  [
    'WI-78',
    'presentation_definition beside scope',
    set('presentation_definition', definition),
    'presentation_definition_conflict',
  ],
  ['WI-78', 'none of the three', drop('scope'), 'query_missing'],
  [
    'WI-79',
    'scope beside presentation_definition_uri',
    set('presentation_definition_uri', 'https://rp.example/pd'),
    'presentation_definition_uri_unsupported',
  ],
  ['WI-80', 'an unknown scope', set('scope', 'login other'), 'scope_unknown'],
  ['WI-80', 'a scope named like a member of every object', set('scope', 'constructor'), 'scope_unknown'],
  ['WI-80', 'a scope that is no text', set('scope', ['login']), 'scope_malformed'],
  ['WI-81', 'another client_id_scheme', set('client_id_scheme', 'x509_san_dns'), 'client_id_scheme_unsupported'],
  ['WI-13', 'client_metadata', set('client_metadata', {}), 'client_metadata_forbidden'],
  ['WI-13', 'client_metadata_uri', set('client_metadata_uri', 'https://rp.example/m'), 'client_metadata_uri_forbidden'],
]

const dcqlOnly: Row[] = [
  ['WI-68', 'no wallet_nonce after a POST', drop('wallet_nonce'), 'wallet_nonce_missing'],
  ['WI-68', 'another wallet_nonce', set('wallet_nonce', 'other'), 'wallet_nonce_mismatch'],
  ['WI-78', 'scope beside dcql_query', set('scope', 'login'), 'query_ambiguous'],
  ['WI-78', 'presentation_definition beside dcql_query', set('presentation_definition', definition), 'query_ambiguous'],
  ['WI-82', 'a malformed query', set('dcql_query', { credentials: [] }), 'dcql_malformed'],
  ['WI-82', 'a query that is null', set('dcql_query', null), 'dcql_malformed'],
  ['WI-82', 'a request_uri_method that is none', set('request_uri_method', 'put'), 'request_uri_method_invalid'],
]

for (const [kind, rows] of [
  ['scope', [...common, ...scopeOnly]],
  ['dcql', [...common.filter(([, , , code]) => code !== 'query_missing'), ...dcqlOnly]],
] as const)
  for (const [id, title, mutate, code] of rows)
    test(`${id} ${kind}: refuses ${title}`, async () => assert.equal(await run(kind, mutate), code))

test('WI-12 WI-72 WI-73 accepts a valid Request Object of each variant', async () => {
  assert.equal(await run('scope'), 'accepted')
  assert.equal(await run('dcql'), 'accepted')
})

test('WI-73 takes an aud that names any wallet, this one, or the Relying Party, and none', async () => {
  const named = (aud: unknown) => (one: Case) => {
    one.payload.aud = aud
    one.expected = { ...one.expected, audiences: ['wallet-1', 'https://rp.example/request'] }
  }
  for (const kind of ['scope', 'dcql'] as const) {
    assert.equal(valid[kind].payload.aud, 'https://self-issued.me/v2')
    assert.equal(await run(kind, drop('aud')), 'accepted')
    for (const aud of ['wallet-1', ['https://self-issued.me/v2'], clientId, 'https://rp.example/request'])
      assert.equal(await run(kind, named(aud)), 'accepted')
  }
})

test('WI-72 passes the header trust chain and the name of the key as hints for either relying party type', async () => {
  const seen: Seen[] = []
  await run('dcql', trust(trusting(both(), seen)))
  await run('dcql', (one) => {
    one.trust = trusting(both(), seen)
    delete one.header.trust_chain
  })
  const types = ['wallet_relying_party', 'openid_credential_verifier']
  assert.deepEqual(seen, [
    { entityId: clientId, types, hint: { trustChain: settings.trustChain, kid: signer.kid } },
    { entityId: clientId, types, hint: { kid: signer.kid } },
  ])
})

test('free checks come before the trust evaluation', async () => {
  const seen: Seen[] = []
  await run('dcql', (one) => {
    one.trust = trusting(both(), seen)
    delete one.payload.nonce
  })
  assert.deepEqual(seen, [])
})

const tolerated: Row[] = [
  [
    'WI-93',
    'either typ in either variant',
    ({ header }) => {
      header.typ = header.typ === 'JWT' ? 'application/oauth-authz-req+jwt' : 'jwt'
    },
    'accepted',
  ],
  ['WI-75', 'a UUID as nonce', set('nonce', '6f1b2c1e-9a4d-4c5e-8b7a-0f1e2d3c4b5a'), 'accepted'],
  ['WI-12', 'no kid where only one key fits', head('kid', undefined), 'accepted'],
  [
    'WI-76',
    'a response_uri attested as response_uris',
    trust(trusting(both({ response_uris_supported: [], response_uris: [responseUri] }))),
    'accepted',
  ],
  ['WI-77', 'direct_post', set('response_mode', 'direct_post'), 'accepted'],
  ['GEN-21', 'an unknown claim', set('foo', { bar: 1 }), 'accepted'],
]
for (const kind of ['scope', 'dcql'] as const)
  for (const [id, title, mutate] of tolerated)
    test(`${id} ${kind}: takes ${title}`, async () => assert.equal(await run(kind, mutate), 'accepted'))

test('WI-13 variant 2 ignores client_metadata', async () =>
  assert.equal(await run('dcql', set('client_metadata', { jwks: { keys: [stranger.publicJwk] } })), 'accepted'))

test('WI-57 reads metadata that has only the other name, and the earlier form', async () => {
  for (const kind of ['scope', 'dcql'] as const)
    for (const type of ['wallet_relying_party', 'openid_credential_verifier'] as const) {
      const { presentation_definitions_supported: definitions, response_uris_supported: uris, ...rest } = members()
      const earlier = {
        ...rest,
        presentation_definitions: definitions ?? [],
        response_uris: uris ?? [],
        default_acr_values: ['x'],
        vp_formats: { jwt_vp_json: {}, 'vc+sd-jwt': {} },
      }
      const evaluator = trusting(entity({ [type]: earlier }))
      assert.equal(await run(kind, trust(evaluator)), 'accepted')
    }
})

test('WI-80 a definition by value stands in place of a scope', async () => {
  const mutate = (one: Case): void => {
    delete one.payload.scope
    one.payload.presentation_definition = definition
  }
  assert.equal(await run('scope', mutate), 'accepted')
  const broken = (one: Case): void => {
    mutate(one)
    one.payload.presentation_definition = { id: 'x' }
  }
  assert.equal(await run('scope', broken), 'definition_malformed')
})

test('hostile input gets a code, not an exception', async () => {
  const deep = `${'['.repeat(40)}${']'.repeat(40)}`
  const rows = ['', '.', '..', 'a.b.c', 'x'.repeat(200_000), `${'e30'}.${Buffer.from(deep).toString('base64url')}.AA`]
  for (const compact of rows) {
    const result = await verifyRequestObject({ crypto, trust: trusting(both()) }, compact, expectation)
    assert.ok(failed(result))
  }
  assert.equal(
    await run('dcql', set('dcql_query', { credentials: Array.from({ length: 1000 }, () => ({})) })),
    'dcql_too_large',
  )
})

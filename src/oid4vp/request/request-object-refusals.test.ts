/** Request Objects of both variants with one fault each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changing, refusalsOf } from '../../../test/support/cases.ts'
import {
  both,
  type Case,
  crypto,
  definition,
  drop,
  entity,
  head,
  members,
  now,
  type Row,
  responseUri,
  run,
  set,
  signer,
  stranger,
  trust,
  trusting,
} from '../../../test/support/request-object.ts'
import { fail, type JsonObject } from '../../base/index.ts'
import { generateSigner } from '../../jose/index.ts'
import type { RequestExpectation } from '../index.ts'

const second = await generateSigner({ crypto })
const expect =
  (change: Partial<RequestExpectation>) =>
  (one: Case): void => {
    one.expected = { ...one.expected, ...change }
  }

const privateKeys = { keys: [{ ...signer.publicJwk, d: 'AA' } as unknown as JsonObject] }

const common: Row[] = refusalsOf({
  'WI-93 typ_mismatch': { 'another typ': head('typ', 'kb+jwt') },
  'WI-72 trust_chain_malformed': {
    'a trust_chain that is not a list': head('trust_chain', 'x'),
    'an empty trust_chain': head('trust_chain', []),
  },
  'WI-73 client_id_missing': { 'no client_id': drop('client_id') },
  'WI-73 client_id_mismatch': {
    'the client_id of another client': set('client_id', 'https://evil.example'),
    'another client_id in the URL': expect({ clientId: 'https://x.example' }),
    'metadata with the client_id of another client': trust(trusting(both({ client_id: 'https://x.example' }))),
  },
  'WI-73 iss_missing': { 'no iss': drop('iss') },
  'WI-73 aud_mismatch': {
    'another aud': set('aud', 'https://wallet.example'),
    'a second aud': set('aud', ['https://self-issued.me/v2', 'https://x.example']),
    'an empty aud': set('aud', []),
  },
  'WI-73 iss_mismatch': { 'another iss': set('iss', 'https://evil.example') },
  'WI-73 entity_mismatch': {
    'a chain about another subject': trust(trusting(entity(both().metadata, 'https://x.example'))),
  },
  'WI-74 exp_missing': { 'no exp': drop('exp') },
  'WI-74 iat_missing': { 'no iat': drop('iat') },
  'WI-74 expired': {
    'an exp that has passed by the clock skew': expect({ now: now + 330 }),
    'an object at its exp': expect({ now: now + 300 }),
    'an object after its exp, within the clock skew': expect({ now: now + 310 }),
  },
  'GEN-04 not_yet_valid': { 'an iat in the future': set('iat', now + 31) },
  'GEN-10 time_invalid': { 'an exp as text': set('exp', String(now + 300)) },
  'WI-74 nonce_missing': { 'no nonce': drop('nonce') },
  'WI-75 nonce_short': { 'a nonce of 31 characters': set('nonce', 'n'.repeat(31)) },
  'WI-74 state_missing': {
    'no state': drop('state'),
    'a state that a form cannot contain': set('state', 'half a pair \ud800'),
  },
  'WI-65 state_mismatch': { 'another state than the URL': set('state', 'other') },
  'WI-74 response_type_missing': { 'no response_type': drop('response_type') },
  'WI-77 response_type_unsupported': { 'response_type code': set('response_type', 'code') },
  'WI-74 response_mode_missing': { 'no response_mode': drop('response_mode') },
  'WI-77 response_mode_unsupported': { 'response_mode fragment': set('response_mode', 'fragment') },
  'WI-74 response_uri_missing': { 'no response_uri': drop('response_uri') },
  'WI-78 redirect_uri_conflict': { 'redirect_uri beside response_uri': set('redirect_uri', 'https://rp.example/cb') },
  'WI-78 request_present': { 'a Request Object inside': set('request', 'eyJ') },
  'WI-78 request_uri_present': { 'a request_uri inside': set('request_uri', 'https://rp.example/r') },
  'WI-78 transaction_data_unsupported': {
    transaction_data: set('transaction_data', ['eyJ0eXBlIjoieCJ9']),
    'transaction_data that is empty': set('transaction_data', []),
  },
  'WI-76 response_uri_not_attested': {
    'a response_uri that is not attested': set('response_uri', 'https://rp.example/other'),
    'a response_uri with an additional query': set('response_uri', `${responseUri}?x=1`),
  },
  'WI-72 no_trust_chain': { 'no chain to an anchor': trust(trusting(fail('no_trust_chain', 'trust'))) },
  'WI-72 entity_type_missing': { 'a member of another type': trust(trusting(fail('entity_type_missing', 'trust'))) },
  'WI-72 trust_unavailable': { 'unreachable superiors': trust(trusting(fail('trust_unavailable', 'trust'))) },
  'WI-72 rp_metadata_missing': { 'no relying party metadata': trust(trusting(entity({ wallet_provider: members() }))) },
  'WI-115 rp_metadata_malformed': { 'another type': trust(trusting(both({ application_type: 'native' }))) },
  'WI-72 rp_metadata_malformed': { 'mistyped metadata': trust(trusting(both({ response_uris_supported: 'x' }))) },
  'GEN-15 jwk_private': { 'a private key in the metadata': trust(trusting(both({ jwks: privateKeys }))) },
  'WI-12 signature_invalid': {
    'a signature by another key under the same kid': changing({ signer: { ...stranger, kid: signer.kid } }),
  },
  'WI-12 key_unknown': { 'an unknown kid': head('kid', 'unknown') },
  'WI-12 kid_missing': {
    'no kid where two keys could be meant': (one) => {
      delete one.header.kid
      one.trust = trusting(both({}, [signer, second]))
    },
  },
  'WI-12 alg_unsupported': { 'an alg that is not supported': expect({ algorithms: ['ES384'] }) },
  'WI-79 presentation_definition_uri_unsupported': {
    presentation_definition_uri: changing(
      { scope: undefined, presentation_definition_uri: 'https://rp.example/pd' },
      'payload',
    ),
  },
  'WI-78 presentation_definition_conflict': {
    'presentation_definition beside its uri': changing(
      { scope: undefined, presentation_definition: definition, presentation_definition_uri: 'https://rp.example/pd' },
      'payload',
    ),
  },
})

const scopeOnly: Row[] = refusalsOf({
  'WI-78 presentation_definition_conflict': {
    'presentation_definition beside scope': set('presentation_definition', definition),
  },
  'WI-78 query_missing': { 'no scope and no definition': drop('scope') },
  'WI-79 presentation_definition_uri_unsupported': {
    'scope beside presentation_definition_uri': set('presentation_definition_uri', 'https://rp.example/pd'),
  },
  'WI-80 scope_unknown': {
    'an unknown scope': set('scope', 'login other'),
    'a scope named like a member of every object': set('scope', 'constructor'),
  },
  'WI-80 scope_malformed': { 'a scope that is not a text': set('scope', ['login']) },
  'WI-81 client_id_scheme_unsupported': {
    'another client_id_scheme': set('client_id_scheme', 'x509_san_dns'),
    'a client_id_scheme of a later draft': set('client_id_scheme', 'openid_federation'),
    'a client_id_scheme that is a list': set('client_id_scheme', ['https']),
    'a client_id_scheme that is null': set('client_id_scheme', null),
  },
  'WI-13 client_metadata_forbidden': { client_metadata: set('client_metadata', {}) },
  'WI-13 client_metadata_uri_forbidden': { client_metadata_uri: set('client_metadata_uri', 'https://rp.example/m') },
})

const dcqlOnly: Row[] = [
  ['WI-68', 'no wallet_nonce after a POST', drop('wallet_nonce'), 'wallet_nonce_missing'],
  ['WI-68', 'another wallet_nonce', set('wallet_nonce', 'other'), 'wallet_nonce_mismatch'],
  ['WI-78', 'scope beside dcql_query', set('scope', 'login'), 'query_ambiguous'],
  ['WI-78', 'presentation_definition beside dcql_query', set('presentation_definition', definition), 'query_ambiguous'],
  ['WI-82', 'a malformed query', set('dcql_query', { credentials: [] }), 'dcql_malformed'],
  ['WI-82', 'a query that is null', set('dcql_query', null), 'dcql_malformed'],
  ...['put', 'posts', 'repost', ['post']].map(
    (method): Row => [
      'WI-82',
      `the request_uri_method ${JSON.stringify(method)}`,
      set('request_uri_method', method),
      'request_uri_method_invalid',
    ],
  ),
  [
    'WI-78',
    'presentation_definition and scope beside dcql_query',
    changing({ scope: 'login', presentation_definition: definition }, 'payload'),
    'presentation_definition_conflict',
  ],
]

for (const [kind, rows] of [
  ['scope', [...common, ...scopeOnly]],
  ['dcql', [...common.filter(([, , , code]) => code !== 'query_missing'), ...dcqlOnly]],
] as const)
  for (const [id, title, mutate, code] of rows)
    test(`${id} ${kind}: refuses ${title}`, async () => assert.equal(await run(kind, mutate), code))

for (const kind of ['scope', 'dcql'] as const) {
  test(`WI-74 ${kind}: accepts an object in the last second before its exp`, async () =>
    assert.equal(await run(kind, expect({ now: now + 299 })), 'accepted'))
  test(`WI-93 ${kind}: ${kind === 'scope' ? 'accepts' : 'refuses'} the typ JWT`, async () => {
    for (const typ of ['JWT', 'jwt', 'application/jwt'])
      assert.equal(await run(kind, head('typ', typ)), kind === 'scope' ? 'accepted' : 'typ_mismatch')
  })
  test(`WI-96 ${kind}: accepts an object without typ`, async () =>
    assert.equal(await run(kind, head('typ', undefined)), 'accepted'))
}

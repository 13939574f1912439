/** Request Objects of both variants with one fault each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
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

const common: Row[] = [
  ['WI-93', 'another typ', head('typ', 'kb+jwt'), 'typ_mismatch'],
  ['WI-72', 'a trust_chain that is no list', head('trust_chain', 'x'), 'trust_chain_malformed'],
  ['WI-72', 'an empty trust_chain', head('trust_chain', []), 'trust_chain_malformed'],
  ['WI-73', 'no client_id', drop('client_id'), 'client_id_missing'],
  ['WI-73', 'the client_id of another', set('client_id', 'https://evil.example'), 'client_id_mismatch'],
  ['WI-73', 'another client_id in the URL', expect({ clientId: 'https://x.example' }), 'client_id_mismatch'],
  [
    'WI-73',
    'metadata with the client_id of another',
    trust(trusting(both({ client_id: 'https://x.example' }))),
    'client_id_mismatch',
  ],
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
  ['WI-74', 'an object at its exp', expect({ now: now + 300 }), 'expired'],
  ['WI-74', 'an object after its exp, within the clock skew', expect({ now: now + 310 }), 'expired'],
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
  ['WI-115', 'another type', trust(trusting(both({ application_type: 'native' }))), 'rp_metadata_malformed'],
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
  [
    'WI-81',
    'a client_id_scheme of a later draft',
    set('client_id_scheme', 'openid_federation'),
    'client_id_scheme_unsupported',
  ],
  ['WI-81', 'a client_id_scheme that is a list', set('client_id_scheme', ['https']), 'client_id_scheme_unsupported'],
  ['WI-81', 'a client_id_scheme that is null', set('client_id_scheme', null), 'client_id_scheme_unsupported'],
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
    (one) => {
      one.payload.scope = 'login'
      one.payload.presentation_definition = definition
    },
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
  test(`WI-74 ${kind}: takes an object in the last second before its exp`, async () =>
    assert.equal(await run(kind, expect({ now: now + 299 })), 'accepted'))
  test(`WI-96 ${kind}: takes an object without typ`, async () =>
    assert.equal(await run(kind, head('typ', undefined)), 'accepted'))
}

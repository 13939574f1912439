/**
 * Requests whose parameters, query or key to encrypt to leave the wallet no answer that it may give, bent one at a time.
 */
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { createPresentationBench, nextBench } from '../../support/presentation-bench.ts'
import { assertNothingPosted, metadata, payload, type Row, scoped } from '../../support/relying-party-bends.ts'
import { attestedRedirectUri, pidQuery } from '../../support/scripted-relying-party.ts'

const parties = await createPresentationBench()

const rows: readonly Row[] = [
  [
    'WI-78',
    'redirect_uri beside response_uri',
    payload({ redirect_uri: attestedRedirectUri }),
    'redirect_uri_conflict',
  ],
  ['WI-78', 'a Request Object inside', payload({ request: 'eyJ' }), 'request_present'],
  ['WI-78', 'a request_uri inside', payload({ request_uri: 'https://rp.example/r' }), 'request_uri_present'],
  ['WI-78', 'transaction_data', payload({ transaction_data: ['eyJ0eXBlIjoieCJ9'] }), 'transaction_data_unsupported'],
  [
    'WI-78',
    'transaction_data in variant 1',
    scoped({ transaction_data: ['eyJ0eXBlIjoieCJ9'] }),
    'transaction_data_unsupported',
  ],
  ['WI-78', 'a definition beside scope', scoped({ presentation_definition: {} }), 'presentation_definition_conflict'],
  ['WI-78', 'neither scope nor definition', scoped({ scope: undefined }), 'query_missing'],
  ['WI-78', 'DCQL beside scope', payload({ scope: 'definition-1' }), 'query_ambiguous'],
  [
    'WI-79',
    'a definition by reference',
    scoped({ scope: undefined, presentation_definition_uri: 'https://rp.example/d' }),
    'presentation_definition_uri_unsupported',
  ],
  [
    'WI-79',
    'a definition by reference beside DCQL',
    payload({ presentation_definition_uri: 'https://rp.example/d' }),
    'presentation_definition_uri_unsupported',
  ],
  ['WI-80', 'an unknown scope', scoped({ scope: 'PersonIdentificationData Unknown' }), 'scope_unknown'],
  ['WI-81', 'another client_id_scheme', scoped({ client_id_scheme: 'x509_san_dns' }), 'client_id_scheme_unsupported'],
  ['WI-13', 'client_metadata in variant 1', scoped({ client_metadata: {} }), 'client_metadata_forbidden'],
  [
    'WI-13',
    'client_metadata_uri in variant 1',
    scoped({ client_metadata_uri: 'https://rp.example/m' }),
    'client_metadata_uri_forbidden',
  ],
  ['WI-82', 'a query that is none', payload({ dcql_query: { credentials: [] } }), 'dcql_malformed'],
  [
    'WI-82',
    'a query with one id twice',
    payload({ dcql_query: { credentials: [pidQuery.credentials[0], pidQuery.credentials[0]] } }),
    'dcql_id_duplicate',
  ],
  [
    'WI-83',
    'a type that the federation does not allow',
    metadata({ credential_types_allowed: ['other'] }),
    'credential_type_not_allowed',
  ],
  [
    'WI-83',
    'a claim that the federation does not allow',
    metadata({ claims_allowed: ['given_name'] }),
    'claim_not_allowed',
  ],
  [
    'WI-84',
    'metadata without a key to encrypt to',
    (bends) =>
      Object.assign(bends, {
        metadata: (members: JsonObject) => ({
          ...members,
          jwks: { keys: (members.jwks as { keys: JsonObject[] }).keys.filter(({ use }) => use === 'sig') },
        }),
      }),
    'encryption_key_missing',
  ],
  [
    'WI-84',
    'metadata whose only key signs the requests',
    (bends) =>
      Object.assign(bends, {
        metadata: (members: JsonObject) => {
          const [{ use, alg, ...bare }] = (members.jwks as { keys: [JsonObject] }).keys
          return { ...members, jwks: { keys: [bare] } }
        },
      }),
    'encryption_key_missing',
  ],
  [
    'WI-84',
    'a forbidden encryption',
    metadata({ authorization_encrypted_response_alg: 'RSA1_5' }),
    'encryption_alg_forbidden',
  ],
  [
    'WI-84',
    'an encryption that this wallet does not know',
    metadata({ authorization_encrypted_response_alg: 'ECDH-ES+A256KW' }),
    'encryption_alg_unsupported',
  ],
  [
    'WI-84',
    'a content encryption that this wallet does not know',
    metadata({ authorization_encrypted_response_enc: 'A192GCM' }),
    'encryption_alg_unsupported',
  ],
  [
    'WI-84',
    'a key to encrypt to that is no point of its curve',
    (bends) =>
      Object.assign(bends, {
        metadata: (members: JsonObject) => {
          const [sig, enc] = (members.jwks as { keys: [JsonObject, JsonObject] }).keys
          return { ...members, jwks: { keys: [sig, { ...enc, y: sig.y }] } }
        },
      }),
    'jwe_recipient_unusable',
  ],
]

for (const row of rows)
  test(`${row[0]} refuses ${row[1]}, and posts nothing`, () => assertNothingPosted(nextBench(parties), row))

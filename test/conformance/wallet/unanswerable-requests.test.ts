/** Requests whose parameters, query or encryption key make every answer impossible, with one fault at a time. */
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { ruleCasesOf } from '../../support/cases.ts'
import { createPresentationBench, nextBench } from '../../support/presentation-bench.ts'
import { assertNothingPosted, type Bend, metadata, payload, scoped } from '../../support/relying-party-bends.ts'
import { attestedRedirectUri, pidQuery } from '../../support/scripted-relying-party.ts'

const parties = await createPresentationBench()

const rows = ruleCasesOf<[bend: Bend]>({
  'WI-78 redirect_uri_conflict': [['redirect_uri beside response_uri', payload({ redirect_uri: attestedRedirectUri })]],
  'WI-78 request_present': [['request inside the object', payload({ request: 'eyJ' })]],
  'WI-78 request_uri_present': [['request_uri inside the object', payload({ request_uri: 'https://rp.example/r' })]],
  'WI-78 transaction_data_unsupported': [
    ['transaction_data', payload({ transaction_data: ['eyJ0eXBlIjoieCJ9'] })],
    ['transaction_data in variant 1', scoped({ transaction_data: ['eyJ0eXBlIjoieCJ9'] })],
  ],
  'WI-78 presentation_definition_conflict': [['a definition beside scope', scoped({ presentation_definition: {} })]],
  'WI-78 query_missing': [['neither scope nor definition', scoped({ scope: undefined })]],
  'WI-78 query_ambiguous': [['DCQL beside scope', payload({ scope: 'definition-1' })]],
  'WI-79 presentation_definition_uri_unsupported': [
    ['a definition by reference', scoped({ scope: undefined, presentation_definition_uri: 'https://rp.example/d' })],
    ['a definition by reference beside DCQL', payload({ presentation_definition_uri: 'https://rp.example/d' })],
  ],
  'WI-80 scope_unknown': [['an unknown scope', scoped({ scope: 'PersonIdentificationData Unknown' })]],
  'WI-81 client_id_scheme_unsupported': [['another client_id_scheme', scoped({ client_id_scheme: 'x509_san_dns' })]],
  'WI-13 client_metadata_forbidden': [['client_metadata in variant 1', scoped({ client_metadata: {} })]],
  'WI-13 client_metadata_uri_forbidden': [
    ['client_metadata_uri in variant 1', scoped({ client_metadata_uri: 'https://rp.example/m' })],
  ],
  'WI-82 dcql_malformed': [['a query without credentials', payload({ dcql_query: { credentials: [] } })]],
  'WI-82 dcql_id_duplicate': [
    [
      'a query with one id twice',
      payload({ dcql_query: { credentials: [pidQuery.credentials[0], pidQuery.credentials[0]] } }),
    ],
  ],
  'WI-83 credential_type_not_allowed': [
    ['a type that the federation does not allow', metadata({ credential_types_allowed: ['other'] })],
  ],
  'WI-83 claim_not_allowed': [
    ['a claim that the federation does not allow', metadata({ claims_allowed: ['given_name'] })],
  ],
  'WI-84 encryption_key_missing': [
    [
      'metadata without an encryption key',
      (bends) =>
        Object.assign(bends, {
          metadata: (members: JsonObject) => ({
            ...members,
            jwks: { keys: (members.jwks as { keys: JsonObject[] }).keys.filter(({ use }) => use === 'sig') },
          }),
        }),
    ],
    [
      'metadata whose only key signs the requests',
      (bends) =>
        Object.assign(bends, {
          metadata: (members: JsonObject) => {
            const [{ use, alg, ...bare }] = (members.jwks as { keys: [JsonObject] }).keys
            return { ...members, jwks: { keys: [bare] } }
          },
        }),
    ],
  ],
  'WI-84 encryption_alg_forbidden': [
    ['a forbidden encryption', metadata({ authorization_encrypted_response_alg: 'RSA1_5' })],
  ],
  'WI-84 encryption_alg_unsupported': [
    ['an unsupported encryption', metadata({ authorization_encrypted_response_alg: 'ECDH-ES+A256KW' })],
    ['an unsupported content encryption', metadata({ authorization_encrypted_response_enc: 'A192GCM' })],
  ],
  'WI-84 jwe_recipient_unusable': [
    [
      'an encryption key off the curve',
      (bends) =>
        Object.assign(bends, {
          metadata: (members: JsonObject) => {
            const [sig, enc] = (members.jwks as { keys: [JsonObject, JsonObject] }).keys
            return { ...members, jwks: { keys: [sig, { ...enc, y: sig.y }] } }
          },
        }),
    ],
  ],
})

for (const row of rows)
  test(`${row[0][0]} refuses ${row[1]}, and posts nothing`, () => assertNothingPosted(nextBench(parties), row))

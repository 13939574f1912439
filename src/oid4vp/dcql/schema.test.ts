import assert from 'node:assert/strict'
import { test } from 'node:test'
import { one, pidType } from '../../../test/support/dcql.ts'
import { failed, type JsonObject } from '../../base/index.ts'
import { parseDcqlQuery } from './schema.ts'

const anMdoc = (path: readonly unknown[]) =>
  one({ format: 'mso_mdoc', meta: { doctype_value: 'd' }, claims: [{ path }] })
const malformed: readonly (readonly [id: string, title: string, query: unknown, code: string])[] = [
  ['RP-37', 'null', null, 'dcql_malformed'],
  ['RP-37', 'no credentials', {}, 'dcql_malformed'],
  ['RP-37', 'an empty list', { credentials: [] }, 'dcql_malformed'],
  ['RP-37', 'no format', one({ format: undefined }), 'dcql_malformed'],
  ['RP-37', 'no id', one({ id: undefined }), 'dcql_malformed'],
  ['RP-37', 'an id with a blank', one({ id: 'personal id' }), 'dcql_id_invalid'],
  ['RP-37', 'the id __proto__', one({ id: '__proto__' }), 'dcql_id_invalid'],
  [
    'RP-37',
    'one id twice',
    {
      credentials: [
        { id: 'a', format: 'jwt' },
        { id: 'a', format: 'jwt' },
      ],
    },
    'dcql_id_duplicate',
  ],
  ['RP-37', 'no meta', one({ meta: undefined }), 'dcql_malformed'],
  ['RP-37', 'no vct_values', one({ meta: {} }), 'dcql_malformed'],
  ['RP-37', 'no vct_values, by the other name of SD-JWT', one({ format: 'vc+sd-jwt', meta: {} }), 'dcql_malformed'],
  ['RP-37', 'an mdoc of any type', one({ format: 'mso_mdoc' }), 'dcql_malformed'],
  ['RP-37', 'a namespace of an mdoc', anMdoc(['ns']), 'dcql_malformed'],
  ['RP-37', 'what lies in an element of an mdoc', anMdoc(['ns', 'b', 'c']), 'dcql_malformed'],
  ['RP-37', 'all elements of an mdoc', anMdoc(['ns', null]), 'dcql_malformed'],
  ['RP-37', 'vct_values that are no list', one({ meta: { vct_values: pidType } }), 'dcql_malformed'],
  ['RP-37', 'a claim without path', one({ claims: [{ id: 'a' }] }), 'dcql_malformed'],
  ['RP-37', 'an empty path', one({ claims: [{ path: [] }] }), 'dcql_malformed'],
  ['RP-85', 'a claim twice', one({ claims: [{ path: ['a', 0] }, { path: ['a', 0] }] }), 'dcql_malformed'],
  ['RP-85', 'a claim id with a blank', one({ claims: [{ id: 'a b', path: ['a'] }] }), 'dcql_id_invalid'],
  ['RP-85', 'a negative index', one({ claims: [{ path: ['a', -1] }] }), 'dcql_malformed'],
  ['RP-85', 'a broken index', one({ claims: [{ path: ['a', 0.5] }] }), 'dcql_malformed'],
  [
    'RP-63',
    'a credential that nobody need hold',
    one({ require_cryptographic_holder_binding: false }),
    'dcql_malformed',
  ],
  ['RP-85', 'multiple as text', one({ multiple: 'true' }), 'dcql_malformed'],
  ['RP-85', 'empty values', one({ claims: [{ path: ['a'], values: [] }] }), 'dcql_malformed'],
  [
    'RP-85',
    'one claim id twice',
    one({
      claims: [
        { id: 'x', path: ['a'] },
        { id: 'x', path: ['b'] },
      ],
    }),
    'dcql_claim_id_duplicate',
  ],
  [
    'RP-85',
    'a claim set of an unknown claim',
    one({ claims: [{ id: 'x', path: ['a'] }], claim_sets: [['y']] }),
    'dcql_claim_sets_invalid',
  ],
  [
    'RP-85',
    'a claim set of a known claim and an unknown one',
    one({ claims: [{ id: 'x', path: ['a'] }], claim_sets: [['x', 'y']] }),
    'dcql_claim_sets_invalid',
  ],
  ['RP-37', 'null in the place of a query', { credentials: [null] }, 'dcql_malformed'],
  ['RP-37', 'an id of 129 characters', one({ id: 'i'.repeat(129) }), 'dcql_id_invalid'],
  [
    'RP-85',
    'claim sets over claims without id',
    one({ claims: [{ path: ['a'] }, { id: 'x', path: ['b'] }], claim_sets: [['x']] }),
    'dcql_claim_sets_invalid',
  ],
  ['RP-85', 'claim sets without claims', one({ claims: undefined, claim_sets: [['x']] }), 'dcql_claim_sets_invalid'],
  [
    'RP-85',
    'a credential set of an unknown query',
    { ...one(), credential_sets: [{ options: [['nobody']] }] },
    'dcql_credential_sets_invalid',
  ],
  ['RP-85', 'an empty option', { ...one(), credential_sets: [{ options: [[]] }] }, 'dcql_malformed'],
  [
    'GEN-23',
    'a thousand queries',
    { credentials: Array.from({ length: 1000 }, (_, id) => ({ id: `q${id}`, format: 'jwt' })) },
    'dcql_too_large',
  ],
  [
    'GEN-23',
    'a thousand claims',
    one({ claims: Array.from({ length: 1000 }, () => ({ path: ['a'] })) }),
    'dcql_too_large',
  ],
  [
    'GEN-23',
    'a thousand path elements',
    one({ claims: [{ path: Array.from({ length: 1000 }, () => null) }] }),
    'dcql_too_large',
  ],
  [
    'GEN-23',
    'a thousand values',
    one({ claims: [{ path: ['a'], values: Array.from({ length: 1000 }, () => 1) }] }),
    'dcql_too_large',
  ],
  [
    'GEN-23',
    'a thousand options',
    { ...one(), credential_sets: [{ options: Array.from({ length: 1000 }, () => ['pid']) }] },
    'dcql_too_large',
  ],
  [
    'GEN-23',
    'a thousand sets',
    { ...one(), credential_sets: Array.from({ length: 1000 }, () => ({ options: [['pid']] })) },
    'dcql_too_large',
  ],
  [
    'GEN-23',
    'a thousand queries in one option',
    { ...one(), credential_sets: [{ options: [['pid'], Array.from({ length: 1000 }, () => 'pid')] }] },
    'dcql_too_large',
  ],
  ['GEN-23', 'a thousand claim sets', one({ claim_sets: Array.from({ length: 1000 }, () => ['x']) }), 'dcql_too_large'],
  [
    'GEN-23',
    'a thousand authorities',
    one({ trusted_authorities: Array.from({ length: 1000 }, () => ({})) }),
    'dcql_too_large',
  ],
]
for (const [id, title, query, code] of malformed)
  test(`${id} refuses a query with ${title}`, () => {
    const parsed = parseDcqlQuery(query as JsonObject, { strict: true }, 'dcql_query')
    assert.equal(failed(parsed) ? parsed.code : 'accepted', code)
  })

for (const [title, change] of [
  ['ids with blanks, which deployed relying parties send', { id: 'personal id data' }],
  ['a query of any type', { meta: undefined }],
  ['a claim twice', { claims: [{ path: ['a'] }, { path: ['a'] }] }],
  ['a claim id with a blank', { claims: [{ id: 'a b', path: ['a'] }] }],
] as const)
  test(`WI-82 a wallet reads ${title}`, () => {
    const parsed = parseDcqlQuery(one(change) as JsonObject, { strict: false }, 'dcql_query')
    assert.ok(!failed(parsed))
  })

test('RP-90 names the place of what leaves a type open or asks a claim twice', () => {
  for (const [change, at] of [
    [{ meta: undefined }, 'meta.vct_values'],
    [{ format: 'mso_mdoc', meta: {} }, 'meta.doctype_value'],
    [{ claims: [{ path: ['a'] }, { path: ['a', null] }, { path: ['a'] }] }, 'claims.2.path'],
  ] as const) {
    const parsed = parseDcqlQuery(one(change) as JsonObject, { strict: true }, 'dcql_query')
    assert.equal(failed(parsed) ? parsed.at : 'accepted', `dcql_query.credentials.0.${at}`)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalsOf } from '../../../test/support/cases.ts'
import { one, pidType } from '../../../test/support/dcql.ts'
import { failed, type JsonObject } from '../../base/index.ts'
import { parseDcqlQuery } from './schema.ts'

const anMdoc = (path: readonly unknown[]) =>
  one({ format: 'mso_mdoc', meta: { doctype_value: 'd' }, claims: [{ path }] })
const nothingRequired = { ...one(), credential_sets: [{ options: [['pid']], required: false }] }
const malformed: readonly (readonly [id: string, title: string, query: unknown, code: string])[] = refusalsOf({
  'RP-37 dcql_malformed': {
    null: null,
    'no credentials': {},
    'an empty list': { credentials: [] },
    'no format': one({ format: undefined }),
    'no id': one({ id: undefined }),
    'no meta': one({ meta: undefined }),
    'no vct_values': one({ meta: {} }),
    'no vct_values under the other name of SD-JWT': one({ format: 'vc+sd-jwt', meta: {} }),
    'an mdoc of any type': one({ format: 'mso_mdoc' }),
    'a namespace of an mdoc': anMdoc(['ns']),
    'a member inside an element of an mdoc': anMdoc(['ns', 'b', 'c']),
    'all elements of an mdoc': anMdoc(['ns', null]),
    'vct_values that are not a list': one({ meta: { vct_values: pidType } }),
    'a claim without path': one({ claims: [{ id: 'a' }] }),
    'an empty path': one({ claims: [{ path: [] }] }),
    'null in the place of a query': { credentials: [null] },
  },
  'RP-37 dcql_id_invalid': {
    'an id with a blank': one({ id: 'personal id' }),
    'the id __proto__': one({ id: '__proto__' }),
    'an id of 129 characters': one({ id: 'i'.repeat(129) }),
  },
  'RP-37 dcql_id_duplicate': {
    'one id twice': {
      credentials: [
        { id: 'a', format: 'jwt' },
        { id: 'a', format: 'jwt' },
      ],
    },
  },
  'RP-85 dcql_malformed': {
    'a claim twice': one({ claims: [{ path: ['a', 0] }, { path: ['a', 0] }] }),
    'a negative index': one({ claims: [{ path: ['a', -1] }] }),
    'a fractional index': one({ claims: [{ path: ['a', 0.5] }] }),
    'multiple as text': one({ multiple: 'true' }),
    'empty values': one({ claims: [{ path: ['a'], values: [] }] }),
    'an empty option': { ...one(), credential_sets: [{ options: [[]] }] },
  },
  'RP-85 dcql_id_invalid': { 'a claim id with a blank': one({ claims: [{ id: 'a b', path: ['a'] }] }) },
  'RP-63 dcql_malformed': {
    'a credential without holder binding': one({ require_cryptographic_holder_binding: false }),
  },
  'RP-85 dcql_claim_id_duplicate': {
    'one claim id twice': one({
      claims: [
        { id: 'x', path: ['a'] },
        { id: 'x', path: ['b'] },
      ],
    }),
  },
  'RP-85 dcql_claim_sets_invalid': {
    'a claim set of an unknown claim': one({ claims: [{ id: 'x', path: ['a'] }], claim_sets: [['y']] }),
    'a claim set of a known claim and an unknown one': one({
      claims: [{ id: 'x', path: ['a'] }],
      claim_sets: [['x', 'y']],
    }),
    'claim sets over claims without id': one({
      claims: [{ path: ['a'] }, { id: 'x', path: ['b'] }],
      claim_sets: [['x']],
    }),
    'claim sets without claims': one({ claims: undefined, claim_sets: [['x']] }),
  },
  'RP-85 dcql_credential_sets_invalid': {
    'a credential set of an unknown query': { ...one(), credential_sets: [{ options: [['nobody']] }] },
  },
  'RP-230 dcql_credential_sets_invalid': { 'no required credential set': nothingRequired },
  'GEN-23 dcql_too_large': {
    'a thousand queries': { credentials: Array.from({ length: 1000 }, (_, id) => ({ id: `q${id}`, format: 'jwt' })) },
    'a thousand claims': one({ claims: Array.from({ length: 1000 }, () => ({ path: ['a'] })) }),
    'a thousand path elements': one({ claims: [{ path: Array.from({ length: 1000 }, () => null) }] }),
    'a thousand values': one({ claims: [{ path: ['a'], values: Array.from({ length: 1000 }, () => 1) }] }),
    'a thousand options': { ...one(), credential_sets: [{ options: Array.from({ length: 1000 }, () => ['pid']) }] },
    'a thousand sets': { ...one(), credential_sets: Array.from({ length: 1000 }, () => ({ options: [['pid']] })) },
    'a thousand queries in one option': {
      ...one(),
      credential_sets: [{ options: [['pid'], Array.from({ length: 1000 }, () => 'pid')] }],
    },
    'a thousand claim sets': one({ claim_sets: Array.from({ length: 1000 }, () => ['x']) }),
    'a thousand types': one({ meta: { vct_values: Array.from({ length: 1000 }, () => pidType) } }),
    'a thousand values of an authority': one({
      trusted_authorities: [{ type: 'aki', values: Array.from({ length: 1000 }, () => 'x') }],
    }),
    'a thousand authorities': one({ trusted_authorities: Array.from({ length: 1000 }, () => ({})) }),
  },
})
test('RP-230 a wallet reads a query without a required credential set', () => {
  assert.ok(!failed(parseDcqlQuery(nothingRequired as JsonObject, { strict: false }, 'dcql_query')))
})

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

test('RP-90 names the place of a missing type and of a repeated claim', () => {
  for (const [change, at] of [
    [{ meta: undefined }, 'meta.vct_values'],
    [{ format: 'mso_mdoc', meta: {} }, 'meta.doctype_value'],
    [{ claims: [{ path: ['a'] }, { path: ['a', null] }, { path: ['a'] }] }, 'claims.2.path'],
  ] as const) {
    const parsed = parseDcqlQuery(one(change) as JsonObject, { strict: true }, 'dcql_query')
    assert.equal(failed(parsed) ? parsed.at : 'accepted', `dcql_query.credentials.0.${at}`)
  }
})

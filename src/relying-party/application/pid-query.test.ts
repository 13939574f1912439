import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed, type Json } from '../../base/index.ts'
import { type DcqlQuery, parseDcqlQuery } from '../../oid4vp/index.ts'
import { translateQuery } from './pid-query.ts'

const entity = { profile: 'it-wallet-1.4' as const, authorityHints: ['https://ta.example'] }
const diploma = { id: 'diploma', format: 'dc+sd-jwt', meta: { vct_values: ['diploma'] } }
const licence = { id: 'licence', format: 'dc+sd-jwt', meta: { vct_values: ['licence'] } }
const attestation = { id: 'attestation', format: 'jwt', meta: {} }

test('the query for a Wallet Attestation that the profile does not have is removed from every option', () => {
  const query: DcqlQuery = {
    credentials: [diploma, licence, attestation],
    credential_sets: [
      { options: [['diploma', 'attestation'], ['licence']] },
      { options: [['attestation'], ['licence']], required: false },
      { options: [['attestation']] },
    ],
  }
  assert.deepEqual(translateQuery(entity, query), {
    credentials: [diploma, licence],
    credential_sets: [{ options: [['diploma'], ['licence']] }, { options: [['licence']], required: false }],
  })
})

const pidType = { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] } }
const pathsOf = ({ credentials: [asked] }: DcqlQuery) => asked?.claims?.map(({ path }) => path)

for (const profile of ['it-wallet-1.0', 'it-wallet-1.4'] as const)
  test(`RP-139 ${profile}: every claim of the PID that has another name in the profile is renamed`, () => {
    const names = ['given_name', 'unique_id', 'tax_id_number']
    const query = { credentials: [{ ...pidType, claims: names.map((name) => ({ path: [name] })) }] }
    assert.deepEqual(pathsOf(translateQuery({ ...entity, profile }, query)), [
      ['given_name'],
      ['personal_administrative_number'],
      ['tax_id_code'],
    ])
  })

test('RP-139 a claim keeps its name if the query also has its name in the profile', () => {
  const claims = [
    { id: 'a', path: ['tax_id_number'] },
    { id: 'b', path: ['tax_id_code'] },
  ]
  const query = { credentials: [{ ...pidType, claims, claim_sets: [['a'], ['b']] }] }
  assert.deepEqual(pathsOf(translateQuery(entity, query)), [['tax_id_number'], ['tax_id_code']])
})

test('RP-139 both names of one claim are one path without claim_sets, so that the order is refused', () => {
  const credentials = [{ ...pidType, claims: [{ path: ['tax_id_number'] }, { path: ['tax_id_code'] }] }]
  const translated = translateQuery(entity, { credentials })
  assert.deepEqual(pathsOf(translated), [['tax_id_code'], ['tax_id_code']])
  const parsed = parseDcqlQuery(translated as unknown as Json, { strict: true }, 'dcql_query')
  assert.ok(failed(parsed))
  assert.equal(parsed.at, 'dcql_query.credentials.0.claims.1.path')
})

test('RP-139 a claim with the name of a member of every object keeps its name', () => {
  for (const name of ['constructor', 'toString', '__proto__']) {
    const query = { credentials: [{ ...pidType, claims: [{ path: [name] }] }] }
    assert.deepEqual(pathsOf(translateQuery(entity, query)), [[name]])
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalsOf } from '../../test/support/cases.ts'
import { expectSuccess, refuses } from '../../test/support/refuses.ts'
import { failed, type Json, longestPlace } from '../base/index.ts'
import { formatMdoc, formatSdJwt } from '../credential/formats.ts'
import { createAuthorizationDetail, parseAuthorizationDetails } from './authorization-details.ts'

const issuer = 'https://pid.example'
const support = { formats: [formatSdJwt, formatMdoc] as const, credentialType: 'eu.eudiw.pid.it', doctype: 'eu.doc' }
const valid = { type: 'openid_credential', format: 'vc+sd-jwt', credential_definition: { type: ['eu.eudiw.pid.it'] } }
const parse = (value: Json | undefined) => parseAuthorizationDetails(value, support, issuer, 'details')
const one = (change: Record<string, Json>) => parse([{ ...valid, ...change }])
const without = (name: keyof typeof valid) =>
  parse([Object.fromEntries(Object.entries(valid).filter(([key]) => key !== name))])

const faults: readonly (readonly [id: string, what: string, run: () => unknown, code: string])[] = [
  ...[null, 7, 'given_name', ['given_name']].map(
    (credentialSubject) =>
      [
        'PP-53',
        `credentialSubject ${JSON.stringify(credentialSubject)}`,
        () => one({ credential_definition: { type: ['eu.eudiw.pid.it'], credentialSubject } }),
        'detail_claims_malformed',
      ] as const,
  ),
  ...refusalsOf({
    'PP-07 authorization_details_malformed': {
      'an empty array': () => parse([]),
      'an object': () => parse(valid),
      'a text': () => parse(JSON.stringify([valid])),
      'an array of texts': () => parse(['x']),
      'a null among the objects': () => parse([valid, null]),
      'nine objects': () => parse(Array(9).fill(valid)),
    },
    'PP-07 detail_type_unsupported': {
      'no type': () => without('type'),
      'another type': () => one({ type: 'payment' }),
    },
    'PP-07 detail_format_missing': {
      'no format': () => without('format'),
      'a format that is not a text': () => one({ format: 1 }),
    },
    'PP-07 detail_format_unsupported': {
      'another format': () => one({ format: 'ldp_vc' }),
      'a format that is not issued here': () => {
        const bare = { ...support, formats: [formatSdJwt] as const }
        return parseAuthorizationDetails([{ ...valid, format: 'mso_mdoc' }], bare, issuer, 'details')
      },
      'an unsupported format after a supported one': () => parse([valid, { ...valid, format: 'x' }]),
    },
    'PP-07 detail_definition_malformed': {
      'no credential_definition': () => without('credential_definition'),
      'a definition without type': () => one({ credential_definition: {} }),
      'a type that is not an array': () => one({ credential_definition: { type: 'eu.eudiw.pid.it' } }),
      'a type of numbers': () => one({ credential_definition: { type: [1] } }),
      'a type of a text and a number': () => one({ credential_definition: { type: ['eu.eudiw.pid.it', 1] } }),
      'an mdoc without definition and doctype': () => parse([{ type: 'openid_credential', format: 'mso_mdoc' }]),
    },
    'PP-07 detail_credential_type_unsupported': {
      'another credential': () => one({ credential_definition: { type: ['mDL'] } }),
      'another vct': () => one({ vct: 'mDL' }),
      'a vct that is not a text': () => one({ vct: ['eu.eudiw.pid.it'] }),
      'a right vct beside a definition of another credential': () =>
        one({ vct: 'eu.eudiw.pid.it', credential_definition: { type: ['mDL'] } }),
    },
    'PP-53 detail_field_unknown': {
      'a vct beside mso_mdoc': () => one({ format: 'mso_mdoc', vct: 'eu.eudiw.pid.it' }),
      'an unknown field': () => one({ credential_configuration_id: 'x' }),
      'a doctype beside vc+sd-jwt': () => one({ doctype: 'eu.doc' }),
      'an unknown field of the definition': () => one({ credential_definition: { type: ['eu.eudiw.pid.it'], x: 1 } }),
    },
    'PP-07 detail_doctype_unsupported': { 'another doctype': () => one({ format: 'mso_mdoc', doctype: 'x' }) },
    'PP-07 detail_locations_unsupported': {
      'the location of another server': () => one({ locations: ['https://x.example'] }),
      'another location beside the issuer': () => one({ locations: [issuer, 'x'] }),
      'empty locations': () => one({ locations: [] }),
      'locations that are not an array': () => one({ locations: issuer }),
    },
  }),
]
for (const [id, what, run, code] of faults) refuses(id, what, run, code)

test('PP-07 accepts the details that the wallet creates, and the alias of the format', () => {
  const made = createAuthorizationDetail(formatSdJwt, support)
  assert.deepEqual(made, valid)
  assert.deepEqual(expectSuccess(parse([made as unknown as Json])), [valid])
  assert.deepEqual(expectSuccess(one({ format: 'dc+sd-jwt' })), [valid])
})

test('PP-07 a vct, or the doctype of an mdoc, can name the PID beside a definition or in its place', () => {
  const { credential_definition: _, ...bare } = valid
  assert.deepEqual(expectSuccess(one({ vct: 'eu.eudiw.pid.it' })), [valid])
  assert.deepEqual(expectSuccess(parse([{ ...bare, vct: 'eu.eudiw.pid.it' }])), [valid])
  const mdoc = createAuthorizationDetail(formatMdoc, support)
  assert.deepEqual(expectSuccess(parse([{ ...bare, format: 'mso_mdoc', doctype: 'eu.doc' }])), [mdoc])
})

test('PP-53 accepts locations, and a doctype for mso_mdoc', () => {
  assert.deepEqual(expectSuccess(one({ locations: [issuer] })), [valid])
  const mdoc = createAuthorizationDetail(formatMdoc, support)
  assert.deepEqual(mdoc, { ...valid, format: 'mso_mdoc', doctype: 'eu.doc' })
  assert.deepEqual(expectSuccess(parse([mdoc as unknown as Json])), [mdoc])
})

test('PP-53 the place names the unknown field', () => {
  const placeOfFault = (change: Record<string, Json>) => {
    const fault = one(change)
    return failed(fault) ? fault.at : undefined
  }
  assert.equal(placeOfFault({ colour: 'red' }), 'details.0.colour')
  const second = parse([valid, { ...valid, format: 'x' }])
  assert.equal(failed(second) && second.at, 'details.1.format')
  const definition = { ...valid.credential_definition, colour: 'red' }
  assert.equal(placeOfFault({ credential_definition: definition }), 'details.0.credential_definition.colour')
  assert.equal(placeOfFault({ ['x'.repeat(500)]: 1 })?.length, longestPlace)
})

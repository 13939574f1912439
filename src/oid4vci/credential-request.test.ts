import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalsOf } from '../../test/support/cases.ts'
import { expectSuccess, refuses } from '../../test/support/refuses.ts'
import type { JsonObject } from '../base/index.ts'
import { pid as pidSupport } from '../credential/index.ts'
import { createAuthorizationDetail, formatMdoc, formatSdJwt } from '../oauth/index.ts'
import { checkCredentialGranted, createCredentialRequest, parseCredentialRequest } from './credential-request.ts'

const sdJwt = createCredentialRequest(formatSdJwt, pidSupport, 'a.b.c') as JsonObject
const mdoc = createCredentialRequest(formatMdoc, pidSupport, 'a.b.c') as JsonObject

/** Returns the request as a form, as in the example of the specification. */
const asForm = (json: JsonObject) =>
  new Map(
    Object.entries(json).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
const parseJson = (json: JsonObject) => parseCredentialRequest({ kind: 'json', json }, pidSupport)
const parseForm = (json: JsonObject) => parseCredentialRequest({ kind: 'form', form: asForm(json) }, pidSupport)

test('WI-51 the wallet sends the members of the specification, and a doctype for mso_mdoc', () => {
  assert.deepEqual(sdJwt, {
    credential_definition: { type: ['eu.eudiw.pid.it'] },
    format: 'vc+sd-jwt',
    proof: { proof_type: 'jwt', jwt: 'a.b.c' },
  })
  assert.deepEqual(mdoc, { ...sdJwt, format: 'mso_mdoc', doctype: 'eu.europa.ec.eudiw.pid.1' })
})

const without = (json: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(json).filter(([key]) => key !== name))

/** Returns a request with an identifier of a later draft instead of a format. This draft has no such member. */
const byName = (member: string): JsonObject => ({ [member]: 'eu.eudiw.pid.it', proof: sdJwt.proof ?? null })

const faults: readonly (readonly [id: string, what: string, json: JsonObject, code: string])[] = refusalsOf({
  'PP-25 format_missing': {
    'no format': without(sdJwt, 'format'),
    'a configuration id in the place of a format': byName('credential_configuration_id'),
    'a credential identifier in the place of a format': byName('credential_identifier'),
  },
  'PP-127 credential_identifier_forbidden': {
    'a credential identifier beside a format': { ...sdJwt, credential_identifier: 'eu.eudiw.pid.it' },
  },
  'PP-115 response_encryption_unsupported': {
    'a request for an encrypted response': {
      ...sdJwt,
      credential_response_encryption: { jwk: { kty: 'EC' }, alg: 'ECDH-ES', enc: 'A256GCM' },
    },
    'a request for an encrypted response as a text': { ...mdoc, credential_response_encryption: 'A256GCM' },
  },
  'PP-127 proofs_unexpected': { 'proofs beside a proof': { ...sdJwt, proofs: { jwt: ['a.b.c', 'd.e.f'] } } },
  'PP-94 proof_missing': {
    'proofs in the place of a proof': { ...without(sdJwt, 'proof'), proofs: { jwt: ['a.b.c'] } },
    'no proof': without(sdJwt, 'proof'),
  },
  'PP-25 format_unsupported': { 'another format': { ...sdJwt, format: 'jwt_vc_json' } },
  'PP-127 credential_definition_missing': { 'no credential_definition': without(sdJwt, 'credential_definition') },
  'PP-127 credential_definition_malformed': {
    'a definition that is an array': { ...sdJwt, credential_definition: [] },
    'a definition without type': { ...sdJwt, credential_definition: {} },
    'a type that is a text': { ...sdJwt, credential_definition: { type: 'x' } },
  },
  'PP-127 credential_type_unsupported': {
    'another type': { ...sdJwt, credential_definition: { type: ['mDL'] } },
    'another vct': { ...sdJwt, vct: 'mDL' },
    'another type beside a right vct': { ...sdJwt, vct: 'eu.eudiw.pid.it', credential_definition: { type: ['mDL'] } },
    'another type beside a right doctype': { ...mdoc, credential_definition: { type: ['mDL'] } },
  },
  'PP-93 doctype_missing': { 'mso_mdoc without doctype': without(mdoc, 'doctype') },
  'PP-93 doctype_unsupported': { 'mso_mdoc with another doctype': { ...mdoc, doctype: 'x' } },
  'PP-94 proof_malformed': { 'a proof that is an array': { ...sdJwt, proof: [] } },
  'PP-94 proof_type_unsupported': {
    'another proof_type': { ...sdJwt, proof: { proof_type: 'cwt', jwt: 'a.b.c' } },
    'no proof_type': { ...sdJwt, proof: { jwt: 'a.b.c' } },
  },
  'PP-94 proof_jwt_missing': {
    'no jwt': { ...sdJwt, proof: { proof_type: 'jwt' } },
    'a jwt that is not a text': { ...sdJwt, proof: { proof_type: 'jwt', jwt: 7 } },
  },
})
for (const [id, what, json, code] of faults) {
  refuses(id, `a JSON request with ${what}`, () => parseJson(json), code)
  refuses(id, `a form with ${what}`, () => parseForm(json), code)
}

refuses('PP-24', 'no body', () => parseCredentialRequest({ kind: 'none' }, pidSupport), 'body_missing')
refuses('PP-25', 'a format that is not a text', () => parseJson({ ...sdJwt, format: 7 }), 'format_missing')
for (const [text, code] of [
  ['{', 'json_malformed'],
  ['{"proof_type":"jwt","jwt":"a","jwt":"b"}', 'json_duplicate_member'],
] as const)
  refuses(
    'GEN-28',
    `a form whose proof is ${text}`,
    () => parseCredentialRequest({ kind: 'form', form: new Map([...asForm(sdJwt), ['proof', text]]) }, pidSupport),
    code,
  )

test('PP-24, PP-25 JSON and form are parsed alike, even with the alias of the format', () => {
  const expected = {
    format: 'vc+sd-jwt',
    credentialType: 'eu.eudiw.pid.it',
    doctype: undefined,
    formatName: 'vc+sd-jwt',
    proofJwt: 'a.b.c',
  }
  for (const parse of [parseJson, parseForm]) {
    assert.deepEqual(expectSuccess(parse({ ...sdJwt, extra: 'x' })), expected)
    assert.deepEqual(expectSuccess(parse({ ...sdJwt, format: 'dc+sd-jwt' })), expected)
    assert.deepEqual(expectSuccess(parse({ ...sdJwt, vct: 'eu.eudiw.pid.it' })), expected)
    const types = { type: ['VerifiableCredential', 'eu.eudiw.pid.it'] }
    assert.deepEqual(expectSuccess(parse({ ...sdJwt, credential_definition: types })), expected)
    assert.deepEqual(
      expectSuccess(parse({ ...without(sdJwt, 'credential_definition'), vct: 'eu.eudiw.pid.it' })),
      expected,
    )
    const asked = { ...expected, format: 'mso_mdoc', formatName: 'mso_mdoc', doctype: 'eu.europa.ec.eudiw.pid.1' }
    assert.deepEqual(expectSuccess(parse(mdoc)), asked)
    assert.deepEqual(expectSuccess(parse(without(mdoc, 'credential_definition'))), asked)
  }
})

test('PP-24 PP-25 D-375 a null member counts as absent, also as the JSON text of a form', () => {
  for (const parse of [parseJson, parseForm]) {
    const left = { proofs: null, credential_response_encryption: null }
    assert.equal(expectSuccess(parse({ ...sdJwt, ...left })).proofJwt, 'a.b.c')
    assert.equal(expectSuccess(parse({ ...mdoc, ...left, credential_definition: null })).format, 'mso_mdoc')
  }
})
for (const parse of [parseJson, parseForm])
  refuses('PP-94', 'a proof that is null', () => parse({ ...sdJwt, proof: null }), 'proof_missing')

test('PP-24 D-452 accepts a form with an unescaped plus in the format, which is read as a blank', () => {
  for (const format of ['vc sd-jwt', 'dc sd-jwt'])
    assert.equal(expectSuccess(parseForm({ ...sdJwt, format })).format, 'vc+sd-jwt')
})
refuses(
  'PP-25',
  'a blank in the format of a JSON request',
  () => parseJson({ ...sdJwt, format: 'vc sd-jwt' }),
  'format_unsupported',
)

refuses(
  'PP-25',
  'a format that this issuer does not offer',
  () => parseCredentialRequest({ kind: 'json', json: mdoc }, { ...pidSupport, formats: [formatSdJwt] }),
  'format_unsupported',
)

const granted = { authorizationDetails: [createAuthorizationDetail(formatSdJwt, pidSupport)] }
refuses(
  'PP-92',
  'a format that was not granted',
  () => checkCredentialGranted(expectSuccess(parseJson(mdoc)), granted),
  'not_granted',
)
refuses(
  'PP-92',
  'a type that was not granted',
  () => checkCredentialGranted({ format: formatSdJwt, credentialType: 'x' }, granted),
  'not_granted',
)
test('PP-92 accepts what was granted', () => {
  assert.equal(checkCredentialGranted(expectSuccess(parseJson(sdJwt)), granted), undefined)
})

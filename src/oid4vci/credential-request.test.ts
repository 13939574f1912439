import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuses, vouched } from '../../test/support/refuses.ts'
import type { JsonObject } from '../base/index.ts'
import { pid as pidSupport } from '../credential/index.ts'
import { createAuthorizationDetail, formatMdoc, formatSdJwt } from '../oauth/index.ts'
import { checkCredentialGranted, createCredentialRequest, parseCredentialRequest } from './credential-request.ts'

const sdJwt = createCredentialRequest(formatSdJwt, pidSupport, 'a.b.c') as JsonObject
const mdoc = createCredentialRequest(formatMdoc, pidSupport, 'a.b.c') as JsonObject

/** The same request in the shape of the specification's example. */
const asForm = (json: JsonObject) =>
  new Map(
    Object.entries(json).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
const parseJson = (json: JsonObject) => parseCredentialRequest({ kind: 'json', json }, pidSupport)
const parseForm = (json: JsonObject) => parseCredentialRequest({ kind: 'form', form: asForm(json) }, pidSupport)

test('WI-51 the wallet sends the members of the specification, doctype for mso_mdoc', () => {
  assert.deepEqual(sdJwt, {
    credential_definition: { type: ['eu.eudiw.pid.it'] },
    format: 'vc+sd-jwt',
    proof: { proof_type: 'jwt', jwt: 'a.b.c' },
  })
  assert.deepEqual(mdoc, { ...sdJwt, format: 'mso_mdoc', doctype: 'eu.europa.ec.eudiw.pid.1' })
})

const without = (json: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(json).filter(([key]) => key !== name))

/** As later drafts name what they ask for. This one gives out no such names. */
const byName = (member: string): JsonObject => ({ [member]: 'eu.eudiw.pid.it', proof: sdJwt.proof ?? null })

const faults: readonly (readonly [id: string, what: string, json: JsonObject, code: string])[] = [
  ['PP-25', 'no format', without(sdJwt, 'format'), 'format_missing'],
  ['PP-25', 'a configuration id in the place of a format', byName('credential_configuration_id'), 'format_missing'],
  ['PP-25', 'a credential identifier in the place of a format', byName('credential_identifier'), 'format_missing'],
  [
    'PP-127',
    'a credential identifier beside a format',
    { ...sdJwt, credential_identifier: 'eu.eudiw.pid.it' },
    'credential_identifier_forbidden',
  ],
  [
    'PP-115',
    'a response to be encrypted',
    { ...sdJwt, credential_response_encryption: { jwk: { kty: 'EC' }, alg: 'ECDH-ES', enc: 'A256GCM' } },
    'response_encryption_unsupported',
  ],
  [
    'PP-115',
    'a response to be encrypted, said in a word',
    { ...mdoc, credential_response_encryption: 'A256GCM' },
    'response_encryption_unsupported',
  ],
  ['PP-127', 'several proofs beside the one', { ...sdJwt, proofs: { jwt: ['a.b.c', 'd.e.f'] } }, 'proofs_unexpected'],
  [
    'PP-94',
    'several proofs in the place of one',
    { ...without(sdJwt, 'proof'), proofs: { jwt: ['a.b.c'] } },
    'proof_missing',
  ],
  ['PP-25', 'another format', { ...sdJwt, format: 'jwt_vc_json' }, 'format_unsupported'],
  ['PP-127', 'no credential_definition', without(sdJwt, 'credential_definition'), 'credential_definition_missing'],
  [
    'PP-127',
    'a definition that is an array',
    { ...sdJwt, credential_definition: [] },
    'credential_definition_malformed',
  ],
  ['PP-127', 'a definition without type', { ...sdJwt, credential_definition: {} }, 'credential_definition_malformed'],
  [
    'PP-127',
    'a type that is a text',
    { ...sdJwt, credential_definition: { type: 'x' } },
    'credential_definition_malformed',
  ],
  ['PP-127', 'another type', { ...sdJwt, credential_definition: { type: ['mDL'] } }, 'credential_type_unsupported'],
  ['PP-127', 'another vct', { ...sdJwt, vct: 'mDL' }, 'credential_type_unsupported'],
  [
    'PP-127',
    'another type beside a right vct',
    { ...sdJwt, vct: 'eu.eudiw.pid.it', credential_definition: { type: ['mDL'] } },
    'credential_type_unsupported',
  ],
  [
    'PP-127',
    'another type beside a right doctype',
    { ...mdoc, credential_definition: { type: ['mDL'] } },
    'credential_type_unsupported',
  ],
  ['PP-93', 'mso_mdoc without doctype', without(mdoc, 'doctype'), 'doctype_missing'],
  ['PP-93', 'mso_mdoc with another doctype', { ...mdoc, doctype: 'x' }, 'doctype_unsupported'],
  ['PP-94', 'no proof', without(sdJwt, 'proof'), 'proof_missing'],
  ['PP-94', 'a proof that is an array', { ...sdJwt, proof: [] }, 'proof_malformed'],
  ['PP-94', 'another proof_type', { ...sdJwt, proof: { proof_type: 'cwt', jwt: 'a.b.c' } }, 'proof_type_unsupported'],
  ['PP-94', 'no proof_type', { ...sdJwt, proof: { jwt: 'a.b.c' } }, 'proof_type_unsupported'],
  ['PP-94', 'no jwt', { ...sdJwt, proof: { proof_type: 'jwt' } }, 'proof_jwt_missing'],
  ['PP-94', 'a jwt that is no text', { ...sdJwt, proof: { proof_type: 'jwt', jwt: 7 } }, 'proof_jwt_missing'],
]
for (const [id, what, json, code] of faults) {
  refuses(id, `as JSON, ${what}`, () => parseJson(json), code)
  refuses(id, `as a form, ${what}`, () => parseForm(json), code)
}

refuses('PP-24', 'no body', () => parseCredentialRequest({ kind: 'none' }, pidSupport), 'body_missing')
refuses('PP-25', 'a format that is no text', () => parseJson({ ...sdJwt, format: 7 }), 'format_missing')
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

test('PP-24, PP-25 JSON and form are read alike, the alias of the format too', () => {
  const expected = {
    format: 'vc+sd-jwt',
    credentialType: 'eu.eudiw.pid.it',
    doctype: undefined,
    formatName: 'vc+sd-jwt',
    proofJwt: 'a.b.c',
  }
  for (const parse of [parseJson, parseForm]) {
    assert.deepEqual(vouched(parse({ ...sdJwt, extra: 'x' })), expected)
    assert.deepEqual(vouched(parse({ ...sdJwt, format: 'dc+sd-jwt' })), expected)
    assert.deepEqual(vouched(parse({ ...sdJwt, vct: 'eu.eudiw.pid.it' })), expected)
    const types = { type: ['VerifiableCredential', 'eu.eudiw.pid.it'] }
    assert.deepEqual(vouched(parse({ ...sdJwt, credential_definition: types })), expected)
    assert.deepEqual(vouched(parse({ ...without(sdJwt, 'credential_definition'), vct: 'eu.eudiw.pid.it' })), expected)
    const asked = { ...expected, format: 'mso_mdoc', formatName: 'mso_mdoc', doctype: 'eu.europa.ec.eudiw.pid.1' }
    assert.deepEqual(vouched(parse(mdoc)), asked)
    assert.deepEqual(vouched(parse(without(mdoc, 'credential_definition'))), asked)
  }
})

test('PP-24 D-452 in a form the plus of a format may stand as it is, which is read as a blank', () => {
  for (const format of ['vc sd-jwt', 'dc sd-jwt'])
    assert.equal(vouched(parseForm({ ...sdJwt, format })).format, 'vc+sd-jwt')
})
refuses(
  'PP-25',
  'a blank in the format of a JSON',
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
  () => checkCredentialGranted(vouched(parseJson(mdoc)), granted),
  'not_granted',
)
refuses(
  'PP-92',
  'a type that was not granted',
  () => checkCredentialGranted({ format: formatSdJwt, credentialType: 'x' }, granted),
  'not_granted',
)
test('PP-92 accepts what was granted', () => {
  assert.equal(checkCredentialGranted(vouched(parseJson(sdJwt)), granted), undefined)
})

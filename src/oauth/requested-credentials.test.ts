/** What OpenID4VCI prints as `authorization_details`, asked of an issuer that offers just that. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { details } from '../../test/vectors/openid4vci.ts'
import { failed, type Json } from '../base/index.ts'
import { readRequestedCredentials } from './requested-credentials.ts'

const support = {
  formats: ['vc+sd-jwt', 'mso_mdoc'],
  credentialType: 'UniversityDegreeCredential',
  doctype: 'org.iso.18013.5.1.mDL',
} as const

function read(asked: readonly object[], credentialType: string = support.credentialType): unknown {
  const members = { authorization_details: asked as unknown as Json }
  const answer = readRequestedCredentials(
    members,
    { ...support, credentialType },
    'https://credential-issuer.example.com',
  )
  return failed(answer)
    ? answer.code
    : (answer.configurations?.ids ?? answer.authorization_details.map(({ format }) => format))
}

test('PP-117 OpenID4VCI 1.0 §5.1.1: one configuration, one of several servers’, two, and an mdoc with claims', () => {
  assert.deepEqual(read(details.one), ['UniversityDegreeCredential'])
  assert.deepEqual(read(details.withServer), ['UniversityDegreeCredential'])
  assert.deepEqual(read(details.two), ['UniversityDegreeCredential', 'org.iso.18013.5.1.mDL'])
  assert.deepEqual(read(details.mdoc), ['org.iso.18013.5.1.mDL'])
})

test('PP-07 OpenID4VCI draft 13 §A.3: an SD-JWT by its type', () => {
  assert.deepEqual(read(details.draft13, 'SD_JWT_VC_example_in_OpenID4VCI'), ['vc+sd-jwt'])
  assert.equal(read(details.draft13), 'detail_credential_type_unsupported')
})

test('PP-117 OpenID4VCI 1.0 §5.1.1: fields that nobody knows make no object invalid (D-355)', () => {
  const [one] = details.one
  assert.deepEqual(read([{ ...one, credential_identifiers: ['x'], 'urn:example:purpose': 1 }]), [
    support.credentialType,
  ])
  assert.equal(read([{ ...details.draft13[0], 'urn:example:purpose': 1 }]), 'detail_field_unknown')
})

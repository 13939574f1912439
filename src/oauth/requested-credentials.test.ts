/** The `authorization_details` examples of OpenID4VCI, sent to an issuer that offers exactly these credentials. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { details } from '../../test/vectors/openid4vci.ts'
import { failed, type Json, type JsonObject } from '../base/index.ts'
import { maximumDetails } from './authorization-details.ts'
import { readRequestedCredentials } from './requested-credentials.ts'

const support = {
  formats: ['vc+sd-jwt', 'mso_mdoc'],
  credentialType: 'UniversityDegreeCredential',
  doctype: 'org.iso.18013.5.1.mDL',
} as const

function read(
  asked: readonly unknown[],
  credentialType: string = support.credentialType,
  more: JsonObject = {},
): unknown {
  const members = { ...more, authorization_details: asked as Json }
  const answer = readRequestedCredentials(
    members,
    { ...support, credentialType },
    'https://credential-issuer.example.com',
  )
  return failed(answer)
    ? answer.code
    : (answer.configurations?.ids ?? answer.authorization_details.map(({ format }) => format))
}

test('PP-117 OpenID4VCI 1.0 §5.1.1: the examples with one configuration, a server, two configurations and an mdoc are read', () => {
  assert.deepEqual(read(details.one), ['UniversityDegreeCredential'])
  assert.deepEqual(read(details.withServer), ['UniversityDegreeCredential'])
  assert.deepEqual(read(details.two), ['UniversityDegreeCredential', 'org.iso.18013.5.1.mDL'])
  assert.deepEqual(read(details.mdoc), ['org.iso.18013.5.1.mDL'])
})

test('PP-07 OpenID4VCI draft 13 §A.3: the example of an SD-JWT is read only for its type', () => {
  assert.deepEqual(read(details.draft13, 'SD_JWT_VC_example_in_OpenID4VCI'), ['vc+sd-jwt'])
  assert.equal(read(details.draft13), 'detail_credential_type_unsupported')
})

test('PP-117 OpenID4VCI 1.0 §5.1.1: unknown fields do not make an object with a configuration invalid (D-355)', () => {
  const [one] = details.one
  assert.deepEqual(read([{ ...one, credential_identifiers: ['x'], 'urn:example:purpose': 1 }]), [
    support.credentialType,
  ])
  assert.equal(read([{ ...details.draft13[0], 'urn:example:purpose': 1 }]), 'detail_field_unknown')
})

test('PP-07 authorization_details replace a scope, and are at most eight objects', () => {
  const [one] = details.one
  assert.deepEqual(read(details.one, support.credentialType, { scope: 'nothing of ours' }), [support.credentialType])
  const asked = (count: number, item: unknown) => read(Array(count).fill(item), support.credentialType)
  assert.deepEqual(asked(maximumDetails, one), [support.credentialType])
  const byType = { type: 'openid_credential', format: 'vc+sd-jwt', vct: support.credentialType }
  assert.deepEqual(asked(maximumDetails, byType), Array(maximumDetails).fill('vc+sd-jwt'))
  for (const malformed of [
    asked(maximumDetails + 1, one),
    asked(maximumDetails + 1, byType),
    read([null]),
    read([one, null]),
  ])
    assert.equal(malformed, 'authorization_details_malformed')
})

test('PP-53 every requested claim must have a path with valid steps (OpenID4VCI 1.0 Appendix C)', () => {
  const [one] = details.one
  const path = ['given_name', 0, null]
  assert.deepEqual(read([{ ...one, claims: [{ path }] }]), [support.credentialType])
  for (const claims of [[null], [{ path }, {}], [{ path: [...path, true] }], [{ path: [1.5] }], [{ path: [-1] }]])
    assert.equal(read([{ ...one, claims }]), 'detail_claims_malformed', JSON.stringify(claims))
})

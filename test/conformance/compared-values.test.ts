/** Refusals of two values that differ state both values, at the place of the fault (GEN-42, D-585). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, type Json, type JsonObject } from '../../src/base/index.ts'
import { isShownPlace, shownEvidence } from '../../src/base/shown-evidence.ts'
import { parseAuthorizationDetails } from '../../src/oauth/authorization-details.ts'
import { checkCredentialGranted, parseCredentialRequest, pidSupport } from '../../src/oid4vci/index.ts'
import { checkResponseMode } from '../../src/oid4vp/response/authorization-response.ts'

const support = { ...pidSupport, formats: ['vc+sd-jwt', 'mso_mdoc'] as const }
const { credentialType, doctype } = support
const issuer = 'https://pid.example'
const definition = { type: [credentialType] }

/** Returns code, expected and found value, as an answer shows them. */
function shownOf(result: unknown): readonly unknown[] {
  if (!(result instanceof Failure)) return assert.fail('was accepted')
  const { code, at, evidence } = result
  if (evidence === undefined) return assert.fail(`${code} has no values`)
  assert.ok(evidence.isShownAnywhere || isShownPlace(at), `${at} is hidden`)
  const { expected, found } = shownEvidence(evidence)
  return [code, expected, found]
}

const detail = (change: JsonObject): unknown =>
  parseAuthorizationDetails(
    [{ type: 'openid_credential', format: 'vc+sd-jwt', credential_definition: definition, ...change }],
    support,
    issuer,
    'authorization_details',
  )
const request = (json: Record<string, Json>): unknown =>
  parseCredentialRequest({ kind: 'json', json: { proof: { proof_type: 'jwt', jwt: 'x' }, ...json } }, support)

test('GEN-42 a refused member of authorization_details or of a credential request is shown with the accepted values', () => {
  for (const [result, ...shown] of [
    [detail({ type: 'x' }), 'detail_type_unsupported', 'openid_credential', 'x'],
    [detail({ format: 'jwt_vc_json' }), 'detail_format_unsupported', 'vc+sd-jwt, mso_mdoc', 'jwt_vc_json'],
    [detail({ credential_definition: { type: ['x'] } }), 'detail_credential_type_unsupported', credentialType, '[x]'],
    [detail({ vct: 'x' }), 'detail_credential_type_unsupported', credentialType, 'x'],
    [detail({ format: 'mso_mdoc', doctype: 'x' }), 'detail_doctype_unsupported', doctype, 'x'],
    [
      request({ format: 'vc+sd-jwt', credential_definition: { type: ['x'] } }),
      'credential_type_unsupported',
      credentialType,
      '[x]',
    ],
    [request({ format: 'vc+sd-jwt', vct: 'x' }), 'credential_type_unsupported', credentialType, 'x'],
    [request({ format: 'mso_mdoc', doctype: 'x' }), 'doctype_unsupported', doctype, 'x'],
  ] as const)
    assert.deepEqual(shownOf(result), shown)
})

test('GEN-42 a credential that was not granted is shown with the granted formats', () => {
  const granted = {
    authorizationDetails: [
      { type: 'openid_credential', format: 'mso_mdoc', credential_definition: definition } as const,
    ],
  }
  const result = checkCredentialGranted({ format: 'vc+sd-jwt', credentialType }, granted)
  assert.deepEqual(shownOf(result), ['not_granted', 'mso_mdoc', 'vc+sd-jwt'])
})

test('GEN-42 a response of another mode is shown with the requested mode', () => {
  const plain = { kind: 'plain', members: {}, state: 's' } as const
  assert.deepEqual(shownOf(checkResponseMode(plain, 'direct_post.jwt')), [
    'response_mode_mismatch',
    'direct_post.jwt',
    'direct_post',
  ])
})

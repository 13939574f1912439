import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longestKeyDid } from '../../jose/key-did.ts'
import { randomBytes } from '../../mdoc/issuer-signed.ts'
import { maximumDetails } from '../../oauth/authorization-details.ts'
import { maximumCredentialsPerToken } from '../../pid-provider/register/issued-credential.ts'
import { neverSelective } from '../../sd-jwt/disclosure.ts'
import { readableLimit } from '../../status-list/status-list.ts'
import { adviceOf } from '../advice-of.ts'

test('GEN-44 the advice names the limits that the checks have', () => {
  const details = adviceOf('authorization_details_malformed')
  for (const sentence of details ?? []) assert.match(sentence, new RegExp(` 1 to ${maximumDetails} objects`))
  assert.match(
    adviceOf('credentials_too_many')?.[0] ?? '',
    new RegExp(` ${maximumCredentialsPerToken} valid credentials`),
  )
  assert.match(adviceOf('did_too_long')?.[0] ?? '', new RegExp(` ${longestKeyDid} characters`))
  assert.match(adviceOf('list_too_large')?.[0] ?? '', new RegExp(` ${readableLimit} bytes`))
  assert.match(adviceOf('item_random_short')?.[0] ?? '', new RegExp(` ${randomBytes} bytes`))
})

test('GEN-44 the advice on a trust chain concerns only trust chains, since other chains have other codes', () => {
  assert.equal(adviceOf('chain_too_long')?.[0], 'The chain has more than 9 statements.')
  assert.match(adviceOf('evidence_chain_too_long')?.[0] ?? '', /more than 10 certificates/)
})

test('GEN-44 the advice on a certificate that is not valid now contains no pronoun', () => {
  for (const code of ['certificate_expired', 'certificate_not_yet_valid'])
    assert.doesNotMatch(adviceOf(code)?.join(' ') ?? '', /\b(?:one|it)\b/i, code)
})

test('GEN-44 the advice names each claim that no disclosure may contain', () => {
  const [, list = ''] = adviceOf('disclosure_never_selective')?.[0].split(': ') ?? []
  assert.deepEqual(list.match(/[a-z#]+(?=,| or|\.)/g), [...neverSelective])
})

test('GEN-44 the advice on a text member that is missing also names the other causes of its code', () => {
  for (const member of [
    ...['client_id', 'response_type', 'redirect_uri', 'state', 'code_challenge', 'htm', 'htu', 'format', 'proof.jwt'],
    ...['client_assertion', 'client_assertion_type', 'code', 'code_verifier', 'grant_type', 'request', 'error'],
    ...['response_uri', 'response_mode', 'wallet_nonce', 'iss', 'sub', 'nonce', 'kid'],
  ])
    assert.match(
      adviceOf(`${member.replace('.', '_')}_missing`)?.[0] ?? '',
      new RegExp(`\\b${member}\\b.* is missing, empty or not a string\\.$`),
    )
  assert.match(adviceOf('detail_format_missing')?.[0] ?? '', / is missing, empty or not a string\.$/)
})

test('GEN-44 WP-66 the advice on evidence for other client data states their members, their order and no white space', () => {
  for (const code of [
    'hardware_signature_invalid',
    'app_attest_signature_invalid',
    'play_request_hash_mismatch',
    'play_request_field_missing',
  ])
    assert.match(
      adviceOf(code)?.[1] ?? '',
      /compact JSON of challenge, then jwk_thumbprint \(base64url thumbprint of cnf\.jwk\): .*in this order, no white space\.$/,
      code,
    )
})

test('GEN-44 the advice on an access token does not ask the client to create or sign the token', () => {
  for (const code of ['signature_invalid', 'alg_none', 'typ_mismatch', 'key_mismatch', 'iss_mismatch', 'expired'])
    assert.match(
      adviceOf(`token_${code}`)?.[1] ?? '',
      /^Send the access token exactly as the token endpoint returned it/,
    )
})

test('GEN-44 WP-57 the advice on a capability states what D-230 permits', () => {
  const [reason, remedy] = adviceOf('capability_malformed') ?? []
  for (const rule of [/ 64 characters/, / 2048/, / https /, / 1 to 32 names/, / none or HS/, / 16 formats/])
    assert.match(`${reason} ${remedy}`, rule)
})

test('GEN-44 the advice on a value names its member in each message that may have the value', () => {
  for (const [code, members] of [
    ['client_id_scheme_unsupported', [/client_id_scheme to entity_id/, /client_id_schemes_supported/]],
    ['request_uri_missing', [/[Pp]ush the request first/, /link/]],
    ['presentation_definition_uri_claimed', [/to false/]],
  ] as const)
    for (const member of members) assert.match(adviceOf(code)?.[1] ?? '', member, code)
})

test('GEN-44 the advice on ath says how to compute it', () => {
  for (const code of ['ath_missing', 'ath_mismatch']) assert.match(adviceOf(code)?.[1] ?? '', /SHA-256.*base64url/)
})

test('GEN-44 the advice names each cause of a code that several checks have', () => {
  for (const [code, causes] of [
    ['x509_extension_unknown', [/not known/, /no revocation list/]],
    ['person_source_refused', [/source refused/, /settings do not permit/]],
    ['json_too_large', [/too many characters/, /long numbers/]],
    ['key_unknown', [/has this kid/, /kid is missing/]],
    ['certificate_unknown', [/serial number/, /another entity/, /no valid certificate/]],
  ] as const)
    for (const cause of causes) assert.match(adviceOf(code)?.[0] ?? '', cause, code)
})

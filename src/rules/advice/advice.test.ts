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

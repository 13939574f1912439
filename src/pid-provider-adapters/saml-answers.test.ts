/** Answers of a SAML provider that are signed but do not fit the request or the profile. */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { codeOf } from '../../test/support/refuses.ts'
import {
  assertionPath,
  replace,
  responsePath,
  samlKey,
  signAt,
  successStatus,
  writeAssertion,
  writeResponse,
} from '../../test/support/saml.ts'
import {
  answer,
  begun,
  callbackUrl,
  clientId,
  complete,
  facts,
  idpKey,
  now,
  spKey,
} from '../../test/support/saml-answers.ts'
import { assertionRows, responseRows } from '../../test/support/saml-faults.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { fail, failed } from '../base/index.ts'
import { createSamlIdentityProvider } from './saml-identity-provider.ts'

const stranger = await samlKey('IdP', 3)

describe('PP-64 the content of an answer', () => {
  test('the rows have unique names', () => {
    const names = [...responseRows.map(([what]) => `r ${what}`), ...assertionRows.map(([what]) => `a ${what}`)]
    assert.equal(new Set(names).size, names.length)
  })
  for (const [part, rows] of [
    ['Response', responseRows],
    ['Assertion', assertionRows],
  ] as const)
    for (const [what, broken, code] of rows)
      test(`PP-64 refuses, in the ${part}, ${what}: ${code}`, async () => {
        assert.equal(codeOf(await complete(answer(broken))), code)
      })

  const bare = writeResponse(facts, successStatus)
  const encrypted = writeResponse(facts, `${successStatus}<saml:EncryptedAssertion/>`)
  for (const [what, xml, code] of [
    ['a Response without an Assertion', bare, 'saml_assertion_missing'],
    ['an encrypted Assertion', encrypted, 'saml_assertion_missing'],
    ['another document', writeAssertion(facts), 'saml_response_malformed'],
    [
      'a Response of another namespace',
      bare.replace('SAML:2.0:protocol', 'SAML:1.0:protocol'),
      'saml_response_malformed',
    ],
  ] as const)
    test(`PP-64 refuses ${what}: ${code}`, async () => assert.equal(codeOf(await complete(xml)), code))
})

test('PP-67 accepts a login without a place of birth (D-382)', async () => {
  const partial = (xml: string) =>
    replace('"countyOfBirth"', '"idCard"')(replace('"placeOfBirth"', '"expirationDate"')(xml))
  const login = await complete(answer({ assertion: partial }))
  assert.ok(!failed(login), codeOf(login))
  assert.deepEqual(login.attributes, {
    given_name: 'Nicolò',
    family_name: "D'Angelò",
    birthdate: '1978-09-23',
    fiscal_number: 'TINIT-DNGNCL78P23G273W',
  })
})

describe('PP-66 the status of a failed login', () => {
  const status = (message: string, code = 'urn:oasis:names:tc:SAML:2.0:status:Responder'): string =>
    writeResponse(
      facts,
      `<samlp:Status><samlp:StatusCode Value="${code}"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode>${message}</samlp:Status>`,
    )
  const message = (text: string): string => status(`<samlp:StatusMessage>${text}</samlp:StatusMessage>`)
  for (const [text, code] of [
    ['ErrorCode nr19', 'user_credentials_failed'],
    ['ErrorCode nr20', 'user_level_unavailable'],
    ['ErrorCode nr21', 'user_timed_out'],
    ['ErrorCode nr22', 'user_consent_refused'],
    ['ErrorCode nr23', 'user_blocked'],
    ['ErrorCode nr24', 'user_login_required'],
    ['\n ErrorCode nr25 ', 'user_cancelled'],
    ['ErrorCode nr30', 'user_identity_unsuitable'],
    ['ErrorCode nr08', 'provider_error'],
    ['ErrorCode nr18', 'provider_error'],
    ['ErrorCode nr1', 'user_login_required'],
    ['constructor', 'user_login_required'],
    ['', 'user_login_required'],
  ] as const)
    test(`PP-66 reads "${text.trim()}" as ${code}, signed or not`, async () => {
      assert.equal(codeOf(await complete(message(text))), code)
      assert.equal(codeOf(await complete(signAt(message(text), responsePath, idpKey))), code)
      assert.equal(codeOf(await complete(signAt(message(text), responsePath, stranger))), 'response_signature_invalid')
    })

  for (const [subStatus, code] of [
    ['AuthnFailed', 'user_login_required'],
    ['NoAuthnContext', 'user_level_unavailable'],
    ['RequestDenied', 'provider_error'],
    ['constructor', 'provider_error'],
  ] as const)
    test(`PP-66 reads ${subStatus} without a StatusMessage as ${code}`, async () => {
      assert.equal(codeOf(await complete(status('').replace('AuthnFailed', subStatus))), code)
    })

  test('PP-58 reports a missing level in our request as provider_error, not as the user’s level', async () => {
    assert.equal(
      codeOf(await complete(message('ErrorCode nr12').replace('AuthnFailed', 'NoAuthnContext'))),
      'provider_error',
    )
  })

  test('PP-66 ignores an Assertion beside a failure status', async () => {
    const beside = message('ErrorCode nr25').replace('</samlp:Response>', `${writeAssertion(facts)}</samlp:Response>`)
    assert.equal(codeOf(await complete(signAt(beside, assertionPath, idpKey))), 'user_cancelled')
  })

  test('PP-65 refuses an anomaly that answers another request', async () => {
    const other = message('ErrorCode nr25').replace(begun.requestId, '_other')
    assert.equal(codeOf(await complete(other)), 'response_in_response_to_mismatch')
  })
})

describe('the session that the answer belongs to', () => {
  for (const [what, form, pending, later, code] of [
    ['another channel', {}, { provider: 'cie' }, 2, 'pending_foreign'],
    ['another identity provider', {}, { issuer: 'https://other.example' }, 2, 'pending_foreign'],
    ['a session that took too long', {}, {}, 600, 'pending_expired'],
    ['a session without its request', {}, { requestId: '' }, 2, 'pending_malformed'],
    ['another request', {}, { requestId: `_${'x'.repeat(43)}` }, 2, 'response_in_response_to_mismatch'],
    ['another RelayState', { RelayState: 'x' }, {}, 2, 'relay_state_mismatch'],
    ['a missing RelayState', { RelayState: '' }, {}, 2, 'relay_state_missing'],
    ['a missing SAMLResponse', { SAMLResponse: '' }, {}, 2, 'saml_response_missing'],
    ['a value that is not base64', { SAMLResponse: '<xml>' }, {}, 2, 'saml_response_malformed'],
    ['a value that is not UTF-8', { SAMLResponse: '//79/Q==' }, {}, 2, 'saml_response_malformed'],
    ['a value that is too large', { SAMLResponse: 'A'.repeat(600_000) }, {}, 2, 'saml_response_malformed'],
  ] as const)
    test(`PP-65 refuses ${what}: ${code}`, async () => {
      assert.equal(codeOf(await complete(answer(), form, pending, later)), code)
    })

  test('PP-58 refuses to begin and to complete a login without the registration', async () => {
    const away = createSamlIdentityProvider(
      { random: seededRandom('away') },
      {
        id: 'spid',
        displayName: { it: 'SPID', en: 'SPID' },
        clientId,
        key: spKey,
        registration: async () => fail('provider_unreachable', 'metadata'),
      },
    )
    const parameters = new Map([
      ['SAMLResponse', 'AAAA'],
      ['RelayState', String(begun.pending.relayState)],
    ])
    assert.equal(codeOf(await away.begin({ callbackUrl, now })), 'provider_unreachable')
    assert.equal(codeOf(await away.complete({ parameters, pending: begun.pending, now })), 'provider_unreachable')
  })
})

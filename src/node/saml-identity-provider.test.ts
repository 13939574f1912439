/**
 * The adapter against answers of our own making, valid or broken in one place. The honest provider, by other authors, is
 * in `sandbox/national-idp/saml/saml-login.test.ts`.
 */
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { describe, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { observeOutput } from '../../test/support/decisions.ts'
import {
  assertionPath,
  attributeSet,
  generateSamlKey,
  replace,
  responsePath,
  type SamlAnswerFacts,
  signAt,
  successStatus,
  writeAssertion,
  writeResponse,
} from '../../test/support/saml.ts'
import {
  assertionRows,
  type Broken,
  responseRows,
  toleratedForms,
  writeAnswer,
} from '../../test/support/saml-faults.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { fail, failed, type JsonObject } from '../base/index.ts'
import { createSamlIdentityProvider } from './saml-identity-provider.ts'
import type { SamlRegistration } from './saml-provider-registration.ts'

const now = 1_768_478_400
const clientId = 'https://pid.example'
const callbackUrl = 'https://pid.example/login/spid'
const issuer = 'https://idp.example'

const spKey = await generateSamlKey('PID Provider')
const idpKey = await generateSamlKey('IdP')
const stranger = await generateSamlKey('IdP')

const registration: SamlRegistration = async () => ({
  entityId: issuer,
  singleSignOnUrl: `${issuer}/sso?tenant=a`,
  certificates: [idpKey.certificate],
})
const national = createSamlIdentityProvider(
  { random: seededRandom('login') },
  { id: 'spid', displayName: { it: 'SPID', en: 'SPID' }, clientId, key: spKey, registration },
)

async function begin() {
  const begun = await national.begin({ callbackUrl, now })
  assert.ok(!failed(begun))
  return begun
}
type Begun = Awaited<ReturnType<typeof begin>>

const begun = await begin()
const facts: SamlAnswerFacts = { requestId: begun.requestId, issuer, audience: clientId, callbackUrl, now: now + 1 }

const complete = (xml: string, form: Record<string, string> = {}, pending: JsonObject = {}, later = 2) =>
  national.complete({
    parameters: new Map(
      Object.entries({
        SAMLResponse: Buffer.from(xml).toString('base64'),
        RelayState: String(begun.pending.relayState),
        ...form,
      }),
    ),
    pending: { ...begun.pending, ...pending },
    now: now + later,
  })

const codeOf = (result: object): string => (failed(result) ? String((result as { code: string }).code) : 'accepted')

const answer = (broken?: Broken): string => writeAnswer(facts, idpKey, broken)

describe('the AuthnRequest', () => {
  const url = new URL(begun.location)
  const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()

  test('PP-113 is signed over its query, with RSA and SHA-256', () => {
    const [, query = '', signature = ''] = /tenant=a&(.*)&Signature=(.*)$/.exec(begun.location) ?? []
    assert.equal(url.searchParams.get('SigAlg'), 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
    assert.deepEqual([...url.searchParams.keys()], ['tenant', 'SAMLRequest', 'RelayState', 'SigAlg', 'Signature'])
    const bytes = Buffer.from(decodeURIComponent(signature), 'base64')
    assert.ok(verify('sha256', Buffer.from(query), createPublicKey(spKey.certificate), bytes))
    assert.ok(!verify('sha256', Buffer.from(`${query}x`), createPublicKey(spKey.certificate), bytes))
  })

  test('PP-113 PP-61 asks for level High at least and a fresh login, as the profile has it', () => {
    assert.equal(
      xml,
      `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${begun.requestId}" Version="2.0" IssueInstant="2026-01-15T12:00:00Z" Destination="https://idp.example/sso?tenant=a" ForceAuthn="true" AssertionConsumerServiceURL="https://pid.example/login/spid" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" AttributeConsumingServiceIndex="0"><saml:Issuer Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity" NameQualifier="https://pid.example">https://pid.example</saml:Issuer><samlp:NameIDPolicy Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient"/><samlp:RequestedAuthnContext Comparison="minimum"><saml:AuthnContextClassRef>https://www.spid.gov.it/SpidL3</saml:AuthnContextClassRef></samlp:RequestedAuthnContext></samlp:AuthnRequest>`,
    )
    observeOutput('PP-61')
  })

  test('PP-113 has a fresh ID and RelayState, each time', async () => {
    const other: Begun = await begin()
    const values = [begun, other].flatMap(({ pending }) => [pending.requestId, pending.relayState])
    assert.equal(new Set(values).size, 4)
    assert.match(begun.requestId, /^_[\w-]{32,}$/)
  })
})

describe('a genuine answer', () => {
  test('PP-64 PP-68 gives the same shape as the other channel', async () => {
    assert.deepEqual(await complete(answer()), {
      provider: 'spid',
      issuer,
      levelOfAssurance: 'high',
      subject: '_user',
      authenticatedAt: now + 1,
      attributes: {
        given_name: 'Nicolò',
        family_name: "D'Angelò",
        birthdate: '1978-09-23',
        place_of_birth: { locality: 'G273', region: 'PA' },
        fiscal_number: 'TINIT-DNGNCL78P23G273W',
      },
    })
  })

  for (const [what, broken] of toleratedForms(issuer))
    test(`PP-64 accepts ${what}`, async () => assert.equal(codeOf(await complete(answer(broken))), 'accepted'))

  for (const [name, level] of [
    ['SpidL1', 'low'],
    ['SpidL2', 'substantial'],
    ['SpidL3', 'high'],
  ] as const)
    test(`PP-61 gives the level that came back: ${level}`, async () => {
      const result = await complete(answer({ assertion: replace(/SpidL3\s*/, `${name} `) }))
      assert.equal(failed(result) ? result.code : result.levelOfAssurance, level)
    })

  test('PP-63 accepts a Response that is signed too', async () => {
    assert.equal(codeOf(await complete(signAt(answer(), responsePath, idpKey, 'sha512'))), 'accepted')
  })

  test('PP-64 accepts a clock that is off by no more than the skew', async () => {
    assert.equal(codeOf(await complete(answer(), {}, {}, -29)), 'accepted')
    assert.equal(codeOf(await complete(answer(), {}, {}, 330)), 'accepted')
    assert.equal(codeOf(await complete(answer(), {}, {}, 331)), 'confirmation_expired')
  })

  const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString()
  const response = (time: number): Broken => ({
    response: replace(/(<samlp:Response[^>]*IssueInstant=")[^"]*/, `$1${instantOf(time)}`),
  })
  const assertion =
    (element: string, name: string) =>
    (time: number): Broken => ({
      assertion: attributeSet(element, name, instantOf(time)),
    })
  const received = now + 2
  const skew = 30
  for (const [what, broken, last, first, code] of [
    ['Response/@IssueInstant, early', response, now - skew, now - skew - 1, 'response_issue_instant_early'],
    ['Response/@IssueInstant, late', response, received + skew, received + skew + 1, 'response_issue_instant_late'],
    [
      'Assertion/@IssueInstant, early',
      assertion('saml:Assertion', 'IssueInstant'),
      now - skew,
      now - skew - 1,
      'assertion_issue_instant_early',
    ],
    [
      'Assertion/@IssueInstant, late',
      assertion('saml:Assertion', 'IssueInstant'),
      received + skew,
      received + skew + 1,
      'assertion_issue_instant_late',
    ],
    [
      'SubjectConfirmationData/@NotOnOrAfter',
      assertion('saml:SubjectConfirmationData', 'NotOnOrAfter'),
      received - skew + 1,
      received - skew,
      'confirmation_expired',
    ],
    [
      'Conditions/@NotBefore',
      assertion('saml:Conditions', 'NotBefore'),
      received + skew,
      received + skew + 1,
      'conditions_not_yet_valid',
    ],
    [
      'Conditions/@NotOnOrAfter',
      assertion('saml:Conditions', 'NotOnOrAfter'),
      received - skew + 1,
      received - skew,
      'conditions_expired',
    ],
    [
      'AuthnStatement/@AuthnInstant, early',
      assertion('saml:AuthnStatement', 'AuthnInstant'),
      now - skew,
      now - skew - 1,
      'authn_instant_early',
    ],
    [
      'AuthnStatement/@AuthnInstant, late',
      assertion('saml:AuthnStatement', 'AuthnInstant'),
      received + skew,
      received + skew + 1,
      'authn_instant_late',
    ],
  ] as const)
    test(`PP-64 ${what}: to the second`, async () => {
      assert.equal(codeOf(await complete(answer(broken(last)))), 'accepted')
      assert.equal(codeOf(await complete(answer(broken(first)))), code)
    })

  test('PP-63 while the provider changes its key both hold, and afterwards the new one alone', async () => {
    const next = await generateSamlKey('IdP')
    const judge = async (keys: readonly (typeof next)[], key: typeof next): Promise<string> => {
      const changing = createSamlIdentityProvider(
        { random: seededRandom('rollover') },
        {
          id: 'spid',
          displayName: { it: 'SPID', en: 'SPID' },
          clientId,
          key: spKey,
          registration: async () => ({
            entityId: issuer,
            singleSignOnUrl: `${issuer}/sso`,
            certificates: keys.map(({ certificate }) => certificate),
          }),
        },
      )
      const parameters = new Map([
        ['SAMLResponse', Buffer.from(writeAnswer(facts, key)).toString('base64')],
        ['RelayState', String(begun.pending.relayState)],
      ])
      return codeOf(await changing.complete({ parameters, pending: begun.pending, now: received }))
    }
    assert.equal(await judge([idpKey], next), 'assertion_signature_invalid')
    assert.equal(await judge([idpKey, next], idpKey), 'accepted')
    assert.equal(await judge([idpKey, next], next), 'accepted')
    assert.equal(await judge([next], idpKey), 'assertion_signature_invalid')
  })

  test('those born abroad have no province', async () => {
    const result = await complete(answer({ assertion: replace('>PA<', '>EE<') }))
    assert.deepEqual(failed(result) ? result.code : result.attributes.place_of_birth, { locality: 'G273' })
  })
})

describe('PP-64 the content of an answer', () => {
  test('the rows have names of their own', () => {
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
    ['no Assertion', bare, 'assertion_missing'],
    ['an encrypted Assertion', encrypted, 'assertion_missing'],
    ['another document', writeAssertion(facts), 'saml_response_malformed'],
    [
      'a Response of another namespace',
      bare.replace('SAML:2.0:protocol', 'SAML:1.0:protocol'),
      'saml_response_malformed',
    ],
  ] as const)
    test(`PP-64 refuses ${what}: ${code}`, async () => assert.equal(codeOf(await complete(xml)), code))
})

describe('PP-66 the status of a user who did not get through', () => {
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
    ['ErrorCode nr24', 'provider_error'],
    ['\n ErrorCode nr25 ', 'user_cancelled'],
    ['ErrorCode nr08', 'provider_error'],
    ['ErrorCode nr1', 'provider_error'],
    ['constructor', 'provider_error'],
    ['', 'provider_error'],
  ] as const)
    test(`PP-66 takes "${text.trim()}" for ${code}, signed or not`, async () => {
      assert.equal(codeOf(await complete(message(text))), code)
      assert.equal(codeOf(await complete(signAt(message(text), responsePath, idpKey))), code)
      assert.equal(codeOf(await complete(signAt(message(text), responsePath, stranger))), 'response_signature_invalid')
    })

  test('PP-66 a status without message is the provider’s error; an Assertion beside it changes nothing', async () => {
    assert.equal(codeOf(await complete(status(''))), 'provider_error')
    const beside = message('ErrorCode nr25').replace('</samlp:Response>', `${writeAssertion(facts)}</samlp:Response>`)
    assert.equal(codeOf(await complete(signAt(beside, assertionPath, idpKey))), 'user_cancelled')
  })

  test('PP-65 an anomaly that answers another request counts for nothing', async () => {
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
    ['no RelayState', { RelayState: '' }, {}, 2, 'relay_state_missing'],
    ['no SAMLResponse', { SAMLResponse: '' }, {}, 2, 'saml_response_missing'],
    ['what is no base64', { SAMLResponse: '<xml>' }, {}, 2, 'saml_response_malformed'],
    ['what is no UTF-8', { SAMLResponse: '//79/Q==' }, {}, 2, 'saml_response_malformed'],
    ['what is too large', { SAMLResponse: 'A'.repeat(600_000) }, {}, 2, 'saml_response_malformed'],
  ] as const)
    test(`PP-65 refuses ${what}: ${code}`, async () => {
      assert.equal(codeOf(await complete(answer(), form, pending, later)), code)
    })

  test('PP-58 a provider whose registration is out of reach ends the login, begun or not', async () => {
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

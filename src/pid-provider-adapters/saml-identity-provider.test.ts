/**
 * Tests the adapter with our own answers, which are valid or broken in one place.
 * `sandbox/national-idp/saml/saml-login.test.ts` tests it with a provider by other authors.
 */

import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { describe, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { casesOf } from '../../test/support/cases.ts'
import { observeOutput } from '../../test/support/decisions.ts'
import { codeOf } from '../../test/support/refuses.ts'
import { attributeSet, replace, responsePath, samlKey, signAt } from '../../test/support/saml.ts'
import {
  answer,
  begin,
  begun,
  clientId,
  complete,
  facts,
  idpKey,
  issuer,
  now,
  spKey,
} from '../../test/support/saml-answers.ts'
import { type Broken, toleratedForms, writeAnswer } from '../../test/support/saml-faults.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { failed } from '../base/index.ts'
import { createSamlIdentityProvider } from './saml-identity-provider.ts'

type Begun = Awaited<ReturnType<typeof begin>>

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

  test('PP-113 PP-61 requests at least level High and a fresh login, in the form of the profile', () => {
    assert.equal(
      xml,
      `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${begun.requestId}" Version="2.0" IssueInstant="2026-01-15T12:00:00Z" Destination="https://idp.example/sso?tenant=a" ForceAuthn="true" AssertionConsumerServiceURL="https://pid.example/login/spid" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" AttributeConsumingServiceIndex="0"><saml:Issuer Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity" NameQualifier="https://pid.example">https://pid.example</saml:Issuer><samlp:NameIDPolicy Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient"/><samlp:RequestedAuthnContext Comparison="minimum"><saml:AuthnContextClassRef>https://www.spid.gov.it/SpidL3</saml:AuthnContextClassRef></samlp:RequestedAuthnContext></samlp:AuthnRequest>`,
    )
    observeOutput('PP-61')
  })

  test('PP-113 has a new ID and RelayState at each login', async () => {
    const other: Begun = await begin()
    const values = [begun, other].flatMap(({ pending }) => [pending.requestId, pending.relayState])
    assert.equal(new Set(values).size, 4)
    assert.match(begun.requestId, /^_[\w-]{32,}$/)
  })
})

describe('a genuine answer', () => {
  test('PP-64 PP-68 gives a login of the same form as over OpenID Connect', async () => {
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

  for (const [what, change] of [
    ['white space around attributes', replace(/(<saml:AttributeValue>)([^<]*)/g, '$1\n    $2\n  ')],
    ['the time zone of a date', replace('1978-09-23', '1978-09-23+02:00')],
    ['the time zone UTC of a date', replace('1978-09-23', '1978-09-23Z')],
  ] as const)
    test(`PP-68 ignores ${what}`, async () => {
      const [plain, same] = [await complete(answer()), await complete(answer({ assertion: change }))]
      assert.ok(!failed(plain) && !failed(same), codeOf(same))
      assert.deepEqual(same.attributes, plain.attributes)
    })

  for (const [what, broken] of toleratedForms(issuer))
    test(`PP-64 accepts ${what}`, async () => assert.equal(codeOf(await complete(answer(broken))), 'accepted'))

  for (const [name, level] of [
    ['SpidL1', 'low'],
    ['SpidL2', 'substantial'],
    ['SpidL3', 'high'],
  ] as const)
    test(`PP-61 gives the level of its AuthnContextClassRef: ${level}`, async () => {
      const result = await complete(answer({ assertion: replace(/SpidL3\s*/, `${name} `) }))
      assert.equal(failed(result) ? result.code : result.levelOfAssurance, level)
    })

  test('PP-63 accepts a signed Response', async () => {
    assert.equal(codeOf(await complete(signAt(answer(), responsePath, idpKey, 'sha512'))), 'accepted')
  })

  test('PP-64 accepts a clock difference up to the skew', async () => {
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
  for (const [what, [broken, last, first], code] of casesOf({
    response_issue_instant_early: { 'Response/@IssueInstant, early': [response, now - skew, now - skew - 1] },
    response_issue_instant_late: { 'Response/@IssueInstant, late': [response, received + skew, received + skew + 1] },
    assertion_issue_instant_early: {
      'Assertion/@IssueInstant, early': [assertion('saml:Assertion', 'IssueInstant'), now - skew, now - skew - 1],
    },
    assertion_issue_instant_late: {
      'Assertion/@IssueInstant, late': [
        assertion('saml:Assertion', 'IssueInstant'),
        received + skew,
        received + skew + 1,
      ],
    },
    confirmation_expired: {
      'SubjectConfirmationData/@NotOnOrAfter': [
        assertion('saml:SubjectConfirmationData', 'NotOnOrAfter'),
        received - skew + 1,
        received - skew,
      ],
    },
    conditions_not_yet_valid: {
      'Conditions/@NotBefore': [assertion('saml:Conditions', 'NotBefore'), received + skew, received + skew + 1],
    },
    conditions_expired: {
      'Conditions/@NotOnOrAfter': [assertion('saml:Conditions', 'NotOnOrAfter'), received - skew + 1, received - skew],
    },
    authn_instant_early: {
      'AuthnStatement/@AuthnInstant, early': [
        assertion('saml:AuthnStatement', 'AuthnInstant'),
        now - skew,
        now - skew - 1,
      ],
    },
    authn_instant_late: {
      'AuthnStatement/@AuthnInstant, late': [
        assertion('saml:AuthnStatement', 'AuthnInstant'),
        received + skew,
        received + skew + 1,
      ],
    },
  }))
    test(`PP-64 the limit of ${what} is exact to the second`, async () => {
      assert.equal(codeOf(await complete(answer(broken(last)))), 'accepted')
      assert.equal(codeOf(await complete(answer(broken(first)))), code)
    })

  test('PP-63 accepts both keys during a key rollover, and then only the new key', async () => {
    const next = await samlKey('IdP', 3)
    const codeWith = async (keys: readonly (typeof next)[], key: typeof next): Promise<string> => {
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
    assert.equal(await codeWith([idpKey], next), 'assertion_signature_invalid')
    assert.equal(await codeWith([idpKey, next], idpKey), 'accepted')
    assert.equal(await codeWith([idpKey, next], next), 'accepted')
    assert.equal(await codeWith([next], idpKey), 'assertion_signature_invalid')
  })

  test('a person born abroad has no province', async () => {
    const result = await complete(answer({ assertion: replace('>PA<', '>EE<') }))
    assert.deepEqual(failed(result) ? result.code : result.attributes.place_of_birth, { locality: 'G273' })
  })
})

/** Signature wrapping: answers in which the right key signs another element than a careless reader uses. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertionPath, type SamlAnswerFacts, samlKey, signAt } from '../../test/support/saml.ts'
import { forgedAnswers } from '../../test/support/saml-forged.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { failed } from '../base/index.ts'
import { createSamlIdentityProvider } from './saml-identity-provider.ts'

const now = 1_768_478_400
const issuer = 'https://idp.example'
const clientId = 'https://pid.example'
const callbackUrl = 'https://pid.example/login/spid'
const idpKey = await samlKey('IdP', 2)
const stranger = await samlKey('IdP', 3)
const national = createSamlIdentityProvider(
  { random: seededRandom('wrapping') },
  {
    id: 'spid',
    displayName: { it: 'SPID', en: 'SPID' },
    clientId,
    key: await samlKey('PID Provider'),
    registration: async () => ({
      entityId: issuer,
      singleSignOnUrl: `${issuer}/sso`,
      certificates: [idpKey.certificate],
    }),
  },
)
const begun = await national.begin({ callbackUrl, now })
assert.ok(!failed(begun))
const { pending, requestId } = begun
const facts: SamlAnswerFacts = { requestId, issuer, audience: clientId, callbackUrl, now: now + 1 }

async function resultOf(xml: string) {
  const result = await national.complete({
    parameters: new Map([
      ['SAMLResponse', Buffer.from(xml).toString('base64')],
      ['RelayState', String(pending.relayState)],
    ]),
    pending,
    now: now + 2,
  })
  return failed(result) ? result.code : `${result.subject}: ${result.attributes.fiscal_number}`
}

const { wrapped, unsigned, xml, pieces } = forgedAnswers(facts, idpKey, stranger)
const { respond, signed, plain, genuine, evil } = pieces

test('the genuine and the evil Assertion are each accepted alone', async () => {
  assert.equal(await resultOf(respond(genuine)), '_user: TINIT-DNGNCL78P23G273W')
  assert.equal(await resultOf(signed(evil)), '_user: TINIT-MLLMRY80A41H501X')
})

for (const [title, rows] of [
  ['signature wrapping', wrapped],
  ['missing or wrong signatures', unsigned],
  ['XML features that SAML does not use', xml],
] as const)
  describe(title, () => {
    for (const [what, text, code] of rows)
      test(`PP-63 refuses ${what}: ${code}`, async () => assert.equal(await resultOf(text), code))
  })

test('PP-63 reads a text completely, including CDATA sections and character references', async () => {
  assert.match(await resultOf(signed(plain.replace('_user', '_u<![CDATA[se]]>r&#45;1'))), /^_user-1: /)
})

test('PP-63 accepts SHA-512', async () => {
  assert.match(await resultOf(signAt(respond(plain), assertionPath, idpKey, 'sha512')), /^_user: /)
})

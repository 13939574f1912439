/** A login by CIE id over SAML: the data that the PID Provider uses, and its message if the card cannot be used. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locationOf } from '../../support/pid-issuance.ts'
import { attributeSet, writeResponse } from '../../support/saml.ts'
import { type Broken, writeAnswer } from '../../support/saml-faults.ts'
import { createSamlBench, factsOf, openSamlBrowser, postAnswer, reopen } from '../../support/saml-login.ts'
import { person } from '../../support/scripted-identity-provider.ts'

const bench = await createSamlBench({ personSource: { attributesOf: async () => person } }, 'cie')
const { fixture, idpKey } = bench
const opened = await openSamlBrowser(bench)
fixture.clock.advance(1)
const facts = factsOf(fixture, opened)

const asCieWrites: Broken = {
  response: attributeSet('saml:Issuer', 'Format'),
  assertion: (xml) =>
    attributeSet(
      'saml:Issuer',
      'Format',
    )(xml).replace(/<saml:Attribute Name="(?:placeOfBirth|countyOfBirth)".*?<\/saml:Attribute>/g, ''),
}

const lastCode = () => fixture.sink.lastRefusal()?.checks.at(-1)?.code

test('PP-13 PP-64 PP-67 the answer of CIE id leads to consent if an authentic source has the other attributes', async () => {
  const response = await postAnswer(bench, await reopen(bench, opened), writeAnswer(facts, idpKey, asCieWrites))
  assert.equal(response.status, 303, String(lastCode()))
  assert.equal(locationOf(response).pathname, '/consent')
})

test('PP-66 the page explains that the card has expired or was revoked', async () => {
  const status =
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"/><samlp:StatusMessage>ErrorCode nr23</samlp:StatusMessage></samlp:Status>'
  const response = await postAnswer(bench, await reopen(bench, opened), writeResponse(facts, status))
  assert.equal(response.status, 403)
  assert.equal(lastCode(), 'user_card_invalid')
  assert.match(await response.text(), /carta d(?:’|&#8217;)identità elettronica è scaduta o revocata/)
})

test('PP-113 serves the metadata for the registry of CIE id, and none for SPID', async () => {
  const document = await fixture.send('/saml/metadata/cie')
  assert.equal(document.headers.get('content-type'), 'application/samlmetadata+xml')
  assert.match(await document.text(), /xmlns:cie="https:\/\/www\.cartaidentita\.interno\.gov\.it\/saml-extensions"/)
  assert.equal((await fixture.send('/saml/metadata')).status, 404)
})

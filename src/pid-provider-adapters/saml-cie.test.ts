/**
 * SAML by the rules of CIE id ("Entra con CIE", technical manual of the Ministry of the Interior): its differences from
 * SPID. All other rules are those of SPID.
 */

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { codeOf } from '../../test/support/refuses.ts'
import { attributeSet, replace, writeResponse } from '../../test/support/saml.ts'
import { answer, cie, complete, facts, national } from '../../test/support/saml-answers.ts'
import { assertionRows, type Broken, responseRows } from '../../test/support/saml-faults.ts'
import { failed } from '../base/index.ts'

const completeByCie = (xml: string) => complete(xml, {}, {}, 2, cie)

/** The form of CIE id's answers: an Issuer without Format, and the four attributes of the eIDAS minimum data set. */
const asCieWrites: Broken = {
  response: attributeSet('saml:Issuer', 'Format'),
  assertion: (xml) =>
    attributeSet(
      'saml:Issuer',
      'Format',
    )(xml).replace(/<saml:Attribute Name="(?:placeOfBirth|countyOfBirth)".*?<\/saml:Attribute>/g, ''),
}

test('PP-64 accepts an Issuer without Format from CIE id, and refuses it from SPID', async () => {
  const login = await completeByCie(answer(asCieWrites))
  assert.ok(!failed(login), codeOf(login))
  assert.deepEqual(login.attributes, {
    given_name: 'Nicolò',
    family_name: "D'Angelò",
    birthdate: '1978-09-23',
    fiscal_number: 'TINIT-DNGNCL78P23G273W',
  })
  assert.equal(codeOf(await complete(answer(asCieWrites))), 'assertion_issuer_format_mismatch')
})

test('PP-64 accepts an answer in the form of SPID from CIE id too', async () => {
  assert.equal(codeOf(await completeByCie(answer())), 'accepted')
})

describe('PP-64 all other rules are those of SPID', () => {
  const onlySpid = 'saml:Issuer/@Format missing'
  const rows = [...responseRows, ...assertionRows].filter(([what]) => what !== onlySpid)
  test('all rows except one are used', () => assert.equal(rows.length, responseRows.length + assertionRows.length - 1))
  for (const [what, broken, code] of rows)
    test(`PP-64 refuses ${what}: ${code}`, async () => {
      assert.equal(codeOf(await completeByCie(answer(broken))), code)
    })
})

describe('PP-66 the messages of CIE id about the person', () => {
  const status = (message: string): string =>
    writeResponse(
      facts,
      `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode><samlp:StatusMessage>${message}</samlp:StatusMessage></samlp:Status>`,
    )
  for (const [message, byCie, bySpid] of [
    ['ErrorCode nr21', 'user_timed_out', 'user_timed_out'],
    ['ErrorCode nr22', 'user_consent_refused', 'user_consent_refused'],
    ['ErrorCode nr23', 'user_card_invalid', 'user_blocked'],
    ['ErrorCode nr25', 'user_cancelled', 'user_cancelled'],
    ['ErrorCode nr19', 'user_login_required', 'user_credentials_failed'],
    ['ErrorCode nr20', 'user_login_required', 'user_level_unavailable'],
    ['ErrorCode nr30', 'user_login_required', 'user_identity_unsuitable'],
    ['ErrorCode nr11', 'provider_error', 'provider_error'],
  ] as const)
    test(`PP-66 reads "${message}" as ${byCie}, and from SPID as ${bySpid}`, async () => {
      assert.equal(codeOf(await completeByCie(status(message))), byCie)
      assert.equal(codeOf(await complete(status(message))), bySpid)
    })
})

test('the provider names its profile', () => {
  assert.deepEqual([cie.samlProfile, national.samlProfile], ['cie', 'spid'])
})

test('PP-67 requires a tax number from CIE id too', async () => {
  const without = { ...asCieWrites, assertion: replace('"fiscalNumber"', '"spidCode"') }
  assert.equal(codeOf(await completeByCie(answer(without))), 'attribute_missing')
})

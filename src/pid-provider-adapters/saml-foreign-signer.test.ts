/**
 * An answer in the form of a common identity provider software (OpenSAML): other prefixes, typed values, the signature
 * after the Issuer, and a prefix that is canonicalized inclusively (Exclusive XML Canonicalization §3). It is written
 * in canonical form and signed with `node:crypto` only, so that the signature library is not tested with itself.
 */

import assert from 'node:assert/strict'
import { createHash, sign } from 'node:crypto'
import { test } from 'node:test'
import { codeOf } from '../../test/support/refuses.ts'
import { successStatus, writeResponse } from '../../test/support/saml.ts'
import { callbackUrl, clientId, complete, facts, idpKey, issuer, now } from '../../test/support/saml-answers.ts'
import { failed } from '../base/index.ts'

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const nameFormat = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic'
const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format'
const at = (seconds: number): string => new Date(seconds * 1000).toISOString()

const attribute = ([name, value]: readonly [string, string]): string =>
  `<saml2:Attribute Name="${name}" NameFormat="${nameFormat}"><saml2:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">${value}</saml2:AttributeValue></saml2:Attribute>`

const start = `<saml2:Assertion xmlns:saml2="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:xs="http://www.w3.org/2001/XMLSchema" ID="_a75" IssueInstant="${at(now + 1)}" Version="2.0"><saml2:Issuer Format="${format}:entity">${issuer}</saml2:Issuer>`
const rest = [
  `<saml2:Subject><saml2:NameID Format="${format}:transient" NameQualifier="${issuer}" SPNameQualifier="${clientId}">AAdzZWNyZXQx</saml2:NameID>`,
  '<saml2:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
  `<saml2:SubjectConfirmationData Address="192.0.2.7" InResponseTo="${facts.requestId}" NotOnOrAfter="${at(now + 300)}" Recipient="${callbackUrl}"></saml2:SubjectConfirmationData>`,
  `</saml2:SubjectConfirmation></saml2:Subject><saml2:Conditions NotBefore="${at(now + 1)}" NotOnOrAfter="${at(now + 300)}">`,
  `<saml2:AudienceRestriction><saml2:Audience>${clientId}</saml2:Audience></saml2:AudienceRestriction></saml2:Conditions>`,
  `<saml2:AuthnStatement AuthnInstant="${at(now + 1)}" SessionIndex="_s1"><saml2:SubjectLocality Address="192.0.2.7"></saml2:SubjectLocality>`,
  '<saml2:AuthnContext><saml2:AuthnContextClassRef>https://www.spid.gov.it/SpidL3</saml2:AuthnContextClassRef></saml2:AuthnContext></saml2:AuthnStatement><saml2:AttributeStatement>',
  ...(
    [
      ['dateOfBirth', '1978-09-23'],
      ['fiscalNumber', 'TINIT-DNGNCL78P23G273W'],
      ['name', 'Nicolò'],
      ['familyName', "D'Angelò"],
    ] as const
  ).map(attribute),
  '</saml2:AttributeStatement></saml2:Assertion>',
].join('')

const digest = createHash('sha256').update(start + rest)
const signedInfo = [
  `<ds:SignedInfo xmlns:ds="${dsig}"><ds:CanonicalizationMethod Algorithm="${exclusive}"></ds:CanonicalizationMethod>`,
  '<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod>',
  `<ds:Reference URI="#_a75"><ds:Transforms><ds:Transform Algorithm="${dsig}enveloped-signature"></ds:Transform>`,
  `<ds:Transform Algorithm="${exclusive}"><ec:InclusiveNamespaces xmlns:ec="${exclusive}" PrefixList="xs"></ec:InclusiveNamespaces></ds:Transform></ds:Transforms>`,
  '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod>',
  `<ds:DigestValue>${digest.digest('base64')}</ds:DigestValue></ds:Reference></ds:SignedInfo>`,
].join('')
const value = sign('sha256', Buffer.from(signedInfo), idpKey.privateKey).toString('base64')
const signature = `<ds:Signature xmlns:ds="${dsig}">${signedInfo}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`
const answerOf = (content: string): string => writeResponse(facts, successStatus + start + signature + content)

test('PP-63 PP-64 accepts an answer in the form of OpenSAML that was signed without our library', async () => {
  const login = await complete(answerOf(rest))
  assert.ok(!failed(login), codeOf(login))
  assert.deepEqual(
    [login.subject, login.attributes],
    [
      'AAdzZWNyZXQx',
      {
        given_name: 'Nicolò',
        family_name: "D'Angelò",
        birthdate: '1978-09-23',
        fiscal_number: 'TINIT-DNGNCL78P23G273W',
      },
    ],
  )
})

test('PP-63 the signature protects the content, but not the notation of tags', async () => {
  const other = rest.replace('></saml2:SubjectLocality>', '/>').replace(' NotBefore=', '\n   NotBefore=')
  assert.equal(codeOf(await complete(answerOf(other))), 'accepted')
  assert.equal(codeOf(await complete(answerOf(rest.replace('DNGNCL', 'DNGNCK')))), 'assertion_signature_invalid')
})

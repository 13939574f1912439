/** A SAML identity provider's answers: writes a valid answer, or one with a fault, and signs it. */
import assert from 'node:assert/strict'
import { signXml } from '@node-saml/node-saml/lib/xml.js'
import {
  importServiceProviderKey,
  type ServiceProviderKey,
} from '../../src/pid-provider-adapters/saml-service-provider-key.ts'
import { issueCertificate } from '../../src/x509/index.ts'
import { rsaPair } from './rsa-keys.ts'

/** Returns the n-th RSA key of this process, with a certificate of its own. */
export async function samlKey(commonName: string, which = 1, bits = 2048): Promise<ServiceProviderKey> {
  const { privateKey, publicKey } = rsaPair(which, bits)
  const der = issueCertificate({
    subject: `CN=${commonName}`,
    issuer: `CN=${commonName}`,
    serial: '01',
    notBefore: 1_700_000_000,
    notAfter: 2_000_000_000,
    spki: publicKey.export({ type: 'spki', format: 'der' }),
    issuerKey: { privateKey, hash: 'SHA-256' },
  })
  const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----`
  return bits < 2048
    ? { privateKey, certificate: pem }
    : importServiceProviderKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), pem)
}

export interface SamlAnswerFacts {
  readonly requestId: string
  readonly issuer: string
  readonly audience: string
  readonly callbackUrl: string
  /** Seconds. */
  readonly now: number
}

export type Change = (xml: string) => string

const at = (seconds: number): string => new Date(seconds * 1000).toISOString()
const attribute = (name: string, value: string): string =>
  `<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`

export const writeAssertion = ({ requestId, issuer, audience, callbackUrl, now }: SamlAnswerFacts): string =>
  [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_assertion" Version="2.0" IssueInstant="${at(now)}">`,
    `<saml:Issuer Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity">${issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient" NameQualifier="${issuer}">_user</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData Recipient="${callbackUrl}" InResponseTo="${requestId}" NotOnOrAfter="${at(now + 300)}"/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${at(now)}" NotOnOrAfter="${at(now + 300)}">`,
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${at(now)}" SessionIndex="_session"><saml:AuthnContext>`,
    '<saml:AuthnContextClassRef>https://www.spid.gov.it/SpidL3</saml:AuthnContextClassRef>',
    '</saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>',
    attribute('name', 'Nicolò'),
    attribute('familyName', 'D&apos;Angelò'),
    attribute('dateOfBirth', '1978-09-23'),
    attribute('placeOfBirth', 'G273'),
    attribute('countyOfBirth', 'PA'),
    attribute('fiscalNumber', 'TINIT-DNGNCL78P23G273W'),
    '</saml:AttributeStatement></saml:Assertion>',
  ].join('')

export const successStatus =
  '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>'

/** Returns a Response with this content: a status, an Assertion. */
export const writeResponse = ({ requestId, issuer, callbackUrl, now }: SamlAnswerFacts, content: string): string =>
  [
    '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
    ` ID="_response" Version="2.0" IssueInstant="${at(now)}" InResponseTo="${requestId}" Destination="${callbackUrl}">`,
    `<saml:Issuer Format="urn:oasis:names:tc:SAML:2.0:nameid-format:entity">${issuer}</saml:Issuer>`,
    `${content}</samlp:Response>`,
  ].join('')

export const assertionPath = "/*[local-name(.)='Response']/*[local-name(.)='Assertion']"
export const responsePath = "/*[local-name(.)='Response']"

/** Signs the element at a path; the signature becomes its first child. */
export const signAt = (
  xml: string,
  path: string,
  key: ServiceProviderKey,
  algorithm: 'sha256' | 'sha512' | 'sha1' = 'sha256',
  digest: string = algorithm,
): string =>
  signXml(
    xml,
    path,
    { reference: path, action: 'prepend' },
    {
      privateKey: key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      publicCert: key.certificate,
      signatureAlgorithm: algorithm,
      digestAlgorithm: digest,
    },
  )

/** Replaces the pattern. Throws if it does not occur, because a row that changes nothing proves nothing. */
export const replace =
  (pattern: string | RegExp, by: string): Change =>
  (xml) => {
    const changed = xml.replace(pattern, by)
    assert.notEqual(changed, xml, `nothing matches ${pattern}`)
    return changed
  }

/** Removes an element with its content. */
export const without = (name: string): Change => replace(new RegExp(`<${name}\\b[^>]*?(/>|>[\\s\\S]*?</${name}>)`), '')

/** Removes the content of an element. */
export const emptied = (name: string): Change =>
  replace(new RegExp(`(<${name}\\b[^>]*?)(?:/>|>[\\s\\S]*?</${name}>)`), `$1></${name}>`)

/** Sets an attribute of the first element of that name. Removes it if there is no value. */
export const attributeSet = (element: string, name: string, value?: string): Change =>
  replace(new RegExp(`(<${element}\\b[^>]*?) ${name}="[^"]*"`), value === undefined ? '$1' : `$1 ${name}="${value}"`)

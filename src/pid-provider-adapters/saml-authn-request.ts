/**
 * The AuthnRequest that sends a browser to a SAML identity provider, over the HTTP Redirect binding (PP-113).
 *
 * SAML 2.0 core §3.4.1, bindings §3.4; SPID SAML rules of 2022-05.
 */
import { sign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { NumericDate } from '../base/index.ts'
import { entityFormat, requestedLevel, transientFormat } from '../pid-provider/index.ts'
import type { ServiceProviderKey } from './saml-service-provider-key.ts'
import { escapeXml } from './saml-xml.ts'

interface AuthnRequest {
  /** Unique for every login. Must begin with a letter or `_`. */
  readonly id: string
  readonly now: NumericDate
  /** URL of the identity provider's SingleSignOnService. */
  readonly destination: string
  /** Our entity identifier. */
  readonly issuer: string
  readonly callbackUrl: string
  readonly relayState: string
}

/** Returns an `xs:dateTime` in whole seconds and UTC. */
const instantOf = (time: NumericDate): string => `${new Date(time * 1000).toISOString().slice(0, 19)}Z`

/** Creates the request's XML: at least level High, and a forced login. */
function createAuthnRequest(request: AuthnRequest): string {
  const issuer = escapeXml(request.issuer)
  return [
    '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
    ` ID="${escapeXml(request.id)}" Version="2.0" IssueInstant="${instantOf(request.now)}"`, // PP-113
    ` Destination="${escapeXml(request.destination)}" ForceAuthn="true"`, // PP-61
    ` AssertionConsumerServiceURL="${escapeXml(request.callbackUrl)}"`,
    ' ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"',
    ' AttributeConsumingServiceIndex="0">', // the only attribute set in our metadata
    `<saml:Issuer Format="${entityFormat}" NameQualifier="${issuer}">${issuer}</saml:Issuer>`,
    `<samlp:NameIDPolicy Format="${transientFormat}"/>`,
    '<samlp:RequestedAuthnContext Comparison="minimum">',
    `<saml:AuthnContextClassRef>${requestedLevel}</saml:AuthnContextClassRef>`, // PP-61
    '</samlp:RequestedAuthnContext></samlp:AuthnRequest>',
  ].join('')
}

/** Returns the URL for the browser: the deflated request, and a signature over the exact query (§3.4.4.1). */
export function createAuthnRequestUrl(key: ServiceProviderKey, request: AuthnRequest): string {
  const query = [
    ['SAMLRequest', deflateRawSync(createAuthnRequest(request)).toString('base64')],
    ['RelayState', request.relayState],
    ['SigAlg', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'], // PP-113
  ]
    .map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  const signature = sign('sha256', Buffer.from(query), key.privateKey).toString('base64') // PP-113
  const separator = request.destination.includes('?') ? '&' : '?'
  return `${request.destination}${separator}${query}&Signature=${encodeURIComponent(signature)}`
}

/**
 * Configures `samlify` as an identity provider by the national SAML profile: signed requests only, signed Assertions,
 * transient name identifiers, the Italian attributes. `samlify` is independent of this project's own SAML code, which
 * creates the requests and verifies the responses.
 */

import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { Constants, IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import { daySeconds } from '../../../base/index.ts'
import { type LevelOfAssurance, levelsOfAssurance } from '../../../pid-provider/login/national-identity-provider.ts'
import { issueCertificate } from '../../../x509/index.ts'
import { callbackOf } from './callbacks.ts'
import { namesOfServiceProvider } from './service-provider-names.ts'
import { assertionTemplate, statusTemplate } from './templates.ts'

/** A request whose signature and callback were checked. */
export interface AuthnRequest {
  readonly id: string
  /** Entity identifier of the service provider whose signature was verified. */
  readonly serviceProvider: string
  /** Display names of the service provider. */
  readonly names: ReturnType<typeof namesOfServiceProvider>
  readonly callbackUrl: string
  readonly relayState: string
}

interface RefusedRequest {
  readonly message: 'fault' | 'unregistered' | 'unverifiable'
  readonly detail: string
  readonly status: number
}

/**
 * Returns the metadata of a service provider that is not registered manually, or the refusal of that service provider.
 */
export type FindServiceProvider = (entityId: string) => Promise<string | RefusedRequest>

/** Error of the national profile for a malformed request. */
export const malformedRequest: RefusedRequest = { message: 'fault', detail: 'ErrorCode nr08', status: 400 }

interface SamlLogin {
  readonly level: LevelOfAssurance
  readonly attributes: ReadonlyMap<string, string>
}

/** The SAML identity provider, without its pages and its server. */
export interface SamlifyProvider {
  readonly metadata: string
  /**
   * Returns a `fault` if the request is malformed or not signed by its service provider, or if its callback is not in
   * the service provider's metadata. Returns the refusal of `FindServiceProvider` for a service provider that is not
   * found.
   */
  readRequest(query: string): Promise<AuthnRequest | RefusedRequest>
  /**
   * Returns a SAMLResponse in base64 with a signed Assertion. Rejects if no request of this service provider was read.
   */
  answer(request: AuthnRequest, login: SamlLogin): Promise<string>
  /** Returns a signed SAMLResponse in base64 with the error code of the national profile: `nr` and two digits. */
  refuse(request: AuthnRequest, anomaly: string): string
}

const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const bindings = Constants.namespace.binding
/**
 * Elements of the metadata. They contain no logout endpoint, because logout is not supported. `singleLogoutService` is
 * set only because `samlify` prints a warning without it. This is a constant of its own, because the types of the
 * settings lack `elementsOrder`.
 */
const withoutLogout = { elementsOrder: ['KeyDescriptor', 'NameIDFormat', 'SingleSignOnService'] }
const newId = (): string => `_${randomBytes(20).toString('hex')}`

/**
 * Creates the SAML identity provider with a new key. It accepts the service providers of `serviceProviderMetadata`, and
 * those that `findServiceProvider` finds. Rejects if a document of `serviceProviderMetadata` cannot be read. Sets the
 * schema validator of `samlify` for the whole process.
 */
export async function createSamlifyProvider(
  origin: string,
  serviceProviderMetadata: readonly string[],
  findServiceProvider: FindServiceProvider = async () => malformedRequest,
): Promise<SamlifyProvider> {
  setSchemaValidator({ validate: async () => 'not validated: only the signature matters here' })
  const key = generateKey()
  const idp = IdentityProvider({
    entityID: origin,
    privateKey: key.privateKey,
    signingCert: key.certificate,
    requestSignatureAlgorithm: rsaSha256,
    wantAuthnRequestsSigned: true,
    nameIDFormat: ['urn:oasis:names:tc:SAML:2.0:nameid-format:transient'],
    singleSignOnService: [{ Binding: bindings.redirect, Location: `${origin}/sso` }],
    singleLogoutService: [{ Binding: bindings.redirect, Location: origin }],
    ...withoutLogout,
  })
  const requests = createRequestReader(idp, serviceProviderMetadata, findServiceProvider)
  return {
    metadata: idp.getMetadata(),
    readRequest: requests.read,
    answer: async (request, login) => {
      const { serviceProvider } = request
      const sp = requests.sender(serviceProvider)
      if (sp === undefined) throw new Error('no request of this service provider was read')
      const fill = () => ({ id: newId(), context: fillAssertion(origin, request, login) })
      const { context } = await idp.createLoginResponse(sp, { extract: {} }, 'post', {}, { customTagReplacement: fill })
      return context
    },
    refuse: (request, anomaly) =>
      SamlLib.constructSAMLSignature({
        rawSamlMessage: SamlLib.replaceTagsByValue(statusTemplate, {
          ...envelopeTags(origin, request),
          Message: `ErrorCode nr${anomaly}`,
        }),
        isMessageSigned: true,
        privateKey: key.privateKey,
        signingCert: idp.entityMeta.getX509Certificate('signing') as string,
        signatureAlgorithm: rsaSha256,
        signatureConfig: { prefix: 'ds', location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' } },
      }),
  }
}

/**
 * Creates the reader of requests from registered and found service providers. It keeps the last metadata of each
 * sender.
 */
function createRequestReader(
  idp: ReturnType<typeof IdentityProvider>,
  serviceProviderMetadata: readonly string[],
  findServiceProvider: FindServiceProvider,
) {
  const registered = serviceProviderMetadata.map((metadata) => {
    const serviceProvider = readServiceProvider(metadata)
    if (serviceProvider === undefined) throw new Error('the metadata of a service provider cannot be read')
    return serviceProvider
  })
  /** Senders of the requests so far, each with the metadata at the time of the last request. */
  const senders = new Map<string, ServiceProviderEntity>()
  const registeredAs = (entityId: string) => registered.find(({ sp }) => sp.entityMeta.getEntityID() === entityId)
  const read: SamlifyProvider['readRequest'] = async (query) => {
    const parameters: { readonly [name: string]: string } = Object.fromEntries(new URLSearchParams(query))
    const { SAMLRequest = '', RelayState: relayState = '' } = parameters
    const xml = readXml(SAMLRequest)
    const claimedIssuer = issuerOf(xml)
    if (claimedIssuer === undefined) return malformedRequest
    const registration = registeredAs(claimedIssuer)
    const metadata = registration?.metadata ?? (await findServiceProvider(claimedIssuer))
    if (typeof metadata !== 'string') return metadata
    const sender = registration ?? readServiceProvider(metadata)
    if (sender === undefined) return malformedRequest
    const request = { query: parameters, octetString: signedPart(query) }
    const parsed = await idp.parseLoginRequest(sender.sp, 'redirect', request).catch(() => undefined)
    const { issuer, request: members } = (parsed?.extract ?? {}) as Partial<ExtractedRequest>
    if (members === undefined || issuer !== sender.sp.entityMeta.getEntityID()) return malformedRequest
    const callbackUrl = callbackOf(xml, sender.metadata)
    if (callbackUrl === undefined) return malformedRequest
    senders.set(issuer, sender)
    const names = namesOfServiceProvider(sender.metadata, issuer)
    return { id: members.id, serviceProvider: issuer, names, callbackUrl, relayState }
  }
  return { read, sender: (entityId: string) => senders.get(entityId)?.sp }
}

/** Maximum size of a request's XML in bytes. `samlify` inflates a request before it verifies the signature. */
const maximumRequestSize = 16_384

/** Returns the XML of the request, without verifying it. Returns an empty text if it cannot be read or is too large. */
function readXml(message: string): string {
  try {
    return inflateRawSync(Buffer.from(message, 'base64'), { maxOutputLength: maximumRequestSize }).toString()
  } catch {
    return ''
  }
}

/** Returns the issuer that the request states, without verifying it. Returns `undefined` if there is none. */
const issuerOf = (xml: string): string | undefined =>
  /<(?:\w+:)?Issuer\b[^>]*>([^<]*)</.exec(xml)?.[1]?.trim().replaceAll('&amp;', '&')

interface ServiceProviderEntity {
  readonly metadata: string
  readonly sp: ReturnType<typeof ServiceProvider>
}

function readServiceProvider(metadata: string): ServiceProviderEntity | undefined {
  try {
    return { metadata, sp: ServiceProvider({ metadata, requestSignatureAlgorithm: rsaSha256 }) }
  } catch {
    return undefined
  }
}

interface ExtractedRequest {
  readonly issuer: string
  readonly request: { readonly id: string }
}

/**
 * Returns the signed part of the query: everything before the signature (SAML 2.0 bindings §3.4.4.1). Returns an empty
 * text for a query without a signature.
 */
const signedPart = (query: string): string => query.slice(0, Math.max(query.indexOf('&Signature='), 0))

const lifetimeMilliseconds = 300_000
const instant = (time: number): string => new Date(time).toISOString()

const envelopeTags = (origin: string, { id, callbackUrl }: AuthnRequest) => ({
  ID: newId(),
  Now: instant(Date.now()),
  InResponseTo: id,
  Callback: callbackUrl,
  IdentityProvider: origin,
})

function fillAssertion(origin: string, request: AuthnRequest, { level, attributes }: SamlLogin): string {
  const names = [...attributes.keys()]
  const statement = SamlLib.attributeStatementBuilder(
    names.map((name) => ({
      name,
      nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
      valueTag: name,
      valueXsiType: name === 'dateOfBirth' ? 'xs:date' : 'xs:string',
    })),
  )
  const values = names.map((name) => [`attr${name.charAt(0).toUpperCase()}${name.slice(1)}`, attributes.get(name)])
  return SamlLib.replaceTagsByValue(assertionTemplate.replace('{AttributeStatement}', statement), {
    ...envelopeTags(origin, request),
    AssertionID: newId(),
    NameID: newId(),
    SessionIndex: newId(),
    Audience: request.serviceProvider,
    Expiry: instant(Date.now() + lifetimeMilliseconds),
    Level: Object.keys(levelsOfAssurance).find((name) => levelsOfAssurance[name] === level),
    ...Object.fromEntries(values),
  })
}

function generateKey(): { readonly privateKey: string; readonly certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const now = Math.floor(Date.now() / 1000)
  const der = issueCertificate({
    subject: 'CN=National identity (sandbox)',
    issuer: 'CN=National identity (sandbox)',
    serial: randomBytes(8).toString('hex'),
    notBefore: now - 60,
    notAfter: now + 365 * daySeconds,
    spki: publicKey.export({ type: 'spki', format: 'der' }),
    issuerKey: { privateKey, hash: 'SHA-256' },
  })
  const body = Buffer.from(der).toString('base64')
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`,
  }
}

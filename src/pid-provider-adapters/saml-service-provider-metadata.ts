/**
 * The PID Provider's SAML metadata as a service provider, for a registry and its identity providers (PP-113). Served as
 * `application/samlmetadata+xml`.
 *
 * SAML 2.0 metadata §2.3.2, §2.4.4; SPID SAML rules of 2022-05; technical manual of CIE id for SAML. SPID and CIE id
 * are two registries with different rules. SPID refuses a document for CIE id, and CIE id refuses a document for SPID.
 */
import { signXml } from '@node-saml/node-saml/lib/xml.js'
import { type SamlProfileName, samlProfiles, transientFormat } from '../pid-provider/index.ts'
import { certificateText, type ServiceProviderKey } from './saml-service-provider-key.ts'
import { escapeXml } from './saml-xml.ts'

/** A text in Italian and English. */
export interface LocalizedText {
  readonly it: string
  readonly en: string
}

/** Input for a SAML service provider's metadata. */
export interface ServiceProviderMetadataInput {
  /** Profile of the registry that gets the document. */
  readonly profile: SamlProfileName
  readonly entityId: string
  /** ID of the document. Must change with the content and begin with a letter or `_`. */
  readonly id: string
  readonly key: ServiceProviderKey
  /** All callback URLs of logins in this profile. The first is the default. */
  readonly callbackUrls: readonly string[]
  /** URL for the logout of a session. Each registry requires this URL, although this service keeps no session. */
  readonly singleLogoutUrl?: string
  readonly serviceName: LocalizedText
  readonly organization: { readonly name: LocalizedText; readonly url: LocalizedText }
  /** The public body behind the service, as in the index of public administrations (IPA). */
  readonly contact?: ServiceProviderContact
}

/** Identity and contact data of the public body behind a service provider. */
export interface ServiceProviderContact {
  readonly ipaCode: string
  readonly email: string
  readonly telephone?: string | undefined
  /** Cadastral code of the municipality of its seat (`H501`). CIE id requires it, SPID has no such member. */
  readonly municipality?: string | undefined
}

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol'
const httpPost = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'
const httpRedirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const basicNameFormat = 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic'

/** Parts of the document that SAML 2.0 leaves open and each registry defines. */
interface RegistryForm {
  /** Namespace of the registry's extensions. The profile's name is the prefix. */
  readonly extensions: string
  readonly logoutBinding: string
  /** XML attributes of the AttributeConsumingService element after `index`. */
  readonly serviceAttributes: string
  readonly serviceName: (texts: LocalizedText) => string
  readonly contactPerson: (contact: ServiceProviderContact, input: ServiceProviderMetadataInput) => string
}

const registryForms: Readonly<Record<SamlProfileName, RegistryForm>> = {
  spid: {
    extensions: 'https://spid.gov.it/saml-extensions',
    logoutBinding: httpPost,
    serviceAttributes: ' isDefault="true"',
    serviceName: (texts) => localized('ServiceName', texts),
    contactPerson: ({ ipaCode, ...contact }) =>
      contactPerson('other', `<spid:IPACode>${escapeXml(ipaCode)}</spid:IPACode><spid:Public/>`, '', contact),
  },
  cie: {
    extensions: 'https://www.cartaidentita.interno.gov.it/saml-extensions',
    logoutBinding: httpRedirect,
    serviceAttributes: '',
    serviceName: ({ it }) => `<md:ServiceName xml:lang="">${escapeXml(it)}</md:ServiceName>`,
    contactPerson: ({ ipaCode, municipality = '', ...contact }, { organization }) =>
      contactPerson(
        'administrative',
        `<cie:Public/><cie:IPACode>${escapeXml(ipaCode)}</cie:IPACode><cie:Municipality>${escapeXml(municipality)}</cie:Municipality>`,
        `<md:Company>${escapeXml(organization.name.it)}</md:Company>`,
        contact,
      ),
  },
}

/** Creates the EntityDescriptor and signs it with the service provider's key. */
export function createServiceProviderMetadata(input: ServiceProviderMetadataInput): string {
  const root = "/*[local-name(.)='EntityDescriptor']"
  return signXml(
    createEntityDescriptor(input),
    root,
    { reference: root, action: 'prepend' },
    {
      privateKey: input.key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      publicCert: input.key.certificate,
      signatureAlgorithm: 'sha256', // PP-113
      digestAlgorithm: 'sha256',
    },
  )
}

function createEntityDescriptor(input: ServiceProviderMetadataInput): string {
  const { profile } = input
  const form = registryForms[profile]
  const namespaces = [
    'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"',
    'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"',
    `xmlns:${profile}="${form.extensions}"`,
  ].join(' ')
  return [
    `<md:EntityDescriptor ${namespaces} ID="${escapeXml(input.id)}" entityID="${escapeXml(input.entityId)}">`,
    `<md:SPSSODescriptor protocolSupportEnumeration="${protocol}" AuthnRequestsSigned="true" WantAssertionsSigned="true">`,
    keyDescriptor(input.key.certificate),
    input.singleLogoutUrl === undefined
      ? ''
      : `<md:SingleLogoutService Binding="${form.logoutBinding}" Location="${escapeXml(input.singleLogoutUrl)}"/>`,
    `<md:NameIDFormat>${transientFormat}</md:NameIDFormat>`,
    ...input.callbackUrls.map(assertionConsumerService),
    `<md:AttributeConsumingService index="0"${form.serviceAttributes}>`,
    form.serviceName(input.serviceName),
    ...samlProfiles[profile].requestedAttributes.map(
      (name) => `<md:RequestedAttribute Name="${name}" NameFormat="${basicNameFormat}" isRequired="true"/>`, // PP-67
    ),
    '</md:AttributeConsumingService></md:SPSSODescriptor>',
    organization(input.organization),
    input.contact === undefined ? '' : form.contactPerson(input.contact, input),
    '</md:EntityDescriptor>',
  ].join('')
}

const keyDescriptor = (certificate: string): string =>
  `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificateText(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`

const assertionConsumerService = (url: string, index: number): string =>
  `<md:AssertionConsumerService index="${index}"${index === 0 ? ' isDefault="true"' : ''} Binding="${httpPost}" Location="${escapeXml(url)}"/>`

const localized = (name: string, texts: LocalizedText): string =>
  (['it', 'en'] as const)
    .map((language) => `<md:${name} xml:lang="${language}">${escapeXml(texts[language])}</md:${name}>`)
    .join('')

const organization = ({ name, url }: ServiceProviderMetadataInput['organization']): string =>
  [
    '<md:Organization>',
    localized('OrganizationName', name),
    localized('OrganizationDisplayName', name),
    localized('OrganizationURL', url),
    '</md:Organization>',
  ].join('')

const contactPerson = (
  type: string,
  extensions: string,
  company: string,
  { email, telephone }: Pick<ServiceProviderContact, 'email' | 'telephone'>,
): string =>
  [
    `<md:ContactPerson contactType="${type}"><md:Extensions>${extensions}</md:Extensions>${company}`,
    `<md:EmailAddress>${escapeXml(email)}</md:EmailAddress>`,
    telephone === undefined ? '' : `<md:TelephoneNumber>${escapeXml(telephone)}</md:TelephoneNumber>`,
    '</md:ContactPerson>',
  ].join('')

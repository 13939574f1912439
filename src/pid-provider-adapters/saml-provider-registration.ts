/**
 * Sources of a SAML identity provider's endpoint and keys: its metadata (SAML 2.0 metadata §2.4.3). The operator takes
 * the metadata from the national registry or, for a sandbox, from the provider itself. Keys in an answer are never
 * used.
 */
import { readFileSync } from 'node:fs'
import {
  describeReadFault,
  type Failure,
  type Fetch,
  fail,
  failed,
  fetchText,
  isFresh,
  type NumericDate,
  parseUrl,
  type UrlPolicy,
} from '../base/index.ts'
import { ConfigError } from '../node/index.ts'
import { attributeOf, childOf, childrenOf, type ProviderCode, type SamlElement, textOf } from '../pid-provider/index.ts'
import { registrationSeconds } from './oidc-provider-registration.ts'
import { providerFailureOf } from './provider-reach.ts'
import { readCertificate } from './saml-certificates.ts'
import { parseSamlXml } from './saml-xml.ts'

/** Registration of a national identity provider over SAML 2.0. */
export interface RegisteredSamlProvider {
  readonly entityId: string
  /** URL of the SingleSignOnService for the HTTP Redirect binding. */
  readonly singleSignOnUrl: string
  /** PEM of at least one certificate. Only the keys are used: issuer and validity are not checked. */
  readonly certificates: readonly string[]
}

/** Returns the provider as registered at this time. */
export type SamlRegistration = (now: NumericDate) => Promise<RegisteredSamlProvider | Failure<ProviderCode>>

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/**
 * Parses an identity provider's EntityDescriptor. Does not check its signature or `validUntil`: the caller must trust
 * the source of the document. Ignores keys other than RSA of at least 2048 bits.
 */
export async function parseSamlProviderMetadata(
  xml: string,
  entityId: string,
  policy: UrlPolicy,
): Promise<RegisteredSamlProvider | Failure<ProviderCode>> {
  const document = await parseSamlXml(xml, { annotated: true })
  if (failed(document)) return fail('provider_malformed', 'EntityDescriptor')
  const descriptor = childOf(document.root, 'md:IDPSSODescriptor')
  const certificates = certificatesOf(descriptor)
  const service = childrenOf(descriptor, 'md:SingleSignOnService').find(
    (candidate) => attributeOf(candidate, 'Binding') === redirectBinding,
  )
  const singleSignOnUrl = attributeOf(service, 'Location')
  if (document.root.name !== 'md:EntityDescriptor') return fail('provider_malformed', 'EntityDescriptor')
  if (attributeOf(document.root, 'entityID') !== entityId)
    return fail('provider_untrusted', 'EntityDescriptor.entityID')
  if (failed(parseUrl(singleSignOnUrl, policy))) return fail('provider_malformed', 'SingleSignOnService')
  if (certificates.length === 0) return fail('provider_malformed', 'KeyDescriptor')
  return { entityId, singleSignOnUrl, certificates }
}

function certificatesOf(descriptor: SamlElement | undefined): readonly string[] {
  return childrenOf(descriptor, 'md:KeyDescriptor')
    .filter((key) => attributeOf(key, 'use') !== 'encryption')
    .flatMap((key) => childrenOf(childOf(key, 'ds:KeyInfo'), 'ds:X509Data'))
    .flatMap((data) => childrenOf(data, 'ds:X509Certificate'))
    .map((certificate) => readCertificate(Buffer.from(textOf(certificate), 'base64')))
    .filter((certificate) => certificate !== undefined)
}

/** Remedies for a metadata file that cannot be used, by the place of the fault. */
const documentRemedies: Readonly<Record<string, string>> = {
  EntityDescriptor: 'save the EntityDescriptor of this provider alone there, not the registry’s list of all providers',
  'EntityDescriptor.entityID': 'correct entityId, or save the metadata of this provider there',
}

/** Creates a registration from a trusted metadata file. Rejects with `ConfigError` if it cannot be read or used. */
export async function documentRegistration(
  file: string,
  entityId: string,
  policy: UrlPolicy,
): Promise<SamlRegistration> {
  const provider = await parseSamlProviderMetadata(readDocument(file), entityId, policy)
  if (!failed(provider)) return async () => provider
  const content =
    provider.code === 'provider_untrusted' ? 'metadata of another entity than' : 'malformed or incomplete metadata of'
  const remedy = documentRemedies[provider.at] ?? 'download its metadata from the national registry again'
  throw new ConfigError([`${file} contains ${content} ${entityId} (${provider.at}): ${remedy}`])
}

function readDocument(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (thrown) {
    throw new ConfigError([`${file} cannot be read ${describeReadFault(thrown)}`])
  }
}

/**
 * Creates a registration that fetches the provider's metadata from a URL, and caches it for 300 seconds. Not for
 * production: only TLS authenticates the metadata.
 */
export function metadataUrlRegistration(
  ctx: { readonly fetch: Fetch },
  { url, entityId }: { readonly url: string; readonly entityId: string },
  policy: UrlPolicy,
): SamlRegistration {
  let cached: { readonly provider: RegisteredSamlProvider; readonly cachedAt: NumericDate } | undefined
  return async (now) => {
    if (cached && isFresh(cached.cachedAt, registrationSeconds, now)) return cached.provider
    const request = new Request(url, { redirect: 'manual' })
    const xml = await fetchText(ctx.fetch, request, 'application/samlmetadata+xml', 'EntityDescriptor')
    if (failed(xml)) return providerFailureOf(xml)
    const provider = await parseSamlProviderMetadata(xml, entityId, policy)
    if (failed(provider)) return provider
    cached = { provider, cachedAt: now }
    return provider
  }
}

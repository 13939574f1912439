/**
 * Where a SAML identity provider's endpoint and keys come from: its metadata, which the operator takes from the national
 * registry, or, for a sandbox, from the provider itself (SAML 2.0 metadata §2.4.3). No answer brings its own keys.
 */
import { readFileSync } from 'node:fs'
import {
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
import { notReached } from './provider-reach.ts'
import { readCertificate } from './saml-certificates.ts'
import { parseSamlXml } from './saml-xml.ts'

/** What is known of a national identity provider over SAML 2.0. */
export interface RegisteredSamlProvider {
  readonly entityId: string
  /** SingleSignOnService of the HTTP Redirect binding. */
  readonly singleSignOnUrl: string
  /** PEM, one at least. They carry keys: who issued them and until when does not matter here. */
  readonly certificates: readonly string[]
}

/** Gives the provider as it is registered at this time. */
export type SamlRegistration = (now: NumericDate) => Promise<RegisteredSamlProvider | Failure<ProviderCode>>

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/**
 * Reads an identity provider's EntityDescriptor. Its signature is not judged: who hands the document over vouches for
 * it. Keys that are no RSA keys of 2048 bits are left out.
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

/** Registered by a document in a file that the operator vouches for. Rejects with `ConfigError` when it is of no use. */
export async function documentRegistration(
  file: string,
  entityId: string,
  policy: UrlPolicy,
): Promise<SamlRegistration> {
  const provider = await parseSamlProviderMetadata(readDocument(file), entityId, policy)
  if (!failed(provider)) return async () => provider
  const what = provider.code === 'provider_untrusted' ? 'of another entity' : 'malformed, or lack what is needed'
  throw new ConfigError([`${file}: the metadata of ${entityId} are ${what} (${provider.at})`])
}

function readDocument(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (thrown) {
    throw new ConfigError([`${file} cannot be read (${(thrown as NodeJS.ErrnoException).code ?? 'unknown'})`])
  }
}

/** Registered by what its metadata URL serves, kept for `lifetimeSeconds`. Rests on TLS alone: not for production. */
export function metadataUrlRegistration(
  ctx: { readonly fetch: Fetch },
  { url, entityId }: { readonly url: string; readonly entityId: string },
  policy: UrlPolicy,
  lifetimeSeconds = 300,
): SamlRegistration {
  let kept: { readonly provider: RegisteredSamlProvider; readonly keptAt: NumericDate } | undefined
  return async (now) => {
    if (kept && isFresh(kept.keptAt, lifetimeSeconds, now)) return kept.provider
    const request = new Request(url, { redirect: 'manual' })
    const xml = await fetchText(ctx.fetch, request, 'application/samlmetadata+xml', 'EntityDescriptor')
    if (failed(xml)) return notReached(xml)
    const provider = await parseSamlProviderMetadata(xml, entityId, policy)
    if (failed(provider)) return provider
    kept = { provider, keptAt: now }
    return provider
  }
}

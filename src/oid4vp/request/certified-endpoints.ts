/**
 * Checks that the certificate of a Relying Party covers its endpoints (IT-Wallet 1.4.6, Remote Flow, `x5c`). The
 * certificate covers an endpoint if the certificate's URI names contain the URL of the endpoint, or its DNS names
 * contain the host.
 */
import { type Failure, fail } from '../../base/index.ts'

/** Subject alternative names of the leaf certificate. */
export interface CertifiedNames {
  readonly dnsNames: readonly string[]
  readonly uris: readonly string[]
}

/** Endpoints of one presentation by their wire names. */
export type PresentationEndpoints = Readonly<
  Partial<Record<'request_uri' | 'response_uri' | 'redirect_uri', string | undefined>>
>

/**
 * Checks that the names cover every endpoint in `endpoints`. Skips endpoints that are `undefined`. Compares hosts
 * case-insensitively, and URLs after normalization. A wildcard covers exactly one whole label, the first one, below a
 * domain of at least two labels (D-1155). Does not verify the certificate.
 */
export function checkCertifiedEndpoints(
  endpoints: PresentationEndpoints,
  { dnsNames, uris }: CertifiedNames,
): undefined | Failure<'endpoint_not_certified'> {
  const hosts = new Set(dnsNames.map((name) => name.toLowerCase()))
  const urls = new Set(uris.map((uri) => URL.parse(uri)?.href))
  for (const [name, endpoint] of Object.entries(endpoints)) {
    if (endpoint === undefined) continue
    const url = URL.parse(endpoint)
    const isCovered =
      url !== null && (hosts.has(url.hostname) || hosts.has(wildcardFor(url.hostname)) || urls.has(url.href))
    if (!isCovered) return fail('endpoint_not_certified', name, { expected: [...dnsNames, ...uris], found: endpoint })
  }
  return undefined
}

/** Returns the wildcard that covers a host. Returns the host itself if none covers it. */
function wildcardFor(host: string): string {
  const [first, ...domain] = host.split('.')
  const isCovered = first !== '' && domain.length >= 2 && /[a-z]/.test(domain.at(-1) ?? '')
  return isCovered ? ['*', ...domain].join('.') : host
}

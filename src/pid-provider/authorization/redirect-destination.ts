/**
 * The destination of a redirect URI: the host of an https link, or the scheme of an application. The consent page shows
 * it. If destinations are listed for a Wallet Provider, its wallets may use only these (D-567).
 */
import type { JsonObject } from '../../base/index.ts'
import type { TrustedEntity } from '../../federation/index.ts'

/**
 * Returns the host with its port, as browsers show it, or `scheme:` for any other scheme than http and https. Throws a
 * TypeError if the text is not a URL.
 */
export function redirectDestination(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol
}

/** Returns true if a setting has the form that `redirectDestination` returns. */
export const isRedirectDestination = (text: string): boolean =>
  /^(?!https?:)[a-z][a-z0-9+.-]*:$/.test(text) ||
  (/^[a-z0-9.:[\]-]+$/.test(text) && URL.canParse(`https://${text}`) && new URL(`https://${text}`).host === text)

/**
 * Returns true if wallets of this provider may use a redirect URI, by the `redirect_uris` of its metadata (RFC 7591 §2)
 * and by the operator's list. Compares only the destinations. A missing list permits every destination. If both exist,
 * both must permit the destination. Ignores an entry of `redirect_uris` that is not a URI. A list without a usable
 * entry, and a value that is not a list, permit nothing.
 */
export function mayRedirect(
  redirectUri: string,
  { entityId, metadata }: TrustedEntity,
  destinationsByProvider: Readonly<Record<string, readonly string[]>>,
): boolean {
  const { redirect_uris: redirectUris } = (metadata.wallet_provider ?? {}) as JsonObject
  const operatorList = Object.hasOwn(destinationsByProvider, entityId) ? destinationsByProvider[entityId] : undefined
  if (redirectUris === undefined && operatorList === undefined) return true
  const destination = redirectDestination(redirectUri)
  const uris = Array.isArray(redirectUris) ? redirectUris : []
  const metadataList = uris.flatMap((uri) =>
    typeof uri === 'string' && URL.canParse(uri) ? [redirectDestination(uri)] : [],
  )
  const isPublished = redirectUris === undefined || metadataList.includes(destination)
  return isPublished && (operatorList?.includes(destination) ?? true)
}

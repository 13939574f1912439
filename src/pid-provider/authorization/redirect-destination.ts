/**
 * Where a browser goes with the code: the host of an https link, or the scheme of an application. The consent page shows it,
 * and a Wallet Provider's wallets are held to the destinations that are stated for them (D-567).
 */
import type { JsonObject } from '../../base/index.ts'
import type { TrustedEntity } from '../../federation/index.ts'

/** Returns the host with its port, as browsers show it; `scheme:` for any other scheme than http and https. */
export function redirectDestination(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol === 'https:' || protocol === 'http:' ? host : protocol
}

/** Whether a setting is a destination as `redirectDestination` writes it. */
export const isRedirectDestination = (text: string): boolean =>
  /^[a-z][a-z0-9+.-]*:$/.test(text) ||
  (/^[a-z0-9.:[\]-]+$/.test(text) && URL.canParse(`https://${text}`) && new URL(`https://${text}`).host === text)

/**
 * Whether wallets of this provider may be called back there: by the `redirect_uris` of its metadata (RFC 7591 §2) and by what
 * the operator states, each where it is stated. Members that are no URI permit nothing.
 */
export function mayRedirect(
  redirectUri: string,
  { entityId, metadata }: TrustedEntity,
  statedHosts: Readonly<Record<string, readonly string[]>>,
): boolean {
  const destination = redirectDestination(redirectUri)
  const { redirect_uris: stated } = (metadata.wallet_provider ?? {}) as JsonObject
  const uris = Array.isArray(stated) ? stated : []
  const published = uris.flatMap((uri) =>
    typeof uri === 'string' && URL.canParse(uri) ? [redirectDestination(uri)] : [],
  )
  const byOperator = Object.hasOwn(statedHosts, entityId) ? statedHosts[entityId] : undefined
  return (stated === undefined || published.includes(destination)) && (byOperator?.includes(destination) ?? true)
}

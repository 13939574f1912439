/** Port of the public URL and port of the listener. */
import { isLoopbackHost } from '../base/index.ts'

/** Returns the port of a URL, which may be that of its scheme. */
const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80))

/**
 * Returns the port that a service with this public URL on this machine listens on. Returns `undefined` for any other
 * URL.
 */
export function localPort(publicUrl: string | undefined): number | undefined {
  const url = publicUrl === undefined ? null : URL.parse(publicUrl)
  return url?.protocol === 'http:' && isLoopbackHost(url.hostname) ? portOf(url) : undefined
}

/**
 * Returns a sentence if nobody reaches the service at its public URL: the URL is of this machine, or TLS ends in this
 * process, and its port is another one. Returns `undefined` behind a proxy, where the ports differ.
 */
export function portMismatch({
  publicUrl,
  listen,
}: {
  readonly publicUrl: string
  readonly listen: { readonly port: number; readonly tls?: object | undefined }
}): string | undefined {
  const url = new URL(publicUrl)
  const isDirect = isLoopbackHost(url.hostname) || listen.tls !== undefined
  const named = portOf(url)
  if (!isDirect || listen.port === 0 || listen.port === named) return undefined
  return `publicUrl names port ${named}, but the service listens on port ${listen.port}: change one (--public-url, --port), unless something forwards the one to the other.`
}

/** Compares the port of the public URL with the port of the listener. */
import { isLoopbackHost } from '../base/index.ts'

/** Returns the port of a URL. Defaults to the port of its scheme. */
const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80))

/**
 * Returns the port of a public URL with http and a loopback host, at which the service itself listens. Returns
 * `undefined` for any other URL.
 */
export function localPort(publicUrl: string | undefined): number | undefined {
  const url = publicUrl === undefined ? null : URL.parse(publicUrl)
  return url?.protocol === 'http:' && isLoopbackHost(url.hostname) ? portOf(url) : undefined
}

/**
 * Returns a sentence if the public URL names another port than the listener uses, so that nobody reaches the service.
 * Returns `undefined` if the ports are equal, and for port 0. Also returns `undefined` unless the URL has a loopback
 * host or this process serves TLS: behind a proxy the ports may differ.
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
  const publicPort = portOf(url)
  if (!isDirect || listen.port === 0 || listen.port === publicPort) return undefined
  return `publicUrl names port ${publicPort}, but the service listens on port ${listen.port}: change one (--public-url, --port), unless something forwards the one to the other.`
}

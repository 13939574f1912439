/** Finds the cause of a failed fetch in the error of Node, OpenSSL or undici. */
import type { FetchTrouble } from './http-client.ts'

/** Causes by the codes of the system, OpenSSL and undici. The first match counts. */
const troubles: readonly (readonly [pattern: RegExp, trouble: FetchTrouble])[] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:ENOTFOUND|ENODATA|EAI_\w+)$/, 'name'],
  [/^(?:ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|EAFNOSUPPORT)$/, 'route'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'other_name'],
  [/CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_CA$/, 'certificate'],
  [/^(?:ERR_SSL_\w+|ERR_TLS_\w+|EPROTO)$/, 'tls'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_INFO|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HPE_\w+)$/, 'cut'],
]

/**
 * Returns the cause by the code of the error, or of the error that caused it. Returns `undefined` if no code is known.
 */
export function troubleOf(thrown: unknown): FetchTrouble | undefined {
  if (!(thrown instanceof Error)) return undefined
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
  const [, trouble] = troubles.find(([pattern]) => pattern.test(code)) ?? []
  return trouble ?? troubleOf(thrown instanceof AggregateError ? thrown.errors[0] : thrown.cause)
}

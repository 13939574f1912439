/** Why the guarded client made no request, or what became of one that it made. */
import type { FetchTrouble } from '../base/index.ts'
import { certificateNamesOf } from './certificate-names.ts'
import { timeoutCodes, tooLargeCodes, undiciFault } from './undici-faults.ts'

/** What was not let out, or how it failed. */
export type FetchRefusedCode =
  | 'url_forbidden'
  | 'address_forbidden'
  | 'answer_too_large'
  | 'coding_unexpected'
  | 'timeout'
  | 'unreachable'

/** Why a request was not made or got no usable answer. The message names the host and nothing more. */
export class FetchRefused extends Error {
  readonly code: FetchRefusedCode
  /** Why nobody answered, where that is known. */
  readonly trouble?: FetchTrouble
  /** Of `other_name`: the name that was asked for and those in the certificate, `a.example: b.example, c.example`. */
  readonly names?: string

  constructor(code: FetchRefusedCode, host: string, trouble?: FetchTrouble, names?: string) {
    super(`${host}: ${code}`)
    this.name = 'FetchRefused'
    this.code = code
    if (trouble !== undefined) this.trouble = trouble
    if (names !== undefined) this.names = names
  }
}

/** Thrown by the look-up of a name that leads to no address that may be reached. */
export class AddressForbidden extends Error {}

/** What a request threw, as a refusal; a call that was wrong as it was thrown. */
export function refusalOf(thrown: unknown, host: string, signal: AbortSignal): unknown {
  if (thrown instanceof FetchRefused) return thrown
  if (isForbidden(thrown)) return new FetchRefused('address_forbidden', host)
  const code = String((thrown as { code?: unknown } | undefined)?.code)
  if (signal.aborted || timeoutCodes.includes(code)) return new FetchRefused('timeout', host)
  if (tooLargeCodes.includes(code)) return new FetchRefused('answer_too_large', host)
  if (undiciFault(thrown) === 'bug') return thrown
  const names = certificateNamesOf(thrown)
  return new FetchRefused('unreachable', host, troubleOf(thrown), names && `${names.asked}: ${names.served}`)
}

/** By the codes of the system, of OpenSSL and of undici; the first that fits. */
const troubles: readonly (readonly [pattern: RegExp, trouble: FetchTrouble])[] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:ENOTFOUND|ENODATA|EAI_\w+)$/, 'name'],
  [/^(?:ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|EAFNOSUPPORT)$/, 'route'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'other_name'],
  [/CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_CA$/, 'certificate'],
  [/^(?:ERR_SSL_\w+|ERR_TLS_\w+|EPROTO)$/, 'tls'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_INFO|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|HPE_\w+)$/, 'cut'],
]

function troubleOf(thrown: unknown): FetchTrouble | undefined {
  if (!(thrown instanceof Error)) return undefined
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : ''
  const [, found] = troubles.find(([pattern]) => pattern.test(code)) ?? []
  return found ?? troubleOf(thrown instanceof AggregateError ? thrown.errors[0] : thrown.cause)
}

const isForbidden = (thrown: unknown): boolean =>
  thrown instanceof AddressForbidden ||
  (thrown instanceof Error && isForbidden(thrown.cause)) ||
  (thrown instanceof AggregateError && thrown.errors.some(isForbidden))

/**
 * Classifies the errors of `undici` for the guarded HTTP client. In an `outage`, the server is unreachable or does not
 * answer. In a `violation`, its answer violates the protocol or a limit. A `bug` is a fault of this program.
 */
import { errors } from 'undici'
import type { LibraryFault, LibraryFaults } from '../base/index.ts'

/** Codes of answers that exceed a limit of the client. */
export const tooLargeCodes: readonly string[] = ['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_EXCEEDED_MAX_SIZE']
export const timeoutCodes: readonly string[] = [
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
]

/**
 * Meaning of the errors that `undici` exports, by code. Does not contain the codes of its parser (`HPE_…`):
 * `undiciFault` recognises these errors by their class.
 */
export const undiciCodes: LibraryFaults = {
  UND_ERR: 'outage',
  UND_ERR_ABORT: 'outage',
  UND_ERR_ABORTED: 'outage',
  UND_ERR_BODY_TIMEOUT: 'outage',
  UND_ERR_CLOSED: 'outage',
  UND_ERR_CONNECT_TIMEOUT: 'outage',
  UND_ERR_DESTROYED: 'outage',
  UND_ERR_HEADERS_TIMEOUT: 'outage',
  UND_ERR_INFO: 'outage',
  UND_ERR_SOCKET: 'outage',
  UND_ERR_HEADERS_OVERFLOW: 'violation',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'violation',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'violation',
  /** Invalid calls by this program. */
  UND_ERR_INVALID_ARG: 'bug',
  UND_ERR_INVALID_RETURN_VALUE: 'bug',
  UND_ERR_NOT_SUPPORTED: 'bug',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'bug',
  ERR_WEBASSEMBLY_NOT_SUPPORTED: 'bug',
  /** Proxies, pools, retries, redirects and web sockets, which the client does not use. */
  UND_ERR_BPL_MISSING_UPSTREAM: 'bug',
  UND_ERR_MAX_ORIGINS_REACHED: 'bug',
  UND_ERR_PRX_CONN: 'bug',
  UND_ERR_PRX_TLS: 'bug',
  UND_ERR_REDIRECT_MAX: 'bug',
  UND_ERR_REQ_RETRY: 'bug',
  UND_ERR_RESPONSE: 'bug',
  UND_ERR_SOCKS5: 'bug',
  UND_ERR_WS_MESSAGE_SIZE_EXCEEDED: 'bug',
}

/**
 * Returns the meaning of an error that a request with `undici` threw. An error of another library or of the system
 * counts as an outage, an unknown code of `undici` as a bug.
 */
export function undiciFault(thrown: unknown): LibraryFault {
  if (thrown instanceof errors.HTTPParserError) return 'violation'
  const isOfUndici = thrown instanceof errors.UndiciError || thrown instanceof errors.WebAssemblyNotSupportedError
  if (!isOfUndici) return 'outage'
  return (Object.hasOwn(undiciCodes, thrown.code) ? undiciCodes[thrown.code] : undefined) ?? 'bug'
}

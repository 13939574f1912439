/** Errors of the guarded HTTP client (`guarded-fetch.ts`). */
import { type FetchTrouble, troubleOf } from '../base/index.ts'
import { certificateNamesOf } from './certificate-names.ts'
import { timeoutCodes, tooLargeCodes, undiciFault } from './undici-faults.ts'

/**
 * Reasons why a request was refused or failed. The codes `…_forbidden` mean that nothing was sent. `timeout` includes
 * the wait for a slot. `coding_unexpected` means a compressed body. `unreachable` means that no complete answer
 * arrived. `status_unexpected` means that a trusted host sent a stranger another answer than the requested document.
 */
export type FetchRefusedCode =
  | 'url_forbidden'
  | 'address_forbidden'
  | 'answer_too_large'
  | 'coding_unexpected'
  | 'timeout'
  | 'unreachable'
  | 'status_unexpected'

/**
 * A refused or failed request. The message contains host, port and code only. `fetchFailureOf` reads `code`, `trouble`
 * and `names` by these names, without this class.
 */
export class FetchRefused extends Error {
  readonly code: FetchRefusedCode
  /** Cause of a missing answer, if known. */
  readonly trouble?: FetchTrouble
  /** Present for `other_name`: the requested name and names of the certificate, `a.example: b.example, c.example`. */
  readonly names?: string

  constructor(code: FetchRefusedCode, host: string, trouble?: FetchTrouble, names?: string) {
    super(`${host}: ${code}`)
    this.name = 'FetchRefused'
    this.code = code
    if (trouble !== undefined) this.trouble = trouble
    if (names !== undefined) this.names = names
  }
}

/** Thrown by the lookup of a name without a permitted address. */
export class AddressForbidden extends Error {}

/** Converts an error of a request to `FetchRefused`. Returns undici's error for an invalid call (a bug) unchanged. */
export function toFetchRefused(thrown: unknown, host: string, signal: AbortSignal): unknown {
  if (thrown instanceof FetchRefused) return thrown
  if (isForbidden(thrown)) return new FetchRefused('address_forbidden', host)
  const code = String((thrown as { code?: unknown } | undefined)?.code)
  if (signal.aborted || timeoutCodes.includes(code)) return new FetchRefused('timeout', host)
  if (tooLargeCodes.includes(code)) return new FetchRefused('answer_too_large', host)
  if (undiciFault(thrown) === 'bug') return thrown
  const names = certificateNamesOf(thrown)
  return new FetchRefused('unreachable', host, troubleOf(thrown), names && `${names.asked}: ${names.served}`)
}

const isForbidden = (thrown: unknown): boolean =>
  thrown instanceof AddressForbidden ||
  (thrown instanceof Error && isForbidden(thrown.cause)) ||
  (thrown instanceof AggregateError && thrown.errors.some(isForbidden))

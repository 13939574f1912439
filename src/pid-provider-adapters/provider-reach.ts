/** Failures of requests to a national identity provider, in the codes of the port. */
import { type Failure, type FetchCode, fail } from '../base/index.ts'
import type { ProviderCode } from '../pid-provider/index.ts'

/**
 * Returns `provider_unreachable` if there is no answer, or one with another status than 200. Returns
 * `provider_malformed` for a forbidden URL or address and for an unusable answer, because a retry would not help. The
 * place then ends with the code.
 */
export const providerFailureOf = ({ code, at }: Failure<FetchCode>): Failure<ProviderCode> =>
  code === 'unreachable' || code === 'status_unexpected'
    ? fail('provider_unreachable', at)
    : fail('provider_malformed', `${at}.${code}`)

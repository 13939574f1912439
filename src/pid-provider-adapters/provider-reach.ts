/** Failures of requests to a national identity provider, in the codes of the port. */
import { type Failure, type FetchCode, fail } from '../base/index.ts'
import type { ProviderCode } from '../pid-provider/index.ts'

/**
 * Returns the port's failure for a failed request: `provider_malformed` if our own guard forbids the URL or address,
 * since the settings or the provider's metadata name it and a retry cannot help. Otherwise `provider_unreachable`, with
 * the place of the cause.
 */
export const providerFailureOf = ({ code, at }: Failure<FetchCode>): Failure<ProviderCode> =>
  code === 'url_forbidden' || code === 'address_forbidden'
    ? fail('provider_malformed', `${at}.${code}`)
    : fail('provider_unreachable', at)

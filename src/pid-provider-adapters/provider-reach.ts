/** Failures of requests to a national identity provider, in the codes of the port. */
import { type Failure, type FetchCode, fail } from '../base/index.ts'
import type { ProviderCode } from '../pid-provider/index.ts'

/**
 * Returns `provider_malformed` if the request guard forbids the URL or its address. A retry cannot help, because the
 * settings or the metadata contain the URL. Returns `provider_unreachable` for any other failure. Both have the place
 * of the failure.
 */
export const providerFailureOf = ({ code, at }: Failure<FetchCode>): Failure<ProviderCode> =>
  code === 'url_forbidden' || code === 'address_forbidden'
    ? fail('provider_malformed', `${at}.${code}`)
    : fail('provider_unreachable', at)

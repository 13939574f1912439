/** Why nothing came of a request to a national identity provider, as the port says it. */
import { type Failure, type FetchCode, fail } from '../base/index.ts'
import type { ProviderCode } from '../pid-provider/index.ts'

/**
 * `provider_malformed` for a URL or address that our own guard does not let out: the settings or the provider's metadata
 * name it, and it is the same tomorrow. Else `provider_unreachable`, at the place that says why.
 */
export const notReached = ({ code, at }: Failure<FetchCode>): Failure<ProviderCode> =>
  code === 'url_forbidden' || code === 'address_forbidden'
    ? fail('provider_malformed', `${at}.${code}`)
    : fail('provider_unreachable', at)

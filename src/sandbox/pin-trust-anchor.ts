/** Trust on first use of a Trust Anchor. Suitable for a sandbox on this machine, not for a real federation. */
import { type CryptoContext, type Failure, type Fetch, failed, fetchText, type PublicJwk } from '../base/index.ts'
import { entityConfigurationUrl, entityStatementMediaType, verifyEntityConfiguration } from '../federation/index.ts'
import { defaultAlgorithms } from '../jose/index.ts'
import { createNodeCrypto, createSystemClock } from '../node/index.ts'
import { skewSeconds } from './organizations.ts'

/**
 * Fetches the Trust Anchor's Entity Configuration and returns its keys. Checks that one of these keys signed it, but
 * not that the keys are genuine. Returns the failure if the configuration cannot be fetched or is not valid.
 */
export async function pinTrustAnchor(
  fetch: Fetch,
  trustAnchor: string,
): Promise<readonly PublicJwk[] | Failure<string>> {
  const request = new Request(entityConfigurationUrl(trustAnchor))
  const text = await fetchText(fetch, request, entityStatementMediaType, 'trust_anchor')
  if (failed(text)) return text
  const ctx: CryptoContext = { crypto: createNodeCrypto() }
  const configuration = await verifyEntityConfiguration(ctx, text, {
    entityId: trustAnchor,
    algorithms: defaultAlgorithms,
    urls: { loopbackHttp: true },
    now: createSystemClock().now(),
    skew: skewSeconds,
  })
  return failed(configuration) ? configuration : configuration.keys
}

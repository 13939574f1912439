/** Trust on first use of a Trust Anchor. Suitable for a sandbox on this machine, not for a real federation. */
import { type CryptoContext, type Failure, type Fetch, failed, fetchText, type PublicJwk } from '../base/index.ts'
import { entityConfigurationUrl, entityStatementMediaType, verifyEntityConfiguration } from '../federation/index.ts'
import { defaultAlgorithms } from '../jose/index.ts'
import { createNodeCrypto, createSystemClock } from '../node/index.ts'

/**
 * Fetches the keys that the anchor publishes about itself, signed with one of them. Does not check that they are
 * genuine.
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
    skew: 30,
  })
  return failed(configuration) ? configuration : configuration.keys
}

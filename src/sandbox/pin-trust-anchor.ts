/**
 * Trust on first use of a Trust Anchor: which is what a sandbox on this machine is good for, and no federation of others.
 */
import { type CryptoContext, type Failure, type Fetch, failed, fetchText, type PublicJwk } from '../base/index.ts'
import { entityConfigurationUrl, entityStatementMediaType, verifyEntityConfiguration } from '../federation/index.ts'
import { defaultAlgorithms } from '../jose/index.ts'
import { createNodeCrypto, createSystemClock } from '../node/index.ts'

/** The keys that the anchor states about itself, signed with one of them. Nothing says that they are the right ones. */
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

/**
 * Builds trust chains over the network (OpenID Federation 1.0 §10.1): from a subject's configuration, through
 * `authority_hints` and the superiors' fetch endpoints, to the pinned anchors. `validateTrustChain` validates each
 * chain. A failed path does not affect the others and is reported (FED-27).
 */
import { fail, isEntityId, type Verified } from '../../base/index.ts'
import type { RejectedPath } from './rejected-path.ts'
import type { ResolveContext, ResolveOptions } from './resolve-options.ts'
import { TrustChainSearch } from './search-trust-chains.ts'
import type { TrustChain } from './trust-chain.ts'

/** The chains and rejected paths that were found between a subject and the pinned anchors. */
export interface ResolvedTrustChains {
  /** Valid chains, the preferred first: the shortest, then by the order of the pinned anchors (D-372). */
  readonly chains: readonly Verified<TrustChain>[]
  /** Rejected paths: first those that lead to an anchor, then the others, the longest first in both groups. */
  readonly rejected: readonly RejectedPath[]
}

/**
 * Builds the chains from an entity to the anchors within the limits and the grace time, and validates each. Fetches and
 * parses each document once. Detects loops. Never rejects because of answers of other entities: an unreachable superior
 * results in a rejected path, and so does a subject that is not an entity identifier.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createEntityConfiguration, entityStatementMediaType, resolveTrustChains } from 'fiducia/federation'
 * import { defaultAlgorithms as algorithms, generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto } from 'fiducia/node'
 *
 * const crypto = createNodeCrypto()
 * const [signer, site, now] = [await generateSigner({ crypto }), 'https://ta.example', 1767225600] as const
 * const pages = { homepage_uri: site, policy_uri: site, tos_uri: site, logo_uri: site }
 * const configuration = await createEntityConfiguration(signer, {
 *   ...{ entityId: site, keys: [signer.publicJwk], authorityHints: [], issuedAt: now, expiresAt: now + 3600 },
 *   metadata: { federation_entity: { organization_name: 'TA', ...pages } },
 * })
 * const headers = { 'content-type': entityStatementMediaType }
 * const fetch = async () => new Response(configuration, { headers }) // createGuardedFetch() in production
 * const policy = { anchors: new Map([[site, [signer.publicJwk]]]), algorithms, urls: { loopbackHttp: false } }
 * const { chains } = await resolveTrustChains({ crypto, fetch }, site, { ...policy, now, skew: 30 })
 * assert.deepEqual(chains[0]?.path, [site])
 * ```
 */
export async function resolveTrustChains(
  ctx: ResolveContext,
  subject: string,
  options: ResolveOptions,
): Promise<ResolvedTrustChains> {
  if (!isEntityId(subject, options.urls))
    return { chains: [], rejected: [{ path: [subject], failure: fail('entity_id_invalid', 'entity_id') }] } // FED-28
  const search = new TrustChainSearch(ctx, { ...options, subject })
  await search.run()
  const { anchors } = options
  const leadsToAnchor = ({ path }: RejectedPath): number => Number(anchors.has(path.at(-1) as string))
  return {
    chains: search.chains,
    rejected: search.rejected.toSorted((a, b) => leadsToAnchor(b) - leadsToAnchor(a) || b.path.length - a.path.length),
  }
}

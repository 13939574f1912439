/**
 * Finds the Wallet Providers of the federation for the choice of a wallet: direct subordinates of the pinned Trust
 * Anchors, if this Relying Party trusts them now. Does not search below intermediates.
 */
import { z } from 'zod'
import {
  type Clock,
  createTimedRequest,
  type Fetch,
  failed,
  fetchText,
  type NumericDate,
  parseJson,
  parseUrl,
} from '../../base/index.ts'
import { organizationNameOf, type TrustAnchors, type TrustEvaluator } from '../../federation/index.ts'
import type { RelyingPartyConfig } from '../config.ts'

/** A trusted Wallet Provider. */
export interface FederationWallet {
  /** Entity identifier of the Wallet Provider. */
  readonly provider: string
  readonly name: string
}

/**
 * Seconds for which a result is reused, and an empty one; maximum Wallet Providers from one Trust Anchor, and timeout
 * of a list request in milliseconds.
 */
const limits = { keptSeconds: 600, emptyKeptSeconds: 60, providers: 32, listMilliseconds: 5000 }

interface FinderContext {
  readonly trust: TrustEvaluator
  readonly fetch: Fetch
  readonly anchors: TrustAnchors
  readonly clock: Clock
  readonly config: Pick<RelyingPartyConfig, 'loopbackHttp'>
}

/**
 * Returns the trusted Wallet Providers. Omits those that are not reachable, not trusted, or without an organisation
 * name.
 */
export type FindWallets = () => Promise<readonly FederationWallet[]>

/**
 * Creates a finder that searches the federation at most once in ten minutes. It keeps an empty result and a rejection
 * for one minute, because an outage may have caused them.
 */
export function createWalletFinder(ctx: FinderContext): FindWallets {
  let kept: { until: NumericDate; readonly found: Promise<readonly FederationWallet[]> } | undefined
  const search = async (since: NumericDate): Promise<readonly FederationWallet[]> => {
    let found: readonly FederationWallet[] = []
    try {
      found = await findAll(ctx)
      return found
    } finally {
      if (kept && found.length === 0) kept.until = since + limits.emptyKeptSeconds
    }
  }
  return () => {
    const now = ctx.clock.now()
    if (kept === undefined || kept.until <= now) kept = { until: now + limits.keptSeconds, found: search(now) }
    return kept.found
  }
}

async function findAll(ctx: FinderContext): Promise<readonly FederationWallet[]> {
  const lists = await Promise.all([...ctx.anchors.keys()].map((anchor) => listOf(ctx, anchor)))
  const providers = [...new Set(lists.flat())]
  const found = await Promise.all(providers.map((provider) => trustedWallet(ctx, provider)))
  return found.flatMap((one) => one ?? [])
}

async function trustedWallet(ctx: FinderContext, provider: string): Promise<FederationWallet | undefined> {
  const entity = await ctx.trust.evaluate(provider, ['wallet_provider'])
  const name = failed(entity) ? undefined : organizationNameOf(entity)
  return name === undefined ? undefined : { provider, name }
}

async function listOf(ctx: FinderContext, anchor: string): Promise<readonly string[]> {
  const entity = await ctx.trust.evaluate(anchor, ['federation_entity'])
  if (failed(entity)) return []
  const url = parseUrl(String(entity.metadata.federation_entity?.federation_list_endpoint), ctx.config)
  if (failed(url)) return []
  url.searchParams.set('entity_type', 'wallet_provider')
  const request = createTimedRequest(limits.listMilliseconds, url.href, { headers: { accept: 'application/json' } })
  const text = await fetchText(ctx.fetch, request, 'application/json', 'list')
  const parsed = z.array(z.string()).safeParse(failed(text) ? undefined : parseJson(text, 'list'))
  return parsed.success ? parsed.data.slice(0, limits.providers) : []
}

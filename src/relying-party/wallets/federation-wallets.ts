/**
 * Finds the Wallet Providers of the federation for the choice of a wallet: direct subordinates of the pinned Trust
 * Anchors, if this Relying Party trusts them. Does not search below intermediates.
 */
import { z } from 'zod'
import {
  type Clock,
  createTimedRequest,
  type Fetch,
  failed,
  fetchText,
  isFresh,
  type NumericDate,
  parseJson,
  parseUrl,
  setParameters,
} from '../../base/index.ts'
import { organizationNameOf, type TrustAnchors, type TrustEvaluator } from '../../federation/index.ts'
import { walletProviderWire } from '../../profiles/index.ts'
import type { RelyingPartyConfig } from '../config.ts'

/** A trusted Wallet Provider. */
export interface FederationWallet {
  /** Entity identifier of the Wallet Provider. */
  readonly provider: string
  readonly name: string
}

/**
 * Limits of the search for Wallet Providers. A result is reused for `reuseSeconds`, and an empty result or a rejection
 * for `emptyReuseSeconds`. `providers` is the maximum number of Wallet Providers of one Trust Anchor.
 * `listMilliseconds` is the timeout of a request to a list endpoint.
 */
const limits = { reuseSeconds: 600, emptyReuseSeconds: 60, providers: 32, listMilliseconds: 5000 }

interface FinderContext {
  readonly trust: TrustEvaluator
  readonly fetch: Fetch
  readonly anchors: TrustAnchors
  readonly clock: Clock
  readonly config: Pick<RelyingPartyConfig, 'loopbackHttp' | 'profile'>
}

/**
 * Returns the trusted Wallet Providers. Omits those that are not reachable, not trusted, or without an organization
 * name. The list of a Trust Anchor counts as empty if it cannot be fetched or is malformed.
 */
export type FindWallets = () => Promise<readonly FederationWallet[]>

/** A search, and the seconds for which its result is reused. */
interface Search {
  readonly since: NumericDate
  seconds: number
  readonly wallets: Promise<readonly FederationWallet[]>
}

/**
 * Creates a finder that reuses a result for ten minutes. It reuses an empty result and a rejection for one minute only,
 * because an outage may have caused them.
 */
export function createWalletFinder(ctx: FinderContext): FindWallets {
  let lastSearch: Search | undefined
  const startSearch = (since: NumericDate): Search => {
    const search: Search = { since, seconds: limits.emptyReuseSeconds, wallets: findAll(ctx) }
    const keepFound = (wallets: readonly FederationWallet[]): void => {
      if (wallets.length > 0) search.seconds = limits.reuseSeconds
    }
    search.wallets.then(keepFound, () => undefined)
    return search
  }
  return () => {
    const now = ctx.clock.now()
    if (lastSearch === undefined || !isFresh(lastSearch.since, lastSearch.seconds, now)) lastSearch = startSearch(now)
    return lastSearch.wallets
  }
}

async function findAll(ctx: FinderContext): Promise<readonly FederationWallet[]> {
  const lists = await Promise.all([...ctx.anchors.keys()].map((anchor) => listOf(ctx, anchor)))
  const providers = [...new Set(lists.flat())]
  const wallets = await Promise.all(providers.map((provider) => trustedWallet(ctx, provider)))
  return wallets.flatMap((one) => one ?? [])
}

async function trustedWallet(ctx: FinderContext, provider: string): Promise<FederationWallet | undefined> {
  const entity = await ctx.trust.evaluate(provider, [walletProviderWire[ctx.config.profile].entityType])
  const name = failed(entity) ? undefined : organizationNameOf(entity)
  return name === undefined ? undefined : { provider, name }
}

async function listOf(ctx: FinderContext, anchor: string): Promise<readonly string[]> {
  const entity = await ctx.trust.evaluate(anchor, ['federation_entity'])
  if (failed(entity)) return []
  const url = parseUrl(String(entity.metadata.federation_entity?.federation_list_endpoint), ctx.config)
  if (failed(url)) return []
  const filtered = setParameters(url.href, { entity_type: walletProviderWire[ctx.config.profile].entityType })
  const request = createTimedRequest(limits.listMilliseconds, filtered, { headers: { accept: 'application/json' } })
  const text = await fetchText(ctx.fetch, request, 'application/json', 'list')
  const parsed = z.array(z.string()).safeParse(failed(text) ? undefined : parseJson(text, 'list'))
  return parsed.success ? parsed.data.slice(0, limits.providers) : []
}

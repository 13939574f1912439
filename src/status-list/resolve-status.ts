/**
 * Resolves the status of a token from the list that it references. A list is fetched once and cached as long as its
 * `ttl` and `exp` allow (draft-ietf-oauth-status-list-12 §8).
 */
import {
  type Clock,
  type CryptoContext,
  createRecent,
  type Failure,
  type Fetch,
  type FetchCode,
  failed,
  fetchText,
  isFresh,
  type NumericDate,
  type PublicJwk,
  parseUrl,
  timeOfArrival,
  type UrlCode,
  type UrlPolicy,
  unreachableIfOutage,
} from '../base/index.ts'
import type { TrustCode } from '../federation/trust-evaluator.ts'
import { sameKey } from '../jose/index.ts'
import { type StatusList, statusAt } from './status-list.ts'
import {
  type StatusListPolicy,
  type StatusListTokenCode,
  type StatusReference,
  statusListMediaType,
  statusListTokenLimit,
  type VerifiedStatusList,
  verifyStatusListToken,
} from './status-list-token.ts'

/** Reasons why a status is unknown. The caller must not assume that the token is valid. */
export type StatusCode = StatusListTokenCode | TrustCode | FetchCode | UrlCode

/** Fetches lists and caches them while they are fresh. */
export interface StatusResolver {
  /** Returns the status value of a reference (0 valid, 1 invalid, 2 suspended, others as the issuer defines them). */
  resolve(
    reference: StatusReference,
    policy: Omit<StatusListPolicy, 'uri'>,
  ): Promise<{ readonly status: number } | Failure<StatusCode>>
  /** Returns the whole list, for callers that need many entries. */
  list(uri: string, policy: Omit<StatusListPolicy, 'uri'>): Promise<StatusList | Failure<StatusCode>>
}

/** Services for fetching lists. The caller passes the issuer's keys with each call. */
export interface StatusResolverContext extends CryptoContext {
  readonly fetch: Fetch
  readonly urls: UrlPolicy
  /**
   * Clock for validating a list at its time of arrival, and a cached list at its time of use. Without a clock, `now` of
   * the policy is used (D-420).
   */
  readonly clock?: Clock
  /**
   * Returns the status that `resolve` assumes if the list is unreachable. If the function is absent or returns
   * `undefined`, `resolve` returns the failure. Only the test switches of a sandbox set it.
   */
  readonly statusWithoutList?: ((uri: string) => number | undefined) | undefined
}

/** Assumed bytes of memory for a cached list beside its statuses: its URI, its key and its place in the cache. */
const bytesBesideList = 1024

interface CachedList extends VerifiedStatusList {
  readonly keptAt: NumericDate
}

/**
 * Creates a resolver with a cache. The inflated lists in it need at most `maximumBytes`. A full cache drops old lists,
 * and keeps the most recently used ones up to half of `maximumBytes`. `maximumBytes` defaults to 64 MiB: about 2000
 * lists of 131,072 places with 2 bits. A cached list is used only for callers that trust the key that signed it,
 * because it must not decide about tokens of other issuers. Does not cache refused lists or failed requests.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { defaultAlgorithms as algorithms, generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto } from 'fiducia/node'
 * import { createStatusList, createStatusListToken, createStatusResolver } from 'fiducia/status-list'
 *
 * const crypto = createNodeCrypto()
 * const signer = await generateSigner({ crypto })
 * const [uri, now] = ['https://pid.example/statuslists/1', 1767225600] as const
 * const published = { uri, list: createStatusList(2, 1000), now, lifetimeSeconds: 3600, ttlSeconds: 60 }
 * const headers = { 'content-type': 'application/statuslist+jwt' }
 * const fetch = async () => new Response(await createStatusListToken(signer, published), { headers })
 * const resolver = createStatusResolver({ crypto, fetch, urls: { loopbackHttp: false } })
 * const policy = { keys: [signer.publicJwk], algorithms, now, skew: 30 }
 * assert.deepEqual(await resolver.resolve({ idx: 7, uri }, policy), { status: 0 })
 * ```
 */
export function createStatusResolver(ctx: StatusResolverContext, maximumBytes = 67_108_864): StatusResolver {
  const lists = createRecent<CachedList>(maximumBytes, undefined, ({ list }) => list.bytes.length + bytesBesideList)
  const fetching = new Map<string, Promise<CachedList | Failure<StatusCode>>>()
  const cachedList = async (uri: string, policy: Omit<StatusListPolicy, 'uri'>): Promise<CachedList | undefined> => {
    const list = lists.get(uri)
    // The list may have arrived after the decision began (D-420).
    const now = timeOfArrival(policy.now, ctx.clock)
    if (list === undefined || !isFresh(list.keptAt, list.freshUntil - list.keptAt, now)) return undefined
    return (await isTrustedKey(policy, list.key)) ? list : undefined // RP-71
  }
  /** Fetches a list. Concurrent callers with the same URI, keys and algorithms share one request. */
  const fetchOnce = (uri: string, policy: Omit<StatusListPolicy, 'uri'>) => {
    const requestKey = JSON.stringify([uri, policy.keys, policy.algorithms])
    const running = fetching.get(requestKey)
    if (running) return running
    const started = fetchList(ctx, { ...policy, uri }).finally(() => fetching.delete(requestKey))
    fetching.set(requestKey, started)
    return started
  }
  const listAt: StatusResolver['list'] = async (uri, policy) => {
    const fresh = (await cachedList(uri, policy)) ?? (await fetchOnce(uri, policy))
    if (failed(fresh)) return fresh
    lists.set(uri, fresh)
    return fresh.list
  }
  return {
    resolve: async ({ idx, uri }, policy) => {
      const list = await listAt(uri, policy)
      if (failed(list)) {
        const status = list.code === 'unreachable' ? ctx.statusWithoutList?.(uri) : undefined
        return status === undefined ? list : { status }
      }
      const status = statusAt(list, idx)
      return failed(status) ? status : { status }
    },
    list: listAt,
  }
}

/** Returns true if the caller trusts the signing key. Fetches the issuer's current keys if necessary (D-306). */
async function isTrustedKey({ keys, lookFor }: Omit<StatusListPolicy, 'uri'>, signing: PublicJwk): Promise<boolean> {
  const isIn = (all: readonly PublicJwk[]): boolean => all.some((key) => sameKey(key, signing))
  if (isIn(keys) || signing.kid === undefined) return isIn(keys)
  const currentKeys = (await lookFor?.(signing.kid)) ?? []
  return !failed(currentKeys) && isIn(currentKeys)
}

async function fetchList(
  ctx: StatusResolverContext,
  policy: StatusListPolicy,
): Promise<CachedList | Failure<StatusCode>> {
  const url = parseUrl(policy.uri, ctx.urls, 'status_list.uri')
  if (failed(url)) return url
  const request = new Request(url, { headers: { accept: statusListMediaType } })
  const limits = { size: statusListTokenLimit, statuses: [200, 203] } // D-488
  const compact = await fetchText(ctx.fetch, request, statusListMediaType, 'status_list', limits)
  if (failed(compact)) return unreachableIfOutage(compact)
  const now = timeOfArrival(policy.now, ctx.clock)
  const list = await verifyStatusListToken(ctx, compact, { ...policy, now })
  return failed(list) ? list : { ...list, keptAt: now }
}

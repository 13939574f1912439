/**
 * The status of a token that was shown, by the list that it refers to: fetched once, kept no longer than the list
 * allows, whoever asks (draft-ietf-oauth-status-list-12 §8).
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
  onArrival,
  type PublicJwk,
  parseUrl,
  type UrlCode,
  type UrlPolicy,
  unlessInTrouble,
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

/** Why a status cannot be told. None of these means that the token is valid. */
export type StatusCode = StatusListTokenCode | TrustCode | FetchCode | UrlCode

/** Asks for lists, and keeps them while they are fresh. */
export interface StatusResolver {
  /** The status value at the reference (0 valid, 1 invalid, 2 suspended), or why it cannot be told. */
  resolve(
    reference: StatusReference,
    policy: Omit<StatusListPolicy, 'uri'>,
  ): Promise<{ readonly status: number } | Failure<StatusCode>>
  /** The whole list, for who asks about many of its places. */
  list(uri: string, policy: Omit<StatusListPolicy, 'uri'>): Promise<StatusList | Failure<StatusCode>>
}

/** How lists are got; the keys of their issuer come with each question. */
export interface StatusResolverContext extends CryptoContext {
  readonly fetch: Fetch
  readonly urls: UrlPolicy
  /** With one a list is judged by the time of its arrival, else by `now` of the policy (D-420). */
  readonly clock?: Clock
}

interface KeptList extends VerifiedStatusList {
  readonly keptAt: NumericDate
}

/**
 * Keeps up to `capacity` lists, at least the half of them that was used last, each for those who trust the key that signed it: what one issuer's list says holds for no
 * other issuer. A list that does not hold is not kept, and neither is a failure to fetch one.
 */
export function createStatusResolver(ctx: StatusResolverContext, capacity = 64): StatusResolver {
  const lists = createRecent<KeptList>(capacity)
  const fetching = new Map<string, Promise<KeptList | Failure<StatusCode>>>()
  const known = async (uri: string, policy: Omit<StatusListPolicy, 'uri'>): Promise<KeptList | undefined> => {
    const list = lists.get(uri)
    if (list === undefined || !isFresh(list.keptAt, list.freshUntil - list.keptAt, policy.now)) return undefined
    return (await trusts(policy, list.key)) ? list : undefined // RP-71
  }
  /** Who asks while a list is being fetched waits for the same one, if it trusts the same keys. */
  const once = (uri: string, policy: Omit<StatusListPolicy, 'uri'>) => {
    const name = JSON.stringify([uri, policy.keys])
    const running = fetching.get(name)
    if (running) return running
    const started = fetchList(ctx, { ...policy, uri }).finally(() => fetching.delete(name))
    fetching.set(name, started)
    return started
  }
  const listAt: StatusResolver['list'] = async (uri, policy) => {
    const fresh = (await known(uri, policy)) ?? (await once(uri, policy))
    if (failed(fresh)) return fresh
    lists.set(uri, fresh)
    return fresh.list
  }
  return {
    resolve: async ({ idx, uri }, policy) => {
      const list = await listAt(uri, policy)
      if (failed(list)) return list
      const status = statusAt(list, idx)
      return failed(status) ? status : { status }
    },
    list: listAt,
  }
}

/** Whoever knows the issuer by an older word than the one by which the list was read looks for its key, too (D-306). */
async function trusts({ keys, lookFor }: Omit<StatusListPolicy, 'uri'>, signing: PublicJwk): Promise<boolean> {
  const isAmong = (all: readonly PublicJwk[]): boolean => all.some((key) => sameKey(key, signing))
  if (isAmong(keys) || signing.kid === undefined) return isAmong(keys)
  const found = (await lookFor?.(signing.kid)) ?? []
  return !failed(found) && isAmong(found)
}

async function fetchList(
  ctx: StatusResolverContext,
  policy: StatusListPolicy,
): Promise<KeptList | Failure<StatusCode>> {
  const url = parseUrl(policy.uri, ctx.urls, 'status_list.uri')
  if (failed(url)) return url
  const request = new Request(url, { headers: { accept: statusListMediaType } })
  const limits = { size: statusListTokenLimit }
  const compact = await fetchText(ctx.fetch, request, statusListMediaType, 'status_list', limits)
  if (failed(compact)) return unlessInTrouble(compact)
  const now = onArrival(policy.now, ctx.clock)
  const list = await verifyStatusListToken(ctx, compact, { ...policy, now })
  return failed(list) ? list : { ...list, keptAt: now }
}

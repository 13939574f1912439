/**
 * Observes the status lists of the roles by their public endpoints: how many there are, and the state of the first
 * eight of each role. Decodes lists without verifying them, because they are only displayed.
 */
import {
  createTimedRequest,
  type Fetch,
  failed,
  fetchText,
  isNumericDate,
  joinUrl,
  type NumericDate,
  parseJsonObject,
} from '../../base/index.ts'
import { allAlgorithms, parseJws } from '../../jose/index.ts'
import { paths } from '../../pid-provider/paths.ts'
import {
  exceptionsOf,
  inflateStatusList,
  type StatusBits,
  statusListMediaType,
  statusListTokenLimit,
} from '../../status-list/index.ts'
import type { ConsoleRole } from '../observe-roles.ts'

/** One published list. */
interface ObservedStatusList {
  readonly uri: string
  readonly places: number
  /** Number of places whose status is not valid. */
  readonly notValid: number
  readonly signedAt?: NumericDate
  readonly expiresAt?: NumericDate
}

/** The status lists of a role. */
export interface ObservedStatusLists {
  readonly entityId: string
  readonly role: string
  /** Number of lists that the role names. */
  readonly count: number
  /** The first lists that can be decoded. */
  readonly lists: readonly ObservedStatusList[]
}

/** Roles with status lists. Both have the same path for the URIs of their lists. */
const issuingRoles = ['pid-provider', 'wallet-provider']
const maximumFetched = 8
const timeoutMilliseconds = 4000
const policy = { typ: ['statuslist+jwt'], algorithms: allAlgorithms, size: statusListTokenLimit }

/** Returns the status lists of each role that publishes their URIs. */
export async function observeStatusLists(
  fetch: Fetch,
  roles: readonly ConsoleRole[],
): Promise<readonly ObservedStatusLists[]> {
  const observed = await Promise.all(
    roles.filter(({ name }) => issuingRoles.includes(name)).map((role) => observeRole(fetch, role)),
  )
  return observed.flatMap((one) => one ?? [])
}

async function observeRole(fetch: Fetch, { name, url }: ConsoleRole): Promise<ObservedStatusLists | undefined> {
  const aggregation = joinUrl(url, paths.statusLists)
  const request = createTimedRequest(timeoutMilliseconds, aggregation)
  const text = await fetchText(fetch, request, 'application/json', 'status_lists')
  const body = failed(text) ? text : parseJsonObject(text, 'status_lists')
  if (failed(body) || !Array.isArray(body.status_lists)) return undefined
  const uris = body.status_lists.filter(
    (uri) => typeof uri === 'string' && uri.startsWith(`${aggregation}/`),
  ) as string[]
  const lists = await Promise.all(uris.slice(0, maximumFetched).map((uri) => fetchList(fetch, uri)))
  return { entityId: url, role: name, count: uris.length, lists: lists.flatMap((list) => list ?? []) }
}

async function fetchList(fetch: Fetch, uri: string): Promise<ObservedStatusList | undefined> {
  const request = createTimedRequest(timeoutMilliseconds, uri)
  const token = await fetchText(fetch, request, statusListMediaType, 'status_list', { size: statusListTokenLimit })
  const jws = failed(token) ? token : parseJws(token, policy, 'status_list')
  if (failed(jws)) return undefined
  const { iat, exp, status_list: content } = jws.payload
  const { bits, lst } = (content ?? {}) as { bits?: unknown; lst?: unknown }
  if (![1, 2, 4, 8].includes(bits as number) || typeof lst !== 'string') return undefined
  const list = await inflateStatusList(bits as StatusBits, lst)
  if (failed(list)) return undefined
  let notValid = 0
  for (const _ of exceptionsOf(list)) notValid += 1
  return {
    ...{ uri, notValid, places: list.bytes.length * (8 / list.bits) },
    ...(isNumericDate(iat) && { signedAt: iat }),
    ...(isNumericDate(exp) && { expiresAt: exp }),
  }
}

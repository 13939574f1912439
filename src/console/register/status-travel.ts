/**
 * Follows a status from the register to its readers: the published list, the copy of each party, and the time at which
 * the party must replace it. Decodes lists without verifying them, because they are only displayed.
 */
import {
  createRecent,
  type Fetch,
  failed,
  fetchText,
  type JsonObject,
  joinUrl,
  type NumericDate,
} from '../../base/index.ts'
import { allAlgorithms, parseJws } from '../../jose/index.ts'
import { paths } from '../../pid-provider/paths.ts'
import type { CredentialStatus } from '../../pid-provider/register/issued-credential.ts'
import {
  defaultTtlSeconds,
  freshUntilOf,
  inflateStatusList,
  type StatusBits,
  type StatusList,
  statusAt,
  statusListMediaType,
  statusListTokenLimit,
  statusValues,
} from '../../status-list/index.ts'

/** A copy of a list that a party fetched. */
export interface FetchedCopy {
  /** Name of the party: `relying-party`. */
  readonly reader: string
  readonly fetchedAt: NumericDate
  /** The token. Absent if it was not recorded as a whole. */
  readonly token?: string
}

/** The copies that parties fetched and the console recorded. Only a sandbox records messages. */
export interface StatusListCopies {
  /** Returns the last copy that each party fetched from this URI. */
  of(uri: string): readonly FetchedCopy[]
}

/** Content of a list about one credential. */
interface ListedStatus {
  readonly signedAt: NumericDate
  /** Seconds for which a copy may be used. */
  readonly ttlSeconds: number
  /** Time until which the copy may be used, as `freshUntilOf` returns it. */
  readonly freshUntil: NumericDate
  readonly expiresAt?: NumericDate
  /** Absent if the list has no such index, or has a value there that the register does not use. */
  readonly status?: CredentialStatus
}

/**
 * A party that reads the list. `knows`: its copy has the current status. `will_know`: its copy has another status and
 * is still used. `asks`: it has no usable copy and fetches the list at its next verification. `unknown`: its copy was
 * not recorded as a whole, or cannot be decoded.
 */
export interface Reader {
  readonly name: string
  /** Absent without a copy. */
  readonly fetchedAt?: NumericDate
  /** Content of its copy. Absent without a copy, and for `unknown`. */
  readonly copy?: ListedStatus
  readonly knowledge: 'knows' | 'will_know' | 'asks' | 'unknown'
  /** Seconds until it must fetch the list. Present for `will_know`. */
  readonly secondsLeft?: number
}

export interface StatusTravel {
  readonly uri: string
  /** Absent if the list cannot be read. */
  readonly published?: ListedStatus
  readonly readers: readonly Reader[]
}

const policy = { typ: ['statuslist+jwt'], algorithms: allAlgorithms, size: statusListTokenLimit }
const states: ReadonlyMap<number, CredentialStatus> = new Map([
  [statusValues.valid, 'valid'],
  [statusValues.invalid, 'revoked'],
  [statusValues.suspended, 'suspended'],
])

/** Cache of decoded lists by token, because the same list is shown many times. */
const decodedLists = createRecent<{ readonly payload: JsonObject; readonly list: StatusList }>(4)

async function decodeList(token: string) {
  const cached = decodedLists.get(token)
  if (cached !== undefined) return cached
  const jws = parseJws(token, policy, 'status_list_token')
  if (failed(jws)) return undefined
  const { bits, lst } = (jws.payload.status_list ?? {}) as { bits?: unknown; lst?: unknown }
  if (![1, 2, 4, 8].includes(bits as number) || typeof lst !== 'string') return undefined
  const list = await inflateStatusList(bits as StatusBits, lst)
  if (failed(list)) return undefined
  decodedLists.set(token, { payload: jws.payload, list })
  return { payload: jws.payload, list }
}

/**
 * Decodes the status at an index of a list that was fetched at `fetchedAt`. Returns `undefined` if the list cannot be
 * decoded.
 */
async function decodeListedStatus(
  token: string,
  index: number,
  fetchedAt: NumericDate,
): Promise<ListedStatus | undefined> {
  const content = await decodeList(token)
  const { iat, exp, ttl } = content?.payload ?? {}
  if (content === undefined || typeof iat !== 'number') return undefined
  const expiresAt = typeof exp === 'number' ? exp : undefined
  const ttlSeconds = typeof ttl === 'number' ? ttl : defaultTtlSeconds
  const value = statusAt(content.list, index)
  const status = failed(value) ? undefined : states.get(value)
  return {
    signedAt: iat,
    ttlSeconds,
    freshUntil: freshUntilOf({ iat, exp: expiresAt, ttl: ttlSeconds }, fetchedAt),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(status !== undefined && { status }),
  }
}

/** Fetches the list with this URI. Returns `undefined` if it cannot be read. */
export async function fetchStatusList(fetch: Fetch, uri: string): Promise<string | undefined> {
  const request = new Request(uri, { headers: { accept: statusListMediaType } })
  const token = await fetchText(fetch, request, statusListMediaType, 'status_list', { size: statusListTokenLimit })
  return failed(token) ? undefined : token
}

/** Returns the URI of a list of a PID Provider. */
export const statusListUriOf = (provider: string, statusList: number): string =>
  `${joinUrl(provider, paths.statusLists)}/${statusList}`

interface TravelParts {
  readonly uri: string
  /** Published list. Absent if it cannot be read. */
  readonly token: string | undefined
  /** Names of the Relying Parties, which are among the readers even if they have no copy. */
  readonly relyingParties: readonly string[]
  /** Defaults to no copies. */
  readonly copies?: StatusListCopies | undefined
}

interface ListedCredential {
  readonly statusIndex: number
  readonly status: CredentialStatus
}

/** Returns the status of a credential in the published list, and in the copy of each party at `now`. */
export async function followStatus(
  { uri, token, relyingParties, copies }: TravelParts,
  { statusIndex, status }: ListedCredential,
  now: NumericDate,
): Promise<StatusTravel> {
  const published = token === undefined ? undefined : await decodeListedStatus(token, statusIndex, now)
  const fetched = copies?.of(uri) ?? []
  const names = [...new Set([...relyingParties, ...fetched.map(({ reader }) => reader)])]
  const readers = await Promise.all(
    names.map(async (name): Promise<Reader> => {
      const last = fetched.find(({ reader }) => reader === name)
      const copy =
        last?.token === undefined ? undefined : await decodeListedStatus(last.token, statusIndex, last.fetchedAt)
      return last === undefined
        ? { name, knowledge: 'asks' }
        : { name, fetchedAt: last.fetchedAt, ...knowledgeOf(copy, status, now) }
    }),
  )
  return { uri, ...(published && { published }), readers }
}

function knowledgeOf(
  copy: ListedStatus | undefined,
  status: CredentialStatus,
  now: NumericDate,
): Pick<Reader, 'copy' | 'knowledge' | 'secondsLeft'> {
  if (copy === undefined) return { knowledge: 'unknown' }
  if (copy.status === status) return { copy, knowledge: 'knows' }
  if (copy.freshUntil <= now) return { copy, knowledge: 'asks' }
  return { copy, knowledge: 'will_know', secondsLeft: Math.ceil(copy.freshUntil - now) }
}

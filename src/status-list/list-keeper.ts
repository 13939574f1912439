/**
 * Publishes the status lists of an issuer (draft-ietf-oauth-status-list-12 §8; PP-32, PP-110, WP-75). A list is signed
 * when it is requested. Every reader must see a change within `ttlSeconds`: a cache may keep a list for the first half
 * of this time. The second half is the list's `ttl`, which a reader may count from the time of retrieval (§5.1). The
 * issuer's register records which tokens are not valid.
 */
import { z } from 'zod'
import {
  type CryptoContext,
  createFairQueue,
  createRecent,
  daySeconds,
  encodeUtf8,
  isFresh,
  type MaybePromise,
  type NumericDate,
} from '../base/index.ts'
import type { Signer } from '../jose/index.ts'
import { compress, createStatusList, inflatedLimit, type StatusBits, setStatus } from './status-list.ts'
import { createStatusListToken } from './status-list-token.ts'

/** Settings of status lists. */
export const statusListsConfig = z.strictObject({
  count: z
    .int()
    .min(1)
    .max(10_000)
    .default(8)
    .describe(
      'Initial number of lists. A token gets a random place in one of them. The number doubles when 60 % of the places are used.',
    ),
  places: z
    .int()
    .min(1000)
    .max(4_000_000)
    .default(131_072)
    .describe('Places in each list. Must not change while tokens are valid.'),
  ttlSeconds: z
    .int()
    .min(2)
    .max(daySeconds)
    .default(60)
    .describe(
      'Seconds within which every reader sees a change (PP-110). The `ttl` of a list is half of this time, or half of `lifetimeSeconds` if that is shorter.',
    ),
  lifetimeSeconds: z
    .int()
    .min(60)
    .max(7 * daySeconds)
    .default(3600)
    .describe('Seconds from the signing of a list until it expires.'),
})

/**
 * Settings with the number of bits of a status. One bit expresses valid or revoked. Two or more bits also express
 * suspended. The inflated list must not be larger than readers accept.
 */
export const sizedStatusListsConfig = statusListsConfig
  .extend({
    bits: z
      .union([z.literal(1), z.literal(2), z.literal(4), z.literal(8)])
      .default(2)
      .describe('Number of bits of each status.'),
    suspension: z.boolean().default(true).describe('Allows suspended tokens.'),
  })
  .refine(({ bits, suspension }) => !suspension || bits > 1, {
    path: ['bits'],
    message: 'one bit cannot express "suspended": set bits to 2, 4 or 8, or suspension to false',
  })
  .refine(({ bits, places }) => (places * bits) / 8 <= inflatedLimit, {
    path: ['places'],
    message:
      'lists with this many places and bits are larger than readers accept: configure more lists with fewer places',
  })

/** Parsed settings of status lists, with defaults. */
export type StatusListsConfig = Readonly<z.output<typeof statusListsConfig>>

/** Index of a token in the list and its status value. */
export interface StatusEntry {
  readonly index: number
  readonly status: number
}

/** Register and signer for an issuer's status lists. */
export interface StatusListKeeperContext extends CryptoContext {
  readonly config: Omit<StatusListsConfig, 'count'>
  /**
   * The signer, or a function that returns the current signer. The function is called each time a list is read from the
   * register, because keys roll over.
   */
  readonly signer: Signer | ((now: NumericDate) => MaybePromise<Signer>)
  readonly bits: StatusBits
  uriOf(list: number): string
  /** Returns the index and status of every token of the list that is not valid. */
  exceptions(list: number, now: NumericDate): Promise<readonly StatusEntry[]>
}

interface SignedStatusList {
  readonly jwt: string
  readonly signedAt: NumericDate
  /** Digest of the statuses. */
  readonly digest: string
  /** `kid` of the key that signed the list. */
  readonly kid: string
  /** Returns the body with `Content-Encoding: gzip` (§8.2). Computed once. */
  gzip(): Promise<Uint8Array>
}

/** A status list as currently published. */
export interface PublishedStatusList extends Pick<SignedStatusList, 'jwt' | 'gzip'> {
  /** Seconds for which caches may still keep the list. */
  readonly maxAge: number
}

/**
 * Status lists of one issuer. Each replica has its own instance. A change at one replica reaches the others within half
 * of `ttlSeconds`.
 */
export interface StatusLists {
  /**
   * Returns a list that was signed less than half of `ttlSeconds` ago, or of `lifetimeSeconds` if that is shorter. Does
   * not check that a list with this number exists. Rejects with a RangeError if the register returns an index or a
   * status that does not fit into the list.
   */
  token(list: number, now: NumericDate): Promise<PublishedStatusList>
  /**
   * Reports a change in a list, or a possible change in every list if `list` is absent. The next reader at this replica
   * gets the new list. Reported changes renew a list at most once a second, so readers see a further change in the next
   * second. A list with the same statuses and the same signer is not signed again.
   */
  changed(list?: number): void
}

/** Assumed bytes of memory for a cached list beside its two forms. */
const bytesBesideList = 1024
/** Number of lists that are created or compressed at a time. Each needs its inflated form in memory meanwhile. */
const listsAtATime = 4

/**
 * Creates a keeper that signs a list when it is requested and caches it for half of `ttlSeconds`, or until a change is
 * reported. The cached lists need at most `maximumBytes`, which defaults to 64 MiB: anybody may request all lists. A
 * full cache drops lists, which are signed again when they are requested. Concurrent requests for a list share one
 * signature. Does not cache a list whose creation failed.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 * import { createStatusListKeeper } from 'fiducia/status-list'
 *
 * const crypto = createNodeCrypto()
 * const lists = createStatusListKeeper({
 *   crypto,
 *   config: { places: 1000, ttlSeconds: 60, lifetimeSeconds: 3600 },
 *   signer: await generateSigner({ crypto }),
 *   bits: 2,
 *   uriOf: (list) => `https://pid.example/statuslists/${list}`,
 *   exceptions: async () => [{ index: 7, status: 1 }],
 * })
 * const { jwt, maxAge } = await lists.token(1, createSystemClock().now())
 * assert.equal(jwt.split('.').length, 3)
 * assert.equal(maxAge, 30)
 * ```
 */
export function createStatusListKeeper(ctx: StatusListKeeperContext, maximumBytes = 67_108_864): StatusLists {
  const { places, lifetimeSeconds } = ctx.config
  const ttlSeconds = Math.floor(Math.min(ctx.config.ttlSeconds, lifetimeSeconds) / 2)
  const cached = createRecent<CacheEntry>(
    maximumBytes,
    undefined,
    // The JWT and its compressed form.
    ({ signed }) => 2 * (signed?.jwt.length ?? 0) + bytesBesideList,
  )
  /** Latest entry of each list that is being signed. */
  const running = new Map<number, CacheEntry>()
  const queue = createFairQueue({ places: listsAtATime })
  /** Number of reported changes that may affect every list. */
  let changesOfAll = 0

  const inTurn = async <T>(run: () => Promise<T>): Promise<T> => {
    const leave = await queue.enter(undefined, new AbortController().signal)
    return run().finally(leave)
  }

  /** Signs a list. Returns `former` if it has the same statuses and the same signer. */
  async function sign(list: number, now: NumericDate, former?: SignedStatusList): Promise<SignedStatusList> {
    const exceptions = await ctx.exceptions(list, now)
    const statuses = createStatusList(ctx.bits, places)
    for (const { index, status } of exceptions) setStatus(statuses, index, status)
    const signer = typeof ctx.signer === 'function' ? await ctx.signer(now) : ctx.signer
    const digest = ctx.crypto.digestText('sha-256', statuses.bytes)
    if (former?.kid === signer.kid && former.digest === digest) return former
    const uri = ctx.uriOf(list)
    const jwt = await createStatusListToken(signer, { uri, list: statuses, now, lifetimeSeconds, ttlSeconds })
    let zipped: Promise<Uint8Array> | undefined
    const gzip = (): Promise<Uint8Array> => {
      zipped ??= inTurn(() => compress(encodeUtf8(jwt), 'gzip'))
      return zipped
    }
    return { jwt, gzip, digest, kid: signer.kid, signedAt: now }
  }

  const mayHaveChanged = (entry: CacheEntry): boolean => entry.mayHaveChanged || entry.changesOfAll !== changesOfAll

  const current = (list: number, now: NumericDate): Promise<SignedStatusList> => {
    const latest = running.get(list) ?? cached.get(`${list}`)
    const former = latest && isFresh(latest.signedAt, ttlSeconds, now) ? latest : undefined
    if (former && (!mayHaveChanged(former) || former.changedAt === now)) return former.list
    const entry: CacheEntry = {
      list: inTurn(() => sign(list, now, former?.signed)),
      signedAt: former?.signedAt ?? now,
      changesOfAll,
      mayHaveChanged: false,
      ...(former && { changedAt: now }),
    }
    running.set(list, entry)
    entry.list.then(
      (signed) => {
        entry.signed = signed
        entry.signedAt = signed.signedAt
        if (running.get(list) !== entry) return
        running.delete(list)
        cached.set(`${list}`, entry)
      },
      () => running.get(list) === entry && running.delete(list),
    )
    return entry.list
  }

  return {
    token: async (list, now) => {
      const { jwt, gzip, signedAt } = await current(list, now)
      return { jwt, gzip, maxAge: signedAt + ttlSeconds - now }
    },
    changed: (list) => {
      if (list === undefined) changesOfAll += 1
      else for (const entry of [running.get(list), cached.get(`${list}`)]) if (entry) entry.mayHaveChanged = true
    },
  }
}

interface CacheEntry {
  readonly list: Promise<SignedStatusList>
  /** The list, once it is signed. */
  signed?: SignedStatusList
  signedAt: NumericDate
  /**
   * Second in which the list was made because of a reported change. A further change is read only in a later second.
   */
  readonly changedAt?: NumericDate
  /** Number of reported changes of every list before the list was made. */
  readonly changesOfAll: number
  /** True if a change of this list was reported after it was made. */
  mayHaveChanged: boolean
}

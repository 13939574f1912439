/**
 * The status lists of an issuer, as it publishes them (draft-ietf-oauth-status-list-12 §8; PP-32, PP-110, WP-75): signed
 * when somebody asks and given out, by caches too, for half of the time within which every reader must see a change. The
 * other half is the `ttl`, which a reader may count from when it got the list (§5.1). Which tokens are not valid is the
 * issuer's register to say.
 */
import { z } from 'zod'
import { isFresh, type MaybePromise, type NumericDate } from '../base/index.ts'
import type { Signer } from '../jose/index.ts'
import { compress, createStatusList, inflatedLimit, type StatusBits, setStatus } from './status-list.ts'
import { createStatusListToken } from './status-list-token.ts'

const day = 86_400

/** What a deployment says about its lists. */
export const statusListsConfig = z.strictObject({
  /** How many lists there are; a token gets a place in any of them. Raise it before they are full. */
  count: z.int().min(1).max(10_000).default(8),
  /** Places in each list. May never change while tokens live. */
  places: z.int().min(1000).max(4_000_000).default(131_072),
  /** Within how many seconds every reader sees a change (PP-110). A list's own `ttl` is half of it. */
  ttlSeconds: z.int().min(2).max(day).default(60),
  /** For how long a list that was read is evidence at all. */
  lifetimeSeconds: z
    .int()
    .min(60)
    .max(7 * day)
    .default(3600),
})

/**
 * The same for an issuer that says how wide an entry is: one bit says valid or revoked, two and more say suspended too.
 * A list must stay within what readers inflate.
 */
export const sizedStatusListsConfig = statusListsConfig
  .extend({
    bits: z.union([z.literal(1), z.literal(2), z.literal(4), z.literal(8)]).default(2),
    /** Whether tokens may be suspended. */
    suspension: z.boolean().default(true),
  })
  .refine(({ bits, suspension }) => !suspension || bits > 1, {
    path: ['bits'],
    message: 'one bit cannot say "suspended": 2, 4 or 8, or suspension: false',
  })
  .refine(({ bits, places }) => (places * bits) / 8 <= inflatedLimit, {
    path: ['places'],
    message: 'lists of this many places and bits are larger than readers take: more lists of fewer places',
  })

/** The settings of an issuer's status lists, judged and filled in. */
export type StatusListsConfig = Readonly<z.output<typeof statusListsConfig>>

/** The entry of one token: its index in the list and the value that stands there. */
export interface StatusEntry {
  readonly index: number
  readonly status: number
}

/** Of what an issuer's status lists are made, and by whom signed. */
export interface StatusListKeeperContext {
  readonly config: Omit<StatusListsConfig, 'count'>
  /** Asked at each signature: keys roll over. */
  readonly signer: Signer | ((now: NumericDate) => MaybePromise<Signer>)
  readonly bits: StatusBits
  /** Where a list is published. */
  uriOf(list: number): string
  /** Every token of the list that is not valid. */
  exceptions(list: number, now: NumericDate): Promise<readonly StatusEntry[]>
}

interface SignedStatusList {
  readonly jwt: string
  /** The same as a body with `Content-Encoding: gzip` (§8.2); made once. */
  gzip(): Promise<Uint8Array>
}

/** A status list as it is given out now. */
export interface PublishedStatusList extends SignedStatusList {
  /** Seconds for which it may be kept from now on. */
  readonly maxAge: number
}

/** The lists of one issuer. Each replica has its own; they agree after half of `ttlSeconds` at the latest. */
export interface StatusLists {
  /** The list as it stands, or stood less than half of `ttlSeconds` ago. */
  token(list: number, now: NumericDate): Promise<PublishedStatusList>
  /** A token of this list has changed, of any list when none is named: on this replica the next reader sees it. */
  changed(list?: number): void
}

/** Keeps the lists that were asked for. A list that could not be made is not kept. */
export function createStatusListKeeper(ctx: StatusListKeeperContext): StatusLists {
  const { places, lifetimeSeconds } = ctx.config
  const ttlSeconds = Math.floor(Math.min(ctx.config.ttlSeconds, lifetimeSeconds) / 2)
  const standing = new Map<number, { readonly signedAt: NumericDate; readonly list: Promise<SignedStatusList> }>()

  async function sign(list: number, now: NumericDate): Promise<SignedStatusList> {
    const statuses = createStatusList(ctx.bits, places)
    for (const { index, status } of await ctx.exceptions(list, now)) setStatus(statuses, index, status)
    const uri = ctx.uriOf(list)
    const signer = typeof ctx.signer === 'function' ? await ctx.signer(now) : ctx.signer
    const jwt = await createStatusListToken(signer, { uri, list: statuses, now, lifetimeSeconds, ttlSeconds })
    let zipped: Promise<Uint8Array> | undefined
    const gzip = (): Promise<Uint8Array> => {
      zipped ??= compress(new TextEncoder().encode(jwt), 'gzip')
      return zipped
    }
    return { jwt, gzip }
  }

  const current = (list: number, now: NumericDate) => {
    const known = standing.get(list)
    if (known && isFresh(known.signedAt, ttlSeconds, now)) return known
    const made = { list: sign(list, now), signedAt: now }
    standing.set(list, made)
    made.list.catch(() => standing.get(list) === made && standing.delete(list))
    return made
  }

  return {
    token: async (list, now) => {
      const { signedAt, list: signed } = current(list, now)
      return { ...(await signed), maxAge: signedAt + ttlSeconds - now }
    },
    changed: (list) => void (list === undefined ? standing.clear() : standing.delete(list)),
  }
}

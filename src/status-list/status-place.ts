/**
 * Chooses a random place for a new token in its issuer's status lists, so that neither list nor index reveals when or
 * to whom the token was issued (PP-109, WP-73). Lists are added before the places run out (D-890).
 */
import { type MaybePromise, type NumericDate, type Random, Unavailable } from '../base/index.ts'

/** List number and index. */
export interface StatusPlace {
  readonly list: number
  readonly index: number
}

/** A place that a token has or had. */
export interface UsedPlace extends StatusPlace {
  /** Time after which another token may get the place. */
  readonly until: NumericDate
}

/** Access to the places in an issuer's register. */
export interface PlaceRegister {
  /** Returns those of the given places that a token has or had. */
  usedPlaces(places: readonly StatusPlace[]): Promise<readonly UsedPlace[]>
  /** Returns the highest number of a list in which a token has a place, or -1. */
  highestList(): Promise<number>
  /** Frees a place after its `until`. Absent in a register that lets a new token replace an expired one. */
  freePlace?(place: UsedPlace): Promise<void>
}

/**
 * The places of an issuer's status lists. Each replica has its own instance. The shared register keeps them consistent.
 */
export interface StatusPlaces {
  /**
   * Returns a random place for a new token. Does not reserve the place. While few places are used, does not check that
   * the place is free: the register must refuse a place that another token has. Rejects with `Unavailable` if 32 random
   * places are used.
   */
  take(now: NumericDate): Promise<StatusPlace>
  count(): number
  /**
   * Returns true if a list with this number exists. The first list has the number 0. For an unknown number, searches
   * the register for lists of other replicas, at most once a second. Rejects if this search failed in the same second.
   */
  has(list: number, now: NumericDate): MaybePromise<boolean>
  /** Estimates the share of used places, and adds lists if necessary, unless `take` or this method did so recently. */
  estimate(now: NumericDate): Promise<void>
  /** Returns the share of used places by the last estimate, or `undefined` before the first. */
  usedShare(): number | undefined
}

/** Maximum number of lists, as in the settings. */
export const maximumListCount = 10_000

/** Lists are added if at least this share of the places is used. */
export const fullShare = 0.6
/** Share of recorded places below which a random place is not looked up, because it is nearly always free. */
const lookupThreshold = 0.1
/** Seconds between two estimates of the share of used places. */
const estimateSeconds = 60
/** Number of places that one estimate reads. The standard error of the estimate is about 3 %. */
const sampleSize = 256
/**
 * Maximum number of random places that are tried for one token. With 60 % of the places used, about one token in ten
 * million finds no free place.
 */
const attempts = 32

interface StatusPlacesContext {
  readonly random: Random
  /** `count` is the initial number of lists. */
  readonly config: { readonly count: number; readonly places: number }
  readonly register: PlaceRegister
}

/**
 * Creates the places. At most once a minute, the share of used places is estimated from 256 evenly spread ones. If 60 %
 * of them are used, the number of lists doubles, up to `maximumListCount`.
 */
export function createStatusPlaces({ random, config, register }: StatusPlacesContext): StatusPlaces {
  const { places } = config
  let { count } = config
  let usedShare: number | undefined
  let recordedShare = 1
  let estimatedUntil = Number.NEGATIVE_INFINITY
  let foundListsAt = Number.NEGATIVE_INFINITY
  let estimating: Promise<void> | undefined
  let findingLists: Promise<void> | undefined

  const findLists = async (): Promise<void> => {
    count = Math.max(count, (await register.highestList()) + 1)
  }
  const estimateUse = async (now: NumericDate): Promise<void> => {
    await findLists()
    const spread = evenlySpread(count * places, now).map((place) => placeAt(place, places))
    const recorded = await register.usedPlaces(spread)
    usedShare = recorded.filter(({ until }) => until >= now).length / spread.length
    recordedShare = recorded.length / spread.length
    if (usedShare >= fullShare && count < maximumListCount) {
      count = Math.min(maximumListCount, count * 2)
      usedShare /= 2
    }
    estimatedUntil = now + estimateSeconds
  }
  const estimateIfDue = async (now: NumericDate): Promise<void> => {
    if (now < estimatedUntil && now > estimatedUntil - 2 * estimateSeconds) return
    estimating ??= estimateUse(now).finally(() => {
      estimating = undefined
    })
    await estimating
  }
  const isFree = async (place: StatusPlace, now: NumericDate): Promise<boolean> => {
    const [used] = await register.usedPlaces([place])
    if (used === undefined) return true
    if (used.until >= now) return false
    await register.freePlace?.(used)
    return true
  }
  return {
    take: async (now) => {
      await estimateIfDue(now)
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const place = placeAt(randomIndex(random, count * places), places) // PP-109, WP-73
        if (recordedShare < lookupThreshold || (await isFree(place, now))) return place
      }
      throw new Unavailable('the status lists are full', 3600)
    },
    count: () => count,
    has: (list, now) => {
      if (list < count || list >= maximumListCount) return list < count
      if (now !== foundListsAt) {
        // Keeps a rejection until the next second, because the list may exist.
        const finding = findLists().then(() => {
          if (findingLists === finding) findingLists = undefined
        })
        findingLists = finding
      }
      foundListsAt = now
      return findingLists === undefined ? false : findingLists.then(() => list < count)
    },
    estimate: estimateIfDue,
    usedShare: () => usedShare,
  }
}

/**
 * Returns 256 evenly spread numbers below `total`. They begin at another offset each second, so that estimates read
 * different places.
 */
function evenlySpread(total: number, now: NumericDate): readonly number[] {
  const step = Math.floor(total / sampleSize)
  return Array.from({ length: sampleSize }, (_, at) => at * step + (Math.floor(now) % step))
}

const placeAt = (place: number, places: number): StatusPlace => ({
  list: Math.floor(place / places),
  index: place % places,
})

/**
 * Returns a random number from 0 to `places` - 1, from 48 random bits. Its bias is below 2⁻¹² in the largest
 * configuration, which is harmless.
 */
export function randomIndex(random: Random, places: number): number {
  let value = 0
  for (const byte of random.bytes(6)) value = value * 256 + byte
  return value % places
}

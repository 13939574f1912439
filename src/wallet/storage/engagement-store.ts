/** Used links of Relying Parties, and used Request Objects of links that can be used again (WI-92, D-1030). */
import type { NumericDate } from '../../base/index.ts'
import type { Engagement } from '../../oid4vp/index.ts'
import type { SerializedRecords } from './serialized-records.ts'

export interface EngagementStore {
  /** Returns true if this link has a mark that has not expired (WI-92). */
  isUsed(link: EngagementLink, now: NumericDate): Promise<boolean>
  /**
   * Marks the link as used until `expiresAt`, and deletes expired marks. Returns false, and changes nothing, if the
   * link has a mark that has not expired.
   */
  use(link: EngagementLink, expiresAt: NumericDate, now: NumericDate): Promise<boolean>
  /** Sets the expiry of the mark. Marks the link if it has no mark. */
  extend(link: EngagementLink, expiresAt: NumericDate): Promise<void>
  /** Removes the mark, so that the link can be used again. */
  release(link: EngagementLink): Promise<void>
}

/**
 * Identifies a link, or a Request Object (`linkOfObject`). `state` is included, because a service may use one request
 * URI for all links.
 */
export type EngagementLink = Pick<Engagement, 'request_uri' | 'state'>

/** Expiry of each used link, by its key. */
type UsedEngagements = Readonly<Record<string, NumericDate>>

const keyOf = ({ request_uri: uri, state }: EngagementLink): string =>
  state === undefined ? uri : JSON.stringify([uri, state])

/** Creates the store of used links on the sealed records. */
export function createEngagementStore(records: SerializedRecords): EngagementStore {
  const { readUnlessBroken, runExclusive } = records
  const readAllUsed = async () => (await readUnlessBroken<UsedEngagements>('engagements')) ?? {} // WI-197
  const readUsed = async (now: NumericDate): Promise<UsedEngagements> => {
    const all = Object.entries(await readAllUsed())
    return Object.fromEntries(all.filter(([, until]) => until > now))
  }
  return {
    isUsed: async (link, now) => Object.hasOwn(await readUsed(now), keyOf(link)),
    use: (link, expiresAt, now) =>
      runExclusive(async () => {
        const used = await readUsed(now)
        if (Object.hasOwn(used, keyOf(link))) return false
        await records.put('engagements', { ...used, [keyOf(link)]: expiresAt })
        return true
      }),
    extend: (link, expiresAt) =>
      runExclusive(async () => records.put('engagements', { ...(await readAllUsed()), [keyOf(link)]: expiresAt })),
    release: (link) =>
      runExclusive(async () => {
        const { [keyOf(link)]: _, ...others } = await readAllUsed()
        await records.put('engagements', others)
      }),
  }
}

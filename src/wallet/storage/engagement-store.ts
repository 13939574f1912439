/** Used links of Relying Parties: each link is answered once (WI-92). */
import type { NumericDate } from '../../base/index.ts'
import type { Engagement } from '../../oid4vp/index.ts'
import type { SerializedRecords } from './serialized-records.ts'

export interface EngagementStore {
  /** Returns true if this link was used and its entry has not expired (WI-92). */
  isUsed(link: EngagementLink, now: NumericDate): Promise<boolean>
  /** Marks the link as used until `expiresAt`. Returns false if it was used before. */
  use(link: EngagementLink, expiresAt: NumericDate, now: NumericDate): Promise<boolean>
  /** Removes the mark of a use without effect. */
  release(link: EngagementLink): Promise<void>
}

/** Identity of a link. `state` belongs to it, because a service may have one request URI for all links. */
export type EngagementLink = Pick<Engagement, 'request_uri' | 'state'>

/** Expiry of each used link, by its name. */
type UsedEngagements = Readonly<Record<string, NumericDate>>

const nameOf = ({ request_uri: uri, state }: EngagementLink): string =>
  state === undefined ? uri : JSON.stringify([uri, state])

/** Creates the store of used links on the sealed records. */
export function createEngagementStore(records: SerializedRecords): EngagementStore {
  const { read, runExclusive } = records
  const readAllUsed = async (): Promise<UsedEngagements> => (await read<UsedEngagements>('engagements')) ?? {}
  const readUsed = async (now: NumericDate): Promise<UsedEngagements> => {
    const all = Object.entries(await readAllUsed())
    return Object.fromEntries(all.filter(([, until]) => until > now))
  }
  return {
    isUsed: async (link, now) => Object.hasOwn(await readUsed(now), nameOf(link)),
    use: (link, expiresAt, now) =>
      runExclusive(async () => {
        const used = await readUsed(now)
        if (Object.hasOwn(used, nameOf(link))) return false
        await records.put('engagements', { ...used, [nameOf(link)]: expiresAt })
        return true
      }),
    release: (link) =>
      runExclusive(async () => {
        const { [nameOf(link)]: _, ...others } = await readAllUsed()
        await records.put('engagements', others)
      }),
  }
}

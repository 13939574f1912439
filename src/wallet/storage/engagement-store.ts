/**
 * The links of Relying Parties that were dealt with: each is answered once (WI-92).
 */
import type { NumericDate } from '../../base/index.ts'
import type { Engagement } from '../../oid4vp/index.ts'
import type { RecordsInTurn } from './records-in-turn.ts'

export interface EngagementStore {
  /** Whether this link was dealt with before, and is still remembered (WI-92). */
  isUsed(link: EngagementLink, now: NumericDate): Promise<boolean>
  /** Whether this is the first time; remembers it until `expiresAt`. */
  use(link: EngagementLink, expiresAt: NumericDate, now: NumericDate): Promise<boolean>
  /** Takes back a use that came to nothing. */
  release(link: EngagementLink): Promise<void>
}

/** What tells one link from another: a service may use one request URI for all of them. */
export type EngagementLink = Pick<Engagement, 'request_uri' | 'state'>

/** Until when each is remembered. */
type UsedEngagements = Readonly<Record<string, NumericDate>>

const nameOf = ({ request_uri: uri, state }: EngagementLink): string =>
  state === undefined ? uri : JSON.stringify([uri, state])

export function createEngagementStore(records: RecordsInTurn): EngagementStore {
  const { read, inTurn } = records
  const readAllUsed = async (): Promise<UsedEngagements> => (await read<UsedEngagements>('engagements')) ?? {}
  const readUsed = async (now: NumericDate): Promise<UsedEngagements> => {
    const all = Object.entries(await readAllUsed())
    return Object.fromEntries(all.filter(([, until]) => until > now))
  }
  return {
    isUsed: async (link, now) => Object.hasOwn(await readUsed(now), nameOf(link)),
    use: (link, expiresAt, now) =>
      inTurn(async () => {
        const used = await readUsed(now)
        if (Object.hasOwn(used, nameOf(link))) return false
        await records.put('engagements', { ...used, [nameOf(link)]: expiresAt })
        return true
      }),
    release: (link) =>
      inTurn(async () => {
        const { [nameOf(link)]: _, ...others } = await readAllUsed()
        await records.put('engagements', others)
      }),
  }
}

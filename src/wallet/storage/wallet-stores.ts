/**
 * The wallet's stores in verbs, over sealed records. What reads before it writes, or writes more than one record, does so
 * in turn: taps on two links at once must neither lose each other's record nor take one thing twice.
 */
import type { Json, NumericDate } from '../../base/index.ts'
import type { Engagement } from '../../oid4vp/index.ts'
import type { SealedRecords } from './sealed-records.ts'
import type { CredentialGrant, HeldCredential, PendingIssuance, WalletRecord } from './wallet-record.ts'

export interface WalletStores {
  readonly wallet: {
    read(): Promise<WalletRecord | undefined>
    write(record: WalletRecord): Promise<void>
    /** Reads, changes and writes with nobody else's change in between. Writes nothing when `by` gives no record. */
    change<T>(by: (record: WalletRecord | undefined) => readonly [WalletRecord | undefined, T]): Promise<T>
    /** Gives the registration under this key up and says what it was; another one that is there by now stays. */
    forget(hardwareKeyTag: string): Promise<WalletRecord | undefined>
  }
  readonly credentials: {
    list(): Promise<readonly HeldCredential[]>
    find(id: string): Promise<HeldCredential | undefined>
    put(credential: HeldCredential, grant: CredentialGrant | undefined): Promise<void>
    grantOf(id: string): Promise<CredentialGrant | undefined>
    /** Says which DPoP key nothing needs any more: a renewal's grant has the key of the first. */
    remove(id: string): Promise<{ readonly uselessKeyTag: string | undefined }>
  }
  readonly issuances: {
    /** Forgets those that nobody came back to in time. */
    begin(issuance: PendingIssuance, now: NumericDate): Promise<void>
    /** Hands it out once; afterwards its `state` is unknown (WI-40). */
    take(state: string): Promise<PendingIssuance | undefined>
  }
  readonly engagements: {
    /** Whether this link was dealt with before, and is still remembered (WI-92). */
    isUsed(link: EngagementLink, now: NumericDate): Promise<boolean>
    /** Whether this is the first time; remembers it until `expiresAt`. */
    use(link: EngagementLink, expiresAt: NumericDate, now: NumericDate): Promise<boolean>
    /** Takes back a use that came to nothing. */
    release(link: EngagementLink): Promise<void>
  }
}

/** What tells one link from another: a service may use one request URI for all of them. */
export type EngagementLink = Pick<Engagement, 'request_uri' | 'state'>

type UsedEngagements = Readonly<Record<string, NumericDate>>
const nameOf = ({ request_uri: uri, state }: EngagementLink): string =>
  state === undefined ? uri : JSON.stringify([uri, state])
const asJson = (record: object): Json => record as Json

export function createWalletStores(records: SealedRecords): WalletStores {
  const read = async <T>(name: string): Promise<T | undefined> => (await records.get(name)) as T | undefined
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const mine = last.then(run)
    last = mine.catch(() => undefined)
    return mine
  }
  const usedEngagements = async (now: NumericDate): Promise<UsedEngagements> => {
    const all = Object.entries((await read<UsedEngagements>('engagements')) ?? {})
    return Object.fromEntries(all.filter(([, until]) => until > now))
  }
  return {
    wallet: {
      read: () => read<WalletRecord>('wallet'),
      write: (record) => inTurn(() => records.put('wallet', asJson(record))),
      change: (by) =>
        inTurn(async () => {
          const [record, result] = by(await read<WalletRecord>('wallet'))
          if (record !== undefined) await records.put('wallet', asJson(record))
          return result
        }),
      forget: (hardwareKeyTag) =>
        inTurn(async () => {
          const record = await read<WalletRecord>('wallet')
          if (record?.hardwareKeyTag !== hardwareKeyTag) return undefined
          await records.delete('wallet')
          return record
        }),
    },
    credentials: {
      list: async () => {
        const names = await records.names('credential-')
        const all = await Promise.all(names.map((name) => read<HeldCredential>(name)))
        return all.filter((one) => one !== undefined).sort((a, b) => a.receivedAt - b.receivedAt)
      },
      find: (id) => read(`credential-${id}`),
      put: (credential, grant) =>
        inTurn(async () => {
          await records.put(`credential-${credential.id}`, asJson(credential))
          if (grant) await records.put(`grant-${credential.id}`, asJson(grant))
        }),
      grantOf: (id) => read(`grant-${id}`),
      remove: (id) =>
        inTurn(async () => {
          const grant = await read<CredentialGrant>(`grant-${id}`)
          await records.delete(`credential-${id}`)
          await records.delete(`grant-${id}`)
          const names = await records.names('grant-')
          const others = await Promise.all(names.map((name) => read<CredentialGrant>(name)))
          const needed = others.some((other) => other?.dpopKeyTag === grant?.dpopKeyTag)
          return { uselessKeyTag: needed ? undefined : grant?.dpopKeyTag }
        }),
    },
    issuances: {
      begin: (issuance, now) =>
        inTurn(async () => {
          for (const name of await records.names('issuance-')) {
            const known = await read<PendingIssuance>(name).catch(() => undefined)
            if (known === undefined || known.expiresAt <= now) await records.delete(name)
          }
          await records.put(`issuance-${issuance.state}`, asJson(issuance))
        }),
      take: (state) =>
        inTurn(async () => {
          if (!(await records.names('issuance-')).includes(`issuance-${state}`)) return undefined
          const found = await read<PendingIssuance>(`issuance-${state}`)
          await records.delete(`issuance-${state}`)
          return found
        }),
    },
    engagements: {
      isUsed: async (link, now) => Object.hasOwn(await usedEngagements(now), nameOf(link)),
      use: (link, expiresAt, now) =>
        inTurn(async () => {
          const used = await usedEngagements(now)
          if (Object.hasOwn(used, nameOf(link))) return false
          await records.put('engagements', { ...used, [nameOf(link)]: expiresAt })
          return true
        }),
      release: (link) =>
        inTurn(async () => {
          const { [nameOf(link)]: _, ...others } = (await read<UsedEngagements>('engagements')) ?? {}
          await records.put('engagements', others)
        }),
    },
  }
}

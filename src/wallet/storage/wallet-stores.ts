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
    /** Both or none: a credential whose grant could not be written is not there. */
    put(credential: HeldCredential, grant: CredentialGrant | undefined): Promise<void>
    grantOf(id: string): Promise<CredentialGrant | undefined>
    /** One that came of this grant, which its DPoP key tells. */
    ofGrant(grant: CredentialGrant): Promise<HeldCredential | undefined>
    /** A renewal's grant has the DPoP key of the first. */
    remove(id: string): Promise<UselessKeys>
  }
  readonly issuances: {
    /** Forgets those that nobody came back to in time. */
    begin(issuance: PendingIssuance, now: NumericDate): Promise<UselessKeys>
    /** Hands it out to one at a time: for others its `state` is unknown until it is given back (WI-40). */
    take(state: string): Promise<PendingIssuance | undefined>
    /** Its code leaves the wallet now: from here on it is unknown for good, unless the grant is kept. */
    spendCode(state: string): Promise<void>
    keepGrant(issuance: PendingIssuance, grant: CredentialGrant, expiresAt: NumericDate): Promise<void>
    /** For another attempt. */
    giveBack(state: string): void
    end(state: string): Promise<UselessKeys>
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

/** DPoP keys that nothing needs any more. */
export interface UselessKeys {
  readonly uselessKeyTags: readonly string[]
}

/** What tells one link from another: a service may use one request URI for all of them. */
export type EngagementLink = Pick<Engagement, 'request_uri' | 'state'>

type UsedEngagements = Readonly<Record<string, NumericDate>>
const nameOf = ({ request_uri: uri, state }: EngagementLink): string =>
  state === undefined ? uri : JSON.stringify([uri, state])
const issuancePrefix = 'issuance-'
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
  const readAll = async <T>(prefix: string): Promise<readonly T[]> => {
    const all = await Promise.all((await records.names(prefix)).map((name) => read<T>(name)))
    return all.filter((one) => one !== undefined)
  }
  /** The DPoP keys of grants that were deleted, without those that a credential's grant has; none where one cannot be read. */
  const uselessKeysOf = async (deleted: readonly (CredentialGrant | undefined)[]): Promise<UselessKeys> => {
    const tags = deleted.flatMap((grant) => grant?.dpopKeyTag ?? [])
    if (tags.length === 0) return { uselessKeyTags: [] }
    const living = await readAll<CredentialGrant>('grant-').catch(() => undefined)
    const isUseless = (tag: string): boolean => living?.every(({ dpopKeyTag }) => dpopKeyTag !== tag) ?? false
    return { uselessKeyTags: tags.filter(isUseless) }
  }
  const taken = new Set<string>()
  const endIssuance = async (state: string): Promise<CredentialGrant | undefined> => {
    const known = await read<PendingIssuance>(issuancePrefix + state).catch(() => undefined)
    await records.delete(issuancePrefix + state)
    return known?.grant
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
        const all = await readAll<HeldCredential>('credential-')
        return all.toSorted((a, b) => a.receivedAt - b.receivedAt)
      },
      find: (id) => read(`credential-${id}`),
      put: (credential, grant) =>
        inTurn(async () => {
          try {
            if (grant) await records.put(`grant-${credential.id}`, asJson(grant))
            await records.put(`credential-${credential.id}`, asJson(credential))
          } catch (thrown) {
            await records.delete(`credential-${credential.id}`)
            await records.delete(`grant-${credential.id}`)
            throw thrown
          }
        }),
      grantOf: (id) => read(`grant-${id}`),
      ofGrant: async ({ dpopKeyTag }) => {
        for (const name of await records.names('grant-')) {
          const grant = await read<CredentialGrant>(name).catch(() => undefined)
          if (grant?.dpopKeyTag !== dpopKeyTag) continue
          const found = await read<HeldCredential>(`credential-${name.slice('grant-'.length)}`)
          if (found) return found
        }
        return undefined
      },
      remove: (id) =>
        inTurn(async () => {
          const grant = await read<CredentialGrant>(`grant-${id}`).catch(() => undefined)
          await records.delete(`credential-${id}`)
          await records.delete(`grant-${id}`)
          return uselessKeysOf([grant])
        }),
    },
    issuances: {
      begin: (issuance, now) =>
        inTurn(async () => {
          const ended: (CredentialGrant | undefined)[] = []
          for (const name of await records.names(issuancePrefix)) {
            const state = name.slice(issuancePrefix.length)
            const known = await read<PendingIssuance>(name).catch(() => undefined)
            const over = known === undefined || known.expiresAt <= now
            if (over && !taken.has(state)) ended.push(await endIssuance(state))
          }
          await records.put(issuancePrefix + issuance.state, asJson(issuance))
          return uselessKeysOf(ended)
        }),
      take: (state) =>
        inTurn(async () => {
          const isKnown = (await records.names(issuancePrefix)).includes(issuancePrefix + state)
          if (taken.has(state) || !isKnown) return undefined
          const found = await read<PendingIssuance>(issuancePrefix + state)
          if (found) taken.add(state)
          return found
        }),
      spendCode: (state) => inTurn(() => records.delete(issuancePrefix + state)),
      keepGrant: (issuance, grant, expiresAt) =>
        inTurn(() => records.put(issuancePrefix + issuance.state, asJson({ ...issuance, grant, expiresAt }))),
      giveBack: (state) => void taken.delete(state),
      end: (state) =>
        inTurn(async () => {
          const grant = await endIssuance(state)
          taken.delete(state)
          return uselessKeysOf([grant])
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

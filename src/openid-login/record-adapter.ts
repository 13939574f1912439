/**
 * Storage of `oidc-provider` in the Relying Party's store, which replicas share. Every record is sealed, because some
 * contain claims. There is no session: each authorization request needs a new login.
 */
import { errors } from 'oidc-provider'
import {
  type Clock,
  type CryptoContext,
  decodeBase64url,
  encodeBase64url,
  encodeUtf8,
  isJsonObject,
  type JsonObject,
  openBox,
  type Random,
  sealBox,
} from '../base/index.ts'
import type { OpenIdRecordKey, OpenIdRecords } from '../relying-party/index.ts'

interface SealedRecordParts extends CryptoContext {
  readonly clock: Clock
  readonly random: Random
  readonly records: OpenIdRecords
  /** Sealing keys. The first one seals new records, and all can open records. */
  readonly sealingKeys: readonly [Uint8Array, ...Uint8Array[]]
}

/** Sealed records of the OpenID Provider. */
export interface SealedRecords {
  save(key: OpenIdRecordKey, content: JsonObject, lifetimeSeconds: number): Promise<void>
  /** Stores a record unless its key is taken. Returns false if the key is taken. */
  add(key: OpenIdRecordKey, content: JsonObject, lifetimeSeconds: number): Promise<boolean>
  /** Returns `undefined` for a record that is absent, has expired, or was sealed with an unknown key. */
  find(key: OpenIdRecordKey): Promise<JsonObject | undefined>
  /** Returns false if the record is absent, has expired or was used before. */
  consume(key: OpenIdRecordKey): Promise<boolean>
  remove(key: OpenIdRecordKey): Promise<void>
  removeGrant(grant: string): Promise<void>
}

const contextOf = ({ kind, id }: OpenIdRecordKey): Uint8Array => encodeUtf8(`${kind}\0${id}`)

/**
 * Creates the access to sealed records. `find` adds `consumed` to the content of a used record: the time of the first
 * use in seconds. `removeGrant` deletes the records whose content has this `grantId`.
 */
export function createSealedRecords(parts: SealedRecordParts): SealedRecords {
  const { clock, records, sealingKeys } = parts
  const sealed = async (key: OpenIdRecordKey, content: JsonObject, lifetimeSeconds: number) => {
    const { grantId: grant } = content
    const box = await sealBox(parts, sealingKeys[0], encodeUtf8(JSON.stringify(content)), contextOf(key))
    const expiresAt = clock.now() + lifetimeSeconds
    return { ...key, body: encodeBase64url(box), expiresAt, ...(typeof grant === 'string' && { grant }) }
  }
  const open = async (key: OpenIdRecordKey, body: string): Promise<JsonObject | undefined> => {
    const box = decodeBase64url(body) ?? new Uint8Array()
    for (const sealingKey of sealingKeys) {
      const opened = await openBox(parts, sealingKey, box, contextOf(key))
      const content = opened && JSON.parse(new TextDecoder().decode(opened))
      if (isJsonObject(content)) return content
    }
    return undefined
  }
  return {
    save: async (...record) => records.save(await sealed(...record)),
    add: async (...record) => (await records.add(await sealed(...record))) === 'added',
    find: async (key) => {
      const found = await records.find(key, clock.now())
      const content = found && (await open(key, found.body))
      return content && { ...content, ...(found.consumedAt !== undefined && { consumed: found.consumedAt }) }
    },
    consume: async (key) => (await records.consume(key, clock.now())) === 'consumed',
    remove: (key) => records.remove(key),
    removeGrant: (grant) => records.removeGrant(grant),
  }
}

/** Lifetime in seconds of records for which the library gives none. */
const defaultLifetimeSeconds = 300

/** Kinds that are never stored: a login leaves no session, and clients come from the settings. */
const unstored = ['Session', 'Client']

/** Creates the adapter of one kind of record of `oidc-provider`. */
export function createRecordAdapter(records: SealedRecords, kind: string) {
  const keyOf = (id: string): OpenIdRecordKey => ({ kind, id })
  const nothing = async (): Promise<undefined> => undefined
  if (unstored.includes(kind))
    return { upsert: nothing, find: nothing, findByUid: nothing, consume: nothing, destroy: nothing }
  return {
    upsert: async (id: string, content: JsonObject, lifetimeSeconds = defaultLifetimeSeconds): Promise<void> => {
      const withGrant = kind === 'Grant' ? { ...content, grantId: id } : content
      if (kind !== 'ReplayDetection') return records.save(keyOf(id), withGrant, lifetimeSeconds)
      if (!(await records.add(keyOf(id), content, lifetimeSeconds)))
        throw new errors.InvalidClientAuth('jti was used before')
    },
    find: (id: string) => records.find(keyOf(id)),
    findByUid: nothing,
    findByUserCode: nothing,
    /**
     * Marks the record as used. If two concurrent uses both found the record unused, refuses the second one and revokes
     * the login.
     */
    consume: async (id: string): Promise<void> => {
      if (await records.consume(keyOf(id))) return
      const { grantId } = (await records.find(keyOf(id))) ?? {}
      if (typeof grantId === 'string') await records.removeGrant(grantId)
      throw new errors.InvalidGrant('authorization code already consumed')
    },
    destroy: (id: string) => records.remove(keyOf(id)),
    revokeByGrantId: (grantId: string) => records.removeGrant(grantId),
  }
}

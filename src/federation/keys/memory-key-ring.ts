/** A key ring in memory, for tests and for applications of the library. No service of the package uses it. */
import type { NumericDate } from '../../base/index.ts'
import type { Signer } from '../../jose/index.ts'
import { configuredActor, type KeyRingStore, type KeyVault, type RingKeyRecord } from './key-ring.ts'

/** Creates a store with these keys: the first is active, the others are pending. */
export function createMemoryKeyRingStore(keys: readonly Signer[], now: NumericDate): KeyRingStore {
  const records = new Map<string, RingKeyRecord>()
  for (const [index, { kid, publicJwk: jwk }] of keys.entries())
    records.set(kid, {
      ...{ kid, jwk, createdAt: now, createdBy: configuredActor },
      ...(index === 0 ? { state: 'active', activatedAt: now, activatedBy: configuredActor } : { state: 'pending' }),
    })
  return {
    list: async () => [...records.values()],
    add: async (key) => {
      if (records.has(key.kid)) return 'known'
      records.set(key.kid, { ...key, state: 'pending' })
      return 'added'
    },
    activate: async ({ kid, retiredAt, now: activatedAt, actor }) => {
      const next = records.get(kid)
      if (next?.state !== 'pending') return 'not_pending'
      for (const record of [...records.values()])
        if (record.state === 'active') records.set(record.kid, { ...record, state: 'retiring', retiredAt })
      records.set(kid, { ...next, state: 'active', activatedAt, activatedBy: actor })
      return 'active'
    },
    revoke: async ({ kid, reason, now: revokedAt, actor }) => {
      const record = records.get(kid)
      if (record === undefined) return 'unknown'
      if (record.state === 'active') return 'signing'
      if (record.state !== 'revoked')
        records.set(kid, { ...record, state: 'revoked', revokedAt, revokedBy: actor, reason })
      else if (reason === 'compromised') records.set(kid, { ...record, reason }) // FED-121
      return 'revoked'
    },
  }
}

/** Creates a vault whose keys exist only in this process. `create` generates a new key. */
export function createMemoryKeyVault(keys: readonly Signer[], create: () => Promise<Signer>): KeyVault {
  const signers = new Map(keys.map((signer) => [signer.kid, signer]))
  return {
    create: async () => {
      const signer = await create()
      signers.set(signer.kid, signer)
      return signer
    },
    open: async (kid) => signers.get(kid),
    discard: async (kid) => void signers.delete(kid),
  }
}

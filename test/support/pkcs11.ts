/** Helpers for tests of keys in a PKCS#11 token, for any token. */
import assert from 'node:assert/strict'
import { failed } from '../../src/base/index.ts'
import { addRingKey, createMemoryKeyRingStore, type KeyVault } from '../../src/federation/index.ts'
import { parseJws, type Signer, signJwt, verifyJws, withKeyCache } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { Pkcs11Fault } from '../../src/node/pkcs11-session.ts'

export const tokenContext = { crypto: withKeyCache(createNodeCrypto()) }
export const pin = '730915'

/** Returns a check for a fault whose message matches this pattern and does not contain the PIN. */
export const isFault = (pattern: RegExp) => (thrown: unknown) =>
  thrown instanceof Pkcs11Fault && pattern.test(thrown.message) && !thrown.message.includes(pin)

export async function signsFor(signer: Signer): Promise<boolean> {
  const jws = parseJws(await signJwt(signer, { typ: 'x' }, {}), { typ: ['x'], algorithms: [signer.alg] }, 'jws')
  return !failed(jws) && !failed(await verifyJws(tokenContext, jws, signer.publicJwk, 'jws'))
}

/** Creates a key in the vault through a key ring whose store refuses every write. Returns that key. */
export async function refusedKey(vault: KeyVault): Promise<Signer> {
  const made: Signer[] = []
  const create = async () => {
    const key = await vault.create()
    made.push(key)
    return key
  }
  const full = new Error('the store is full')
  const store = { ...createMemoryKeyRingStore([], 0), add: async () => Promise.reject(full) }
  const ring = { store, vault: { ...vault, create } }
  await assert.rejects(addRingKey(ring, { createdAt: 0, createdBy: 'anna' }), full)
  return made[0] as Signer
}

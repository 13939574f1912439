/**
 * A cached key ring that other processes can change: the cache is valid for a fixed number of seconds, and ends at once
 * with a change by its own process.
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import {
  createMemoryKeyRingStore,
  createMemoryKeyVault,
  createRingKeys,
  type KeyRingStore,
  type RingKeys,
} from '../../../src/federation/index.ts'
import { generateSigner, type Signer } from '../../../src/jose/index.ts'
import { crypto } from '../../support/federation.ts'

const keptSeconds = 5
let first: Signer
let second: Signer
let reads = 0
let store: KeyRingStore
/** Replaces the next read. */
let bent: (() => ReturnType<KeyRingStore['list']>) | undefined
let one: RingKeys
let other: RingKeys

describe('key cache', () => {
  beforeEach(async () => {
    first = await generateSigner({ crypto })
    second = await generateSigner({ crypto })
    reads = 0
    bent = undefined
    const memory = createMemoryKeyRingStore([first, second], 0)
    const list = () => {
      reads += 1
      const read = bent ?? memory.list
      bent = undefined
      return read()
    }
    store = { ...memory, list }
    const vault = createMemoryKeyVault([first, second], () => generateSigner({ crypto }))
    one = createRingKeys(store, vault, { keptSeconds })
    other = createRingKeys(store, vault, { keptSeconds })
  })

  const signing = async (keys: RingKeys, now: number) => (await keys.current(now)).signer.kid
  const activate = () => store.activate({ kid: second.kid, retiredAt: 1000, now: 100, actor: 'anna' })

  test('WP-67 a ring is read once in five seconds, for any number of callers', async () => {
    await Promise.all([100, 100, 101, 104].map((now) => one.current(now)))
    assert.equal(reads, 1)
    await Promise.all([105, 105].map((now) => one.current(now)))
    assert.equal(reads, 2)
  })

  test('WP-67 a replica applies the activation and revocation of keys by another replica within five seconds', async () => {
    assert.deepEqual([await signing(one, 100), await signing(other, 100)], [first.kid, first.kid])
    await activate()
    await store.revoke({ kid: first.kid, reason: 'compromised', now: 100, actor: 'anna' })
    one.changed()
    assert.equal(await signing(one, 100), second.kid, 'at once in the process of the change')
    assert.equal(await signing(other, 104), first.kid)
    const { signer, published } = await other.current(105)
    assert.deepEqual([signer.kid, published.map(({ kid }) => kid)], [second.kid, [second.kid]])
  })

  test('WP-67 a revoked key does not sign after the clock was set back', async () => {
    await one.current(10_000)
    await activate()
    await store.revoke({ kid: first.kid, reason: 'compromised', now: 10_000, actor: 'anna' })
    assert.equal(await signing(one, 6400), second.kid)
  })

  test('WP-67 a read that began before a change by this process is not used for later callers', async () => {
    const before = await store.list()
    let release: () => void = () => undefined
    bent = () => new Promise((resolve) => (release = () => resolve(before)))
    const asked = signing(one, 100)
    await activate()
    one.changed()
    const askedLater = signing(one, 100)
    release()
    assert.deepEqual([await asked, await askedLater, await signing(one, 101)], [first.kid, second.kid, second.kid])
  })

  test('WP-67 a failed read is not cached, and no older ring is used instead', async () => {
    await one.current(100)
    bent = () => Promise.reject(new Error('away'))
    await assert.rejects(async () => one.current(105), /away/)
    assert.equal(await signing(one, 105), first.kid)
  })

  test('FED-10 a ring without a cache time is read at each call', async () => {
    const keys = createRingKeys(
      store,
      createMemoryKeyVault([first], async () => first),
    )
    for (let times = 0; times < 3; times += 1) await keys.current(100)
    assert.equal(reads, 3)
  })
})

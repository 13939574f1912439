/**
 * What every store of the Wallet Provider must do, whatever it is made of.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WalletInstance, WalletProviderStores } from '../wallet-provider/index.ts'

const instance = (name: string, changes: Partial<WalletInstance> = {}): WalletInstance => ({
  hardwareKeyTag: `tag-${name}`,
  hardwareKey: { kty: 'EC', crv: 'P-256', x: name, y: name },
  hardwareKeyThumbprint: `thumbprint-${name}`,
  device: { platform: 'android', attestationSecurityLevel: 'strongbox', application: 'it.example.wallet' },
  status: 'registered',
  registeredAt: 1000,
  ...changes,
})
const challenge = (value: string) => [{ name: 'challenge', value, expiresAt: 2000 }] as const

export function walletProviderStoresContract(name: string, open: () => WalletProviderStores): void {
  const fresh = () => open().walletInstances

  test(`${name}: WP-11 an instance is found as it was registered`, async () => {
    const store = fresh()
    assert.equal(await store.register({ claims: challenge('c'), instance: instance('a') }), 'registered')
    assert.deepEqual(await store.find('tag-a'), instance('a'))
    assert.equal(await store.find('tag-b'), undefined)
  })

  test(`${name}: WP-02 of 100 registrations racing for one challenge one is made`, async () => {
    const store = fresh()
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, n) => store.register({ claims: challenge('same'), instance: instance(`${n}`) })),
    )
    assert.equal(results.filter((result) => result === 'registered').length, 1)
    assert.deepEqual(
      new Set(results.filter((result) => typeof result === 'object').map(({ lost }) => lost)),
      new Set(['challenge']),
    )
    const found = await Promise.all(results.map((_, n) => store.find(`tag-${n}`)))
    assert.equal(found.filter(Boolean).length, 1)
  })

  test(`${name}: WP-13 a known tag or hardware key is refused, spends nothing and changes nothing`, async () => {
    const store = fresh()
    await store.register({ claims: challenge('first'), instance: instance('a') })
    await store.revoke({ hardwareKeyTag: 'tag-a', reason: 'revoked_by_user', now: 1100 })
    const before = await store.find('tag-a')
    const sameTag = instance('b', { hardwareKeyTag: 'tag-a' })
    const sameKey = instance('c', { hardwareKeyThumbprint: 'thumbprint-a' })
    for (const again of [sameTag, sameKey])
      assert.equal(await store.register({ claims: challenge('second'), instance: again }), 'known')
    assert.deepEqual(await store.find('tag-a'), before)
    assert.equal(await store.find('tag-c'), undefined)
    assert.equal(await store.register({ claims: challenge('second'), instance: instance('d') }), 'registered')
  })

  test(`${name}: WP-13 of two racing registrations of one key one is made`, async () => {
    const store = fresh()
    const results = await Promise.all(
      ['x', 'y'].map((value) => store.register({ claims: challenge(value), instance: instance('a') })),
    )
    assert.deepEqual(results.toSorted(), ['known', 'registered'])
  })

  test(`${name}: WP-02 a challenge is spent over both endpoints together`, async () => {
    const store = fresh()
    await store.register({ claims: challenge('c'), instance: instance('a') })
    assert.deepEqual(await store.beginAttestation({ claims: challenge('c'), hardwareKeyTag: 'tag-a' }), {
      lost: 'challenge',
    })
    assert.equal(await store.beginAttestation({ claims: challenge('d'), hardwareKeyTag: 'tag-a' }), 'begun')
    assert.deepEqual(await store.register({ claims: challenge('d'), instance: instance('b') }), { lost: 'challenge' })
  })

  test(`${name}: WP-02 a spent challenge is told before a known key and a revoked instance`, async () => {
    const store = fresh()
    await store.register({ claims: challenge('c'), instance: instance('a') })
    assert.deepEqual(await store.register({ claims: challenge('c'), instance: instance('a') }), { lost: 'challenge' })
    await store.revoke({ hardwareKeyTag: 'tag-a', reason: 'revoked_by_user', now: 1100 })
    assert.deepEqual(await store.beginAttestation({ claims: challenge('c'), hardwareKeyTag: 'tag-a' }), {
      lost: 'challenge',
    })
    assert.equal(await store.beginAttestation({ claims: challenge('d'), hardwareKeyTag: 'tag-a' }), 'revoked')
    assert.equal(await store.register({ claims: challenge('d'), instance: instance('b') }), 'registered')
  })

  test(`${name}: WP-61 of 50 assertions racing with one counter one is taken`, async () => {
    const store = fresh()
    const apple = instance('a', { device: { platform: 'apple', application: 'TEAM.app' }, counter: 0, receipt: 'AAAA' })
    await store.register({ claims: challenge('c'), instance: apple })
    assert.deepEqual(await store.find('tag-a'), apple)
    const begin = (value: string, counter?: number) =>
      store.beginAttestation({ claims: challenge(value), hardwareKeyTag: 'tag-a', counter })
    const results = await Promise.all(Array.from({ length: 50 }, (_, n) => begin(`race-${n}`, 7)))
    assert.equal(results.filter((result) => result === 'begun').length, 1)
    assert.equal(results.filter((result) => result === 'counter_not_above').length, 49)
    assert.deepEqual(await store.find('tag-a'), { ...apple, counter: 7 })
  })

  test(`${name}: WP-61 a counter moves upwards only, and what is refused spends no challenge`, async () => {
    const store = fresh()
    await store.register({ claims: challenge('c'), instance: instance('a', { counter: 0 }) })
    await store.register({ claims: challenge('d'), instance: instance('b') })
    const begin = (value: string, counter?: number, hardwareKeyTag = 'tag-a') =>
      store.beginAttestation({ claims: challenge(value), hardwareKeyTag, counter })
    for (const counter of [0, undefined]) assert.equal(await begin('e', counter), 'counter_not_above')
    assert.equal(await begin('e', 1), 'begun')
    assert.deepEqual(await begin('e', 2), { lost: 'challenge' })
    assert.equal((await store.find('tag-a'))?.counter, 1)
    assert.equal(await begin('f', 4_294_967_295), 'begun')
    for (const counter of [1, 4_294_967_294, 4_294_967_295])
      assert.equal(await begin('g', counter), 'counter_not_above')
    assert.equal((await store.find('tag-a'))?.counter, 4_294_967_295)
    assert.equal(await begin('g', 1, 'tag-b'), 'counter_not_above')
    assert.equal(await begin('g', undefined, 'tag-b'), 'begun')
    assert.equal((await store.find('tag-b'))?.counter, undefined)
    await store.revoke({ hardwareKeyTag: 'tag-b', reason: 'revoked_by_user', now: 1100 })
    assert.equal(await begin('h', undefined, 'tag-b'), 'revoked')
  })

  test(`${name}: WP-31 registered becomes operational once, revoked is final, times and reason stay`, async () => {
    const store = fresh()
    await store.register({ claims: challenge('c'), instance: instance('a') })
    assert.equal(await store.becomeOperational('tag-a', 1010), 'operational')
    assert.equal(await store.becomeOperational('tag-a', 1020), 'operational')
    assert.equal((await store.find('tag-a'))?.operationalAt, 1010)
    assert.equal(await store.revoke({ hardwareKeyTag: 'tag-a', reason: 'evidence_forged', now: 1030 }), 'revoked')
    assert.equal(await store.revoke({ hardwareKeyTag: 'tag-a', reason: 'revoked_by_user', now: 1040 }), 'revoked')
    assert.equal(await store.becomeOperational('tag-a', 1050), 'revoked')
    assert.equal(await store.beginAttestation({ claims: challenge('d'), hardwareKeyTag: 'tag-a' }), 'revoked')
    const { status, revokedAt, revocationReason } = (await store.find('tag-a')) ?? {}
    assert.deepEqual(
      { status, revokedAt, revocationReason },
      { status: 'revoked', revokedAt: 1030, revocationReason: 'evidence_forged' },
    )
    assert.equal(await store.revoke({ hardwareKeyTag: 'tag-z', reason: 'revoked_by_user', now: 1 }), 'unknown')
  })
}

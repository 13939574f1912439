/**
 * Tests of the Wallet Provider's stores: the claims of an attestation request, the life of an instance, and the places
 * of its attestations in the status list.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WalletProviderStores } from '../wallet-provider/index.ts'
import { challenge, instance, record, registerTwo } from './wallet-provider-records.ts'

/** Defines the tests with `node:test`. `open` returns new empty stores. `name` begins the titles. */
export function walletProviderAttestationContract(name: string, open: () => WalletProviderStores): void {
  const fresh = () => open().walletInstances

  test(`${name}: WP-02 a challenge is spent once for both endpoints together`, async () => {
    const store = fresh()
    await store.register({ claims: challenge('c'), instance: instance('a') })
    assert.deepEqual(await store.beginAttestation({ claims: challenge('c'), hardwareKeyTag: 'tag-a' }), {
      lost: 'challenge',
    })
    assert.equal(await store.beginAttestation({ claims: challenge('d'), hardwareKeyTag: 'tag-a' }), 'begun')
    assert.deepEqual(await store.register({ claims: challenge('d'), instance: instance('b') }), { lost: 'challenge' })
  })

  test(`${name}: WP-02 reports a spent challenge before a known key and a revoked instance`, async () => {
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

  test(`${name}: WP-73 returns the places of attestations and the highest list`, async () => {
    const store = fresh()
    await store.register({ claims: challenge('c'), instance: instance('a') })
    assert.equal(await store.highestList(), -1)
    const place = { list: 4, index: 9 }
    await store.recordAttestation({ hardwareKeyTag: 'tag-a', place, keptUntil: 2000, now: 1000 })
    assert.equal(await store.highestList(), 4)
    const others = [
      { list: 4, index: 8 },
      { list: 9, index: 4 },
    ]
    assert.deepEqual(await store.usedPlaces([...others, place]), [{ ...place, until: 2000 }])
    assert.deepEqual(await store.usedPlaces([]), [])
  })

  test(`${name}: WP-61 of 50 assertions racing with one counter, one is accepted`, async () => {
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

  test(`${name}: WP-61 a counter only increases, and a refused counter spends no challenge`, async () => {
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

  test(`${name}: WP-31 an instance becomes operational once, a revocation is final, and its times and reason do not change`, async () => {
    const store = fresh()
    await store.register({ claims: challenge('c'), instance: instance('a') })
    assert.equal(await record(store, 1, 1010), 'recorded')
    assert.equal(await record(store, 2, 1020), 'recorded')
    assert.equal((await store.find('tag-a'))?.operationalAt, 1010)
    assert.equal(await store.revoke({ hardwareKeyTag: 'tag-a', reason: 'evidence_forged', now: 1030 }), 'revoked')
    assert.equal(await store.revoke({ hardwareKeyTag: 'tag-a', reason: 'revoked_by_user', now: 1040 }), 'unchanged')
    assert.equal(await record(store, 3, 1050), 'revoked')
    assert.equal(await store.beginAttestation({ claims: challenge('d'), hardwareKeyTag: 'tag-a' }), 'revoked')
    const { status, revokedAt, revocationReason } = (await store.find('tag-a')) ?? {}
    assert.deepEqual(
      { status, revokedAt, revocationReason },
      { status: 'revoked', revokedAt: 1030, revocationReason: 'evidence_forged' },
    )
    assert.equal(await store.revoke({ hardwareKeyTag: 'tag-z', reason: 'revoked_by_user', now: 1 }), 'unknown')
    assert.deepEqual(await store.history('tag-a'), [
      { at: 1000, change: 'registered', actor: 'wallet' },
      { at: 1010, change: 'operational', actor: 'wallet' },
      { at: 1030, change: 'revoked', actor: 'wallet-provider', reason: 'evidence_forged' },
    ])
  })

  test(`${name}: WP-75 the revocation of an instance revokes its attestations and no others`, async () => {
    const store = await registerTwo(fresh())
    for (const [index, tag] of [
      [7, 'tag-a'],
      [8, 'tag-b'],
      [9, 'tag-a'],
    ] as const)
      assert.equal(await record(store, index, 1010, tag), 'recorded')
    assert.deepEqual(await store.revokedPlaces(0, 1010), [])
    await store.revoke({ hardwareKeyTag: 'tag-a', reason: 'revoked_by_user', now: 1020 })
    assert.deepEqual((await store.revokedPlaces(0, 1020)).toSorted(), [7, 9])
    assert.deepEqual(await store.revokedPlaces(1, 1020), [])
    assert.deepEqual(await store.revokedPlaces(0, 1111), [])
  })

  test(`${name}: WP-73 of 50 attestations racing for one place, one is recorded, and the place is free after its expiry`, async () => {
    const store = await registerTwo(fresh())
    const results = await Promise.all(Array.from({ length: 50 }, () => record(store, 7)))
    assert.equal(results.filter((result) => result === 'recorded').length, 1)
    assert.deepEqual(
      results.find((result) => typeof result === 'object'),
      { lost: 'status_place' },
    )
    assert.deepEqual(await record(store, 7, 1110, 'tag-b'), { lost: 'status_place' })
    assert.equal(await record(store, 7, 1111, 'tag-b'), 'recorded')
    await store.revoke({ hardwareKeyTag: 'tag-a', reason: 'revoked_by_user', now: 1112 })
    assert.deepEqual(await store.revokedPlaces(0, 1112), [])
  })

  test(`${name}: WP-31 a lost place leaves a registered instance registered`, async () => {
    const store = await registerTwo(fresh())
    await record(store, 7)
    await record(store, 7, 1010, 'tag-b')
    assert.equal((await store.find('tag-b'))?.status, 'registered')
    assert.equal(await record(store, 8, 1010, 'nobody'), 'revoked')
  })

  test(`${name}: WP-35 an attestation that is begun and recorded at once spends its challenge, or changes nothing`, async () => {
    const store = await registerTwo(fresh())
    const begun = (index: number, value: string, hardwareKeyTag = 'tag-a', counter?: number) =>
      store.recordAttestation({
        ...{ hardwareKeyTag, place: { list: 0, index }, keptUntil: 1110, now: 1010 },
        begin: { claims: challenge(value), counter },
      })
    assert.equal(await begun(7, 'f'), 'recorded')
    assert.deepEqual(await begun(8, 'f'), { lost: 'challenge' })
    assert.deepEqual(await begun(7, 'g', 'tag-b'), { lost: 'status_place' })
    assert.equal(await begun(8, 'g', 'tag-b', 1), 'counter_not_above')
    assert.equal((await store.find('tag-b'))?.status, 'registered')
    assert.equal(await begun(8, 'g', 'tag-b'), 'recorded')
    assert.deepEqual(await store.beginAttestation({ claims: challenge('g'), hardwareKeyTag: 'tag-b' }), {
      lost: 'challenge',
    })
    await store.revoke({ hardwareKeyTag: 'tag-b', reason: 'revoked_by_user', now: 1020 })
    assert.equal(await begun(9, 'h', 'tag-b'), 'revoked')
    assert.equal(await begun(9, 'h'), 'recorded')
  })

  test(`${name}: WP-61 of 50 attestations that are begun with the same counter, one is recorded`, async () => {
    const store = fresh()
    await store.register({ claims: challenge('c'), instance: instance('a', { counter: 0 }) })
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        store.recordAttestation({
          ...{ hardwareKeyTag: 'tag-a', place: { list: 0, index }, keptUntil: 1110, now: 1010 },
          begin: { claims: challenge(`race-${index}`), counter: 7 },
        }),
      ),
    )
    assert.equal(results.filter((result) => result === 'recorded').length, 1)
    assert.equal(results.filter((result) => result === 'counter_not_above').length, 49)
    assert.equal((await store.find('tag-a'))?.counter, 7)
  })
}

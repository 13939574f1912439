/**
 * What every store of the Wallet Provider must do, whatever it is made of.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstanceGroup, WalletInstance, WalletInstances, WalletProviderStores } from '../wallet-provider/index.ts'

const instance = (name: string, changes: Partial<WalletInstance> = {}): WalletInstance => ({
  hardwareKeyTag: `tag-${name}`,
  hardwareKey: { kty: 'EC', crv: 'P-256', x: name, y: name },
  hardwareKeyThumbprint: `thumbprint-${name}`,
  device: { platform: 'android', attestationSecurityLevel: 'strongbox', application: 'it.example.wallet' },
  status: 'registered',
  registeredAt: 1000,
  ...changes,
})
const record = (store: WalletInstances, index: number, now = 1010, hardwareKeyTag = 'tag-a') =>
  store.recordAttestation({ hardwareKeyTag, place: { list: 0, index }, keptUntil: now + 100, now })
/** In one step. */
const revokeAll = async (store: WalletInstances, input: Parameters<typeof revokeSome>[1]): Promise<number> =>
  (await revokeSome(store, input)).revoked
const revokeSome = (
  store: WalletInstances,
  input: Omit<Parameters<WalletInstances['revokeSome']>[0], 'after' | 'limit'> & { after?: string; limit?: number },
) => store.revokeSome({ after: undefined, limit: 100, ...input })
/** NUL, and a noncharacter that a store may have use for. */
const nul = 'a\0b\u{10fffe}0'
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
    assert.equal(await record(store, 1, 1010), 'recorded')
    assert.equal(await record(store, 2, 1020), 'recorded')
    assert.equal((await store.find('tag-a'))?.operationalAt, 1010)
    assert.equal(await store.revoke({ hardwareKeyTag: 'tag-a', reason: 'evidence_forged', now: 1030 }), 'revoked')
    assert.equal(await store.revoke({ hardwareKeyTag: 'tag-a', reason: 'revoked_by_user', now: 1040 }), 'revoked')
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

  const two = async () => {
    const store = fresh()
    await store.register({ claims: challenge('a'), instance: instance('a'), certificateSerials: ['1f', '2'] })
    await store.register({
      claims: challenge('b'),
      instance: instance('b', { device: { platform: 'apple', application: 'TEAM.app' }, registeredAt: 1005 }),
      certificateSerials: ['2', '3'],
    })
    return store
  }

  test(`${name}: WP-75 revoking an instance revokes its attestations and nobody else’s`, async () => {
    const store = await two()
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

  test(`${name}: WP-73 of 50 attestations racing for one place one is recorded; later it is free again`, async () => {
    const store = await two()
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
    const store = await two()
    await record(store, 7)
    await record(store, 7, 1010, 'tag-b')
    assert.equal((await store.find('tag-b'))?.status, 'registered')
    assert.equal(await record(store, 8, 1010, 'nobody'), 'revoked')
  })

  test(`${name}: WP-52 revokes whoever was registered below a certificate, once`, async () => {
    const store = await two()
    const below = (certificateSerials: readonly string[], now: number) =>
      revokeAll(store, { of: { certificateSerials }, reason: 'device_certificate_revoked', actor: 'ada', now })
    assert.equal(await below([], 1020), 0)
    assert.equal(await below(['f', '1'], 1020), 0)
    assert.equal(await below(['1f', 'abc'], 1020), 1)
    assert.equal((await store.find('tag-b'))?.status, 'registered')
    assert.equal(await below(['2', '3'], 1030), 1)
    assert.equal((await store.find('tag-a'))?.revokedAt, 1020)
    assert.deepEqual((await store.history('tag-b')).at(-1), {
      at: 1030,
      change: 'revoked',
      actor: 'ada',
      reason: 'device_certificate_revoked',
    })
  })

  test(`${name}: WP-52 a group is revoked in steps, each of no more than is said, whoever was revoked before`, async () => {
    const store = fresh()
    const names = ['e', 'b', 'd', 'a', 'c']
    for (const one of names) {
      const registration = { claims: challenge(one), instance: instance(one) }
      await store.register({ ...registration, certificateSerials: one === 'a' ? ['2'] : ['1', '2'] })
      await store.linkUser({ hardwareKeyTag: `tag-${one}`, user: 'mario', actor: 'ada', now: 1010 })
    }
    await store.revoke({ hardwareKeyTag: 'tag-c', reason: 'revoked_by_user', now: 1010 })
    const step = (of: InstanceGroup, after?: string, limit = 2) =>
      revokeSome(store, { of, reason: 'device_certificate_revoked', now: 1020, limit, ...(after && { after }) })
    const below = { certificateSerials: ['2', '1', '3'] }
    const live = async () => {
      const found = await Promise.all(names.map((one) => store.find(`tag-${one}`)))
      return found.filter((one) => one?.status === 'registered').length
    }
    const first = await step(below)
    assert.equal(await live(), 4 - first.revoked)
    assert.deepEqual(await step(below), { revoked: 0, next: first.next }, 'a step may be repeated')
    const second = await step(below, first.next)
    assert.equal(await live(), 4 - first.revoked - second.revoked)
    assert.ok(first.revoked > 0 && second.revoked > 0, 'two of five, of whom one was revoked before')
    const last = await step(below, second.next)
    assert.deepEqual([await live(), last.next], [0, undefined])
    const linked = await step({ user: 'mario' }, undefined, 3)
    assert.equal(linked.revoked, 0)
    assert.deepEqual(await step({ user: 'mario' }, linked.next, 3), { revoked: 0, next: undefined })
    assert.deepEqual(await step({ user: 'luigi' }), { revoked: 0, next: undefined })
    assert.equal((await store.find('tag-c'))?.revokedAt, 1010)
  })

  test(`${name}: WP-12 a user’s instances are linked apart from their records, and revoked together`, async () => {
    const store = await two()
    const before = await store.find('tag-a')
    const link = (hardwareKeyTag: string, user: string) =>
      store.linkUser({ hardwareKeyTag, user, actor: 'ada', now: 1020 })
    assert.equal(await link('nobody', 'mario'), 'unknown')
    assert.equal(await link('tag-a', 'luigi'), 'linked')
    assert.equal(await link('tag-a', 'mario'), 'linked')
    assert.equal(await link('tag-b', 'mario'), 'linked')
    assert.deepEqual(await store.find('tag-a'), before)
    const all = (user: string) => revokeAll(store, { of: { user }, reason: 'revoked_by_user', actor: 'ada', now: 1030 })
    assert.equal(await all('luigi'), 0)
    assert.equal(await all('mario'), 2)
    assert.equal(await all('mario'), 0)
    assert.ok(!JSON.stringify(await store.history('tag-a')).includes('mario'))
  })

  test(`${name}: WP-76 instances are found by status, platform, thumbprint and time of registration, newest first`, async () => {
    const store = await two()
    await store.revoke({ hardwareKeyTag: 'tag-a', reason: 'revoked_by_user', now: 1020 })
    const tags = async (query: object, limit = 10) =>
      (await store.search({ ...query, limit })).map(({ hardwareKeyTag }) => hardwareKeyTag)
    assert.deepEqual(await tags({}), ['tag-b', 'tag-a'])
    assert.deepEqual(await tags({}, 1), ['tag-b'])
    assert.deepEqual(await tags({ status: 'revoked' }), ['tag-a'])
    assert.deepEqual(await tags({ platform: 'apple' }), ['tag-b'])
    assert.deepEqual(await tags({ platform: 'android', status: 'registered' }), [])
    assert.deepEqual(await tags({ registeredFrom: 1001 }), ['tag-b'])
    assert.deepEqual(await tags({ registeredFrom: 1000, registeredTo: 1004 }), ['tag-a'])
    assert.deepEqual(await tags({ thumbprint: 'thumbprint-a' }), ['tag-a'])
    assert.deepEqual(await tags({ thumbprint: 'thumbprint-a', status: 'registered' }), [])
  })

  test(`${name}: WP-12 a user’s instances are found, and a link is taken away once`, async () => {
    const store = await two()
    const link = { hardwareKeyTag: 'tag-a', user: 'mario', actor: 'ada', now: 1020 }
    const unlink = (hardwareKeyTag: string) => store.unlinkUser({ hardwareKeyTag, actor: 'bob', now: 1030 })
    const found = async () => (await store.search({ user: 'mario', limit: 9 })).map((one) => one.hardwareKeyTag)
    assert.equal(await unlink('nobody'), 'unknown')
    assert.equal(await unlink('tag-a'), 'unlinked')
    await store.linkUser(link)
    assert.deepEqual(await found(), ['tag-a'])
    for (let times = 0; times < 2; times += 1) assert.equal(await unlink('tag-a'), 'unlinked')
    assert.deepEqual(await found(), [])
    const { reason, now } = { reason: 'revoked_by_user', now: 1040 } as const
    assert.equal(await revokeAll(store, { of: { user: 'mario' }, reason, now }), 0)
    assert.deepEqual((await store.history('tag-a')).slice(1), [
      { at: 1020, change: 'linked', actor: 'ada' },
      { at: 1030, change: 'unlinked', actor: 'bob' },
    ])
  })

  test(`${name}: WP-76 refusals are counted by check, the last one first, and none of whom nobody knows`, async () => {
    const store = await two()
    const refuse = (code: string, now: number, hardwareKeyTag = 'tag-a') =>
      store.countRefusal({ hardwareKeyTag, requirement: 'WP-21', code, now })
    await Promise.all(Array.from({ length: 50 }, () => refuse('x', 1010)))
    await refuse('y', 1020)
    await refuse('x', 1030)
    await refuse('x', 1030, 'nobody')
    assert.deepEqual(await store.refusals('tag-a'), [
      { requirement: 'WP-21', code: 'x', count: 51, firstAt: 1010, lastAt: 1030 },
      { requirement: 'WP-21', code: 'y', count: 1, firstAt: 1020, lastAt: 1020 },
    ])
    for (const tag of ['tag-b', 'nobody']) assert.deepEqual(await store.refusals(tag), [])
  })

  test(`${name}: a NUL in a text, which JSON lets through, comes back as it was, and is found by nobody else`, async () => {
    const store = fresh()
    const strange = instance(nul, {
      hardwareKeyTag: nul,
      device: { platform: 'android', application: nul },
      receipt: nul,
    })
    assert.equal(await store.find(nul), undefined)
    assert.equal(await store.beginAttestation({ claims: challenge(nul), hardwareKeyTag: nul }), 'begun')
    const registration = { instance: strange, certificateSerials: [nul] }
    assert.deepEqual(await store.register({ ...registration, claims: challenge(nul) }), { lost: 'challenge' })
    assert.equal(await store.register({ ...registration, claims: challenge('c') }), 'registered')
    assert.deepEqual(await store.find(nul), strange)
    assert.equal(await store.find(nul.replace('\0', '')), undefined)
    assert.equal(await store.linkUser({ hardwareKeyTag: nul, user: nul, actor: nul, now: 1010 }), 'linked')
    assert.deepEqual((await store.history(nul)).at(-1), { at: 1010, change: 'linked', actor: nul })
    assert.deepEqual(await store.search({ platform: 'android', limit: 10 }), [strange])
    const revocation = { reason: 'revoked_by_user', actor: nul, now: 1020 } as const
    assert.equal(await revokeAll(store, { of: { certificateSerials: ['\0'] }, ...revocation }), 0)
    assert.equal(await revokeAll(store, { of: { user: nul }, ...revocation }), 1)
    assert.equal(await revokeAll(store, { of: { certificateSerials: [nul] }, ...revocation }), 0)
    assert.equal(await store.revoke({ hardwareKeyTag: '\0', ...revocation }), 'unknown')
  })
}

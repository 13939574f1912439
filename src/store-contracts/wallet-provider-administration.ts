/** Tests of the Wallet Provider's store for administrators: revoke groups, link users, search, count refusals. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstanceGroup, WalletProviderStores } from '../wallet-provider/index.ts'
import { challenge, instance, registerTwo, revokeAndCount, revokeSome } from './wallet-provider-records.ts'

/** Defines the tests with `node:test`. `open` returns new empty stores. `name` begins the titles. */
export function walletProviderAdministrationContract(name: string, open: () => WalletProviderStores): void {
  const fresh = () => open().walletInstances

  test(`${name}: WP-52 revokes each instance whose chain contains one of the certificates, once`, async () => {
    const store = await registerTwo(fresh())
    const revokeBySerial = (certificateSerials: readonly string[], now: number) =>
      revokeAndCount(store, { of: { certificateSerials }, reason: 'device_certificate_revoked', actor: 'ada', now })
    assert.equal(await revokeBySerial([], 1020), 0)
    assert.equal(await revokeBySerial(['f', '1'], 1020), 0)
    assert.equal(await revokeBySerial(['1f', 'abc'], 1020), 1)
    assert.equal((await store.find('tag-b'))?.status, 'registered')
    assert.equal(await revokeBySerial(['2', '3'], 1030), 1)
    assert.equal((await store.find('tag-a'))?.revokedAt, 1020)
    assert.deepEqual((await store.history('tag-b')).at(-1), {
      at: 1030,
      change: 'revoked',
      actor: 'ada',
      reason: 'device_certificate_revoked',
    })
  })

  test(`${name}: WP-52 a group is revoked in steps, and the limit of a step also counts instances that were revoked before`, async () => {
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
    const bySerial = { certificateSerials: ['2', '1', '3'] }
    const live = async () => {
      const found = await Promise.all(names.map((one) => store.find(`tag-${one}`)))
      return found.filter((one) => one?.status === 'registered').length
    }
    const first = await step(bySerial)
    assert.equal(await live(), 4 - first.revoked)
    assert.deepEqual(await step(bySerial), { revoked: 0, next: first.next }, 'a step can be repeated')
    const second = await step(bySerial, first.next)
    assert.equal(await live(), 4 - first.revoked - second.revoked)
    assert.ok(first.revoked > 0 && second.revoked > 0, 'two of five instances, of which one was revoked before')
    const last = await step(bySerial, second.next)
    assert.deepEqual([await live(), last.next], [0, undefined])
    const linked = await step({ user: 'mario' }, undefined, 3)
    assert.equal(linked.revoked, 0)
    assert.deepEqual(await step({ user: 'mario' }, linked.next, 3), { revoked: 0, next: undefined })
    assert.deepEqual(await step({ user: 'luigi' }), { revoked: 0, next: undefined })
    assert.equal((await store.find('tag-c'))?.revokedAt, 1010)
  })

  test(`${name}: WP-12 a user’s instances are linked outside their records, and revoked together`, async () => {
    const store = await registerTwo(fresh())
    const before = await store.find('tag-a')
    const link = (hardwareKeyTag: string, user: string) =>
      store.linkUser({ hardwareKeyTag, user, actor: 'ada', now: 1020 })
    assert.equal(await link('nobody', 'mario'), 'unknown')
    assert.equal(await link('tag-a', 'luigi'), 'linked')
    assert.equal(await link('tag-a', 'mario'), 'linked')
    assert.equal(await link('tag-b', 'mario'), 'linked')
    assert.deepEqual(await store.find('tag-a'), before)
    const all = (user: string) =>
      revokeAndCount(store, { of: { user }, reason: 'revoked_by_user', actor: 'ada', now: 1030 })
    assert.equal(await all('luigi'), 0)
    assert.equal(await all('mario'), 2)
    assert.equal(await all('mario'), 0)
    assert.ok(!JSON.stringify(await store.history('tag-a')).includes('mario'))
  })

  test(`${name}: WP-90 an instance is linked to its user as it is registered, or not at all`, async () => {
    const store = fresh()
    const found = async () =>
      (await store.search({ user: 'mario', limit: 9 })).map(({ hardwareKeyTag }) => hardwareKeyTag)
    const register = (value: string, one = instance('a')) =>
      store.register({ claims: challenge(value), instance: one, user: 'mario' })
    assert.equal(await register('first'), 'registered')
    assert.deepEqual(await store.find('tag-a'), instance('a'))
    assert.deepEqual(await register('first', instance('b')), { lost: 'challenge' })
    assert.equal(await register('second', instance('c', { hardwareKeyThumbprint: 'thumbprint-a' })), 'known')
    assert.deepEqual(await found(), ['tag-a'])
    const { registeredAt } = instance('a')
    assert.deepEqual(await store.history('tag-a'), [
      { at: registeredAt, change: 'registered', actor: 'wallet' },
      { at: registeredAt, change: 'linked', actor: 'user' },
    ])
  })

  test(`${name}: WP-76 instances are found by status, platform, thumbprint and time of registration, newest first`, async () => {
    const store = await registerTwo(fresh())
    await store.revoke({ hardwareKeyTag: 'tag-a', reason: 'revoked_by_user', now: 1020 })
    const tags = async (query: object, limit = 10) =>
      (await store.search({ ...query, limit })).map(({ hardwareKeyTag }) => hardwareKeyTag)
    assert.deepEqual(await tags({}), ['tag-b', 'tag-a'])
    assert.deepEqual(await tags({}, 1), ['tag-b'])
    assert.deepEqual(await tags({ before: 'tag-b' }, 1), ['tag-a'])
    assert.deepEqual(await tags({ before: 'tag-a' }), [])
    assert.deepEqual(await tags({ before: 'tag-b', status: 'revoked' }), ['tag-a'])
    assert.deepEqual(await tags({ before: 'nobody' }), [])
    assert.deepEqual(await tags({ status: 'revoked' }), ['tag-a'])
    assert.deepEqual(await tags({ platform: 'apple' }), ['tag-b'])
    assert.deepEqual(await tags({ platform: 'android', status: 'registered' }), [])
    assert.deepEqual(await tags({ registeredFrom: 1001 }), ['tag-b'])
    assert.deepEqual(await tags({ registeredFrom: 1000, registeredTo: 1004 }), ['tag-a'])
    assert.deepEqual(await tags({ thumbprint: 'thumbprint-a' }), ['tag-a'])
    assert.deepEqual(await tags({ thumbprint: 'thumbprint-a', status: 'registered' }), [])
    assert.deepEqual(await tags({ certificateSerial: '1f' }), ['tag-a'])
    assert.deepEqual(await tags({ certificateSerial: '2' }), ['tag-b', 'tag-a'])
    assert.deepEqual(await tags({ certificateSerial: '2', status: 'revoked' }), ['tag-a'])
  })

  test(`${name}: WP-12 a user’s instances are found, and a link is removed once`, async () => {
    const store = await registerTwo(fresh())
    const link = { hardwareKeyTag: 'tag-a', user: 'mario', actor: 'ada', now: 1020 }
    const unlink = (hardwareKeyTag: string) => store.unlinkUser({ hardwareKeyTag, actor: 'bob', now: 1030 })
    const found = async () => (await store.search({ user: 'mario', limit: 9 })).map((one) => one.hardwareKeyTag)
    assert.equal(await unlink('nobody'), 'unknown')
    assert.equal(await unlink('tag-a'), 'unchanged')
    await store.linkUser(link)
    assert.deepEqual(await found(), ['tag-a'])
    assert.deepEqual([await unlink('tag-a'), await unlink('tag-a')], ['unlinked', 'unchanged'])
    assert.deepEqual(await found(), [])
    const { reason, now } = { reason: 'revoked_by_user', now: 1040 } as const
    assert.equal(await revokeAndCount(store, { of: { user: 'mario' }, reason, now }), 0)
    assert.deepEqual((await store.history('tag-a')).slice(1), [
      { at: 1020, change: 'linked', actor: 'ada' },
      { at: 1030, change: 'unlinked', actor: 'bob' },
    ])
  })

  test(`${name}: WP-76 refusals are counted by check and listed newest first, and not counted for an unknown instance`, async () => {
    const store = await registerTwo(fresh())
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
}

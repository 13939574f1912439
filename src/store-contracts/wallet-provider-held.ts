/**
 * Tests of the Wallet Provider's stores for revocations by evidence, such as a refused integrity check: their limit per
 * minute, and the instances that are put on hold beyond that limit (WP-91).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HoldReason, WalletInstances, WalletProviderStores } from '../wallet-provider/index.ts'
import { challenge, instance, record, revokeAndCount } from './wallet-provider-records.ts'

const registerMany = async (store: WalletInstances, count: number): Promise<readonly string[]> => {
  const names = Array.from({ length: count }, (_, n) => `${n}`)
  for (const name of names) await store.register({ claims: challenge(name), instance: instance(name) })
  return names.map((name) => `tag-${name}`)
}
const revokeOrHold = (store: WalletInstances, hardwareKeyTag: string, now: number, maxPerMinute = 2) =>
  store.revokeOrHold({ hardwareKeyTag, reason: 'integrity_denied', maxPerMinute, now })
const held = async (store: WalletInstances): Promise<readonly string[]> =>
  (await store.search({ held: true, limit: 100 })).map(({ hardwareKeyTag }) => hardwareKeyTag).toSorted()

/** Defines the tests with `node:test`. `open` returns new empty stores. `name` begins the titles. */
export function walletProviderHeldContract(name: string, open: () => WalletProviderStores): void {
  const fresh = () => open().walletInstances

  test(`${name}: WP-91 evidence revokes up to the limit in a minute, and holds further instances of that minute`, async () => {
    const store = fresh()
    const [a = '', b = '', c = '', d = '', e = ''] = await registerMany(store, 5)
    assert.equal(await revokeOrHold(store, a, 1000), 'revoked')
    assert.equal(await revokeOrHold(store, b, 1030), 'revoked')
    assert.equal(await revokeOrHold(store, c, 1059), 'held')
    assert.equal(await revokeOrHold(store, d, 1060), 'revoked')
    assert.equal(await revokeOrHold(store, e, 1061), 'held')
    assert.partialDeepStrictEqual(await store.find(d), { status: 'revoked', revocationReason: 'integrity_denied' })
    const waiting = await store.find(c)
    assert.partialDeepStrictEqual(waiting, { status: 'registered', heldAt: 1059, heldReason: 'integrity_denied' })
    assert.equal(waiting?.revokedAt, undefined)
    assert.deepEqual(await held(store), [c, e])
    assert.deepEqual((await store.history(c)).at(-1), {
      at: 1059,
      change: 'held',
      actor: 'wallet-provider',
      reason: 'integrity_denied',
    })
    assert.deepEqual((await store.history(d)).at(-1), {
      at: 1060,
      change: 'revoked',
      actor: 'wallet-provider',
      reason: 'integrity_denied',
    })
  })

  test(`${name}: WP-91 counts revocations by evidence and no others`, async () => {
    const store = fresh()
    const [a = '', b = '', c = '', d = ''] = await registerMany(store, 4)
    await store.revoke({ hardwareKeyTag: a, reason: 'revoked_by_user', now: 1000 })
    await store.revoke({ hardwareKeyTag: b, reason: 'device_certificate_revoked', now: 1000 })
    assert.equal(await revokeOrHold(store, c, 1000, 1), 'revoked')
    assert.equal(await revokeOrHold(store, d, 1000, 1), 'held')
  })

  test(`${name}: WP-91 of 30 racing revocations, at most the limit succeed, and all other instances are held`, async () => {
    const store = fresh()
    const tags = await registerMany(store, 30)
    const results = await Promise.all(tags.map((tag) => revokeOrHold(store, tag, 1000, 7)))
    assert.equal(results.filter((result) => result === 'revoked').length, 7)
    assert.equal((await held(store)).length, 23)
  })

  test(`${name}: WP-91 a held instance stays held after further evidence, and gets no attestation`, async () => {
    const store = fresh()
    const [a = '', b = ''] = await registerMany(store, 2)
    await record(store, 1, 1000, b)
    await revokeOrHold(store, a, 1000, 1)
    assert.equal(await revokeOrHold(store, b, 1000, 1), 'held')
    assert.equal(await revokeOrHold(store, b, 2000), 'unchanged')
    assert.equal(await revokeOrHold(store, a, 2000), 'unchanged')
    assert.equal(await revokeOrHold(store, 'nobody', 2000), 'unchanged')
    assert.equal((await store.find(b))?.status, 'operational')
    assert.equal(await store.beginAttestation({ claims: challenge('later'), hardwareKeyTag: b }), 'held')
    assert.equal(await record(store, 2, 2000, b), 'held')
    assert.deepEqual(await store.revokedPlaces(0, 1000), [])
    await store.release({ hardwareKeyTag: b, actor: 'ada', now: 2010 })
    assert.equal(await store.beginAttestation({ claims: challenge('later'), hardwareKeyTag: b }), 'begun')
  })

  test(`${name}: WP-91 an operator releases a held instance once`, async () => {
    const store = fresh()
    const [a = '', b = ''] = await registerMany(store, 2)
    const before = await store.find(b)
    await revokeOrHold(store, a, 1000, 1)
    await revokeOrHold(store, b, 1000, 1)
    const release = (hardwareKeyTag: string) => store.release({ hardwareKeyTag, actor: 'ada', now: 1010 })
    assert.equal(await release('nobody'), 'unknown')
    assert.equal(await release(b), 'released')
    for (const notHeld of [b, a]) assert.equal(await release(notHeld), 'unchanged')
    assert.deepEqual(await store.find(b), before)
    assert.equal((await store.find(a))?.status, 'revoked')
    assert.deepEqual((await store.history(b)).slice(2), [{ at: 1010, change: 'released', actor: 'ada' }])
    assert.equal(await revokeOrHold(store, b, 1060), 'revoked')
  })

  test(`${name}: WP-91 an operator revokes a held instance, which is then not held`, async () => {
    const store = fresh()
    const [a = '', b = ''] = await registerMany(store, 2)
    await revokeOrHold(store, a, 1000, 1)
    await revokeOrHold(store, b, 1000, 1)
    await store.revoke({ hardwareKeyTag: b, reason: 'revoked_by_provider', actor: 'ada', now: 1010 })
    assert.deepEqual(await held(store), [])
    assert.equal((await store.find(b))?.heldAt, undefined)
    assert.equal((await store.find(b))?.heldReason, undefined)
    assert.equal(await store.beginAttestation({ claims: challenge('later'), hardwareKeyTag: b }), 'revoked')
  })

  test(`${name}: WP-91 an operator releases or revokes all held instances in steps`, async () => {
    const store = fresh()
    const tags = await registerMany(store, 8)
    for (const tag of tags) await revokeOrHold(store, tag, 1000, 1)
    assert.equal((await held(store)).length, 7)
    const release = (after?: string) => store.releaseSome({ after, limit: 3, actor: 'ada', now: 1010 })
    const first = await release()
    assert.equal(first.released, 3)
    assert.equal((await held(store)).length, 4)
    const revoke = { of: { held: true }, reason: 'revoked_by_provider', actor: 'ada', now: 1020 } as const
    assert.equal(await revokeAndCount(store, { ...revoke, limit: 2 }), 2)
    const rest = await release(first.next)
    assert.equal(rest.released, 2)
    assert.deepEqual(await held(store), [])
    assert.deepEqual(await release(), { released: 0, next: undefined })
    assert.equal(await revokeAndCount(store, revoke), 0)
    assert.equal((await store.search({ status: 'revoked', limit: 100 })).length, 3)
  })

  test(`${name}: WP-198 an operator finds, releases or revokes the instances that are held for one reason`, async () => {
    const store = fresh()
    for (const one of ['a', 'b', 'c', 'd', 'e', 'f'])
      await store.register({ claims: challenge(one), instance: instance(one), certificateSerials: ['1'] })
    for (const one of ['b', 'd', 'f']) await revokeOrHold(store, `tag-${one}`, 1000, 0)
    const suspended = 'device_certificate_suspended'
    await store.holdSome({ certificateSerials: ['1'], reason: suspended, now: 1010, after: undefined, limit: 10 })
    const heldFor = async (heldReason: HoldReason) =>
      (await store.search({ heldReason, limit: 100 })).map(({ hardwareKeyTag }) => hardwareKeyTag).toSorted()
    assert.deepEqual(await heldFor(suspended), ['tag-a', 'tag-c', 'tag-e'])
    assert.deepEqual(await heldFor('integrity_denied'), ['tag-b', 'tag-d', 'tag-f'])
    const release = (after?: string) =>
      store.releaseSome({ heldReason: suspended, after, limit: 2, actor: 'ada', now: 1020 })
    const { released, next } = await release()
    assert.equal(released, 2)
    assert.deepEqual(await release(next), { released: 1, next: undefined })
    assert.deepEqual(await held(store), ['tag-b', 'tag-d', 'tag-f'])
    const revoke = (heldReason: HoldReason) =>
      revokeAndCount(store, { of: { held: true, heldReason }, reason: 'revoked_by_provider', now: 1030 })
    assert.equal(await revoke('evidence_forged'), 0)
    assert.equal(await revoke('integrity_denied'), 3)
    assert.deepEqual(await held(store), [])
  })

  test(`${name}: WP-197 holds the instances below suspended certificates in steps, each once`, async () => {
    const store = fresh()
    for (const one of ['a', 'b', 'c', 'd', 'e', 'f'])
      await store.register({
        ...{ claims: challenge(one), instance: instance(one) },
        certificateSerials: one === 'f' ? ['3'] : ['1', '2'],
      })
    await store.revoke({ hardwareKeyTag: 'tag-a', reason: 'revoked_by_user', now: 1000 })
    await revokeOrHold(store, 'tag-b', 1000, 0)
    const hold = (after?: string, certificateSerials = ['2', '1', '4']) =>
      store.holdSome({ certificateSerials, reason: 'device_certificate_suspended', now: 1010, after, limit: 2 })
    let count = 0
    for (let after: string | undefined = '', steps = 0; after !== undefined && steps < 5; steps += 1) {
      const { held: number, next }: Awaited<ReturnType<typeof hold>> = await hold(after === '' ? undefined : after)
      count += number
      after = next
    }
    assert.equal(count, 3)
    assert.deepEqual(await held(store), ['tag-b', 'tag-c', 'tag-d', 'tag-e'])
    assert.equal((await store.find('tag-a'))?.status, 'revoked')
    assert.partialDeepStrictEqual(await store.find('tag-b'), { heldAt: 1000, heldReason: 'integrity_denied' })
    assert.partialDeepStrictEqual(await store.find('tag-e'), {
      ...{ status: 'registered', heldAt: 1010, heldReason: 'device_certificate_suspended' },
    })
    assert.deepEqual((await store.history('tag-e')).at(-1), {
      ...{ at: 1010, change: 'held', actor: 'wallet-provider', reason: 'device_certificate_suspended' },
    })
    assert.equal(await store.beginAttestation({ claims: challenge('later'), hardwareKeyTag: 'tag-e' }), 'held')
    assert.equal((await hold()).held, 0)
    assert.deepEqual(await hold(undefined, []), { held: 0, next: undefined })
    assert.deepEqual(await hold(undefined, ['3']), { held: 1, next: undefined })
  })
}

/** Tests of the Wallet Provider's stores: an instance is registered once and found. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WalletProviderStores } from '../wallet-provider/index.ts'
import { nul } from './text-with-nul.ts'
import { challenge, instance, revokeAndCount } from './wallet-provider-records.ts'

/** Defines the tests with `node:test`. `open` returns new empty stores. `name` begins the titles. */
export function walletProviderRegistrationContract(name: string, open: () => WalletProviderStores): void {
  const fresh = () => open().walletInstances

  test(`${name}: WP-11 an instance is found as it was registered`, async () => {
    const store = fresh()
    assert.equal(await store.register({ claims: challenge('c'), instance: instance('a') }), 'registered')
    assert.deepEqual(await store.find('tag-a'), instance('a'))
    assert.equal(await store.find('tag-b'), undefined)
  })

  test(`${name}: WP-02 of 100 registrations racing for one challenge, one succeeds`, async () => {
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

  test(`${name}: WP-13 of two racing registrations of one key, one succeeds`, async () => {
    const store = fresh()
    const results = await Promise.all(
      ['x', 'y'].map((value) => store.register({ claims: challenge(value), instance: instance('a') })),
    )
    assert.deepEqual(results.toSorted(), ['known', 'registered'])
  })

  test(`${name}: a text with a NUL, which JSON allows, is read as it was written, and only that text finds its record`, async () => {
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
    assert.equal(await revokeAndCount(store, { of: { certificateSerials: ['\0'] }, ...revocation }), 0)
    assert.equal(await revokeAndCount(store, { of: { user: nul }, ...revocation }), 1)
    assert.equal(await revokeAndCount(store, { of: { certificateSerials: [nul] }, ...revocation }), 0)
    assert.equal(await store.revoke({ hardwareKeyTag: '\0', ...revocation }), 'unknown')
  })
}

/**
 * Tests of the Wallet Providers' status lists that a PID Provider watches: which lists are due, and which credentials
 * depend on an index of a list.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IssuedCredential, PidProviderStores } from '../pid-provider/index.ts'
import { credential, withGrant } from './pid-provider-records.ts'

const provider = 'https://wallet-provider.example'
const uriOf = (list: number): string => `${provider}/l/${list}`

/** Defines the tests with `node:test`. `open` returns new empty stores. `name` begins the titles. */
export function watchedListsContract(name: string, open: () => PidProviderStores): void {
  /** Returns functions for the tests. `put` registers each credential under a separate token. */
  const registering = () => {
    const stores = open()
    const register = stores.issuedCredentials
    const put = async (id: string, changes: Partial<IssuedCredential>): Promise<void> => {
      await withGrant(stores, `code-${id}`, `token-${id}`)
      const entry = credential(id, { tokenId: `token-${id}`, ...changes })
      assert.equal(await register.register({ claims: [], credential: entry }), 'registered')
    }
    const watch = (list: number, idx: number, until = 2000) => ({ attestationWatch: { uri: uriOf(list), idx, until } })
    const take = async (now: number, nextDue: number, limit = 10) =>
      (await register.takeDueLists({ now, nextDue, limit })).map(({ uri }) => uri)
    return { register, put, watch, take, prune: stores.grants.prune }
  }

  test(`${name}: PP-32 a list is due at once, and again at the next due time`, async () => {
    const { register, put, watch, take } = registering()
    assert.deepEqual([await register.nextListDue(1000), await take(1000, 1060)], [undefined, []])
    await put('1', watch(1, 7))
    await put('2', watch(1, 90))
    await put('3', {})
    const list = { walletProvider: provider, uri: uriOf(1), places: 91 }
    assert.equal(await register.nextListDue(1010), 1000, 'the list is due since the first credential was issued')
    assert.deepEqual(await register.takeDueLists({ now: 1000, nextDue: 1060, limit: 10 }), [list])
    assert.deepEqual([await register.nextListDue(1000), await take(1059, 1119)], [1060, []])
    await put('4', watch(1, 8))
    assert.deepEqual(await take(1059, 1119), [], 'a further credential does not make it due')
    assert.deepEqual([await take(1060, 1120), await take(1060, 1120)], [[uriOf(1)], []])
  })

  test(`${name}: PP-32 lists are taken in the order in which they are due, each by one caller`, async () => {
    const { register, put, watch, take } = registering()
    for (let list = 1; list <= 9; list += 1) await put(`${list}`, watch(list, 7))
    const taken = await Promise.all([take(1000, 1060, 4), take(1000, 1060, 4)])
    assert.deepEqual([taken[0]?.length, taken[1]?.length, new Set(taken.flat()).size], [4, 4, 8])
    assert.equal(await register.nextListDue(1000), 1000, 'one list is still due')
    const [last] = await take(1001, 1100, 4)
    assert.equal(await register.nextListDue(1001), 1060)
    const again = await take(1100, 1200, 8)
    assert.deepEqual([again.length, again.includes(`${last}`)], [8, false], 'the list that was taken last comes last')
  })

  test(`${name}: PP-32 a list that was taken by a clock far ahead is due again once the clock is right`, async () => {
    const { register, put, watch, take } = registering()
    await put('1', watch(1, 7, 9000))
    await put('2', watch(2, 7, 9000))
    assert.deepEqual(await take(4600, 4660, 1), [uriOf(1)], 'the clock is an hour ahead')
    assert.deepEqual(await take(1000, 1060, 1), [uriOf(2)])
    assert.deepEqual(await take(1010, 1070), [uriOf(1)])
    assert.deepEqual([await register.nextListDue(1010), await take(1010, 1070)], [1060, []])
  })

  test(`${name}: PP-32 a list that a replica with a clock a minute ahead took is not taken again`, async () => {
    const { put, watch, take } = registering()
    await put('1', watch(1, 7, 9000))
    assert.deepEqual(await take(1060, 1120), [uriOf(1)])
    assert.deepEqual(await take(1000, 1060), [])
  })

  test(`${name}: PP-32 a list is watched as long as a credential that names it is watched, and then deleted`, async () => {
    const { register, put, watch, take, prune } = registering()
    await put('1', watch(1, 7, 1500))
    await put('2', watch(1, 8, 5000.5))
    await put('3', watch(1, 9, 1500))
    await prune(5000)
    assert.deepEqual(await take(5000, 5060), [uriOf(1)])
    const later = 5002 + 3600 // a store may keep a list an hour longer, to write it less often
    await prune(later)
    assert.deepEqual([await take(later, later + 60), await register.nextListDue(later)], [[], undefined])
  })

  test(`${name}: PP-32 a list with the largest index that an attestation can name does not keep other lists from being taken`, async () => {
    const { register, put, watch, take } = registering()
    await put('1', watch(1, Number.MAX_SAFE_INTEGER))
    await put('2', watch(2, 7))
    assert.deepEqual((await take(1000, 1060)).toSorted(), [uriOf(1), uriOf(2)])
    const [taken] = await register.takeDueLists({ now: 1060, nextDue: 1120, limit: 1 })
    assert.equal(taken?.places, taken?.uri === uriOf(1) ? Number.MAX_SAFE_INTEGER : 8)
  })

  test(`${name}: PP-32 credentials that watch a place and are not revoked are found by that place`, async () => {
    const { register, put, watch } = registering()
    await put('1', watch(1, 7, 1500.5))
    await put('2', watch(1, 7, 2000))
    await put('3', watch(1, 8, 2000))
    await put('4', watch(2, 7, 2000))
    await put('5', { ...watch(1, 7, 2000), walletProvider: 'https://other.example' })
    await put('6', watch(1, 9, 2000))
    const change = (credentialId: string, status: IssuedCredential['status']) =>
      register.changeStatus({ credentialId, status, at: 1, actor: 'a', reason: 'r' })
    await change('3', 'suspended')
    await change('6', 'revoked')
    const at = async (now: number, indexes: readonly number[], list = 1) => {
      const found = await register.watchedAt({ walletProvider: provider, uri: uriOf(list), indexes, now })
      return found.map(({ id }) => id).toSorted()
    }
    assert.deepEqual(await at(1500, [7]), ['1', '2'])
    assert.deepEqual(await at(1501, [7]), ['2'])
    assert.deepEqual(await at(1501, [5, 7, 8, 9]), ['2', '3'])
    assert.deepEqual(await at(1501, [7], 2), ['4'])
    assert.deepEqual([await at(2000, [7, 8]), await at(1500, [])], [[], []])
    const [found] = await register.watchedAt({ walletProvider: provider, uri: uriOf(1), indexes: [8], now: 1000 })
    assert.deepEqual(found, credential('3', { tokenId: 'token-3', status: 'suspended', ...watch(1, 8, 2000) }))
  })
}

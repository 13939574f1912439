/** Tests of every register of issued credentials: places in status lists, changes of status, successors, searches. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IssuedCredential, PidProviderStores } from '../pid-provider/index.ts'
import { claim, credential, once, putting, race, winners, withGrant, withTokens } from './pid-provider-records.ts'

/** Defines the tests with `node:test`. `open` returns new empty stores. `name` begins the titles. */
export function issuedCredentialsContract(name: string, open: () => PidProviderStores): void {
  test(`${name}: PP-109 of 50 entries for one place in a status list ${once}, and the refused entries spend nothing`, async () => {
    const stores = open()
    await race((n) => withGrant(stores, `code-${n}`, `token-${n}`))
    const at = (n: number, statusIndex: number) =>
      stores.issuedCredentials.register({
        claims: claim('c_nonce', `n-${n}`),
        credential: credential(`c${n}`, { tokenId: `token-${n}`, statusIndex }),
      })
    const results = await race((n) => at(n, 7))
    assert.equal(winners(results, 'registered'), 1)
    const loser = results.findIndex((result) => result !== 'registered')
    assert.deepEqual(results[loser], { lost: 'status_index' })
    assert.equal(await at(loser, 8), 'registered')
  })

  test(`${name}: PP-109 a place that was freed after the end of its credential is given to another credential`, async () => {
    const register = await withTokens(open(), 2)
    assert.equal(await register.highestList(), -1)
    const place = { list: 3, index: 7 }
    const at = (id: string, tokenId: string, expiresAt: number) => {
      const { list: statusList, index: statusIndex } = place
      return register.register({
        claims: [],
        credential: credential(id, { tokenId, statusList, statusIndex, expiresAt }),
      })
    }
    assert.equal(await at('1', 'token-1', 9000), 'registered')
    await register.changeStatus({ credentialId: '1', status: 'revoked', at: 1100, actor: 'ada', reason: 'lost' })
    assert.equal(await register.highestList(), 3)
    const used = { ...place, until: 9000 }
    assert.deepEqual(await register.usedPlaces([place, { list: 3, index: 8 }, { list: 2, index: 7 }]), [used])
    assert.deepEqual(await register.usedPlaces([]), [])
    await register.freePlace({ ...used, until: 8999 })
    assert.deepEqual(await at('2', 'token-2', 20_000), { lost: 'status_index' })
    await register.freePlace(used)
    assert.deepEqual(await register.usedPlaces([place]), [])
    assert.deepEqual(await register.exceptions(3), [])
    assert.equal(await at('2', 'token-2', 20_000), 'registered')
    assert.deepEqual(await register.usedPlaces([place]), [{ ...place, until: 20_000 }])
    assert.equal((await register.find('1'))?.statusIndex, 7, 'the first credential keeps its place')
    await register.changeStatus({ credentialId: '2', status: 'suspended', at: 9100, actor: 'ada', reason: 'lost' })
    assert.deepEqual(await register.exceptions(3), [{ index: 7, status: 'suspended' }])
  })

  test(`${name}: PP-114 a credential revokes an earlier one with the same key, token and format, and the change is recorded`, async () => {
    const register = await withTokens(open(), 2)
    const same = { holderThumbprint: 'holder' }
    await register.register({ claims: [], credential: credential('1', same) })
    await register.register({ claims: [], credential: credential('2', { ...same, format: 'mso_mdoc' }) })
    await register.register({ claims: [], credential: credential('3', { ...same, tokenId: 'token-2' }) })
    await register.register({ claims: [], credential: credential('4') })
    await register.register({ claims: [], credential: credential('5', { ...same, issuedAt: 1100 }) })
    const statuses = await Promise.all(['1', '2', '3', '4', '5'].map(async (id) => (await register.find(id))?.status))
    assert.deepEqual(statuses, ['revoked', 'valid', 'valid', 'valid', 'valid'])
    assert.deepEqual(
      (await register.changes('1')).map(({ status, at, reason }) => [status, at, reason]),
      [['revoked', 1100, 'superseded']],
    )
    for (const id of ['2', '3', '4', '5']) assert.deepEqual(await register.changes(id), [])
  })

  test(`${name}: PP-125 one token has at most five valid credentials, and a refused sixth changes and spends nothing`, async () => {
    const register = await withTokens(open(), 2)
    const put = putting(register)
    for (const id of ['1', '2', '3']) assert.equal(await put(id), 'registered')
    assert.equal(await put('4', { format: 'mso_mdoc', holderThumbprint: 'holder-1' }), 'registered')
    assert.equal(await put('5'), 'registered')
    assert.equal(await put('6'), 'too_many')
    assert.equal(await put('6', { format: 'mso_mdoc', holderThumbprint: 'holder-3' }), 'too_many')
    assert.equal(await register.find('6'), undefined)
    const statuses = async () =>
      Promise.all(['1', '2', '3', '4', '5'].map(async (id) => (await register.find(id))?.status))
    assert.deepEqual(await statuses(), ['valid', 'valid', 'valid', 'valid', 'valid'])
    assert.equal(await put('7', { tokenId: 'token-2' }), 'registered', 'another token has its own five')
    assert.equal(await put('8', { holderThumbprint: 'holder-3' }), 'registered', 'one of the five is replaced')
    assert.deepEqual(await statuses(), ['valid', 'valid', 'revoked', 'valid', 'valid'])
    assert.equal(await put('6', { holderThumbprint: 'holder-1' }), 'registered', 'the c_nonce was not spent')
  })

  test(`${name}: PP-125 of 50 keys that race under one token, five get a credential`, async () => {
    const register = await withTokens(open())
    const results = await race((n) => register.register({ claims: [], credential: credential(n.toString(36)) }))
    assert.deepEqual([winners(results, 'registered'), winners(results, 'too_many')], [5, 45])
    const live = await register.search({ clientId: 'thumbprint', status: 'valid' })
    assert.deepEqual(
      live.map(({ id }) => Number.parseInt(id, 36)).toSorted((a, b) => a - b),
      results.flatMap((result, n) => (result === 'registered' ? [n] : [])),
    )
  })

  test(`${name}: PP-114 of 50 credentials that race with one key under one token, one stays valid`, async () => {
    const register = await withTokens(open())
    const same = { holderThumbprint: 'holder' }
    const results = await race((n) => register.register({ claims: [], credential: credential(n.toString(36), same) }))
    assert.equal(winners(results, 'registered'), 50)
    const found = async (status: IssuedCredential['status']) => (await register.search({ ...same, status })).length
    assert.deepEqual([await found('valid'), await found('revoked')], [1, 49])
  })

  test(`${name}: PP-111 a status changes and changes back, but not from revoked, and every change is recorded`, async () => {
    const register = await withTokens(open())
    await register.register({ claims: [], credential: credential('7') })
    const change = (status: IssuedCredential['status'], at: number) =>
      register.changeStatus({ credentialId: '7', status, at, actor: 'admin', reason: 'test' })
    assert.equal(await change('suspended', 1), 'changed')
    assert.deepEqual(await register.exceptions(0), [{ index: 7, status: 'suspended' }])
    assert.equal(await change('valid', 2), 'changed')
    assert.deepEqual(await register.exceptions(0), [])
    assert.equal(await change('revoked', 3), 'changed')
    assert.equal(await change('revoked', 4), 'unchanged')
    assert.equal(await change('valid', 5), 'final')
    assert.deepEqual(
      (await register.changes('7')).map(({ status, at }) => [status, at]),
      [
        ['suspended', 1],
        ['valid', 2],
        ['revoked', 3],
      ],
    )
    assert.equal(
      await register.changeStatus({ credentialId: '8', status: 'revoked', at: 1, actor: 'a', reason: 'r' }),
      'unknown',
    )
  })

  test(`${name}: PP-110 each list has the exceptions of its own credentials, and no others`, async () => {
    const stores = open()
    const register = stores.issuedCredentials
    for (const [id, statusList] of [
      ['7', 0],
      ['8', 1],
      ['9', 1],
    ] as const) {
      await withGrant(stores, `code-${id}`, `token-${id}`)
      await register.register({ claims: [], credential: credential(id, { statusList, tokenId: `token-${id}` }) })
    }
    const change = (credentialId: string, status: IssuedCredential['status']) =>
      register.changeStatus({ credentialId, status, at: 1, actor: 'admin', reason: 'test' })
    assert.equal(await change('8', 'revoked'), 'changed')
    assert.deepEqual(await register.exceptions(0), [])
    assert.deepEqual(await register.exceptions(1), [{ index: 8, status: 'revoked' }])
    assert.equal(await change('7', 'suspended'), 'changed')
    assert.deepEqual(await register.exceptions(0), [{ index: 7, status: 'suspended' }])
    assert.deepEqual(await register.exceptions(1), [{ index: 8, status: 'revoked' }])
    assert.deepEqual(await register.exceptions(2), [])
  })

  test(`${name}: PP-112 the register is searched by key, person, client and status, newest first`, async () => {
    const register = await withTokens(open(), 2)
    await register.register({ claims: [], credential: credential('1', { issuedAt: 1000 }) })
    const other = { tokenId: 'token-2', clientId: 'other', subject: 'else', issuedAt: 1100 }
    await register.register({ claims: [], credential: credential('2', other) })
    await register.register({ claims: [], credential: credential('3', { format: 'mso_mdoc', issuedAt: 1050 }) })
    await register.changeStatus({ credentialId: '3', status: 'suspended', at: 1200, actor: 'a', reason: 'r' })
    const found = async (by: Parameters<typeof register.search>[0]) => (await register.search(by)).map(({ id }) => id)
    assert.deepEqual(await found({}), ['2', '3', '1'])
    assert.deepEqual(await found({ limit: 2 }), ['2', '3'])
    assert.deepEqual(await found({ clientId: 'thumbprint' }), ['3', '1'])
    assert.deepEqual(await found({ subject: 'pairwise', status: 'valid' }), ['1'])
    assert.deepEqual(await found({ holderThumbprint: 'holder-2' }), ['2'])
    assert.deepEqual(await found({ holderThumbprint: 'holder-2', clientId: 'thumbprint' }), [])
    assert.deepEqual(await found({ format: 'mso_mdoc' }), ['3'])
    assert.deepEqual(await found({ issuedFrom: 1050 }), ['2', '3'])
    assert.deepEqual(await found({ issuedFrom: 1001, issuedTo: 1050 }), ['3'])
  })

  test(`${name}: PP-112 pages of the register follow each other, even for credentials issued in the same second`, async () => {
    const register = await withTokens(open())
    for (const [id, issuedAt] of Object.entries({ a: 1000, b: 1000, c: 1000, d: 900 }))
      await register.register({ claims: [], credential: credential(id, { issuedAt }) })
    const page = async (before?: string) =>
      (await register.search({ limit: 2, ...(before !== undefined && { before }) })).map(({ id }) => id)
    assert.deepEqual(await page(), ['c', 'b'])
    assert.deepEqual(await page('b'), ['a', 'd'])
    assert.deepEqual(await page('d'), [])
    assert.deepEqual(await page('unknown'), [])
  })
}

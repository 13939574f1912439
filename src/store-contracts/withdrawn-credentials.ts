/**
 * Tests of credentials that are suspended, or were revoked other than by a successor: no further credential is
 * registered under their access token.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IssuedCredential, PidProviderStores } from '../pid-provider/index.ts'
import { putting, race, winners, withTokens } from './pid-provider-records.ts'

/** Defines the tests with `node:test`. `open` returns new empty stores. `name` begins the titles. */
export function withdrawnCredentialsContract(name: string, open: () => PidProviderStores): void {
  const withToken = async () => {
    const register = await withTokens(open(), 2)
    const put = putting(register)
    const change = (credentialId: string, status: IssuedCredential['status']) =>
      register.changeStatus({ credentialId, status, at: 1, actor: 'ada', reason: 'r' })
    return { register, put, change }
  }

  for (const status of ['suspended', 'revoked'] as const)
    test(`${name}: PP-158 nothing is registered, changed or spent under the token of a ${status} credential`, async () => {
      const { register, put, change } = await withToken()
      await put('1', { holderThumbprint: 'holder' })
      await put('2', { holderThumbprint: 'holder' })
      await put('3')
      await change('2', status)
      for (const changes of [{ holderThumbprint: 'holder' }, {}, { format: 'mso_mdoc' }, { statusIndex: 3 }])
        assert.equal(await put('4', changes), 'withdrawn')
      assert.equal(await register.find('4'), undefined)
      assert.equal((await register.find('2'))?.status, status)
      assert.equal((await register.find('3'))?.status, 'valid')
      assert.equal(await put('4', { tokenId: 'token-2' }), 'registered', 'another token can still use the same c_nonce')
    })

  test(`${name}: PP-158 PP-114 a superseded or resumed credential blocks no registration`, async () => {
    const { put, change } = await withToken()
    const same = { holderThumbprint: 'holder' }
    for (const id of ['1', '2', '3']) assert.equal(await put(id, same), 'registered')
    await change('3', 'suspended')
    assert.equal(await put('4', same), 'withdrawn')
    await change('3', 'valid')
    assert.equal(await put('4', same), 'registered')
  })

  test(`${name}: PP-158 a suspension that races 50 renewals is superseded by none of them`, async () => {
    const { register, put, change } = await withToken()
    await put('z', { holderThumbprint: 'holder' })
    const [results, changed] = await Promise.all([
      race((n) => put(n.toString(36), { holderThumbprint: 'holder' })),
      change('z', 'suspended'),
    ])
    const withdrawn = winners(results, 'withdrawn')
    assert.deepEqual([withdrawn, changed], changed === 'changed' ? [50, 'changed'] : [0, 'final'])
    assert.equal((await register.find('z'))?.status, changed === 'changed' ? 'suspended' : 'revoked')
  })
}

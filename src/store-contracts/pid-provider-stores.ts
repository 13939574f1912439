/** Tests of every store of the PID Provider. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PidProviderStores } from '../pid-provider/index.ts'
import { issuedCredentialsContract } from './issued-credentials.ts'
import { pidProviderAuthorizationsContract } from './pid-provider-authorizations.ts'
import { pidProviderGrantsContract } from './pid-provider-grants.ts'
import { claim, credential, grant, login, pushed, session, token } from './pid-provider-records.ts'
import { nul } from './text-with-nul.ts'
import { watchedListsContract } from './watched-lists.ts'
import { withdrawnCredentialsContract } from './withdrawn-credentials.ts'

/** Defines the tests with `node:test`. `open` returns new empty stores. `name` begins the titles. */
export function pidProviderStoresContract(name: string, open: () => PidProviderStores): void {
  pidProviderAuthorizationsContract(name, open)
  pidProviderGrantsContract(name, open)
  issuedCredentialsContract(name, open)
  withdrawnCredentialsContract(name, open)
  watchedListsContract(name, open)

  test(`${name}: a text with a NUL, which JSON allows, is read as it was written, and only that text finds its record`, async () => {
    const { pushedRequests, authorizationSessions, grants, issuedCredentials } = open()
    const strange = { ...pushed(nul), clientId: nul, state: nul, walletProviderName: nul }
    await pushedRequests.push({ claims: claim('request_object_jti', nul), pushed: strange })
    assert.deepEqual(await pushedRequests.find(nul, 1000), strange)
    assert.equal(await pushedRequests.find('\0', 1000), undefined)
    const begun = { ...session(nul), request: strange, pendingLogin: { state: nul }, consentToken: nul }
    await authorizationSessions.begin(begun)
    const answered = { claims: { ...login.claims, given_name: nul } }
    const newId = `${nul}2`
    await authorizationSessions.recordLogin({ id: nul, newId, login: answered })
    assert.deepEqual(await authorizationSessions.find(newId, 1000), { ...begun, id: newId, login: answered })
    assert.equal(await authorizationSessions.find('\0', 1000), undefined)
    const given = { ...grant(nul), subject: nul, login: answered }
    const end = { id: newId, requestUri: nul, claims: claim('request_uri', nul) }
    assert.equal(await authorizationSessions.end({ ...end, grant: given }), 'ended')
    assert.equal(await grants.redeem({ code: nul, claims: claim('dpop_jti', nul), token: token(nul) }), 'redeemed')
    assert.deepEqual(await grants.findByCode(nul), { ...given, token: token(nul) })
    assert.equal(await grants.findByToken('\0'), undefined)
    const names = { id: nul, format: nul, holderThumbprint: nul, subject: nul, clientId: nul, walletProvider: nul }
    const issued = credential('1', { ...names, tokenId: nul })
    assert.equal(await issuedCredentials.register({ claims: claim('c_nonce', nul), credential: issued }), 'registered')
    assert.deepEqual(await issuedCredentials.find(nul), issued)
    assert.deepEqual(await issuedCredentials.search({ holderThumbprint: nul, subject: nul }), [issued])
    const change = { credentialId: nul, status: 'revoked', at: 1, actor: nul, reason: nul } as const
    assert.equal(await issuedCredentials.changeStatus({ ...change, credentialId: '\0' }), 'unknown')
    assert.equal(await issuedCredentials.changeStatus(change), 'changed')
    assert.deepEqual(await issuedCredentials.changes(nul), [change])
  })
}

/**
 * What every store of the PID Provider must do, whatever it is made of.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  AuthorizationSession,
  Grant,
  IssuedCredential,
  PidProviderStores,
  PushedRequest,
  UserLogin,
} from '../pid-provider/index.ts'

const claim = <N extends string>(name: N, value: string) => [{ name, value, expiresAt: 2000 }] as const
const once = 'one winner'
/** NUL, and a noncharacter that a store may have use for. */
const nul = 'a\0b\u{10fffe}0'

const pushed = (requestUri: string): PushedRequest => ({
  requestUri,
  clientId: 'thumbprint',
  attestedKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
  walletProvider: 'https://wallet-provider.example',
  attestationExpiresAt: 5000,
  redirectUri: 'https://wallet.example/cb',
  state: 'state',
  codeChallenge: 'challenge',
  authorizationDetails: [
    { type: 'openid_credential', format: 'vc+sd-jwt', credential_definition: { type: ['eu.eudiw.pid.it'] } },
  ],
  expiresAt: 1060,
})
const login: UserLogin = {
  provider: 'idp',
  authenticatedAt: 1000,
  claims: {
    given_name: 'Ada',
    family_name: 'Rossi',
    birthdate: '1984-02-29',
    place_of_birth: { locality: 'H501' },
    unique_id: 'unique',
    tax_id_number: 'TINIT-X',
  },
}
const session = (id: string): AuthorizationSession => ({
  id,
  request: pushed('urn:1'),
  provider: 'cie',
  pendingLogin: { state: 's' },
  loginRequestId: 's',
  consentToken: 'token',
  expiresAt: 1300,
})
const grant = (code: string): Grant => ({
  code,
  codeExpiresAt: 1060,
  request: pushed('urn:1'),
  login,
  subject: 'pairwise',
})
const token = (jti: string) => ({ jti, dpopThumbprint: 'dpop', expiresAt: 1600 })
const credential = (id: string, changes: Partial<IssuedCredential> = {}): IssuedCredential => ({
  id,
  format: 'vc+sd-jwt',
  holderThumbprint: `holder-${id}`,
  subject: 'pairwise',
  clientId: 'thumbprint',
  walletProvider: 'https://wallet-provider.example',
  tokenId: 'token-1',
  statusList: 0,
  statusIndex: Number.parseInt(id, 36),
  issuedAt: 1000,
  expiresAt: 9000,
  status: 'valid',
  ...changes,
})

const race = async <T>(run: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 50 }, (_, n) => run(n)))
const winners = (results: readonly unknown[], word: string): number =>
  results.filter((result) => result === word).length

async function withGrant(stores: PidProviderStores, code = 'code-1', jti = 'token-1'): Promise<void> {
  await stores.authorizationSessions.begin(session(`session-${code}`))
  await stores.authorizationSessions.end({
    id: `session-${code}`,
    requestUri: `urn:${code}`,
    claims: claim('request_uri', `urn:${code}`),
    grant: grant(code),
  })
  await stores.grants.redeem({ code, claims: claim('code', code), token: token(jti) })
}

export function pidProviderStoresContract(name: string, open: () => PidProviderStores): void {
  test(`${name}: a pushed request is found until it expires`, async () => {
    const { pushedRequests } = open()
    await pushedRequests.push({ claims: [], pushed: pushed('urn:1') })
    assert.deepEqual(await pushedRequests.find('urn:1', 1059), pushed('urn:1'))
    assert.equal(await pushedRequests.find('urn:1', 1060), undefined)
    assert.equal(await pushedRequests.find('urn:2', 1000), undefined)
  })

  test(`${name}: PP-48 of 50 pushes with one jti ${once}`, async () => {
    const { pushedRequests } = open()
    const results = await race((n) =>
      pushedRequests.push({ claims: claim('request_object_jti', 'same'), pushed: pushed(`urn:${n}`) }),
    )
    assert.equal(winners(results, 'pushed'), 1)
  })

  test(`${name}: PP-65 of 50 answers to one login ${once}, and only in a session that is there`, async () => {
    const { authorizationSessions: store } = open()
    await store.begin(session('a'))
    const claims = claim('login_response', 'state')
    assert.equal(await store.takeLoginAnswer({ id: 'b', claims }), 'gone')
    assert.equal(winners(await race(() => store.takeLoginAnswer({ id: 'a', claims })), 'taken'), 1)
    assert.deepEqual(await store.takeLoginAnswer({ id: 'a', claims }), { lost: 'login_response' })
    assert.deepEqual(await store.find('a', 1000), session('a'))
    assert.equal(await store.recordLogin({ id: 'b', login }), 'gone')
    assert.equal(await store.recordLogin({ id: 'a', login }), 'recorded')
    assert.deepEqual((await store.find('a', 1000))?.login, login)
    assert.equal(await store.find('a', 1300), undefined)
  })

  test(`${name}: PP-11 of 50 authorizations racing for one request_uri ${once}, and only its grant is there`, async () => {
    const { authorizationSessions, grants, pushedRequests } = open()
    await pushedRequests.push({ claims: [], pushed: pushed('urn:1') })
    await race((n) => authorizationSessions.begin(session(`${n}`)))
    const results = await race((n) =>
      authorizationSessions.end({
        id: `${n}`,
        requestUri: 'urn:1',
        claims: claim('request_uri', 'urn:1'),
        grant: grant(`code-${n}`),
      }),
    )
    assert.equal(winners(results, 'ended'), 1)
    const found = await race((n) => grants.findByCode(`code-${n}`))
    assert.equal(found.filter(Boolean).length, 1)
    const again = { id: `${results.indexOf('ended')}`, requestUri: 'urn:1', claims: [] }
    assert.equal(await authorizationSessions.end(again), 'gone')
    assert.equal(await pushedRequests.find('urn:1', 1000), undefined)
  })

  test(`${name}: PP-17 of 50 uses of one code ${once}`, async () => {
    const stores = open()
    await stores.authorizationSessions.begin(session('a'))
    const claims = claim('request_uri', 'urn:1')
    await stores.authorizationSessions.end({ id: 'a', requestUri: 'urn:1', claims, grant: grant('code') })
    const { code, ...kept } = (await stores.grants.findByCode('code')) ?? {}
    assert.deepEqual({ code, ...kept }, grant('code'))
    const results = await race((n) =>
      stores.grants.redeem({ code: 'code', claims: claim('code', 'code'), token: token(`token-${n}`) }),
    )
    assert.equal(winners(results, 'redeemed'), 1)
    const jti = `token-${results.indexOf('redeemed')}`
    assert.deepEqual((await stores.grants.findByToken(jti))?.token, token(jti))
    assert.equal(await stores.grants.redeem({ code: 'other', claims: [], token: token('x') }), 'gone')
    const late = await stores.grants.redeem({ code: 'code', claims: [], token: token('x') })
    assert.deepEqual(late, { lost: 'code' }, 'a code stays used when its claim is forgotten')
  })

  test(`${name}: PP-27 of 50 proofs with one c_nonce ${once}, and one entry is in the register`, async () => {
    const stores = open()
    await withGrant(stores)
    const results = await race((n) =>
      stores.issuedCredentials.register({ claims: claim('c_nonce', 'same'), credential: credential(n.toString(36)) }),
    )
    assert.equal(winners(results, 'registered'), 1)
    assert.equal((await stores.issuedCredentials.search({ subject: 'pairwise' })).length, 1)
  })

  test(`${name}: PP-109 of 50 entries for one place in a status list ${once}, and the losers spend nothing`, async () => {
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

  test(`${name}: PP-114 a second credential under one token revokes the first of its format, and says so`, async () => {
    const stores = open()
    await withGrant(stores)
    const register = stores.issuedCredentials
    await register.register({ claims: [], credential: credential('1') })
    await register.register({ claims: [], credential: credential('2', { format: 'mso_mdoc' }) })
    await register.register({ claims: [], credential: credential('3', { issuedAt: 1100 }) })
    const statuses = await Promise.all(['1', '2', '3'].map(async (id) => (await register.find(id))?.status))
    assert.deepEqual(statuses, ['revoked', 'valid', 'valid'])
    assert.deepEqual(
      (await register.changes('1')).map(({ status, at, reason }) => [status, at, reason]),
      [['revoked', 1100, 'superseded']],
    )
  })

  test(`${name}: PP-75 a revoked grant issues nothing and spends nothing`, async () => {
    const stores = open()
    await withGrant(stores)
    await stores.grants.revokeByCode('code-1', 1100)
    assert.equal((await stores.grants.findByToken('token-1'))?.revokedAt, 1100)
    const refused = await stores.issuedCredentials.register({
      claims: claim('c_nonce', 'n'),
      credential: credential('1'),
    })
    assert.equal(refused, 'grant_revoked')
    await withGrant(stores, 'code-2', 'token-2')
    const second = credential('2', { tokenId: 'token-2' })
    assert.equal(
      await stores.issuedCredentials.register({ claims: claim('c_nonce', 'n'), credential: second }),
      'registered',
    )
    assert.deepEqual(await stores.issuedCredentials.find('2'), second)
    assert.deepEqual(await stores.issuedCredentials.search({ holderThumbprint: 'holder-2' }), [second])
  })

  test(`${name}: PP-111 a status changes and comes back, but not from revoked; every change is kept`, async () => {
    const stores = open()
    await withGrant(stores)
    const register = stores.issuedCredentials
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

  test(`${name}: PP-112 the register is searched by key, person, client and status, newest first`, async () => {
    const stores = open()
    await withGrant(stores)
    await withGrant(stores, 'code-2', 'token-2')
    const register = stores.issuedCredentials
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
  })

  test(`${name}: PP-32 the watched are those whose attestation may still be asked about, page by page`, async () => {
    const stores = open()
    const register = stores.issuedCredentials
    const watch = (until: number) => ({
      attestationWatch: { uri: 'https://wallet-provider.example/l/0', idx: 7, until },
    })
    for (const [id, changes] of [
      ['1', watch(2000)],
      ['2', {}],
      ['3', watch(1500)],
      ['4', watch(2000)],
      ['5', watch(2000)],
    ] as const) {
      await withGrant(stores, `code-${id}`, `token-${id}`)
      await register.register({ claims: [], credential: credential(id, { tokenId: `token-${id}`, ...changes }) })
    }
    await register.changeStatus({ credentialId: '4', status: 'revoked', at: 1, actor: 'a', reason: 'r' })
    await register.changeStatus({ credentialId: '5', status: 'suspended', at: 1, actor: 'a', reason: 'r' })
    const page = async (now: number, after: string, limit: number) =>
      (await register.watched({ now, after, limit })).map(({ id }) => id)
    assert.deepEqual(await page(1499, '', 10), ['1', '3', '5'])
    assert.deepEqual(await page(1500, '', 10), ['1', '5'])
    assert.deepEqual(await page(1499, '', 2), ['1', '3'])
    assert.deepEqual(await page(1499, '3', 2), ['5'])
    assert.deepEqual(await page(2000, '', 10), [])
    assert.deepEqual((await register.find('3'))?.attestationWatch, watch(1500).attestationWatch)
  })

  test(`${name}: personal data of a grant goes when its code and token are over`, async () => {
    const stores = open()
    await withGrant(stores)
    await stores.grants.prune(1599)
    assert.ok(await stores.grants.findByToken('token-1'))
    await stores.grants.prune(1601)
    assert.equal(await stores.grants.findByToken('token-1'), undefined)
  })

  test(`${name}: a NUL in a text, which JSON lets through, comes back as it was, and is found by nobody else`, async () => {
    const { pushedRequests, authorizationSessions, grants, issuedCredentials } = open()
    const strange = { ...pushed(nul), clientId: nul, state: nul, walletProviderName: nul }
    await pushedRequests.push({ claims: claim('request_object_jti', nul), pushed: strange })
    assert.deepEqual(await pushedRequests.find(nul, 1000), strange)
    assert.equal(await pushedRequests.find('\0', 1000), undefined)
    const begun = { ...session(nul), request: strange, pendingLogin: { state: nul }, consentToken: nul }
    await authorizationSessions.begin(begun)
    const answered = { provider: nul, authenticatedAt: 1000, claims: { ...login.claims, given_name: nul } }
    await authorizationSessions.recordLogin({ id: nul, login: answered })
    assert.deepEqual(await authorizationSessions.find(nul, 1000), { ...begun, login: answered })
    assert.equal(await authorizationSessions.find('\0', 1000), undefined)
    const given = { ...grant(nul), subject: nul, login: answered }
    const end = { id: nul, requestUri: nul, claims: claim('request_uri', nul) }
    assert.equal(await authorizationSessions.end({ ...end, grant: given }), 'ended')
    assert.equal(await grants.redeem({ code: nul, claims: claim('code', nul), token: token(nul) }), 'redeemed')
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

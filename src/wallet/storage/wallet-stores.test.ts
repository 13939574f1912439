import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createNodeCrypto } from '../../node/node-crypto.ts'
import { formatSdJwt } from '../../oauth/index.ts'
import type { Engagement } from '../../oid4vp/index.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import { createMemoryBlobStore } from './memory-blob-store.ts'
import { createSealedRecords, type SealedRecords } from './sealed-records.ts'
import type { CredentialGrant, HeldCredential, PendingIssuance } from './wallet-record.ts'
import { createWalletStores, type WalletStores } from './wallet-stores.ts'

const now = 1_780_000_000
const numbers = Array.from({ length: 12 }, (_, index) => index)

/**
 * Creates stores whose file accesses differ in duration, so that operations outside of `inTurn` overtake each other.
 */
function stores(blobs = createMemoryBlobStore()): WalletStores {
  let accesses = 0
  const late = async <T>(run: () => Promise<T>): Promise<T> => {
    accesses += 1
    for (let turns = (accesses * 7) % 5; turns > 0; turns -= 1) await new Promise(setImmediate)
    return run()
  }
  const slow = {
    get: (name: string) => late(() => blobs.get(name)),
    put: (name: string, bytes: Uint8Array) => late(() => blobs.put(name, bytes)),
    delete: (name: string) => late(() => blobs.delete(name)),
    names: () => late(() => blobs.names()),
  }
  return createWalletStores(records(slow))
}

function records(blobs: BlobStore): SealedRecords {
  const ctx = { crypto: createNodeCrypto(), random: seededRandom('wallet-stores') }
  return createSealedRecords(ctx, blobs, { storageKey: async () => new Uint8Array(32).fill(9) })
}

const credential = (id: string): HeldCredential => ({
  id,
  format: formatSdJwt,
  credential: `${id}.b.c~`,
  issuer: 'https://pid.example',
  type: 'pid',
  alg: 'ES256',
  keyTag: id,
  receivedAt: now,
  expiresAt: now + 60,
  status: undefined,
})
const grant = (cNonce: string): CredentialGrant => ({
  issuer: 'https://pid.example',
  clientId: 'client',
  accessToken: 'token',
  dpopKeyTag: 'dpop',
  expiresAt: now + 60,
  cNonce,
  cNonceExpiresAt: now + 60,
})

test('of credentials that are stored at once none is lost, and each has its own grant', async () => {
  const { credentials } = stores()
  await Promise.all(numbers.map((number) => credentials.put(credential(`c${number}`), grant(`n${number}`))))
  assert.equal((await credentials.list()).length, numbers.length)
  for (const number of numbers) assert.equal((await credentials.grantOf(`c${number}`))?.cNonce, `n${number}`)
})

test('of two records of one credential the later stays, with its grant', async () => {
  const { credentials } = stores()
  await Promise.all(
    numbers.map((number) => credentials.put({ ...credential('c'), credential: `${number}` }, grant(`${number}`))),
  )
  const last = `${numbers.at(-1)}`
  const [kept, keptGrant] = [await credentials.find('c'), await credentials.grantOf('c')]
  assert.deepEqual([kept?.credential, keptGrant?.cNonce], [last, last])
})

test('WI-92 of requests that are dealt with at once each is remembered', async () => {
  const { engagements } = stores()
  const uris = numbers.map((number) => `https://rp.example/request?id=${number}`)
  await Promise.all(uris.map((uri) => engagements.use({ request_uri: uri }, now + 60, now)))
  for (const uri of uris) assert.equal(await engagements.isUsed({ request_uri: uri }, now), true, uri)
  const one = { request_uri: 'https://rp.example/one' }
  const once = await Promise.all(uris.map(() => engagements.use(one, now + 60, now)))
  assert.equal(once.filter((first) => first).length, 1)
})

test('WI-92 a request is remembered for its time and no longer', async () => {
  const { engagements } = stores()
  const poster = { request_uri: 'https://rp.example/request' }
  assert.equal(await engagements.use(poster, now + 60, now), true)
  assert.deepEqual(
    [await engagements.isUsed(poster, now + 59), await engagements.use(poster, now + 119, now + 59)],
    [true, false],
  )
  assert.equal(await engagements.isUsed(poster, now + 60), false)
  assert.equal(await engagements.use(poster, now + 120, now + 60), true)
  assert.equal(await engagements.isUsed(poster, now + 60), true)
})

test('WI-92 two links with one request_uri and a state each are two, and one that was given back is none', async () => {
  const { engagements } = stores()
  const [first, second] = ['a', 'b'].map((state) => ({ request_uri: 'https://rp.example/request', state })) as [
    Engagement,
    Engagement,
  ]
  await engagements.use(first, now + 60, now)
  assert.equal(await engagements.use(second, now + 60, now), true)
  await engagements.release(first)
  assert.deepEqual([await engagements.isUsed(first, now), await engagements.isUsed(second, now)], [false, true])
  await engagements.release(first)
})

test('WI-92 what an earlier version has remembered of links without state stays so, and says nothing of those with one', async () => {
  const blobs = createMemoryBlobStore()
  await records(blobs).put('engagements', { 'https://rp.example/request': now + 60 })
  const { engagements } = stores(blobs)
  const link = { request_uri: 'https://rp.example/request' }
  assert.equal(await engagements.isUsed(link, now), true)
  assert.equal(await engagements.isUsed({ ...link, state: 'a' }, now), false)
})

test('WI-40 an issuance is handed out once, however many ask at once', async () => {
  const { issuances } = stores()
  const issuance: PendingIssuance = {
    state: 'state',
    issuer: 'https://pid.example',
    redirectUri: 'https://wallet.example/issued',
    codeVerifier: 'verifier',
    attestationThumbprint: 'thumbprint',
    expiresAt: now + 60,
  }
  await issuances.begin(issuance, now)
  const taken = await Promise.all(numbers.map(() => issuances.take('state')))
  assert.deepEqual(
    taken.filter((one) => one !== undefined),
    [issuance],
  )
})

test('WI-33 what was forgotten stays forgotten, whatever change was under way', async () => {
  const { wallet } = stores()
  const record = { registration: 'registered', walletProvider: 'p', hardwareKeyTag: 't', attestations: [] } as const
  for (const turn of numbers) {
    await wallet.write({ ...record, hardwareKeyTag: `${turn}` })
    const change = wallet.change((known) => [known, undefined])
    await Promise.all([change, wallet.forget(`${turn}`)])
    assert.equal(await wallet.read(), undefined)
  }
  await wallet.write(record)
  assert.equal(await wallet.forget('of an earlier registration'), undefined)
  assert.deepEqual(await wallet.read(), record)
})

test('WI-40 an issuance that was given back is handed out again, one that was ended or whose code was spent is not', async () => {
  const blobs = createMemoryBlobStore()
  const { issuances } = stores(blobs)
  const issuance: PendingIssuance = {
    ...{ state: 'state', issuer: 'https://pid.example', redirectUri: 'https://wallet.example/issued' },
    ...{ codeVerifier: 'verifier', attestationThumbprint: 'thumbprint', expiresAt: now + 60 },
  }
  await issuances.begin(issuance, now)
  await issuances.take('state')
  issuances.giveBack('state')
  assert.deepEqual(await issuances.take('state'), issuance)
  await issuances.spendCode('state')
  assert.equal(await stores(blobs).issuances.take('state'), undefined)
  await issuances.keepGrant(issuance, grant('n'), now + 30)
  const kept = { ...issuance, grant: grant('n'), expiresAt: now + 30 }
  assert.deepEqual(await stores(blobs).issuances.take('state'), kept, 'in the next process')
  assert.deepEqual(await issuances.end('state'), { uselessKeyTags: ['dpop'] })
  assert.equal(await issuances.take('state'), undefined)
})

test('WI-55 the DPoP key of an issuance that ends stays for the credential that came of it', async () => {
  const { issuances, credentials } = stores()
  const issuance: PendingIssuance = {
    ...{ state: 'stored', issuer: 'https://pid.example', redirectUri: 'https://wallet.example/issued' },
    ...{ codeVerifier: 'verifier', attestationThumbprint: 'thumbprint', expiresAt: now + 60 },
  }
  await issuances.keepGrant(issuance, grant('n'), now + 60)
  await issuances.keepGrant({ ...issuance, state: 'lost' }, { ...grant('n'), dpopKeyTag: 'other' }, now + 60)
  await credentials.put(credential('c'), grant('n'))
  assert.deepEqual(await issuances.begin({ ...issuance, state: 'next' }, now + 60), { uselessKeyTags: ['other'] })
  assert.deepEqual(await credentials.remove('c'), { uselessKeyTags: ['dpop'] })
})

test('WI-55 an issuance whose time ends while it is handed out keeps its DPoP key until it is given back', async () => {
  const { issuances } = stores()
  const issuance: PendingIssuance = {
    ...{ state: 'slow', issuer: 'https://pid.example', redirectUri: 'https://wallet.example/issued' },
    ...{ codeVerifier: 'verifier', attestationThumbprint: 'thumbprint', expiresAt: now + 60 },
  }
  await issuances.keepGrant(issuance, grant('n'), now + 60)
  await issuances.take('slow')
  assert.deepEqual(await issuances.begin({ ...issuance, state: 'b' }, now + 59), { uselessKeyTags: [] })
  assert.deepEqual(await issuances.begin({ ...issuance, state: 'c' }, now + 60), { uselessKeyTags: [] })
  issuances.giveBack('slow')
  assert.deepEqual(await issuances.begin({ ...issuance, state: 'd' }, now + 60), { uselessKeyTags: ['dpop'] })
})

test('WI-55 where a grant cannot be read no DPoP key is useless, and its credential can still be removed', async () => {
  const blobs = createMemoryBlobStore()
  const { issuances, credentials } = stores(blobs)
  const issuance: PendingIssuance = {
    ...{ state: 'ended', issuer: 'https://pid.example', redirectUri: 'https://wallet.example/issued' },
    ...{ codeVerifier: 'verifier', attestationThumbprint: 'thumbprint', expiresAt: now + 60 },
  }
  await credentials.put(credential('c'), grant('n'))
  await blobs.put('grant-c', new Uint8Array(40))
  await issuances.keepGrant(issuance, grant('n'), now + 60)
  assert.deepEqual(await issuances.end('ended'), { uselessKeyTags: [] })
  assert.deepEqual(await credentials.remove('c'), { uselessKeyTags: [] })
  assert.deepEqual(await blobs.names(), [])
})

test('WI-40 the credential that came of a grant is found by its DPoP key, whatever else cannot be read', async () => {
  const blobs = createMemoryBlobStore()
  const { credentials } = stores(blobs)
  await credentials.put(credential('other'), { ...grant('n'), dpopKeyTag: 'other' })
  await credentials.put(credential('c'), grant('n'))
  await blobs.put('grant-a', new Uint8Array(40))
  assert.equal((await credentials.ofGrant(grant('later')))?.id, 'c')
  await blobs.delete('credential-c')
  assert.equal(await credentials.ofGrant(grant('later')), undefined)
})

test('WI-40 an issuance that nobody came back to leaves with the next one, another that is open stays', async () => {
  const blobs = createMemoryBlobStore()
  const { issuances } = stores(blobs)
  const issuance = (state: string, expiresAt: number): PendingIssuance => ({
    ...{ state, issuer: 'https://pid.example', redirectUri: 'https://wallet.example/issued', expiresAt },
    ...{ codeVerifier: 'verifier', attestationThumbprint: 'thumbprint' },
  })
  await issuances.begin(issuance('abandoned', now + 60), now)
  await issuances.begin(issuance('open', now + 61), now)
  await blobs.put('issuance-broken', new Uint8Array(40))
  await issuances.begin(issuance('next', now + 120), now + 60)
  assert.deepEqual((await blobs.names()).toSorted(), ['issuance-next', 'issuance-open'])
})

test('WI-50 a proved key is handed out to one at a time, under its own access token, and never once a credential has it', async () => {
  const blobs = createMemoryBlobStore()
  const { credentialKeys, credentials } = stores(blobs)
  await credentialKeys.keep({ keyTag: 'proved', dpopKeyTag: 'dpop' })
  assert.equal(await credentialKeys.take('dpop'), undefined, 'in use')
  credentialKeys.giveBack('proved')
  assert.equal(await credentialKeys.take('other'), undefined)
  assert.deepEqual(await Promise.all([credentialKeys.take('dpop'), credentialKeys.take('dpop')]), ['proved', undefined])
  assert.equal(await stores(blobs).credentialKeys.take('dpop'), 'proved', 'in the next process')
  await credentials.put({ ...credential('c'), keyTag: 'proved' }, grant('n'))
  assert.equal(await stores(blobs).credentialKeys.take('dpop'), undefined, 'its credential is stored')
  await credentialKeys.end('proved')
  assert.equal((await blobs.names()).includes('proved-keys'), false)
})

test('WI-50 proved keys go with their access token, but for one in use and one that a credential has', async () => {
  const { credentialKeys, credentials, issuances } = stores()
  for (const keyTag of ['free', 'used', 'held']) await credentialKeys.keep({ keyTag, dpopKeyTag: 'dpop' })
  for (const keyTag of ['free', 'held']) credentialKeys.giveBack(keyTag)
  await credentials.put({ ...credential('c'), keyTag: 'held' }, undefined)
  const issuance: PendingIssuance = {
    ...{ state: 'over', issuer: 'https://pid.example', redirectUri: 'https://wallet.example/issued' },
    ...{ codeVerifier: 'verifier', attestationThumbprint: 'thumbprint', expiresAt: now + 60 },
  }
  await issuances.keepGrant(issuance, grant('n'), now + 60)
  assert.deepEqual(await issuances.end('over'), { uselessKeyTags: ['dpop', 'free'] })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { credential, grant, issuance, now, sealedRecordsIn } from '../../../test/support/wallet-records.ts'
import type { Engagement } from '../../oid4vp/index.ts'
import { createMemoryBlobStore } from './memory-blob-store.ts'
import { createWalletStores, type WalletStores } from './wallet-stores.ts'

const numbers = Array.from({ length: 12 }, (_, index) => index)

/**
 * Creates stores whose file accesses differ in duration, so that operations outside of `runExclusive` overtake each
 * other.
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
  return createWalletStores(sealedRecordsIn(slow), 'p')
}

test('keeps all credentials that are stored at the same time, each with its own grant', async () => {
  const { credentials } = stores()
  await Promise.all(numbers.map((number) => credentials.put(credential(`c${number}`), grant(`n${number}`))))
  assert.equal((await credentials.list()).length, numbers.length)
  for (const number of numbers) assert.equal((await credentials.grantOf(`c${number}`))?.cNonce, `n${number}`)
})

test('keeps the later of two records of one credential, with its grant', async () => {
  const { credentials } = stores()
  await Promise.all(
    numbers.map((number) => credentials.put({ ...credential('c'), credential: `${number}` }, grant(`${number}`))),
  )
  const last = `${numbers.at(-1)}`
  const [kept, keptGrant] = [await credentials.find('c'), await credentials.grantOf('c')]
  assert.deepEqual([kept?.credential, keptGrant?.cNonce], [last, last])
})

test('WI-92 remembers all requests that are answered at the same time', async () => {
  const { engagements } = stores()
  const uris = numbers.map((number) => `https://rp.example/request?id=${number}`)
  await Promise.all(uris.map((uri) => engagements.use({ request_uri: uri }, now + 60, now)))
  for (const uri of uris) assert.equal(await engagements.isUsed({ request_uri: uri }, now), true, uri)
  const one = { request_uri: 'https://rp.example/one' }
  const once = await Promise.all(uris.map(() => engagements.use(one, now + 60, now)))
  assert.equal(once.filter((first) => first).length, 1)
})

test('WI-92 remembers a request until it expires', async () => {
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

test('WI-92 distinguishes links with the same request_uri by their state, and forgets a released link', async () => {
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

test('WI-92 keeps links without state from an earlier version, and does not confuse them with links with a state', async () => {
  const blobs = createMemoryBlobStore()
  await sealedRecordsIn(blobs).put('engagements', { 'https://rp.example/request': now + 60 })
  const { engagements } = stores(blobs)
  const link = { request_uri: 'https://rp.example/request' }
  assert.equal(await engagements.isUsed(link, now), true)
  assert.equal(await engagements.isUsed({ ...link, state: 'a' }, now), false)
})

test('WI-197 begins a new list of used links if the stored list cannot be decrypted', async () => {
  const blobs = createMemoryBlobStore()
  const link = { request_uri: 'https://rp.example/request' }
  await stores(blobs).engagements.use(link, now + 60, now)
  await blobs.put('engagements', new Uint8Array(40))
  assert.equal(await stores(blobs).engagements.use(link, now + 60, now), true)
  assert.equal(await stores(blobs).engagements.isUsed(link, now), true)
})

test('WI-197 removes a credential that cannot be decrypted, with its grant and DPoP key', async () => {
  const blobs = createMemoryBlobStore()
  const { credentials } = stores(blobs)
  for (const id of ['c', 'other']) await credentials.put(credential(id), { ...grant(), dpopKeyTag: `dpop of ${id}` })
  await blobs.put('credential-c', new Uint8Array(40))
  await assert.rejects(credentials.list())
  assert.deepEqual(await credentials.remove('c'), { deletableKeyTags: ['dpop of c'] })
  assert.deepEqual(
    (await credentials.list()).map(({ id }) => id),
    ['other'],
  )
  assert.equal(await credentials.remove('c'), undefined)
  assert.equal(await credentials.remove('oth'), undefined)
})

test('WI-40 returns an issuance to one of several concurrent callers', async () => {
  const { issuances } = stores()
  const pending = issuance('state')
  await issuances.begin(pending, now)
  const taken = await Promise.all(numbers.map(() => issuances.take('state')))
  assert.deepEqual(
    taken.filter((one) => one !== undefined),
    [pending],
  )
})

test('WI-33 a running change does not restore a deleted registration', async () => {
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

test('WI-40 returns a released issuance again, but not an ended issuance or an issuance whose code was used', async () => {
  const blobs = createMemoryBlobStore()
  const { issuances } = stores(blobs)
  const pending = issuance('state')
  await issuances.begin(pending, now)
  await issuances.take('state')
  issuances.giveBack('state')
  assert.deepEqual(await issuances.take('state'), pending)
  await issuances.spendCode('state')
  assert.equal(await stores(blobs).issuances.take('state'), undefined)
  await issuances.keepGrant(pending, grant(), now + 30)
  const kept = { ...pending, grant: grant(), expiresAt: now + 30 }
  assert.deepEqual(await stores(blobs).issuances.take('state'), kept, 'the next process gets the issuance')
  assert.deepEqual(await issuances.end('state'), { deletableKeyTags: ['dpop'] })
  assert.equal(await issuances.take('state'), undefined)
})

test('WI-55 keeps the DPoP key of an ended issuance for its credential', async () => {
  const { issuances, credentials } = stores()
  await issuances.keepGrant(issuance('stored'), grant(), now + 60)
  await issuances.keepGrant(issuance('lost'), { ...grant(), dpopKeyTag: 'other' }, now + 60)
  await credentials.put(credential('c'), grant())
  assert.deepEqual(await issuances.begin(issuance('next'), now + 60), { deletableKeyTags: ['other'] })
  assert.deepEqual(await credentials.remove('c'), { deletableKeyTags: ['c', 'dpop'] })
})

test('WI-55 an issuance that expires while it is in use keeps its DPoP key until it is released', async () => {
  const { issuances } = stores()
  await issuances.keepGrant(issuance('slow'), grant(), now + 60)
  await issuances.take('slow')
  assert.deepEqual(await issuances.begin(issuance('b'), now + 59), { deletableKeyTags: [] })
  assert.deepEqual(await issuances.begin(issuance('c'), now + 60), { deletableKeyTags: [] })
  issuances.giveBack('slow')
  assert.deepEqual(await issuances.begin(issuance('d'), now + 60), { deletableKeyTags: ['dpop'] })
})

test('WI-55 keeps all DPoP keys if a grant cannot be read, and can still remove its credential', async () => {
  const blobs = createMemoryBlobStore()
  const { issuances, credentials } = stores(blobs)
  await credentials.put(credential('c'), grant())
  await blobs.put('grant-c', new Uint8Array(40))
  await issuances.keepGrant(issuance('ended'), grant(), now + 60)
  assert.deepEqual(await issuances.end('ended'), { deletableKeyTags: [] })
  assert.deepEqual(await credentials.remove('c'), { deletableKeyTags: ['c'] })
  assert.deepEqual(await blobs.names(), [])
})

test('WI-40 finds the credential of a grant by its DPoP key, even if other records cannot be read', async () => {
  const blobs = createMemoryBlobStore()
  const { credentials } = stores(blobs)
  await credentials.put(credential('other'), { ...grant(), dpopKeyTag: 'other' })
  await credentials.put(credential('c'), grant())
  await blobs.put('grant-a', new Uint8Array(40))
  assert.equal((await credentials.ofGrant(grant('later')))?.id, 'c')
  await blobs.delete('credential-c')
  assert.equal(await credentials.ofGrant(grant('later')), undefined)
})

test('WI-40 a new issuance deletes expired and unreadable issuances, and keeps open issuances', async () => {
  const blobs = createMemoryBlobStore()
  const { issuances } = stores(blobs)
  await issuances.begin(issuance('abandoned'), now)
  await issuances.begin(issuance('open', now + 61), now)
  await blobs.put('issuance-broken', new Uint8Array(40))
  await issuances.begin(issuance('next', now + 120), now + 60)
  assert.deepEqual((await blobs.names()).toSorted(), ['issuance-next', 'issuance-open'])
})

test('WI-50 returns a proved key to one caller at a time, for its own access token, and not if a credential has the key', async () => {
  const blobs = createMemoryBlobStore()
  const { credentialKeys, credentials } = stores(blobs)
  await credentialKeys.keep({ keyTag: 'proved', dpopKeyTag: 'dpop' })
  assert.equal(await credentialKeys.take('dpop'), undefined, 'the key is in use')
  credentialKeys.giveBack('proved')
  assert.equal(await credentialKeys.take('other'), undefined)
  assert.deepEqual(await Promise.all([credentialKeys.take('dpop'), credentialKeys.take('dpop')]), ['proved', undefined])
  assert.equal(await stores(blobs).credentialKeys.take('dpop'), 'proved', 'the next process gets the key')
  await credentials.put({ ...credential('c'), keyTag: 'proved' }, grant())
  assert.equal(await stores(blobs).credentialKeys.take('dpop'), undefined, 'a stored credential has the key')
  await credentialKeys.end('proved')
  assert.equal((await blobs.names()).includes('proved-keys'), false)
})

test('WI-50 deletes proved keys with their access token, except a key in use and a key of a credential', async () => {
  const { credentialKeys, credentials, issuances } = stores()
  for (const keyTag of ['free', 'used', 'held']) await credentialKeys.keep({ keyTag, dpopKeyTag: 'dpop' })
  for (const keyTag of ['free', 'held']) credentialKeys.giveBack(keyTag)
  await credentials.put({ ...credential('c'), keyTag: 'held' }, undefined)
  await issuances.keepGrant(issuance('over'), grant(), now + 60)
  assert.deepEqual(await issuances.end('over'), { deletableKeyTags: ['dpop', 'free'] })
})

/** The wallet's files after a failed write, and after a failed read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { credential, grant, issuance, now, sealedRecordsIn } from '../../../test/support/wallet-records.ts'
import { createMemoryBlobStore } from './memory-blob-store.ts'
import { createWalletStores } from './wallet-stores.ts'

const pid = credential('pid')

/** Creates stores that fail once at one file, before or after it is written. */
function storesFailingAt(prefix: string, written: boolean) {
  const blobs = createMemoryBlobStore()
  let fails = true
  const put = async (name: string, bytes: Uint8Array): Promise<void> => {
    const isIt = fails && name.startsWith(prefix)
    if (!isIt || written) await blobs.put(name, bytes)
    if (!isIt) return
    fails = false
    throw new Error('no space left')
  }
  const failing = { ...blobs, put, delete: (name: string) => blobs.delete(name) }
  return { blobs, stores: createWalletStores(sealedRecordsIn(failing), 'p') }
}

for (const prefix of ['grant-', 'credential-'])
  for (const written of [false, true])
    test(`WI-10 deletes a PID if writing its ${prefix.slice(0, -1)} fails ${written ? 'after' : 'before'} the write, and stores the next PID`, async () => {
      const { blobs, stores } = storesFailingAt(prefix, written)
      const { credentials } = stores
      await assert.rejects(credentials.put(pid, grant()), /no space left/)
      assert.deepEqual(await blobs.names(), [])
      await credentials.put(pid, grant())
      assert.deepEqual([await credentials.find('pid'), await credentials.grantOf('pid')], [pid, grant()])
    })

test('WI-190 the error of the write is thrown even if neither file can be deleted, and the deletion of both is tried', async () => {
  const { blobs, stores } = storesFailingAt('credential-', false)
  const tried: string[] = []
  blobs.delete = async (name) => {
    tried.push(name)
    throw new Error('busy')
  }
  await assert.rejects(stores.credentials.put(pid, grant()), /no space left/)
  assert.deepEqual(tried.toSorted(), ['credential-pid', 'grant-pid'])
})

test('an operation in the queue runs even if the previous one failed', async () => {
  const { stores } = storesFailingAt('engagements', false)
  const link = (state: string) => ({ request_uri: 'https://rp.example/request', state })
  const [failing, next] = await Promise.allSettled([
    stores.engagements.use(link('a'), now + 60, now),
    stores.engagements.use(link('b'), now + 60, now),
  ])
  assert.deepEqual([failing.status, next.status], ['rejected', 'fulfilled'])
  assert.equal(await stores.engagements.isUsed(link('a'), now), false)
  assert.equal(await stores.engagements.isUsed(link('b'), now), true)
})

/** Creates stores on the same files. While `fails` names a prefix, reads of files with the prefix fail. */
function storesOfUnreadableFiles() {
  const blobs = createMemoryBlobStore()
  const fails = { prefix: undefined as string | undefined }
  const get = async (name: string): Promise<Uint8Array | undefined> => {
    if (fails.prefix !== undefined && name.startsWith(fails.prefix)) throw new Error('the disk is asleep')
    return blobs.get(name)
  }
  const open = () => createWalletStores(sealedRecordsIn({ ...blobs, get }), 'p')
  return { blobs, fails, open, stores: open() }
}

test('WI-50 keeps the proved keys if their record cannot be read now, and begins anew if it is broken', async () => {
  const { blobs, fails, open, stores } = storesOfUnreadableFiles()
  await stores.credentialKeys.keep({ keyTag: 'first', dpopKeyTag: 'dpop' })
  fails.prefix = 'proved-keys'
  await assert.rejects(stores.credentialKeys.keep({ keyTag: 'second', dpopKeyTag: 'dpop' }), /asleep/)
  await assert.rejects(stores.credentialKeys.take('dpop'), /asleep/)
  await assert.rejects(stores.credentialKeys.end('first'), /asleep/)
  assert.deepEqual(await stores.credentialKeys.forgetUnder(['dpop']), [])
  fails.prefix = undefined
  assert.equal(await open().credentialKeys.take('dpop'), 'first')
  await blobs.put('proved-keys', new Uint8Array(40))
  await open().credentialKeys.keep({ keyTag: 'third', dpopKeyTag: 'dpop' })
  assert.equal(await open().credentialKeys.take('dpop'), 'third')
})

test('WI-40 keeps an open issuance if its file cannot be read now', async () => {
  const { blobs, fails, stores } = storesOfUnreadableFiles()
  await stores.issuances.keepGrant(issuance('open'), grant(), now + 60)
  fails.prefix = 'issuance-open'
  await stores.issuances.begin(issuance('next'), now)
  await assert.rejects(stores.issuances.end('open'), /asleep/)
  assert.deepEqual((await blobs.names()).toSorted(), ['issuance-next', 'issuance-open'])
  fails.prefix = undefined
  assert.deepEqual(await stores.issuances.end('open'), { deletableKeyTags: ['dpop'] })
})

test('WI-10 deletes no PID while its grant cannot be read, because the key of the grant would stay', async () => {
  const { fails, stores } = storesOfUnreadableFiles()
  await stores.credentials.put(pid, grant())
  for (const prefix of ['credential-', 'grant-']) {
    fails.prefix = prefix
    await assert.rejects(stores.credentials.remove('pid'), /asleep/)
  }
  await assert.rejects(stores.credentials.ofGrant(grant()), /asleep/)
  fails.prefix = undefined
  assert.equal((await stores.credentials.ofGrant(grant()))?.id, 'pid')
  assert.deepEqual(await stores.credentials.remove('pid'), { deletableKeyTags: [pid.keyTag, 'dpop'] })
})

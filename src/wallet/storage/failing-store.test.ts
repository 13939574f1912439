/** The wallet's files after a failed write. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createNodeCrypto } from '../../node/node-crypto.ts'
import { formatSdJwt } from '../../oauth/index.ts'
import { createMemoryBlobStore } from './memory-blob-store.ts'
import { createSealedRecords } from './sealed-records.ts'
import type { CredentialGrant, HeldCredential } from './wallet-record.ts'
import { createWalletStores } from './wallet-stores.ts'

const now = 1_780_000_000
const credential: HeldCredential = {
  id: 'pid',
  format: formatSdJwt,
  credential: 'a.b.c~',
  issuer: 'https://pid.example',
  type: 'pid',
  alg: 'ES256',
  keyTag: 'key',
  receivedAt: now,
  expiresAt: now + 60,
  status: { idx: 7, uri: 'https://pid.example/statuslists/1' },
}
const grant: CredentialGrant = {
  issuer: 'https://pid.example',
  clientId: 'client',
  accessToken: 'token',
  dpopKeyTag: 'dpop',
  expiresAt: now + 60,
  cNonce: 'nonce',
  cNonceExpiresAt: now + 60,
}

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
  const ctx = { crypto: createNodeCrypto(), random: seededRandom('failing-store') }
  const secret = { storageKey: async () => new Uint8Array(32).fill(9) }
  return { blobs, stores: createWalletStores(createSealedRecords(ctx, { ...blobs, put }, secret)) }
}

for (const prefix of ['grant-', 'credential-'])
  for (const written of [false, true])
    test(`WI-10 deletes a PID if writing its ${prefix.slice(0, -1)} fails ${written ? 'after' : 'before'} the write, and stores the next PID`, async () => {
      const { blobs, stores } = storesFailingAt(prefix, written)
      const { credentials } = stores
      await assert.rejects(credentials.put(credential, grant), /no space left/)
      assert.deepEqual(await blobs.names(), [])
      await credentials.put(credential, grant)
      assert.deepEqual([await credentials.find('pid'), await credentials.grantOf('pid')], [credential, grant])
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

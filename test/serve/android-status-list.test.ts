/** Message of a Wallet Provider in service about a list of revoked Android certificates that cannot be fetched. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createNodeCrypto } from '../../src/node/index.ts'
import { recordingSink } from '../support/decisions.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { composeInMemory } from '../support/served-roles.ts'

test('GEN-27 a list of revoked Android certificates that was not refreshed is reported with the place and the cause', async () => {
  const keysFile = join(freshDirectory(), 'play.json')
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const verificationKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const keys = { 'it.example.wallet': { decryptionKey: Buffer.alloc(32).toString('base64'), verificationKey } }
  writeFileSync(keysFile, JSON.stringify(keys), { mode: 0o600 })
  const application = { packageName: 'it.example.wallet', signatureDigests: ['00'.repeat(32)] }
  const told = Promise.withResolvers<string>()
  const { service, close } = await composeInMemory('wallet-provider', {
    ...{ crypto: createNodeCrypto(), decisions: recordingSink(), onTrouble: told.resolve },
    environment: {
      FIDUCIA_DEVICES_ANDROID_APPLICATIONS: JSON.stringify([application]),
      FIDUCIA_DEVICES_ANDROID_PLAY_DECODER_KIND: 'local',
      FIDUCIA_DEVICES_ANDROID_PLAY_DECODER_KEYS_FILE: keysFile,
    },
    fetch: () => Promise.reject(Object.assign(new TypeError('no such host'), { trouble: 'name' })),
  })
  service.start()
  assert.equal(
    await told.promise,
    'the list of revoked Android certificates (no copy): it was not refreshed (unreachable at status_list.name)',
  )
  service.stop()
  await close()
})

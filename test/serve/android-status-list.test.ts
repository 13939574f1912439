/** Messages of a Wallet Provider in service about the list of revoked Android certificates. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Fetch } from '../../src/base/index.ts'
import { createNodeCrypto } from '../../src/node/index.ts'
import { challenge, instance } from '../../src/store-contracts/wallet-provider-records.ts'
import { recordingSink } from '../support/decisions.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { composeInMemory } from '../support/served-roles.ts'

/** Composes a Wallet Provider that accepts Android devices. */
const compose = (onTrouble: (what: string) => void, fetch: Fetch, publicUrl: string) => {
  const keysFile = join(freshDirectory(), 'play.json')
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const verificationKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const keys = { 'it.example.wallet': { decryptionKey: Buffer.alloc(32).toString('base64'), verificationKey } }
  writeFileSync(keysFile, JSON.stringify(keys), { mode: 0o600 })
  const application = { packageName: 'it.example.wallet', signatureDigests: ['00'.repeat(32)] }
  return composeInMemory('wallet-provider', {
    ...{ crypto: createNodeCrypto(), decisions: recordingSink(), onTrouble, fetch, publicUrl },
    environment: {
      FIDUCIA_DEVICES_ANDROID_APPLICATIONS: JSON.stringify([application]),
      FIDUCIA_DEVICES_ANDROID_PLAY_DECODER_KIND: 'local',
      FIDUCIA_DEVICES_ANDROID_PLAY_DECODER_KEYS_FILE: keysFile,
    },
  })
}

test('GEN-27 a list of revoked Android certificates that was not refreshed is reported with the place and the cause', async () => {
  const told = Promise.withResolvers<string>()
  const { service, close } = await compose(
    told.resolve,
    () => Promise.reject(Object.assign(new TypeError('no such host'), { trouble: 'name' })),
    'https://unreachable-list.example',
  )
  service.start()
  assert.equal(
    await told.promise,
    'the list of revoked Android certificates (no copy): it was not refreshed (unreachable at status_list.name)',
  )
  service.stop()
  await close()
})

test('WP-52 WP-197 a list that revokes and holds Wallet Instances is reported with their numbers', async () => {
  const told: string[] = []
  const both = Promise.withResolvers<void>()
  const onTrouble = (what: string) => {
    if (told.push(what) === 2) both.resolve()
  }
  const text = JSON.stringify({ entries: { 1: { status: 'REVOKED' }, 2: { status: 'SUSPENDED' } } })
  const headers = { 'content-type': 'application/json' }
  const fetch = async () => new Response(text, { headers })
  const { service, stores, close } = await compose(onTrouble, fetch, 'https://listed.example')
  for (const [name, serial] of ['1', '2', '2', '3'].entries())
    await stores.walletInstances.register({
      ...{ claims: challenge(`${name}`), instance: instance(`${name}`), certificateSerials: [serial] },
    })
  service.start()
  await both.promise
  const sentence = (change: string) => `the list of revoked Android certificates has newly ${change} Wallet Instances`
  assert.deepEqual(told, [`${sentence('revoked')}: 1`, `${sentence('held')}: 2`])
  service.stop()
  await close()
})

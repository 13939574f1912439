/** The command line's simulated phone. The sandbox's console creates its device evidence. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { createNodeCrypto, createNodeRandom } from '../../node/index.ts'
import { createSealedRecords } from '../../wallet/index.ts'
import { UserError } from '../user-error.ts'
import { createSimulatedPhone } from './simulated-phone.ts'
import { createFileBlobStore } from './wallet-directory.ts'

test('WI-193 the simulated phone gets its evidence from the console, has all other keys, and reports a lost device', async () => {
  const calls: { readonly path: string; readonly body: unknown }[] = []
  const answers: Readonly<Record<string, object>> = {
    '/devices': { id: '7', hardware_key_tag: 'tag' },
    '/devices/7/key-attestation': { key_attestation: 'ka', hardware_key_tag: 'tag' },
    '/devices/7/assertion': { hardware_signature: 'hs', integrity_assertion: 'ia' },
  }
  const [crypto, random] = [createNodeCrypto(), createNodeRandom()]
  const secret = { storageKey: async () => new Uint8Array(32) }
  const records = createSealedRecords({ crypto, random }, createFileBlobStore(freshDirectory()), secret)
  const open = (known = true, platform?: 'ios') =>
    createSimulatedPhone({
      crypto,
      platform,
      records,
      console: 'http://localhost:4000',
      fetch: async (request) => {
        const path = new URL(request.url).pathname
        calls.push({ path, body: await request.json() })
        return known
          ? Response.json(answers[path], { status: path === '/devices' ? 201 : 200 })
          : new Response('{}', { status: 404 })
      },
    })
  const phone = open()
  assert.deepEqual(await phone.secureKeys.generateHardwareKey('trusted-environment', 'wish', 'c'), { tag: 'tag' })
  assert.equal(await open().deviceIntegrity.keyAttestation('c', 'tag'), 'ka')
  assert.deepEqual(await phone.deviceIntegrity.assertion('d', 'tag'), {
    hardware_signature: 'hs',
    integrity_assertion: 'ia',
  })
  assert.deepEqual(calls, [
    { path: '/devices', body: { platform: 'android' } },
    { path: '/devices/7/key-attestation', body: { challenge: 'c' } },
    { path: '/devices/7/assertion', body: { client_data: 'd' } },
  ])
  const made = await phone.secureKeys.generateKey('trusted-environment')
  const reopened = await open().secureKeys.openKey(made.tag)
  assert.deepEqual(reopened?.publicJwk, made.publicJwk)
  const scheme = { name: 'ecdsa', curve: 'P-256', hash: 'sha-256' } as const
  const key = await crypto.importVerificationKey(made.publicJwk, scheme)
  const data = Uint8Array.of(1, 2, 3)
  const signature = (await reopened?.sign(data)) ?? new Uint8Array()
  assert.ok(key && (await crypto.verify(scheme, key, data, signature)))
  await phone.secureKeys.deleteKey(made.tag)
  assert.equal(await phone.secureKeys.openKey(made.tag), undefined)
  assert.equal(await open(false).deviceIntegrity.assertion('d', 'tag'), undefined)
  await assert.rejects(
    open(false).secureKeys.generateHardwareKey('trusted-environment', 'wish', 'c'),
    /There is no device API at http:\/\/localhost:4000/,
  )
  const { secureKeys } = open(true, 'ios')
  assert.deepEqual([secureKeys.platform, await secureKeys.environments()], ['ios', ['secure-element']])
  await secureKeys.generateHardwareKey('secure-element', 'wish', 'c')
  assert.deepEqual(calls.at(-2), { path: '/devices', body: { platform: 'ios' } })
  await phone.secureKeys.deleteHardwareKeys()
  await assert.rejects(phone.deviceIntegrity.keyAttestation('c', 'tag'), /has no device/)
  assert.equal(await phone.deviceIntegrity.assertion('d', 'tag'), undefined)
})

test('an invalid answer of the console is reported in one sentence', async () => {
  const [crypto, random] = [createNodeCrypto(), createNodeRandom()]
  const secret = { storageKey: async () => new Uint8Array(32) }
  const records = createSealedRecords({ crypto, random }, createFileBlobStore(freshDirectory()), secret)
  for (const [at, answers] of [
    ['id', { '/devices': { hardware_key_tag: 'tag' } }],
    ['key_attestation', { '/devices': { id: '7', hardware_key_tag: 'tag' }, '/devices/7/key-attestation': {} }],
  ] as const) {
    const fetch = async ({ url }: Request) => Response.json(new Map(Object.entries(answers)).get(new URL(url).pathname))
    const { secureKeys } = createSimulatedPhone({ crypto, records, console: 'http://localhost:4000', fetch })
    await assert.rejects(secureKeys.generateHardwareKey('trusted-environment', 'wish', 'c'), (thrown) => {
      assert.ok(thrown instanceof UserError)
      assert.match(
        thrown.message,
        new RegExp(`^The answer at http://localhost:4000 is not from this version of the sandbox \\(${at}\\)`),
      )
      return true
    })
  }
})

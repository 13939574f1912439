/** Rare behaviour of tokens, simulated by a scripted library. `pkcs11-softhsm.test.ts` tests keys in a real token. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { tokenContext as ctx, isFault, pin, refusedKey } from '../../test/support/pkcs11.ts'
import { createWalletProviderBench } from '../../test/support/wallet-provider-bench.ts'
import { Unavailable } from '../base/index.ts'
import { createMemoryKeyRingStore, createRingKeys, seedKeyRing } from '../federation/index.ts'
import { openPkcs11Keys } from './pkcs11-keys.ts'
import { loadPkcs11, type Pkcs11Library } from './pkcs11-session.ts'

test('a package that is not installed or not built, and a missing library, are reported in one sentence', async (t) => {
  await assert.rejects(loadPkcs11('pkcs11js-of-nowhere'), isFault(/^PKCS#11 needs a package .*npm install pkcs11js$/))
  const unbuilt = join(freshDirectory(), 'unbuilt.cjs')
  writeFileSync(unbuilt, "require('./build/Release/pkcs11.node')\n")
  await assert.rejects(loadPkcs11(unbuilt), isFault(/^PKCS#11 needs a package .*is not built.*npm rebuild pkcs11js$/))
  await assert.rejects(
    scripted(t, { loads: false }),
    isFault(/^The PKCS#11 library \/nowhere\/libpkcs11\.so cannot be loaded\.$/),
  )
})

/** Faults of a scripted library. A number is the code with which a function fails. */
interface Script {
  fails?: number
  hangs?: boolean
  loginFails?: number
  loads?: false
  curve?: string
  unnamed?: number
  /** The key pair is created, but the answer is lost. */
  generationFails?: number
  /** The next search fails once. */
  sessionLost?: number
  /** Number of public keys that a search finds. Defaults to 1. */
  publicKeys?: number
  /** Number of private keys with the CKA_ID of the public key. Defaults to 1. */
  privateKeys?: number
}

/** Opens keys with a library that uses a key of this process. The script controls its faults. */
async function scripted(t: TestContext, script: Script) {
  const key = await ctx.crypto.generateSigningKey({ name: 'ecdsa', curve: 'P-256', hash: 'sha-256' })
  const { x = '', y = '' } = key.publicJwk
  const point = Buffer.concat([Buffer.from('044104', 'hex'), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const attributes = new Map([
    [0x102, Buffer.alloc(32, 7)],
    [0x180, Buffer.from('06082a8648ce3d030107', 'hex')],
    [0x181, point],
  ])
  const fault = (code: number) => Object.assign(new Error('CKR'), { code })
  const counts = { logins: 0, signatures: 0, generated: 0 }
  const halves = { publicKey: Buffer.alloc(8, 2), privateKey: Buffer.alloc(8, 3) }
  const destroyed: Buffer[] = []
  let found: Buffer[] = []
  const library: Pkcs11Library = {
    load: () => {
      if (script.loads === false) throw new Error('dlopen')
    },
    C_Initialize: () => {
      throw fault(0x191)
    },
    C_GetSlotList: () => [Buffer.alloc(8)],
    C_GetTokenInfo: () => ({ label: 'fiducia'.padEnd(32) }),
    C_OpenSession: () => Buffer.alloc(8),
    C_CloseSession: () => undefined,
    C_Login: () => {
      counts.logins += 1
      if (script.loginFails) throw fault(script.loginFails)
    },
    C_FindObjectsInit: (_session, template) => {
      const { sessionLost } = script
      delete script.sessionLost
      if (sessionLost) throw fault(sessionLost)
      const { value } = template.find(({ type }) => type === 0) ?? {}
      const privateKeys = Array.from({ length: script.privateKeys ?? 1 }, () => halves.privateKey)
      const publicKeys = Array.from({ length: script.publicKeys ?? 1 }, () => halves.publicKey)
      found = value === undefined ? Object.values(halves) : value === 2 ? publicKeys : privateKeys
      const id = template.find(({ type }) => type === 0x102)?.value
      if (id !== undefined && !attributes.get(0x102)?.equals(id as Buffer)) found = []
    },
    C_FindObjects: () => found,
    C_FindObjectsFinal: () => undefined,
    C_GetAttributeValue: (_session, _object, template) =>
      template.map(({ type }) => ({
        value:
          type === 0x180 && script.curve ? Buffer.from(script.curve, 'hex') : (attributes.get(type) ?? Buffer.alloc(0)),
      })),
    C_SetAttributeValue: (_session, _object, [id]) => {
      if (script.unnamed) throw fault(script.unnamed)
      attributes.set(0x102, Buffer.from(id?.value as Buffer))
    },
    C_GenerateKeyPair: () => {
      counts.generated += 1
      if (script.generationFails) throw fault(script.generationFails)
      return halves
    },
    C_DestroyObject: (_session, object) => void destroyed.push(object),
    C_SignInit: () => {
      if (script.fails) throw fault(script.fails)
    },
    C_SignAsync: async () => {
      counts.signatures += 1
      if (script.hangs) await new Promise((resolve) => t.after(resolve))
      return Buffer.alloc(64, 1)
    },
  }
  const restart = () =>
    openPkcs11Keys(ctx, { module: '/nowhere/libpkcs11.so', token: 'fiducia', pin, timeoutMilliseconds: 50 }, library)
  const keys = await restart()
  return { keys, restart, counts, halves, destroyed, signer: await keys.signer('any') }
}
const isOutage = (thrown: unknown) => thrown instanceof Unavailable && thrown.retryAfter === 5

test('GEN-27 a failing token is asked again after a new login, then is an outage, and can recover', async (t) => {
  const script: { fails?: number } = {}
  const { signer, counts } = await scripted(t, script)
  assert.equal(counts.logins, 1)
  script.fails = 0x32
  await assert.rejects(async () => signer.sign(new Uint8Array(1)), isOutage)
  assert.deepEqual(counts, { logins: 2, signatures: 0, generated: 0 })
  delete script.fails
  assert.equal((await signer.sign(new Uint8Array(1))).length, 64)
  assert.deepEqual(counts, { logins: 3, signatures: 1, generated: 0 })
})

test('a token that fails at the start is reported in one sentence', async (t) => {
  await assert.rejects(
    scripted(t, { loginFails: 0x30 }),
    isFault(/^The PKCS#11 token "fiducia" cannot be opened: 0x30\.$/),
  )
})

test('a key whose CKA_ID does not name one private key is reported at the start: the token might sign with another key', async (t) => {
  for (const [privateKeys, number] of [
    [0, 'no private key'],
    [2, 'more than one private key'],
  ] as const)
    await assert.rejects(
      scripted(t, { privateKeys }),
      isFault(new RegExp(`^The token has ${number} with the CKA_ID of the key "any": give each key pair its own\\.$`)),
    )
})

test('GEN-27 a key of the ring that the token has twice is an outage with its reason, at the start a fault', async (t) => {
  const script: Script = {}
  const { restart } = await scripted(t, script)
  const keys = await restart()
  const made = await keys.create()
  assert.equal((await keys.open(made.kid))?.kid, made.kid)
  script.publicKeys = 2
  const says = /^The token has more than one key "[^"]+": delete the others, or give each key pair its own label/
  await assert.rejects(keys.open(made.kid), (thrown) => thrown instanceof Unavailable && says.test(thrown.message))
  await assert.rejects(keys.signer('other'), isFault(says))
})

test('GEN-27 a token that does not answer is an outage, even for the requests that wait for it', async (t) => {
  const { signer } = await scripted(t, { hangs: true })
  const results = await Promise.allSettled([0, 1].map(async () => signer.sign(new Uint8Array(1))))
  for (const result of results) assert.ok(result.status === 'rejected' && isOutage(result.reason))
})

test('a PIN that the token refuses later is not tried again', async (t) => {
  const script: { fails?: number; loginFails?: number } = {}
  const { signer, counts } = await scripted(t, script)
  Object.assign(script, { fails: 0x101, loginFails: 0xa0 })
  for (let n = 0; n < 5; n += 1) await assert.rejects(async () => signer.sign(new Uint8Array(1)), isOutage)
  assert.equal(counts.logins, 2)
})

test('FED-10 both halves of a new key that the store does not accept are destroyed in the token', async (t) => {
  const { keys, halves, destroyed } = await scripted(t, {})
  await refusedKey(keys)
  assert.deepEqual(destroyed, Object.values(halves))
  await keys.discard('none')
  assert.equal(destroyed.length, 2)
})

test('FED-10 a token that creates a key on another curve is one sentence, and the key is destroyed in the token', async (t) => {
  const script: { curve?: string } = {}
  const { keys, counts, halves, destroyed } = await scripted(t, script)
  script.curve = '06052b81040022'
  await assert.rejects(keys.create(), isFault(/^The token created a key that is not on P-256\.$/))
  assert.equal(counts.generated, 1)
  assert.deepEqual(destroyed, Object.values(halves))
})

test('FED-10 a token keeps no key that did not get its identifier', async (t) => {
  const script: { unnamed?: number } = {}
  const { keys, counts, halves, destroyed } = await scripted(t, script)
  script.unnamed = 0x30
  await assert.rejects(keys.create(), isOutage)
  assert.equal(counts.generated, 1)
  assert.deepEqual(destroyed, Object.values(halves))
})

test('FED-10 a generation that fails is not repeated, because the token may have kept the key', async (t) => {
  const script: Script = {}
  const { keys, counts } = await scripted(t, script)
  script.generationFails = 0x30
  await assert.rejects(keys.create(), isOutage)
  assert.deepEqual(counts, { logins: 1, signatures: 0, generated: 1 })
})

test('FED-10 a key is generated in a new session if the last one was lost', async (t) => {
  const script: Script = {}
  const { keys, counts } = await scripted(t, script)
  script.sessionLost = 0xb3
  await keys.create()
  assert.deepEqual(counts, { logins: 2, signatures: 0, generated: 1 })
})

test('GEN-27 a Wallet Provider whose token is unavailable answers 503, and the instance does not change', async (t) => {
  const script: { fails?: number } = {}
  const { signer: attestationSigner } = await scripted(t, script)
  const bench = await createWalletProviderBench({ context: { attestationSigner } })
  const device = await bench.registered()
  script.fails = 0x30
  const response = await bench.attest(device)
  assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5'])
  assert.equal((await bench.stores.walletInstances.find(device.hardwareKeyTag))?.status, 'registered')
  delete script.fails
  assert.equal((await bench.attest(device)).status, 200)
})

test('FED-10 a key ring opens a labelled key by its kid, whatever CKA_ID another tool gave it', async (t) => {
  const { keys, signer } = await scripted(t, {})
  assert.equal(await keys.open(signer.kid), signer)
  assert.equal(await keys.open('A'.repeat(43)), undefined)
  const store = createMemoryKeyRingStore([], 0)
  await seedKeyRing(store, [signer], 1)
  assert.equal((await createRingKeys(store, keys).current(1)).signer.kid, signer.kid)
})

/**
 * Keys in a PKCS#11 token: SoftHSM where this machine has it (the titles say), and a scripted library for what a token
 * does seldom.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { lacking, lackingWords } from '../../test/support/lacking.ts'
import { createWalletProviderBench } from '../../test/support/wallet-provider-bench.ts'
import { failed, Unavailable } from '../base/index.ts'
import {
  addRingKey,
  createMemoryKeyRingStore,
  createRingKeys,
  type KeyVault,
  seedKeyRing,
} from '../federation/index.ts'
import { jwkThumbprint, parseJws, type Signer, signJwt, verifyJws, withKeyCache } from '../jose/index.ts'
import { createNodeCrypto } from './node-crypto.ts'
import { openPkcs11Keys } from './pkcs11-keys.ts'
import { loadPkcs11, Pkcs11Fault, type Pkcs11Library } from './pkcs11-session.ts'

const ctx = { crypto: withKeyCache(createNodeCrypto()) }
const module = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
].find((path) => existsSync(path))
const pin = '730915'

const isFault = (says: RegExp) => (thrown: unknown) =>
  thrown instanceof Pkcs11Fault && says.test(thrown.message) && !thrown.message.includes(pin)

async function signsFor(signer: Signer): Promise<boolean> {
  const jws = parseJws(await signJwt(signer, { typ: 'x' }, {}), { typ: ['x'], algorithms: [signer.alg] }, 'jws')
  return !failed(jws) && !failed(await verifyJws(ctx, jws, signer.publicJwk, 'jws'))
}

test('a package that is not installed, or not built, is one sentence, and so is a library that is not there', async (t) => {
  await assert.rejects(loadPkcs11('pkcs11js-of-nowhere'), isFault(/^PKCS#11 needs a package .*npm install pkcs11js$/))
  const unbuilt = join(freshDirectory(), 'unbuilt.cjs')
  writeFileSync(unbuilt, "require('./build/Release/pkcs11.node')\n")
  await assert.rejects(loadPkcs11(unbuilt), isFault(/^PKCS#11 needs a package .*is not built.*npm rebuild pkcs11js$/))
  await assert.rejects(
    scripted(t, { loads: false }),
    isFault(/^The PKCS#11 library \/nowhere\/libpkcs11\.so cannot be loaded\.$/),
  )
})

/** Has a ring whose store takes nothing make its next key in the vault, and gives the key that came to nothing. */
async function refusedKey(vault: KeyVault): Promise<Signer> {
  const made: Signer[] = []
  const create = async () => {
    const key = await vault.create()
    made.push(key)
    return key
  }
  const full = new Error('the store is full')
  const store = { ...createMemoryKeyRingStore([], 0), add: async () => Promise.reject(full) }
  const ring = { store, vault: { ...vault, create } }
  await assert.rejects(addRingKey(ring, { createdAt: 0, createdBy: 'anna' }), full)
  return made[0] as Signer
}

/** A fresh token, and the library of this process: SoftHSM reads its place once. */
async function softToken(): Promise<{ readonly library: Pkcs11Library; readonly options: typeof options }> {
  const directory = freshDirectory()
  mkdirSync(join(directory, 'tokens'))
  const configuration = join(directory, 'softhsm2.conf')
  writeFileSync(configuration, `directories.tokendir = ${join(directory, 'tokens')}\nlog.level = ERROR\n`)
  process.env.SOFTHSM2_CONF = configuration
  const words = ['--init-token', '--free', '--label', 'fiducia', '--pin', pin, '--so-pin', pin]
  execFileSync('softhsm2-util', words, { stdio: 'ignore' })
  const options = { module: module ?? '', token: 'fiducia', pin }
  return { library: await loadPkcs11(), options }
}

/** Its library, the program that makes a token, and the package that speaks to both. */
const missing =
  module === undefined
    ? `${lackingWords}SoftHSM at one of the usual places`
    : lacking('softhsm2-util') ||
      (await loadPkcs11().then(
        () => false as const,
        () => `${lackingWords}pkcs11js that is built`,
      ))

if (missing !== false) {
  test('SoftHSM: keys are made in a token and used there', { skip: missing })
} else {
  const { library, options } = await softToken()
  const forget = library as unknown as { C_CloseAllSessions(slot: Buffer): void; C_Finalize(): void }
  const open = (changes: Partial<typeof options> = {}) => openPkcs11Keys(ctx, { ...options, ...changes }, library)

  test('SoftHSM: a key is made in the token, opens by kid and signs; its private half does not come out', async () => {
    const keys = await open()
    const made = await keys.create()
    assert.equal(made.kid, jwkThumbprint(ctx, made.publicJwk))
    assert.ok(await signsFor(made))
    const again = await (await open()).open(made.kid)
    assert.deepEqual(again?.publicJwk, made.publicJwk)
    assert.ok(again && (await signsFor(again)))
    for (const kid of ['', 'x', 'A'.repeat(43)]) assert.equal(await keys.open(kid), undefined)
    const slot = library.C_GetSlotList(true)[0] ?? Buffer.alloc(0)
    const session = library.C_OpenSession(slot, 4)
    library.C_FindObjectsInit(session, [{ type: 0, value: 3 }])
    const [key = Buffer.alloc(0)] = library.C_FindObjects(session, 1)
    library.C_FindObjectsFinal(session)
    const [sensitive] = library.C_GetAttributeValue(session, key, [{ type: 0x103 }])
    assert.equal(sensitive?.value[0], 1)
    assert.throws(() => library.C_GetAttributeValue(session, key, [{ type: 0x11 }]))
    library.C_CloseSession(session)
  })

  test('SoftHSM: a key is found by its label while it is the only one of that name', async () => {
    const keys = await open()
    await assert.rejects(keys.signer('federation'), isFault(/has no key "federation"/))
    await keys.create()
    await keys.create()
    await assert.rejects(keys.signer('fiducia'), isFault(/more than one key "fiducia"/))
  })

  test('SoftHSM: another token and another PIN are one sentence each, without the PIN', async () => {
    await assert.rejects(open({ token: 'other' }), isFault(/has no token "other"/))
    forget.C_CloseAllSessions(library.C_GetSlotList(true)[0] ?? Buffer.alloc(0))
    await assert.rejects(open({ pin: 'wrong' }), isFault(/refuses the PIN \(0xa0\)/))
  })

  test('SoftHSM: 50 signatures at once over one session all hold, also after the token has forgotten it', async () => {
    const keys = await open()
    const signer = await keys.create()
    assert.deepEqual(new Set(await Promise.all(Array.from({ length: 50 }, () => signsFor(signer)))), new Set([true]))
    forget.C_CloseAllSessions(library.C_GetSlotList(true)[0] ?? Buffer.alloc(0))
    assert.ok(await signsFor(signer))
    forget.C_Finalize()
    assert.ok(await signsFor(signer))
  })

  test('SoftHSM: WP-67 a Wallet Provider attests with a key of the token', async () => {
    const attestationSigner = await (await open()).create()
    const bench = await createWalletProviderBench({ context: { attestationSigner } })
    const response = await bench.attest(await bench.registered())
    assert.equal(response.status, 200)
    const policy = { typ: ['wallet-attestation+jwt'], algorithms: ['ES256'] } as const
    const jws = parseJws(await response.text(), policy, 'jws')
    assert.ok(!failed(jws) && !failed(await verifyJws(ctx, jws, attestationSigner.publicJwk, 'jws')))
  })

  test('SoftHSM: FED-10 a key ring rolls over inside of the token', async () => {
    const vault = await open()
    const store = createMemoryKeyRingStore([], 0)
    await seedKeyRing(store, [await vault.create()], 0)
    const { kid, publicJwk: jwk } = await vault.create()
    await store.add({ kid, jwk, createdAt: 0, createdBy: 'anna' })
    await store.activate({ kid, retiredAt: 10, now: 1, actor: 'anna' })
    const { signer, published } = await createRingKeys(store, await open()).current(5)
    assert.equal(signer.kid, kid)
    assert.equal(published.length, 2)
    assert.ok(await signsFor(signer))
  })

  test('SoftHSM: FED-10 of a next key that the store does not take neither half stays in the token', async () => {
    const keys = await open()
    const other = await keys.create()
    const refused = await refusedKey(keys)
    assert.equal(await keys.open(refused.kid), undefined)
    await assert.rejects(signsFor(refused), /the private key is not there/)
    assert.ok(await signsFor(other))
  })
}

/** A library over a key of this process, which does what the script says before each signature. */
async function scripted(
  t: TestContext,
  script: { fails?: number; hangs?: boolean; loginFails?: number; loads?: false },
) {
  const key = await ctx.crypto.generateSigningKey({ name: 'ecdsa', curve: 'P-256', hash: 'sha-256' })
  const { x = '', y = '' } = key.publicJwk
  const point = Buffer.concat([Buffer.from('044104', 'hex'), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const attributes = new Map([
    [0x102, Buffer.alloc(32, 7)],
    [0x180, Buffer.from('06082a8648ce3d030107', 'hex')],
    [0x181, point],
  ])
  const fault = (code: number) => Object.assign(new Error('CKR'), { code })
  const counts = { logins: 0, signatures: 0 }
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
      const { value } = template.find(({ type }) => type === 0) ?? {}
      found = value === undefined ? Object.values(halves) : [value === 2 ? halves.publicKey : halves.privateKey]
    },
    C_FindObjects: () => found,
    C_FindObjectsFinal: () => undefined,
    C_GetAttributeValue: (_session, _object, template) =>
      template.map(({ type }) => ({ value: attributes.get(type) ?? Buffer.alloc(0) })),
    C_SetAttributeValue: () => undefined,
    C_GenerateKeyPair: () => halves,
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
  const keys = await openPkcs11Keys(
    ctx,
    { module: '/nowhere/libpkcs11.so', token: 'fiducia', pin, timeoutMilliseconds: 50 },
    library,
  )
  return { keys, counts, halves, destroyed, signer: await keys.signer('any') }
}
const isOutage = (thrown: unknown) => thrown instanceof Unavailable && thrown.retryAfter === 5

test('GEN-27 a token that fails is asked once more after a new login, then it is an outage, and it recovers', async (t) => {
  const script: { fails?: number } = {}
  const { signer, counts } = await scripted(t, script)
  assert.equal(counts.logins, 1)
  script.fails = 0x32
  await assert.rejects(async () => signer.sign(new Uint8Array(1)), isOutage)
  assert.deepEqual(counts, { logins: 2, signatures: 0 })
  delete script.fails
  assert.equal((await signer.sign(new Uint8Array(1))).length, 64)
  assert.deepEqual(counts, { logins: 3, signatures: 1 })
})

test('a token that fails at start is one sentence', async (t) => {
  await assert.rejects(
    scripted(t, { loginFails: 0x30 }),
    isFault(/^The PKCS#11 token "fiducia" cannot be opened: 0x30\.$/),
  )
})

test('GEN-27 a token that is silent is an outage, for those who wait behind it too', async (t) => {
  const { signer } = await scripted(t, { hangs: true })
  const results = await Promise.allSettled([0, 1].map(async () => signer.sign(new Uint8Array(1))))
  for (const result of results) assert.ok(result.status === 'rejected' && isOutage(result.reason))
})

test('a PIN that the token refuses later on is not tried again', async (t) => {
  const script: { fails?: number; loginFails?: number } = {}
  const { signer, counts } = await scripted(t, script)
  Object.assign(script, { fails: 0x101, loginFails: 0xa0 })
  for (let n = 0; n < 5; n += 1) await assert.rejects(async () => signer.sign(new Uint8Array(1)), isOutage)
  assert.equal(counts.logins, 2)
})

test('FED-10 of a next key that the store does not take both halves are destroyed in the token', async (t) => {
  const { keys, halves, destroyed } = await scripted(t, {})
  await refusedKey(keys)
  assert.deepEqual(destroyed, Object.values(halves))
  await keys.discard('none')
  assert.equal(destroyed.length, 2)
})

test('GEN-27 a Wallet Provider whose token is away answers 503, and the instance stays as it was', async (t) => {
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

/** Keys in a SoftHSM token. The tests run if the machine has SoftHSM. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenContext as ctx, isFault, refusedKey, signsFor } from '../../test/support/pkcs11.ts'
import { createSoftToken, missingSoftHsm } from '../../test/support/softhsm.ts'
import { createWalletProviderBench } from '../../test/support/wallet-provider-bench.ts'
import { failed } from '../base/index.ts'
import { createMemoryKeyRingStore, createRingKeys, seedKeyRing } from '../federation/index.ts'
import { jwkThumbprint, parseJws, verifyJws } from '../jose/index.ts'
import { openPkcs11Keys } from './pkcs11-keys.ts'

if (missingSoftHsm !== false) {
  test('SoftHSM: keys are made in a token and used there', { skip: missingSoftHsm })
} else {
  const { library, options } = await createSoftToken()
  const forget = library as unknown as { C_CloseAllSessions(slot: Buffer): void; C_Finalize(): void }
  const open = (changes: Partial<typeof options> = {}) => openPkcs11Keys(ctx, { ...options, ...changes }, library)

  test('SoftHSM: a key is made in the token, is opened by its kid and signs, and its private half is not readable', async () => {
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

  test('SoftHSM: a label must name exactly one key', async () => {
    const keys = await open()
    await assert.rejects(keys.signer('federation'), isFault(/has no P-256 key "federation"/))
    await keys.create()
    await keys.create()
    await assert.rejects(keys.signer('fiducia'), isFault(/more than one key "fiducia"/))
  })

  test('SoftHSM: an unknown token and a wrong PIN are each reported in one sentence, without the PIN', async () => {
    await assert.rejects(open({ token: 'other' }), isFault(/has no token "other"/))
    forget.C_CloseAllSessions(library.C_GetSlotList(true)[0] ?? Buffer.alloc(0))
    await assert.rejects(open({ pin: 'wrong' }), isFault(/refuses the PIN \(0xa0\)/))
  })

  test('SoftHSM: 50 concurrent signatures are valid, and a key still signs after the token has closed the session', async () => {
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

  test('SoftHSM: FED-10 the keys of a key ring in a token can be rolled over', async () => {
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

  test('SoftHSM: FED-10 neither half of a new key that the store does not accept stays in the token', async () => {
    const keys = await open()
    const other = await keys.create()
    const refused = await refusedKey(keys)
    assert.equal(await keys.open(refused.kid), undefined)
    await assert.rejects(signsFor(refused), /the token has no private key with the CKA_ID of key/)
    assert.ok(await signsFor(other))
  })
}

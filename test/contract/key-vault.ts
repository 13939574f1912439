/** Tests of every vault of a key ring. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed } from '../../src/base/index.ts'
import { createMemoryKeyRingStore, createRingKeys, type KeyVault, seedKeyRing } from '../../src/federation/index.ts'
import { generateSigner, jwkThumbprint, parseJws, type Signer, signJwt, verifyJws } from '../../src/jose/index.ts'
import { crypto } from '../support/federation.ts'

/** Returns true if this signer signs for that public key. */
async function signsFor(signer: Signer | undefined, { publicJwk }: Signer): Promise<boolean> {
  assert.ok(signer)
  const jws = parseJws(await signJwt(signer, { typ: 'x' }, {}), { typ: ['x'], algorithms: [signer.alg] }, 'jws')
  return !failed(jws) && !failed(await verifyJws({ crypto }, jws, publicJwk, 'jws'))
}

export function keyVaultContract(name: string, open: (held: readonly Signer[]) => KeyVault): void {
  test(`${name}: FED-10 a created key is named by its thumbprint, can be opened, and signs`, async () => {
    const vault = open([])
    const made = await vault.create()
    const { kid, ...material } = made.publicJwk
    assert.equal(kid, made.kid)
    assert.equal(made.kid, jwkThumbprint({ crypto }, material))
    assert.equal(Object.hasOwn(made.publicJwk, 'd'), false)
    assert.ok(await signsFor(await vault.open(made.kid), made))
    assert.notEqual((await vault.create()).kid, made.kid)
  })

  test(`${name}: FED-10 existing keys can be opened, unknown keys cannot`, async () => {
    const held = await generateSigner({ crypto })
    const vault = open([held])
    assert.ok(await signsFor(await vault.open(held.kid), held))
    for (const kid of ['', '.', '../keys', 'A'.repeat(43)]) assert.equal(await vault.open(kid), undefined)
  })

  test(`${name}: FED-10 50 keys that are created concurrently are 50 keys`, async () => {
    const vault = open([])
    const made = await Promise.all(Array.from({ length: 50 }, () => vault.create()))
    assert.equal(new Set(made.map(({ kid }) => kid)).size, 50)
    for (const signer of made) assert.ok(await vault.open(signer.kid))
  })

  test(`${name}: FED-10 a ring begins with the existing keys and rolls over to a key that the vault creates`, async () => {
    const [first, spare] = [await generateSigner({ crypto }), await generateSigner({ crypto })]
    const vault = open([first, spare])
    const store = createMemoryKeyRingStore([], 0)
    for (let times = 0; times < 2; times += 1) await seedKeyRing(store, [first, spare], 7)
    assert.deepEqual(
      (await store.list()).map(({ kid, state, createdAt }) => [kid, state, createdAt]),
      [
        [first.kid, 'active', 7],
        [spare.kid, 'pending', 7],
      ],
    )
    const { kid, publicJwk: jwk } = await vault.create()
    await store.add({ kid, jwk, createdAt: 8, createdBy: 'operator' })
    await store.activate({ kid, retiredAt: 100, now: 8, actor: 'operator' })
    await seedKeyRing(store, [first, spare], 9)
    const current = await createRingKeys(store, vault).current(10)
    assert.deepEqual([current.signer.kid, current.published.length], [kid, 3])
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SigningKey } from '../../base/index.ts'
import { algorithmRow, createLocalSigner, generateSigner, type Signer, signJwt } from '../../jose/index.ts'
import { createNodeCrypto } from '../../node/index.ts'
import type { RoleKeys } from '../../serve/index.ts'
import { createKnownKeys } from './known-keys.ts'

const header = { typ: 'JWT', kid: 'another' }
const crypto = createNodeCrypto()
const es256 = algorithmRow('ES256').scheme

/** Returns the keys of all roles, of which only the Trust Anchor has a key. */
const rolesWith = (signer: Signer): RoleKeys =>
  ({
    'trust-anchor': { federation: [signer] },
    'wallet-provider': { federation: [], attestation: [] },
    'pid-provider': { federation: [], credential: [], mdoc: {} },
    'relying-party': { federation: [], request: [], response: [] },
  }) as unknown as RoleKeys

async function signWithOthers(watched: typeof crypto): Promise<void> {
  for (let made = 0; made < 501; made += 1)
    await signJwt(await generateSigner({ crypto: watched }, 'EdDSA'), header, {})
}

test('a role’s key stays known after 501 other keys have signed', async () => {
  const keys = createKnownKeys(crypto)
  const watched = keys.watch(crypto)
  const signer = await generateSigner({ crypto: watched })
  const jwt = await signJwt(signer, header, {})
  keys.add(rolesWith(signer))
  await signWithOthers(watched)
  assert.equal((await keys.signerOf(jwt))?.publicJwk.x, signer.publicJwk.x)
})

test('a key is forgotten after 501 other keys have signed, and known again once it signs', async () => {
  const keys = createKnownKeys(crypto)
  const watched = keys.watch(crypto)
  const signer = await generateSigner({ crypto: watched })
  const jwt = await signJwt(signer, header, {})
  assert.equal((await keys.signerOf(jwt))?.publicJwk.x, signer.publicJwk.x)
  await signWithOthers(watched)
  assert.equal(await keys.signerOf(jwt), undefined)
  await signJwt(signer, header, {})
  assert.equal((await keys.signerOf(jwt))?.publicJwk.x, signer.publicJwk.x)
})

test('a key with two objects is known again once one of the objects signs', async () => {
  const keys = createKnownKeys(crypto)
  const watched = keys.watch(crypto)
  const first = await watched.generateSigningKey(es256)
  const second: SigningKey = { ...first }
  const [one, two] = [first, second].map((key) => createLocalSigner({ crypto: watched }, 'ES256', key)) as [
    Signer,
    Signer,
  ]
  const jwt = await signJwt(one, header, {})
  await signJwt(two, header, {})
  await signWithOthers(watched)
  assert.equal(await keys.signerOf(jwt), undefined)
  await signJwt(one, header, {})
  assert.equal((await keys.signerOf(jwt))?.publicJwk.x, first.publicJwk.x)
})

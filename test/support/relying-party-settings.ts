/** Valid settings of a Relying Party, and its metadata. */
import assert from 'node:assert/strict'
import { failed } from '../../src/base/index.ts'
import { generateSigner } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { createRelyingPartyMetadata, type RelyingPartySettings } from '../../src/oid4vp/index.ts'

const crypto = createNodeCrypto()
export const { publicJwk } = await generateSigner({ crypto })
/** A federation key. */
export const other = (await generateSigner({ crypto })).publicJwk
const { alg: _, ...bare } = other
export const encryptionKey = { ...bare, use: 'enc' }
export const definition = { id: 'd', input_descriptors: [{ id: 'a', constraints: { fields: [{ path: ['$.x'] }] } }] }
export const settings: RelyingPartySettings = {
  clientId: 'https://rp.example',
  clientName: 'Comune',
  requestUris: ['https://rp.example/request'],
  responseUris: ['https://rp.example/response'],
  redirectUris: ['https://rp.example/cb'],
  signedResponseAlg: 'ES256',
  responseEncryption: { alg: 'ECDH-ES', enc: 'A256GCM' },
  sdJwtAlgorithms: ['ES256', 'ES384'],
  presentationDefinitions: [definition],
  keys: [publicJwk, encryptionKey],
  contacts: ['a@rp.example'],
}
export const strict = { loopbackHttp: false }

const made = createRelyingPartyMetadata(settings, strict)
assert.ok(!failed(made))
export const created = made

/** Keys of the simulated devices: EC on P-256. */
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, type webcrypto } from 'node:crypto'
import type { PublicJwk } from '../base/index.ts'
import { bareJwk } from '../jose/index.ts'

/** Restores a saved private key, or generates one. */
export const openPrivateKey = (saved?: webcrypto.JsonWebKey): KeyObject =>
  saved
    ? createPrivateKey({ key: saved, format: 'jwk' })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

/** Returns the public key as a JWK with its required members only. */
export const publicJwkOf = (key: KeyObject): PublicJwk => bareJwk(key.export({ format: 'jwk' }) as PublicJwk)

export const sha256 = (data: Uint8Array | string): Uint8Array => createHash('sha256').update(data).digest()

export const withLastBitChanged = (bytes: Uint8Array): Uint8Array =>
  bytes.map((byte, index) => (index === bytes.length - 1 ? byte ^ 1 : byte))

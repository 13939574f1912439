/** DIDs that contain a key, written independently of our parser: the platform compresses the points. */
import { ECDH } from 'node:crypto'
import type { PublicJwk } from '../../src/base/index.ts'

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function base58btc(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = letters.charAt(Number(rest % 58n)) + text
  return text
}

const curves: Readonly<Record<string, readonly [name: string, codec: readonly number[]]>> = {
  'P-256': ['prime256v1', [0x80, 0x24]],
  'P-384': ['secp384r1', [0x81, 0x24]],
  'P-521': ['secp521r1', [0x82, 0x24]],
  secp256k1: ['secp256k1', [0xe7, 0x01]],
}

const memberBytes = (text = ''): Buffer => Buffer.from(text, 'base64url')

/** Returns the bytes of a key in a `did:key`, without the codec. */
export function keyBytes({ crv = '', x, y }: PublicJwk): Buffer {
  if (crv === 'Ed25519') return memberBytes(x)
  const point = Buffer.concat([Uint8Array.of(4), memberBytes(x), memberBytes(y)])
  return ECDH.convertKey(point, curves[crv]?.[0] ?? '', undefined, undefined, 'compressed') as Buffer
}

const codecOf = ({ crv = '' }: PublicJwk): readonly number[] => curves[crv]?.[1] ?? [0xed, 0x01]

export const didOf = (codec: readonly number[], bytes: Uint8Array): string =>
  `did:key:z${base58btc(Buffer.concat([Uint8Array.from(codec), bytes]))}`

export const didKey = (jwk: PublicJwk): string => didOf(codecOf(jwk), keyBytes(jwk))

/** Returns a DID with the codec that EBSI uses for a key: that of a JWK. */
export const didKeyOfJwk = (jwk: unknown): string => didOf([0xd1, 0xd6, 0x03], Buffer.from(JSON.stringify(jwk)))

export const didJwk = (jwk: unknown): string => `did:jwk:${Buffer.from(JSON.stringify(jwk)).toString('base64url')}`

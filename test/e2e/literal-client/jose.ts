/**
 * JOSE with `node:crypto` alone, as another author would write it from the RFCs. It can also create forbidden objects.
 */
import * as crypto from 'node:crypto'

export type Json = Record<string, unknown>

export interface Key {
  readonly privateKey: crypto.KeyObject
  /** The public key. */
  readonly jwk: Readonly<Record<string, string>>
  /** RFC 7638, with SHA-256. */
  readonly thumbprint: string
  readonly alg: string
}

const base64url = (data: string | Uint8Array): string => Buffer.from(data as string).toString('base64url')
export const encodeJson = (value: unknown): string => base64url(JSON.stringify(value))
export const sha256 = (text: string): string => crypto.createHash('sha256').update(text).digest('base64url')
export const now = (): number => Math.floor(Date.now() / 1000)
export const randomText = (bytes = 32): string => base64url(crypto.randomBytes(bytes))

const algorithmOf: Readonly<Record<string, string>> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  secp256k1: 'ES256K',
}

export function newKey(namedCurve = 'P-256'): Key {
  const { privateKey, publicKey } = crypto.generateKeyPairSync('ec', { namedCurve })
  const { crv = '', kty = '', x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const jwk = { crv, kty, x, y }
  return { privateKey, jwk, thumbprint: sha256(JSON.stringify(jwk)), alg: algorithmOf[namedCurve] ?? '' }
}

export function newRsaKey(): Key {
  const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { e = '', kty = '', n = '' } = publicKey.export({ format: 'jwk' })
  return { privateKey, jwk: { e, kty, n }, thumbprint: sha256(JSON.stringify({ e, kty, n })), alg: 'RS256' }
}

/** Returns the private key as a JWK, which no message may contain. */
export const privateJwkOf = (key: Key): Json => ({ ...key.jwk, d: key.privateKey.export({ format: 'jwk' }).d })

/** Signs with the header's `alg`, which may be `none` or a MAC. Defaults to the algorithm of the key. */
export function signJwt(key: Key, header: Json, claims: unknown): string {
  const alg = String(header.alg ?? key.alg)
  const input = `${encodeJson({ alg, ...header })}.${encodeJson(claims)}`
  return `${input}.${base64url(signatureOf(key, alg, input))}`
}

function signatureOf(key: Key, alg: string, input: string): Uint8Array {
  if (alg === 'none') return new Uint8Array()
  if (alg.startsWith('HS')) return crypto.createHmac('sha256', JSON.stringify(key.jwk)).update(input).digest()
  const hash = `sha${/\d+/.exec(key.alg)?.[0]}`
  return crypto.sign(hash, Buffer.from(input), { key: key.privateKey, dsaEncoding: 'ieee-p1363' })
}

/** Changes one bit of the signature. */
export function breakSignature(jwt: string): string {
  const [header, payload, signature = ''] = jwt.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  bytes[9] = (bytes[9] ?? 0) ^ 1
  return [header, payload, base64url(bytes)].join('.')
}

const part = (jwt: string, index: number): Json =>
  JSON.parse(Buffer.from(jwt.split('.')[index] ?? '', 'base64url').toString())
export const headerOf = (jwt: string): Json => part(jwt, 0)
export const claimsOf = (jwt: string): Json => part(jwt, 1)

/** Returns true if the key of the set with the JWT's `kid` verifies the JWT. Supports ES256 only. */
export function isSignedBy(jwt: string, jwks: unknown): boolean {
  const { kid, alg } = headerOf(jwt)
  const keys = ((jwks as Json | undefined)?.keys ?? []) as JsonWebKey[]
  const jwk = keys.find((one) => (one as Json).kid === kid)
  if (jwk === undefined || alg !== 'ES256') return false
  const [header, payload, signature = ''] = jwt.split('.')
  const key = crypto.createPublicKey({ key: jwk, format: 'jwk' })
  const input = Buffer.from(`${header}.${payload}`)
  return crypto.verify('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
}

const uint32 = (value: number): Buffer => Buffer.from([0, 0, value >>> 8, value & 255])
const field = (text: string): Buffer => Buffer.concat([uint32(Buffer.byteLength(text)), Buffer.from(text)])

/** ECDH-ES with A256GCM in compact serialization (RFC 7518 §4.6, RFC 7516 §7.1). */
export function encrypt(recipient: Json, plaintext: string, header: Json = {}): string {
  const { privateKey, jwk } = newKey(String(recipient.crv))
  const publicKey = crypto.createPublicKey({ key: recipient as JsonWebKey, format: 'jwk' })
  const secret = crypto.diffieHellman({ privateKey, publicKey })
  const [apu, apv] = [String(header.apu ?? ''), String(header.apv ?? '')].map((text) => Buffer.from(text, 'base64url'))
  const party = (data = Buffer.alloc(0)): Buffer => Buffer.concat([uint32(data.length), data])
  const info = Buffer.concat([field('A256GCM'), party(apu), party(apv), uint32(256)])
  const contentKey = crypto.hash('sha256', Buffer.concat([uint32(1), secret, info]), 'buffer')
  const protectedHeader = encodeJson({ alg: 'ECDH-ES', enc: 'A256GCM', kid: recipient.kid, epk: jwk, ...header })
  const iv = crypto.randomBytes(12)
  const cipher = crypto.createCipheriv('aes-256-gcm', contentKey, iv).setAAD(Buffer.from(protectedHeader))
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return [protectedHeader, '', base64url(iv), base64url(ciphertext), base64url(cipher.getAuthTag())].join('.')
}

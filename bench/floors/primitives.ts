/**
 * Cryptographic operations at their minimum cost on this Node. All floors are composed of them. Imports nothing of the
 * product, so that floors and product do not share a mistake.
 */
import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  hash,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'

export interface FloorKey {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly publicJwk: { readonly kty: string; readonly crv: string; readonly x: string; readonly y: string }
}

/** Returns the P-256 key of a seed. The same text gives the same key. */
export function seededKey(seed: string): FloorKey {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(createHash('sha256').update(seed).digest())
  const point = ecdh.getPublicKey(undefined, 'uncompressed') as unknown as Buffer
  const publicJwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const jwk: JsonWebKey = { ...publicJwk, d: ecdh.getPrivateKey().toString('base64url') }
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  return { privateKey, publicKey: createPublicKey(privateKey), publicJwk }
}

export const importJwk = (jwk: FloorKey['publicJwk']): KeyObject => createPublicKey({ key: jwk, format: 'jwk' })

export const sha256 = (data: string | Buffer): string => hash('sha256', data, 'base64url')

const es256 = (key: KeyObject) => ({ key, dsaEncoding: 'ieee-p1363' }) as const

export const signBytes = (data: string, { privateKey }: FloorKey): Buffer =>
  sign('sha256', Buffer.from(data), es256(privateKey))

export const verifyBytes = (data: string, publicKey: KeyObject, signature: Buffer): boolean =>
  verify('sha256', Buffer.from(data), es256(publicKey), signature)

export const encodeJson = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export function signJwt(header: object, payload: object, key: FloorKey): string {
  const input = `${encodeJson({ alg: 'ES256', ...header })}.${encodeJson(payload)}`
  return `${input}.${signBytes(input, key).toString('base64url')}`
}

interface FloorJwt {
  // biome-ignore lint/suspicious/noExplicitAny: a floor checks no shape
  readonly header: any
  // biome-ignore lint/suspicious/noExplicitAny: a floor checks no shape
  readonly payload: any
  readonly input: string
  readonly signature: Buffer
}

export function readJwt(jwt: string): FloorJwt {
  const first = jwt.indexOf('.')
  const second = jwt.indexOf('.', first + 1)
  return {
    header: JSON.parse(Buffer.from(jwt.slice(0, first), 'base64url').toString()),
    payload: JSON.parse(Buffer.from(jwt.slice(first + 1, second), 'base64url').toString()),
    input: jwt.slice(0, second),
    signature: Buffer.from(jwt.slice(second + 1), 'base64url'),
  }
}

/** Verifies the signature of a JWT and returns its parts. Throws if the signature is not valid. Checks nothing else. */
export function verifyJwt(jwt: string, keyOf: KeyObject | ((jwt: FloorJwt) => KeyObject)): FloorJwt {
  const read = readJwt(jwt)
  const key = typeof keyOf === 'function' ? keyOf(read) : keyOf
  if (!verifyBytes(read.input, key, read.signature)) throw new Error('the signature of a floor JWT is not valid')
  return read
}

export const thumbprint = ({ x, y }: FloorKey['publicJwk']): string =>
  sha256(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`)

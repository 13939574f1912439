/** Stands in for `@pagopa/io-react-native-jwt`, whose functions are native code of a phone. */
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'
import { CompactEncrypt, importJWK } from 'jose'

const jsonOf = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())

export function decode(token) {
  const [header, payload] = token.split('.')
  return { protectedHeader: jsonOf(header), payload: jsonOf(payload) }
}

/** Verifies a signature by ES256, and the issuer where the caller names one. */
export async function verify(token, jwk, { issuer } = {}) {
  const [header, payload, signature = ''] = token.split('.')
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${header}.${payload}`)
  if (!verifySignature('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('the signature does not verify')
  const decoded = decode(token)
  if (issuer !== undefined && decoded.payload.iss !== issuer) throw new Error('the issuer is another')
  return decoded
}

export const thumbprint = async ({ crv, kty, x, y }) =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

export const removePadding = (text) => text.replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')

export const sha256ToBase64 = async (text) => createHash('sha256').update(text).digest('base64url')

const partOf = (content) => Buffer.from(JSON.stringify(content)).toString('base64url')

/** Signs a JWT with the key of a context. */
export class SignJWT {
  #claims = {}
  #context
  #header = {}

  constructor(context) {
    this.#context = context
  }

  setProtectedHeader(header) {
    this.#header = header
    return this
  }

  setPayload(claims) {
    this.#claims = { ...this.#claims, ...claims }
    return this
  }

  setAudience(aud) {
    return this.setPayload({ aud })
  }

  setIssuedAt() {
    return this.setPayload({ iat: Math.floor(Date.now() / 1000) })
  }

  async sign() {
    const signed = `${partOf(this.#header)}.${partOf(this.#claims)}`
    return `${signed}.${await this.#context.getSignature(signed)}`
  }
}

/** Encrypts a text to a public key. */
export class EncryptJwe {
  #header
  #text

  constructor(text, header) {
    this.#text = text
    this.#header = JSON.parse(JSON.stringify(header))
  }

  async encrypt(jwk) {
    const key = await importJWK(jwk, this.#header.alg)
    return new CompactEncrypt(new TextEncoder().encode(this.#text)).setProtectedHeader(this.#header).encrypt(key)
  }
}

export const getJwkFromHeader = () => undefined

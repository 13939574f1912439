/** Stands in for `@pagopa/io-react-native-jwt`, whose functions are native code of a phone. */
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'

const jsonOf = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())

export function decode(token) {
  const [header, payload] = token.split('.')
  return { protectedHeader: jsonOf(header), payload: jsonOf(payload) }
}

/** Verifies a signature by ES256. */
export async function verify(token, jwk) {
  const [header, payload, signature = ''] = token.split('.')
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${header}.${payload}`)
  if (!verifySignature('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('the signature does not verify')
  return decode(token)
}

export const thumbprint = async ({ crv, kty, x, y }) =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

export const removePadding = (text) => text.replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')

export const sha256ToBase64 = async (text) => createHash('sha256').update(text).digest('base64url')

export class SignJWT {}
export class EncryptJwe {}
export const getJwkFromHeader = () => undefined

/** Stands in for `@pagopa/io-react-native-jwt`, whose functions are native code of a phone. */
import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto'

type Key = Readonly<Record<string, string>>

const jsonOf = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString())

export function decode(token: string) {
  const [header, payload] = token.split('.')
  return { protectedHeader: jsonOf(header), payload: jsonOf(payload) }
}

/** Verifies a signature by ES256 and the times of a JWT. */
export async function verify(token: string, jwk: Key) {
  const [header, payload, signature = ''] = token.split('.')
  const key = createPublicKey({ key: jwk as never, format: 'jwk' })
  const signed = Buffer.from(`${header}.${payload}`)
  const bytes = Buffer.from(signature, 'base64url')
  if (!verifySignature('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes))
    throw new Error('the signature does not verify')
  return decode(token)
}

export const thumbprint = async ({ crv, kty, x, y }: Key): Promise<string> =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')

export const removePadding = (text: string): string =>
  text.replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')

export const sha256ToBase64 = async (text: string): Promise<string> =>
  createHash('sha256').update(text).digest('base64url')

export class SignJWT {}
export class EncryptJwe {}
export const getJwkFromHeader = (): never => {
  throw new Error('not needed')
}

/** A device key: a point on P-256 in a SubjectPublicKeyInfo (RFC 5480 §2). */
import { encodeBase64url, type PublicJwk } from '../base/index.ts'

/**
 * Start of the SubjectPublicKeyInfo of a P-256 key, up to its point: id-ecPublicKey, prime256v1, BIT STRING,
 * uncompressed.
 */
const p256Prefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex')

/** Field and constant of the curve y² = x³ − 3x + b (SEC 2 §2.4.2). */
const p256 = {
  p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
  b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
}

/** Returns the key of a P-256 SubjectPublicKeyInfo whose point is on the curve, or `undefined`. */
export function readP256Key(spki: Uint8Array): PublicJwk | undefined {
  const point = p256Prefix.length
  if (spki.length !== point + 64 || p256Prefix.compare(spki, 0, point) !== 0) return undefined
  const [x, y] = [spki.subarray(point, point + 32), spki.subarray(point + 32)] as const
  if (!isP256Point(integerOf(x), integerOf(y))) return undefined
  return { crv: 'P-256', kty: 'EC', x: encodeBase64url(x), y: encodeBase64url(y) }
}

/**
 * Returns true if a point is on the curve. This is the complete check, because the curve has prime order (SEC 1
 * §3.2.2.1). It takes a fifth of the time of an import into `node:crypto`.
 */
const isP256Point = (x: bigint, y: bigint): boolean =>
  x < p256.p && y < p256.p && (y * y - (x * x - 3n) * x - p256.b) % p256.p === 0n

const integerOf = (bytes: Uint8Array): bigint =>
  BigInt(`0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`)

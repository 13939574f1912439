/** Compressed points of a `did:key` on elliptic curves (SEC 1 §2.3.4): the x-coordinate and the parity of y. */
import { encodeBase64url, type PublicJwk } from '../base/index.ts'

/** A curve y² = x³ + ax + b over a prime field with p = 3 modulo 4, in which one exponentiation gives a square root. */
interface Curve {
  readonly bytes: number
  readonly p: bigint
  readonly a: bigint
  readonly b: bigint
}

/** Parameters from FIPS 186-4 §D.1.2 and SEC 2 §2.4.1. */
const curves: Readonly<Record<string, Curve>> = {
  'P-256': {
    bytes: 32,
    p: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
    a: -3n,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  },
  'P-384': {
    bytes: 48,
    p: 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
    a: -3n,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  },
  'P-521': {
    bytes: 66,
    p: 2n ** 521n - 1n,
    a: -3n,
    b: 0x51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e156193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00n,
  },
  secp256k1: { bytes: 32, p: 2n ** 256n - 2n ** 32n - 977n, a: 0n, b: 7n },
}

/**
 * Returns the key of a compressed point. Returns `undefined` for an unknown curve, and for bytes that are not a
 * compressed point of the curve.
 */
export function decompressPoint(crv: string, point: Uint8Array): PublicJwk | undefined {
  const curve = curves[crv]
  const [sign] = point
  if (curve === undefined || point.length !== curve.bytes + 1 || (sign !== 2 && sign !== 3)) return undefined
  const { bytes, p, a, b } = curve
  const x = numberOf(point.subarray(1))
  if (x >= p) return undefined
  const square = modulo(x * x * x + a * x + b, p)
  const root = power(square, (p + 1n) / 4n, p)
  const y = (root & 1n) === BigInt(sign & 1) ? root : p - root
  if (modulo(y * y, p) !== square || y >= p) return undefined
  return { kty: 'EC', crv, x: encodeBase64url(point.subarray(1)), y: encodeBase64url(bigEndian(y, bytes)) }
}

const modulo = (value: bigint, p: bigint): bigint => ((value % p) + p) % p

function power(base: bigint, exponent: bigint, p: bigint): bigint {
  let result = 1n
  let square = base
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % p
    square = (square * square) % p
  }
  return result
}

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)

/** Encodes an integer as `length` big-endian bytes. Drops higher bytes. */
export function bigEndian(value: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let index = length - 1, rest = value; index >= 0; index -= 1, rest >>= 8n) bytes[index] = Number(rest & 0xffn)
  return bytes
}

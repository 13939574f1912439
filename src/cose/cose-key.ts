/** COSE_Key (RFC 9052 §7, RFC 9053 §7) of an mdoc or of App Attest, and its conversion to and from JWK. */
import { decodeBase64url, encodeBase64url, type Failure, fail, type PublicJwk } from '../base/index.ts'
import { algorithmsByIdentifier } from './algorithms.ts'
import { type Cbor, type CborMap, isCborArray, isCborBytes, isCborMap } from './cbor.ts'

/** Reasons to refuse a COSE_Key: malformed, private (RFC 9052 §7), or unsupported. */
export type CoseKeyCode = 'cose_key_malformed' | 'cose_key_private' | 'cose_key_unsupported'

/** Labels of the map (RFC 9052 §7.1, RFC 9053 §7.1.1, §7.2). */
const labels = { kty: 1, alg: 3, keyOps: 4, crv: -1, x: -2, y: -3, d: -4 } as const

/** `sign` and `verify` (RFC 9052 table 5). Some issuers write `sign` into public keys. */
const signatureOperations: readonly Cbor[] = [1, 2]

const curves = [
  { kty: 2, crv: 1, jwk: { kty: 'EC', crv: 'P-256' }, bytes: 32 },
  { kty: 2, crv: 2, jwk: { kty: 'EC', crv: 'P-384' }, bytes: 48 },
  { kty: 2, crv: 3, jwk: { kty: 'EC', crv: 'P-521' }, bytes: 66 },
  { kty: 2, crv: 8, jwk: { kty: 'EC', crv: 'secp256k1' }, bytes: 32 },
  { kty: 1, crv: 6, jwk: { kty: 'OKP', crv: 'Ed25519' }, bytes: 32 },
] as const

/**
 * Converts a public signature key to a JWK. The JWK has `alg` if the COSE_Key has one. Refuses a key whose algorithm is
 * unknown, a key whose operations include neither `sign` nor `verify` (RFC 9052 §7.1), and a compressed point. Does not
 * check that the point is on the curve, nor that `alg` fits the curve.
 */
export function coseKeyToJwk(value: Cbor | undefined, at: string): PublicJwk | Failure<CoseKeyCode> {
  if (!isCborMap(value)) return fail('cose_key_malformed', at)
  if (value.has(labels.d)) return fail('cose_key_private', at)
  const row = curves.find(({ kty, crv }) => value.get(labels.kty) === kty && value.get(labels.crv) === crv)
  if (row === undefined) return fail('cose_key_unsupported', at)
  const alg = algorithmsByIdentifier.get(value.get(labels.alg) ?? null)
  const isUnsupported = (value.has(labels.alg) && alg === undefined) || !isForSignatures(value.get(labels.keyOps))
  if (isUnsupported) return fail('cose_key_unsupported', at) // RFC 9052 §7.1
  const members = alg === undefined ? row.jwk : { ...row.jwk, alg }
  const x = value.get(labels.x)
  const y = value.get(labels.y)
  if (!isCborBytes(x) || x.length !== row.bytes) return fail('cose_key_malformed', at)
  if (row.jwk.kty === 'OKP') return { ...members, x: encodeBase64url(x) }
  if (typeof y === 'boolean') return fail('cose_key_unsupported', at)
  if (!isCborBytes(y) || y.length !== row.bytes) return fail('cose_key_malformed', at)
  return { ...members, x: encodeBase64url(x), y: encodeBase64url(y) }
}

const isForSignatures = (operations: Cbor | undefined): boolean =>
  operations === undefined || (isCborArray(operations) && operations.some((one) => signatureOperations.includes(one)))

const rowOf = ({ kty, crv }: PublicJwk) => curves.find(({ jwk }) => jwk.kty === kty && jwk.crv === crv)

/** Returns true if the key's type and curve have a COSE_Key form. */
export const hasCoseKey = (jwk: PublicJwk): boolean => rowOf(jwk) !== undefined

/**
 * Converts a public key to a COSE_Key. Throws a TypeError for an unsupported type or curve and for malformed base64url.
 * Does not check the length of the coordinates: an absent one becomes an empty byte string.
 */
export function jwkToCoseKey(jwk: PublicJwk): CborMap {
  const row = rowOf(jwk)
  const x = decodeBase64url(jwk.x ?? '')
  const y = decodeBase64url(jwk.y ?? '')
  if (row === undefined || x === undefined || y === undefined)
    throw new TypeError('the key has no COSE_Key form: unsupported type or curve, or malformed base64url')
  const members: [Cbor, Cbor][] = [
    [labels.kty, row.kty],
    [labels.crv, row.crv],
    [labels.x, x],
  ]
  if (row.jwk.kty === 'EC') members.push([labels.y, y])
  return new Map(members)
}

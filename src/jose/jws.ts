/**
 * Compact JWS and JWT (RFC 7515, RFC 7519), in two steps: `parseJws` does the cheap checks (shape, algorithm, `typ`,
 * `crit`), and `verifyJws` verifies the signature. So a malformed token is refused before any cryptography. Neither
 * uses a key in the header (RFC 8725 §3.10): the caller passes the key.
 */
import {
  agoEvidence,
  aheadEvidence,
  type CryptoContext,
  decodeBase64url,
  decodeBase64urlText,
  encodeBase64url,
  encodeUtf8,
  type Failure,
  fail,
  failed,
  isNumericDate,
  type JsonCode,
  type JsonObject,
  looksLikeMilliseconds,
  type MaybePromise,
  millisecondsEvidence,
  type NumericDate,
  type PublicJwk,
  parseJsonObject,
  sizeEvidence,
  type Verified,
  verified,
  whenResolved,
} from '../base/index.ts'
import { algorithmRow, isJwsAlgorithm, type JwsAlgorithm, keyFits } from './algorithms.ts'
import { encodeHeader } from './encode-header.ts'
import type { Signer } from './signer.ts'

/** Reasons to refuse a JWS before a key is selected (RFC 7515 §5.2, RFC 8725 §3.1, §3.11). */
export type JwsParseCode =
  | JsonCode
  | 'jws_malformed'
  | 'jws_unsigned'
  | 'alg_none'
  | 'alg_mac'
  | 'alg_unsupported'
  | 'crit_unsupported'
  | 'typ_mismatch'

/** Reasons to refuse a signature: the key does not fit `alg`, the key is unusable, or the signature is wrong. */
export type JwsVerifyCode = 'key_mismatch' | 'key_unusable' | 'signature_invalid'

/** Reasons to refuse `iat`, `nbf` or `exp` (RFC 7519 §4.1): not a NumericDate, expired, or not yet valid. */
export type JwtTimeCode = 'time_invalid' | 'expired' | 'not_yet_valid'

/** Reasons to refuse a JWT before its other claims are checked. */
export type JwsCode = JwsParseCode | JwsVerifyCode | JwtTimeCode

/** Conditions for parsing a JWS. The parser verifies no signature and checks no claim. */
export interface JwsPolicy {
  /** Accepted values of `typ`. `undefined` in the list allows an absent `typ`. */
  readonly typ: readonly (string | undefined)[]
  readonly algorithms: readonly JwsAlgorithm[]
  /** Maximum length of the whole JWS in characters. Defaults to 131 072. */
  readonly size?: number
}

/** A parsed compact JWS (RFC 7515 §7.1). Neither its signature nor its times are checked. */
export interface ParsedJws {
  readonly header: JsonObject & { readonly alg: JwsAlgorithm }
  readonly payload: JsonObject
  /** The text as received. */
  readonly compact: string
  readonly signature: Uint8Array
}

const defaultSize = 131_072

/** Compares two `typ` values by RFC 7515 §4.1.9 (GEN-13). Ignores case and a leading `application/`. */
export const typMatches = (typ: string, expected: string): boolean => shortTyp(typ) === shortTyp(expected)

const shortTyp = (typ: string): string => {
  const name = typ.toLowerCase()
  return name.startsWith('application/') ? name.slice('application/'.length) : name
}

/**
 * Parses a compact JWS whose payload is a JSON object. Checks the shape, and `alg` and `typ` against the policy.
 * Refuses `crit`. Does not verify the signature and checks no claim: do not trust the result. `at` is the place of the
 * JWS in failures.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { parseJws } from 'fiducia/jose'
 *
 * const unsigned = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbGljZSJ9.'
 * const jws = parseJws(unsigned, { typ: ['JWT'], algorithms: ['ES256'] }, 'token')
 * assert.ok(failed(jws))
 * assert.equal(jws.code, 'alg_none')
 * assert.equal(jws.at, 'token.header.alg')
 * ```
 */
export function parseJws(compact: string, policy: JwsPolicy, at: string): ParsedJws | Failure<JwsParseCode> {
  const { size = defaultSize } = policy
  if (compact.length > size) return fail('json_too_large', at, sizeEvidence(compact.length, size, 'characters'))
  const firstDot = compact.indexOf('.')
  const secondDot = compact.indexOf('.', firstDot + 1)
  if (firstDot < 1 || secondDot < 0 || compact.indexOf('.', secondDot + 1) >= 0) return fail('jws_malformed', at)
  const part = (from: number, to: number, name: string) => {
    const text = decodeBase64urlText(compact.slice(from, to))
    return text === undefined
      ? fail('jws_malformed', placeOf(compact, at, name))
      : parseJsonObject(text, `${at}.${name}`, { size })
  }
  const header = part(0, firstDot, 'header')
  if (failed(header)) return header
  const { alg } = header
  if (typeof alg !== 'string')
    return fail('alg_unsupported', `${at}.header.alg`, { expected: policy.algorithms, found: alg })
  if (alg.toLowerCase() === 'none') return fail('alg_none', `${at}.header.alg`)
  if (/^hs\d+$/i.test(alg)) return fail('alg_mac', `${at}.header.alg`)
  if (!isJwsAlgorithm(alg) || !policy.algorithms.includes(alg))
    return fail('alg_unsupported', `${at}.header.alg`, { expected: policy.algorithms, found: alg })
  if (Object.hasOwn(header, 'crit')) return fail('crit_unsupported', `${at}.header.crit`)
  const { typ } = header
  const isListed = typeof typ === 'string' && policy.typ.some((kind) => kind !== undefined && typMatches(typ, kind))
  if (!isListed && !(typ === undefined && policy.typ.includes(undefined)))
    return fail('typ_mismatch', `${at}.header.typ`, { expected: policy.typ.map((kind) => kind ?? 'none'), found: typ })
  const payload = part(firstDot + 1, secondDot, 'payload')
  if (failed(payload)) return payload
  if (secondDot === compact.length - 1) return fail('jws_unsigned', at)
  const signature = decodeBase64url(compact.slice(secondDot + 1))
  if (signature === undefined) return fail('jws_malformed', placeOf(compact, at, 'signature'))
  return { header: header as ParsedJws['header'], payload, compact, signature }
}

/**
 * Returns the place of a fault: the part, or `white_space` if the text contains any. A compact JWS contains none (RFC
 * 7515 §7.1), and a trailing newline is easily overlooked.
 */
const placeOf = (compact: string, at: string, part: string): string =>
  `${at}.${/\s/.test(compact) ? 'white_space' : part}`

/**
 * Verifies the signature of a parsed JWS with exactly this key. Checks that the key fits the algorithm (type, curve,
 * `alg`, `use`, `key_ops`). Ignores `jwk`, `jku`, `x5u` and `x5c` of the header (GEN-18). Does not check claims. Does
 * not check whose key it is. Returns a promise only if the crypto adapter does.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { generateSigner, parseJws, signJwt, verifyJws } from 'fiducia/jose'
 * import { createNodeCrypto } from 'fiducia/node'
 *
 * const ctx = { crypto: createNodeCrypto() }
 * const signer = await generateSigner(ctx)
 * const jwt = await signJwt(signer, { typ: 'JWT' }, { sub: 'alice' })
 * const jws = parseJws(jwt, { typ: ['JWT'], algorithms: ['ES256'] }, 'token')
 * const signed = failed(jws) ? jws : await verifyJws(ctx, jws, signer.publicJwk, 'token')
 * assert.ok(!failed(signed))
 * assert.equal(signed.payload.sub, 'alice')
 * ```
 */
export function verifyJws(
  ctx: CryptoContext,
  jws: ParsedJws,
  jwk: PublicJwk,
  at: string,
): MaybePromise<Verified<ParsedJws> | Failure<JwsVerifyCode>> {
  const { alg } = jws.header
  const { scheme, signatureBytes = modulusBytes(jwk) } = algorithmRow(alg)
  if (!keyFits(jwk, alg)) return fail('key_mismatch', at)
  if (jws.signature.length !== signatureBytes) return fail('signature_invalid', at)
  return whenResolved(ctx.crypto.importVerificationKey(jwk, scheme), (key) => {
    if (key === undefined) return fail('key_unusable', at)
    const signed = encodeUtf8(jws.compact.slice(0, jws.compact.lastIndexOf('.')))
    const result = ctx.crypto.verify(scheme, key, signed, jws.signature)
    return whenResolved(result, (valid) => (valid ? verified(jws) : fail('signature_invalid', at)))
  })
}

/**
 * Returns the length of an RSA key's modulus in bytes. The signatures of the key have the same length (RFC 8017 §8.1.2,
 * §8.2.2). Some libraries also accept a signature without its leading zeros, so `verifyJws` checks the length.
 */
const modulusBytes = ({ n }: PublicJwk): number | undefined =>
  typeof n === 'string' ? decodeBase64url(n)?.length : undefined

/** Time at which `exp`, `iat` and `nbf` are checked (RFC 7519 §4.1). */
export interface JwtTimePolicy {
  readonly now: NumericDate
  /** Maximum clock difference in seconds. */
  readonly skew: number
}

/**
 * Checks `iat`, `nbf` and `exp` if present (RFC 7519 §4.1.4–4.1.6). An `exp` that is at least `skew` in the past is
 * `expired`. An `iat` or `nbf` that is more than `skew` in the future is `not_yet_valid`, or `time_invalid` if it looks
 * like milliseconds. Does not check that they are present. Returns the first failure, or `undefined`.
 */
export function checkJwtTimes(
  payload: JsonObject,
  { now, skew }: JwtTimePolicy,
  at: string,
): undefined | Failure<JwtTimeCode> {
  for (const name of ['iat', 'nbf', 'exp'])
    if (payload[name] !== undefined && !isNumericDate(payload[name])) return fail('time_invalid', `${at}.${name}`)
  const { iat, nbf, exp } = payload as { iat?: NumericDate; nbf?: NumericDate; exp?: NumericDate }
  if (exp !== undefined && now >= exp + skew) return fail('expired', `${at}.exp`, agoEvidence(exp, now, skew))
  for (const [name, time] of [
    ['iat', iat],
    ['nbf', nbf],
  ] as const) {
    if (time === undefined || time <= now + skew) continue
    if (looksLikeMilliseconds(time)) return fail('time_invalid', `${at}.${name}`, millisecondsEvidence(time))
    return fail('not_yet_valid', `${at}.${name}`, aheadEvidence(time, now, skew))
  }
  return undefined
}

/**
 * Signs a JWT. The signer determines `alg`. The header must not contain `alg`.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateSigner, signJwt } from 'fiducia/jose'
 * import { createNodeCrypto } from 'fiducia/node'
 *
 * const signer = await generateSigner({ crypto: createNodeCrypto() })
 * const jwt = await signJwt(signer, { typ: 'JWT', kid: signer.kid }, { sub: 'alice' })
 * assert.equal(jwt.split('.').length, 3)
 * ```
 */
export async function signJwt(
  signer: Pick<Signer, 'alg' | 'sign'>,
  header: { readonly typ?: string; readonly alg?: never } & Readonly<Record<string, unknown>>,
  payload: Readonly<Record<string, unknown>>,
): Promise<string> {
  const input = `${encodeHeader({ alg: signer.alg, ...header })}.${encodeBase64url(JSON.stringify(payload))}`
  return `${input}.${encodeBase64url(await signer.sign(encodeUtf8(input)))}`
}

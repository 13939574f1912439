/**
 * Compact JWS and JWT (RFC 7515, RFC 7519), in two steps: `parseJws` does what costs nothing (shape, algorithm, `typ`,
 * `crit`), `verifyJws` does the cryptography. So a forged or mistaken token is refused before a signature is computed.
 * No key is ever taken from a header here (RFC 8725 §3.10): the caller says which key it must be.
 */
import {
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
  type MaybePromise,
  type NumericDate,
  type PublicJwk,
  parseJsonObject,
  secondsAgo,
  secondsAhead,
  type Verified,
  verified,
  whenKnown,
} from '../base/index.ts'
import { algorithmRow, isJwsAlgorithm, type JwsAlgorithm, keyFits } from './algorithms.ts'
import { encodeHeader } from './encode-header.ts'
import type { Signer } from './signer.ts'

/** Why a text is no JWS that could be verified (RFC 7515 §5.2, RFC 8725 §3.1, §3.11); no key was looked at. */
export type JwsParseCode =
  | JsonCode
  | 'jws_malformed'
  | 'jws_unsigned'
  | 'alg_none'
  | 'alg_mac'
  | 'alg_unsupported'
  | 'crit_unsupported'
  | 'typ_mismatch'

/** Why the signature does not hold: a key of another type than `alg` asks for, no valid key, or another one. */
export type JwsVerifyCode = 'key_mismatch' | 'key_unusable' | 'signature_invalid'

/** What is wrong with `iat`, `nbf` and `exp` (RFC 7519 §4.1): no NumericDate, past, or still to come. */
export type JwtTimeCode = 'time_invalid' | 'expired' | 'not_yet_valid'

/** Everything that can be wrong with a JWT before its own claims are looked at. */
export type JwsCode = JwsParseCode | JwsVerifyCode | JwtTimeCode

/** What a JWS must be before its key is looked for: by shape alone, nothing of it is trusted yet. */
export interface JwsPolicy {
  /** Accepted values of `typ`, without `application/`. `undefined` in the list means: may be absent. */
  readonly typ: readonly (string | undefined)[]
  readonly algorithms: readonly JwsAlgorithm[]
  /** Characters of the whole; 131 072 when not said. */
  readonly size?: number
}

/** A compact JWS by its shape (RFC 7515 §7.1): neither signature nor times are judged yet. */
export interface ParsedJws {
  readonly header: JsonObject & { readonly alg: JwsAlgorithm }
  readonly payload: JsonObject
  /** The text as received. */
  readonly compact: string
  readonly signature: Uint8Array
}

const defaultSize = 131_072

/** Compares a `typ` as RFC 7515 §4.1.9 has it (GEN-13): letter case and a leading `application/` do not count. */
export const typMatches = (typ: string, expected: string): boolean => {
  const name = typ.toLowerCase()
  return (name.startsWith('application/') ? name.slice('application/'.length) : name) === expected.toLowerCase()
}

/**
 * Reads a compact JWS whose payload is a JSON object. Checks shape, `alg` against the policy, `crit`, `typ`.
 * Does not verify the signature and looks at no claim: nothing it returns may be trusted.
 */
export function parseJws(compact: string, policy: JwsPolicy, at: string): ParsedJws | Failure<JwsParseCode> {
  const { size = defaultSize } = policy
  if (compact.length > size) return fail('json_too_large', at)
  const first = compact.indexOf('.')
  const second = compact.indexOf('.', first + 1)
  if (first < 1 || second < 0 || compact.indexOf('.', second + 1) >= 0) return fail('jws_malformed', at)
  const header = parsePart(compact.slice(0, first), size, `${at}.header`)
  if (failed(header))
    return header.code === 'jws_malformed' ? fail(header.code, placeOf(compact, at, 'header')) : header
  const { alg } = header
  if (typeof alg !== 'string') return fail('alg_unsupported', `${at}.header.alg`)
  if (alg.toLowerCase() === 'none') return fail('alg_none', `${at}.header.alg`)
  if (/^hs\d+$/i.test(alg)) return fail('alg_mac', `${at}.header.alg`)
  if (!isJwsAlgorithm(alg) || !policy.algorithms.includes(alg))
    return fail('alg_unsupported', `${at}.header.alg`, { expected: policy.algorithms, found: alg })
  if (Object.hasOwn(header, 'crit')) return fail('crit_unsupported', `${at}.header.crit`)
  const { typ } = header
  const named = typeof typ === 'string' && policy.typ.some((kind) => kind !== undefined && typMatches(typ, kind))
  if (!named && !(typ === undefined && policy.typ.includes(undefined)))
    return fail('typ_mismatch', `${at}.header.typ`, { expected: typNames(policy.typ), found: typ })
  const payload = parsePart(compact.slice(first + 1, second), size, `${at}.payload`)
  if (failed(payload)) return payload
  if (second === compact.length - 1) return fail('jws_unsigned', at)
  const signature = decodeBase64url(compact.slice(second + 1))
  if (signature === undefined) return fail('jws_malformed', placeOf(compact, at, 'signature'))
  return { header: header as ParsedJws['header'], payload, compact, signature }
}

const typNames = (kinds: JwsPolicy['typ']): readonly string[] => kinds.map((kind) => kind ?? 'none')

/** White space belongs to no part of a compact JWS (RFC 7515 §7.1), and nobody sees the newline at the end of a file. */
const placeOf = (compact: string, at: string, part: string): string =>
  `${at}.${/\s/.test(compact) ? 'white_space' : part}`

function parsePart(part: string, size: number, at: string): JsonObject | Failure<JsonCode | 'jws_malformed'> {
  const text = decodeBase64urlText(part)
  return text === undefined ? fail('jws_malformed', at) : parseJsonObject(text, at, { size })
}

/**
 * Verifies the signature of a parsed JWS with exactly this key. Checks that the key fits the algorithm (type, curve,
 * `alg`, `use`, `key_ops`). Takes none from the header's `jwk`, `jku`, `x5u` or `x5c` (GEN-18). Does not check any claim,
 * and not that the key belongs to anybody. A promise only where the adapter answers later.
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
  return whenKnown(ctx.crypto.importVerificationKey(jwk, scheme), (key) => {
    if (key === undefined) return fail('key_unusable', at)
    const signed = encodeUtf8(jws.compact.slice(0, jws.compact.lastIndexOf('.')))
    const holds = ctx.crypto.verify(scheme, key, signed, jws.signature)
    return whenKnown(holds, (valid) => (valid ? verified(jws) : fail('signature_invalid', at)))
  })
}

/** Of an RSA key, and so of its signatures (RFC 8017 §8.1.2, §8.2.2): some libraries take one with its leading zeros cut off. */
const modulusBytes = ({ n }: PublicJwk): number | undefined =>
  typeof n === 'string' ? decodeBase64url(n)?.length : undefined

/** By which moment `exp`, `iat` and `nbf` are judged (RFC 7519 §4.1). */
export interface JwtTimePolicy {
  readonly now: NumericDate
  /** Seconds by which clocks may differ. */
  readonly skew: number
}

/**
 * Judges `iat`, `nbf` and `exp` where they stand (RFC 7519 §4.1.4–4.1.6). That a claim is present at all is its
 * artefact's schema's business.
 */
export function checkJwtTimes(
  payload: JsonObject,
  { now, skew }: JwtTimePolicy,
  at: string,
): undefined | Failure<JwtTimeCode> {
  for (const name of ['iat', 'nbf', 'exp'])
    if (payload[name] !== undefined && !isNumericDate(payload[name])) return fail('time_invalid', `${at}.${name}`)
  const { iat, nbf, exp } = payload as { iat?: NumericDate; nbf?: NumericDate; exp?: NumericDate }
  if (exp !== undefined && now >= exp + skew) return fail('expired', `${at}.exp`, secondsAgo(exp, now, skew))
  if (iat !== undefined && iat > now + skew) return fail('not_yet_valid', `${at}.iat`, secondsAhead(iat, now, skew))
  if (nbf !== undefined && nbf > now + skew) return fail('not_yet_valid', `${at}.nbf`, secondsAhead(nbf, now, skew))
  return undefined
}

/** Signs a JWT. `alg` comes from the signer; a header may not carry one of its own. */
export async function signJwt(
  signer: Pick<Signer, 'alg' | 'sign'>,
  header: { readonly typ?: string; readonly alg?: never } & Readonly<Record<string, unknown>>,
  payload: Readonly<Record<string, unknown>>,
): Promise<string> {
  const input = `${encodeHeader({ alg: signer.alg, ...header })}.${encodeBase64url(JSON.stringify(payload))}`
  return `${input}.${encodeBase64url(await signer.sign(encodeUtf8(input)))}`
}

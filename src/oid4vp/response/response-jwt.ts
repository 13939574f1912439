/**
 * The JWT of `direct_post.jwt` at the Relying Party (JARM draft 03; RP-49, RP-50): a decrypted text, a signed JWT, or
 * both. The key of a signed response is attested by the Wallet Attestation in that response, so parsing and verifying
 * are two steps.
 */
import {
  type CryptoContext,
  decodeUtf8,
  type Failure,
  fail,
  failed,
  type JsonCode,
  type JsonObject,
  type NumericDate,
  type PublicJwk,
  parseJsonObject,
  type Verified,
} from '../../base/index.ts'
import {
  checkJwtTimes,
  type JwsAlgorithm,
  type JwsParseCode,
  type JwsVerifyCode,
  type JwtTimeCode,
  type ParsedJws,
  parseJws,
  verifyJws,
} from '../../jose/index.ts'
import {
  type AuthorizationErrorResponse,
  type ErrorResponseCode,
  parseErrorResponse,
} from './authorization-error-response.ts'
import { responseSizeLimit } from './response-size.ts'

/** Protection of a response. */
export type ResponseProtection = 'encrypted' | 'signed' | 'signed_encrypted'

/** A parsed response. Neither authenticated nor verified. */
export type ResponseJwt =
  | {
      readonly kind: 'response'
      readonly members: JsonObject
      readonly state: string
      /** The signed JWT, to be verified with `verifyResponseSignature`. `undefined` for an unsigned response. */
      readonly jws: ParsedJws | undefined
    }
  | AuthorizationErrorResponse

/** Reasons to refuse the JWT of a response. */
export type ResponseJwtCode =
  | JsonCode
  | JwsParseCode
  | ErrorResponseCode
  | 'response_not_text'
  | 'response_protection_mismatch'
  | 'state_mismatch'
  | 'exp_malformed'
  | 'expired'

/** Conditions for the JWT of a response (JARM; OpenID4VP D20). They do not concern the presentations in it. */
export interface ResponseJwtPolicy {
  /** Accepted protections. */
  readonly protections: readonly ResponseProtection[]
  /** Accepted signature algorithms. */
  readonly algorithms: readonly JwsAlgorithm[]
  /** `state` of the form. If present, it must equal the `state` in the JWT. */
  readonly outerState: string | undefined
  readonly now: NumericDate
  /** Maximum clock difference in seconds. */
  readonly skew: number
}

/** Recognizes any JSON value in a decrypted text. The base64url of a JWS header never begins like a JSON value. */
const jsonForm = /^\s*(?:[{["\-\d]|(?:null|true|false)\s*$)/

/** JARM defines no `typ`. These are the values of deployed wallets. */
const signedTypes = [undefined, 'JWT', 'oauth-authz-resp+jwt']

/**
 * Parses the plaintext of a JWE (`decrypted`), or the signed JWT of the form (`signed`). Checks the protection, the
 * `state` in the JWT, that `outerState` equals it, and the `exp` of an unsigned response. Members with an `error` that
 * is not `null` are an error response, even if they contain a `vp_token` (D-269). Does not verify a signature.
 */
export function parseResponseJwt(
  source: { readonly decrypted: Uint8Array } | { readonly signed: string },
  policy: ResponseJwtPolicy,
): ResponseJwt | Failure<ResponseJwtCode> {
  const text = 'signed' in source ? source.signed : decodeUtf8(source.decrypted)
  if (text === undefined) return fail('response_not_text', 'response')
  const isSigned = 'signed' in source || !jsonForm.test(text) // RP-49: a response that must be signed is never parsed as plain JSON
  const protection = 'signed' in source ? 'signed' : isSigned ? 'signed_encrypted' : 'encrypted'
  if (!policy.protections.includes(protection))
    return fail('response_protection_mismatch', decisiveMember(protection, policy.protections), {
      expected: policy.protections,
      found: protection,
    }) // RP-10
  const signedPolicy = { typ: signedTypes, algorithms: policy.algorithms, size: responseSizeLimit }
  const jws = isSigned ? parseJws(text, signedPolicy, 'response') : undefined
  if (failed(jws)) return jws // RP-49
  const members = jws?.payload ?? parseJsonObject(text, 'response', { size: responseSizeLimit })
  if (failed(members)) return members
  const { state, error } = members
  if (typeof state !== 'string' || state === '') return fail('state_missing', 'response.state') // RP-50
  if (policy.outerState !== undefined && policy.outerState !== state) return fail('state_mismatch', 'state') // RP-50
  const timeFault = jws === undefined ? checkExpiry(members, policy) : undefined
  if (timeFault !== undefined) return timeFault
  if (error !== undefined && error !== null) return parseErrorResponse(members) // D-269
  return { kind: 'response', members, state, jws }
}

/**
 * Checks the `exp` of an encrypted response without signature, which some JARM libraries add. It is optional (D-411).
 */
function checkExpiry(
  { exp }: JsonObject,
  { now, skew }: ResponseJwtPolicy,
): Failure<'exp_malformed' | 'expired'> | undefined {
  if (exp === undefined || exp === null) return undefined
  if (typeof exp !== 'number' || !Number.isFinite(exp)) return fail('exp_malformed', 'response.exp') // RP-49
  return now < exp + skew ? undefined : fail('expired', 'response.exp', { expected: `after ${now - skew}`, found: exp }) // RP-49
}

/** Returns the metadata member from which a wallet could know that `protection` is not one of the accepted ones. */
const decisiveMember = (protection: ResponseProtection, accepted: readonly ResponseProtection[]): string =>
  protection === 'signed' || (protection === 'signed_encrypted' && accepted.includes('signed'))
    ? 'metadata.authorization_encrypted_response_alg'
    : 'metadata.authorization_signed_response_alg'

/** Reasons to refuse a signed response. */
export type ResponseSignatureCode =
  | JwsVerifyCode
  | JwtTimeCode
  | 'iss_missing'
  | 'iss_mismatch'
  | 'aud_missing'
  | 'aud_mismatch'
  | 'exp_missing'

/** Expected content of a signed response (JARM). */
export interface ResponseSignatureExpectation {
  /**
   * Accepted values of `iss`: the thumbprint of the attested key, and the URL of the wallet instance, which contains
   * the thumbprint.
   */
  readonly iss: readonly string[]
  /** Identifier of this Relying Party. */
  readonly aud: string
  readonly now: NumericDate
  /** Maximum clock difference in seconds. */
  readonly skew: number
}

/**
 * Verifies a signed response with the attested key (RP-49): issuer, audience (one string, this Relying Party),
 * lifetime, signature. The caller must verify the Wallet Attestation in the response, which contains the key.
 */
export async function verifyResponseSignature(
  ctx: CryptoContext,
  jws: ParsedJws,
  key: PublicJwk,
  { iss, aud, now, skew }: ResponseSignatureExpectation,
): Promise<Verified<ParsedJws> | Failure<ResponseSignatureCode>> {
  const { payload } = jws
  if (typeof payload.iss !== 'string') return fail('iss_missing', 'response.iss') // RP-49
  if (!iss.includes(payload.iss)) return fail('iss_mismatch', 'response.iss', { expected: iss, found: payload.iss }) // RP-49
  if (payload.aud === undefined) return fail('aud_missing', 'response.aud') // RP-49
  if (payload.aud !== aud) return fail('aud_mismatch', 'response.aud', { expected: aud, found: payload.aud }) // RP-49
  if (payload.exp === undefined) return fail('exp_missing', 'response.exp') // RP-49
  const timeFault = checkJwtTimes(payload, { now, skew }, 'response')
  if (timeFault !== undefined) return timeFault // RP-49
  return verifyJws(ctx, jws, key, 'response')
}

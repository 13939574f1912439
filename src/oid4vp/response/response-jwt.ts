/**
 * The JWT of `direct_post.jwt` at the Relying Party (JARM draft 03; RP-49, RP-50): what came out of the decryption, or a
 * signed JWT, or one inside the other. The key of a signed response is the one that the Wallet Attestation inside it
 * attests, so reading and verifying are two steps.
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

/** How the JWT of a response was protected. */
export type ResponseProtection = 'encrypted' | 'signed' | 'signed_encrypted'

/** What the JWT of a response says, by its shape. Nobody is authenticated yet, nor is a signature verified. */
export type ResponseJwt =
  | {
      readonly kind: 'response'
      readonly members: JsonObject
      readonly state: string
      /** Present for a signed response, which is to be verified with `verifyResponseSignature`. */
      readonly jws: ParsedJws | undefined
      readonly protection: ResponseProtection
    }
  | AuthorizationErrorResponse

/** Why what a wallet posted is no response to this request. */
export type ResponseJwtCode =
  | JsonCode
  | JwsParseCode
  | ErrorResponseCode
  | 'response_not_text'
  | 'response_protection_mismatch'
  | 'state_mismatch'

/** What a response in one JWT must be (JARM; OpenID4VP D20). The presentations in it are judged elsewhere. */
export interface ResponseJwtPolicy {
  /** What this Relying Party takes; `encrypted` and `signed_encrypted` unless configured otherwise. */
  readonly protections: readonly ResponseProtection[]
  readonly algorithms: readonly JwsAlgorithm[]
  /** `state` of the form. */
  readonly outerState: string | undefined
}

/** Of what came out of a JWE: JSON, whatever value it is. The base64url of a JWS header never begins so. */
const jsonForm = /^\s*(?:[{["\-\d]|(?:null|true|false)\s*$)/

/** JARM names no `typ`; the kinds that deployed wallets write are taken. */
const signedTypes = [undefined, 'JWT', 'oauth-authz-resp+jwt']

/**
 * Reads the plaintext of a JWE (`bytes`), or the signed JWT that stood in the form (`text`). Checks the protection, the
 * inner `state` and that the outer one equals it. An `error` counts whatever stands beside it, and `null` is none (D-269).
 * Verifies no signature.
 */
export function parseResponseJwt(
  source: { readonly decrypted: Uint8Array } | { readonly signed: string },
  policy: ResponseJwtPolicy,
): ResponseJwt | Failure<ResponseJwtCode> {
  const text = 'signed' in source ? source.signed : decodeUtf8(source.decrypted)
  if (text === undefined) return fail('response_not_text', 'response')
  const isSigned = 'signed' in source || !jsonForm.test(text) // RP-49: what is to be signed is never read as bare JSON
  const protection = 'signed' in source ? 'signed' : isSigned ? 'signed_encrypted' : 'encrypted'
  if (!policy.protections.includes(protection))
    return fail('response_protection_mismatch', decisiveMember(protection, policy.protections), {
      expected: policy.protections,
      found: protection,
    }) // RP-10
  const jws = isSigned ? parseJws(text, { typ: signedTypes, algorithms: policy.algorithms }, 'response') : undefined
  if (failed(jws)) return jws // RP-49
  const members = jws?.payload ?? parseJsonObject(text, 'response')
  if (failed(members)) return members
  const { state, error } = members
  if (typeof state !== 'string' || state === '') return fail('state_missing', 'response.state') // RP-50
  if (policy.outerState !== undefined && policy.outerState !== state) return fail('state_mismatch', 'state') // RP-50
  if (error !== undefined && error !== null) return parseErrorResponse(members) // D-269
  return { kind: 'response', members, state, jws, protection }
}

/** The member of the Relying Party's metadata that tells a wallet how to protect a response instead. */
const decisiveMember = (protection: ResponseProtection, taken: readonly ResponseProtection[]): string =>
  protection === 'signed' || (protection === 'signed_encrypted' && taken.includes('signed'))
    ? 'metadata.authorization_encrypted_response_alg'
    : 'metadata.authorization_signed_response_alg'

/** Why the signature of a response, or what it says of itself, does not hold. */
export type ResponseSignatureCode =
  | JwsVerifyCode
  | JwtTimeCode
  | 'iss_missing'
  | 'iss_mismatch'
  | 'aud_missing'
  | 'aud_mismatch'
  | 'exp_missing'

/** What a signed response must say (JARM). The attested key that must have signed it comes out of the attestation in it. */
export interface ResponseSignatureExpectation {
  /** Who may sign: the attested key's thumbprint, and the URL form of it. */
  readonly iss: readonly string[]
  /** This Relying Party's identifier. */
  readonly aud: string
  readonly now: NumericDate
  /** Seconds by which clocks may differ. */
  readonly skew: number
}

/** Verifies a signed response with the attested key (RP-49): issuer, audience (one, ours), life, signature. */
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
  const late = checkJwtTimes(payload, { now, skew }, 'response')
  if (late !== undefined) return late // RP-49
  return verifyJws(ctx, jws, key, 'response')
}

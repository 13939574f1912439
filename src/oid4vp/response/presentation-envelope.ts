/**
 * The signed envelope of the drafts of 2023: a JWT that contains the SD-JWT and is signed with the key bound to the
 * credential. It replaces the Key Binding JWT. Accepted only in variant 1 (`scope`) with the setting
 * `acceptSignedEnvelope` (RP-52). Our wallet never creates such an envelope.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type NumericDate,
  type PublicJwk,
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

/** A parsed envelope (variant 1). Neither signature nor content is verified. */
export interface PresentationEnvelope {
  readonly jws: ParsedJws
  /** The issued SD-JWT with disclosures. Not verified. */
  readonly presentation: string
}

/** Reasons why an envelope cannot be parsed. */
export type EnvelopeParseCode = JwsParseCode | 'envelope_presentation_missing'

/**
 * Parses an envelope, whose `typ` must be `JWT`. Does not verify the signature, because the credential in the envelope
 * contains the key.
 */
export function parsePresentationEnvelope(
  compact: string,
  algorithms: readonly JwsAlgorithm[],
): PresentationEnvelope | Failure<EnvelopeParseCode> {
  const jws = parseJws(compact, { typ: ['JWT'], algorithms }, 'vp')
  if (failed(jws)) return jws
  const { vp } = jws.payload
  if (typeof vp !== 'string' || !vp.includes('~')) return fail('envelope_presentation_missing', 'vp.vp') // RP-52
  return { jws, presentation: vp }
}

/** Reasons to refuse a parsed envelope. */
export type EnvelopeCode =
  | JwsVerifyCode
  | JwtTimeCode
  | 'aud_mismatch'
  | 'nonce_mismatch'
  | 'exp_missing'
  | 'iat_missing'
  | 'jti_missing'

/** Request that the envelope must answer. */
export interface EnvelopeExpectation {
  readonly responseUri: string
  readonly presentationNonce: string
  readonly now: NumericDate
  /** Maximum clock difference in seconds. */
  readonly skew: number
}

/**
 * Verifies the envelope with the `cnf` key of the verified credential in it: audience, nonce, lifetime, presence of
 * `jti`, signature. Does not check that the `jti` is new.
 */
export async function verifyPresentationEnvelope(
  ctx: CryptoContext,
  { jws }: PresentationEnvelope,
  credentialKey: PublicJwk,
  { responseUri, presentationNonce, now, skew }: EnvelopeExpectation,
): Promise<Verified<ParsedJws> | Failure<EnvelopeCode>> {
  const { payload } = jws
  if (payload.aud !== responseUri) return fail('aud_mismatch', 'vp.aud', { expected: responseUri, found: payload.aud }) // RP-65
  if (payload.nonce !== presentationNonce) return fail('nonce_mismatch', 'vp.nonce') // RP-66
  if (payload.exp === undefined) return fail('exp_missing', 'vp.exp')
  if (payload.iat === undefined) return fail('iat_missing', 'vp.iat') // RP-68
  if (typeof payload.jti !== 'string') return fail('jti_missing', 'vp.jti')
  const timeFault = checkJwtTimes(payload, { now, skew }, 'vp')
  if (timeFault !== undefined) return timeFault
  return verifyJws(ctx, jws, credentialKey, 'vp')
}

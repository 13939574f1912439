/**
 * The signed envelope of 2023: a JWT by the credential's key round the SD-JWT, in place of a Key Binding JWT. Taken in
 * variant 1 by option only (RP-52); our wallet never makes one.
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

/** A signed presentation by its shape (variant 1): neither its signature nor what it holds is verified yet. */
export interface PresentationEnvelope {
  readonly jws: ParsedJws
  /** The issued SD-JWT with its disclosures; not verified. */
  readonly presentation: string
}

/** Why a text is no envelope; no signature was looked at. */
export type EnvelopeParseCode = JwsParseCode | 'envelope_presentation_missing'

/** Opens the envelope. The key that must have signed it stands in the credential inside, so verifying comes later. */
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

/** Why an envelope does not show that the holder presents this to us, now. */
export type EnvelopeCode =
  | JwsVerifyCode
  | JwtTimeCode
  | 'aud_mismatch'
  | 'nonce_mismatch'
  | 'exp_missing'
  | 'iat_missing'
  | 'jti_missing'

/** The request that it must be made for. `skew`: seconds by which clocks may differ. */
export interface EnvelopeExpectation {
  readonly responseUri: string
  readonly presentationNonce: string
  readonly now: NumericDate
  /** Seconds by which clocks may differ. */
  readonly skew: number
}

/** Verifies the envelope with the `cnf` key of the verified credential inside: audience, nonce, life, signature. */
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
  const late = checkJwtTimes(payload, { now, skew }, 'vp')
  if (late !== undefined) return late
  return verifyJws(ctx, jws, credentialKey, 'vp')
}

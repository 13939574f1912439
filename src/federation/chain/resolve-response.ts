/**
 * The resolve response (OpenID Federation 1.0 §8.3.2): metadata of an entity, signed by a resolver, with the chain and
 * the valid trust marks. A client that does not validate the chain itself has to trust the resolver.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type Json,
  type NumericDate,
  type PublicJwk,
  type Verified,
  verified,
} from '../../base/index.ts'
import {
  checkJwtTimes,
  type JwsAlgorithm,
  type JwsCode,
  parseJws,
  type Signer,
  signJwt,
  verifyJws,
} from '../../jose/index.ts'
import { readTrustMarks, type TrustMarkEntry, trustMarksClaim } from '../mark/trust-marks-claim.ts'
import { type Metadata, type MetadataFormCode, parseMetadata } from '../statement/entity-statement.ts'
import { findKey } from '../trust-evaluator.ts'

/** `typ` of a resolve response (OpenID Federation 1.0 §8.3.2). */
const resolveResponseType = 'resolve-response+jwt'
/** Media type of a resolve response (OpenID Federation 1.0 §8.3.2). */
export const resolveResponseMediaType = 'application/resolve-response+jwt'

/** Claims of a resolve response (OpenID Federation 1.0 §8.3.2). The caller has verified them. */
export interface ResolveResponseInput {
  readonly issuer: string
  readonly subject: string
  readonly metadata: Metadata
  /** Statements, subject first. */
  readonly trustChain: readonly string[]
  /** Valid trust marks only. */
  readonly trustMarks: readonly TrustMarkEntry[]
  readonly issuedAt: NumericDate
  /** Earliest expiry of the chain and the marks. */
  readonly expiresAt: NumericDate
}

/** Creates and signs the response. */
export const createResolveResponse = (signer: Signer, input: ResolveResponseInput): Promise<string> =>
  signJwt(
    signer,
    { typ: resolveResponseType, kid: signer.kid }, // FED-30
    {
      iss: input.issuer, // FED-30
      sub: input.subject, // FED-30
      iat: input.issuedAt, // FED-30
      exp: input.expiresAt, // FED-30
      metadata: input.metadata, // FED-30
      trust_chain: input.trustChain, // FED-30
      ...(input.trustMarks.length > 0 && { trust_marks: trustMarksClaim(input.trustMarks) }), // FED-30
    },
  )

/** Reasons to refuse a resolve response. */
export type ResolveResponseCode =
  | JwsCode
  | MetadataFormCode
  | 'kid_unknown'
  | 'resolve_iss_mismatch'
  | 'resolve_sub_mismatch'
  | 'resolve_iat_missing'
  | 'resolve_exp_missing'
  | 'resolve_metadata_missing'
  | 'resolve_trust_chain_malformed'

/** A verified resolve response. The caller can validate its `trustChain` itself. */
export interface ResolveResponse {
  readonly metadata: Metadata
  /** Statements, subject first. Not validated. */
  readonly trustChain: readonly string[]
  readonly trustMarks: readonly TrustMarkEntry[]
  readonly expiresAt: NumericDate
}

/**
 * Verifies a response: `typ`, resolver, subject, times, the form of metadata and chain, and the signature with one of
 * the resolver's keys. Does not validate the chain or the trust marks in it. `skew` is in seconds.
 */
export async function verifyResolveResponse(
  ctx: CryptoContext,
  compact: string,
  policy: {
    readonly resolver: string
    readonly resolverKeys: readonly PublicJwk[]
    readonly subject: string
    readonly algorithms: readonly JwsAlgorithm[]
    readonly now: NumericDate
    readonly skew: number
  },
  at = 'resolve_response',
): Promise<Verified<ResolveResponse> | Failure<ResolveResponseCode>> {
  const jws = parseJws(compact, { typ: [resolveResponseType], algorithms: policy.algorithms }, at)
  if (failed(jws)) return jws
  const { iss, sub, iat, exp, trust_chain, trust_marks } = jws.payload
  if (iss !== policy.resolver) return fail('resolve_iss_mismatch', `${at}.payload.iss`) // FED-30
  if (sub !== policy.subject) return fail('resolve_sub_mismatch', `${at}.payload.sub`) // FED-30
  if (iat === undefined) return fail('resolve_iat_missing', `${at}.payload.iat`) // FED-30
  if (exp === undefined) return fail('resolve_exp_missing', `${at}.payload.exp`) // FED-30
  if (jws.payload.metadata === undefined) return fail('resolve_metadata_missing', `${at}.payload.metadata`) // FED-30
  const metadata = parseMetadata(jws.payload.metadata, `${at}.payload.metadata`)
  if (failed(metadata)) return metadata
  if (!isChain(trust_chain)) return fail('resolve_trust_chain_malformed', `${at}.payload.trust_chain`) // FED-30
  const times = checkJwtTimes(jws.payload, policy, `${at}.payload`)
  if (failed(times)) return times
  const key = findKey(policy.resolverKeys, jws.header.kid)
  if (key === undefined) return fail('kid_unknown', `${at}.header.kid`) // FED-30
  const signature = await verifyJws(ctx, jws, key, at)
  if (failed(signature)) return signature
  return verified({
    metadata,
    trustChain: trust_chain,
    trustMarks: readTrustMarks(trust_marks),
    expiresAt: exp as NumericDate,
  })
}

const isChain = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((statement) => typeof statement === 'string')

/**
 * Client authentication at the PID Provider's PAR endpoint: `client_assertion` contains the Wallet Attestation
 * (it-wallet §Pushed authorization request). Later IT-Wallet versions append `~` and a proof of possession of the
 * attested key, also at the token endpoint (D-428). The folder `wallet-attestation/` verifies the attestation itself.
 */
import {
  agoEvidence,
  aheadEvidence,
  type Claim,
  type CryptoContext,
  type Failure,
  fail,
  failed,
  isNumericDate,
  type JsonObject,
  type NumericDate,
  type PublicJwk,
  type Random,
  randomUuid,
  type Verified,
  verified,
} from '../base/index.ts'
import { checkJwtTimes, type JwsCode, parseJws, type Signer, signJwt, typMatches, verifyJws } from '../jose/index.ts'
import {
  assertionTypeClientAttestation,
  assertionTypeKeyAttestation,
  typAttestationPop,
  typDraftAttestationPop,
  typOauthAttestationPop,
} from './identifiers.ts'
import { audienceWithin, type JwtPolicy, maximumAssertionLifetime, staleAt } from './jwt-policy.ts'
import { isTokenIdentifier } from './parameters.ts'

/** Reasons to refuse a `client_assertion` before it is verified. */
export type AttestationAssertionCode =
  | 'client_assertion_type_unsupported'
  | 'pop_unexpected'
  | 'client_assertion_malformed'

/** Reasons to refuse a proof of possession of the attested key. */
export type AttestationPopCode =
  | JwsCode
  | 'pop_claim_foreign'
  | 'iss_mismatch'
  | 'aud_mismatch'
  | 'iat_missing'
  | 'pop_stale'
  | 'lifetime_too_long'
  | 'jti_missing'
  | 'jti_malformed'

/** The two parts of a `client_assertion`. */
export interface AttestationAssertion {
  /** The received Wallet Attestation. Not verified. */
  readonly attestation: string
  /** The received proof of possession, if any. */
  readonly pop: string | undefined
}

/** A Wallet Attestation with its proof of possession. */
export type ProvenAttestation = AttestationAssertion & { readonly pop: string }

/** Conditions for a proof of possession. The store checks that the `jti` is unused. */
export interface AttestationPopPolicy extends JwtPolicy {
  /** The attested key from the verified attestation. */
  readonly key: PublicJwk
  /** Thumbprint of the attested key. It identifies the client. */
  readonly clientId: string
  /** Accepted audiences: the PID Provider's identifier and endpoints. */
  readonly audiences: readonly string[]
  /** Maximum age in seconds since `iat`. `skew` is added. */
  readonly lifetime: number
}

/** A verified proof of possession. It can be replayed unless the caller stores `attestationPopClaim(pop)`. */
export interface AttestationPop {
  readonly clientId: string
  readonly jti: string
  /** Time from which the proof is refused as too old or expired. A store needs its `jti` only until then. */
  readonly expiresAt: NumericDate
}

/**
 * Splits a `client_assertion` into attestation and proof of possession. Refuses an unsupported type, and a proof of
 * possession with the type `jwt-key-attestation`. Does not verify either part.
 */
export function parseAttestationAssertion(
  type: string,
  assertion: string,
): AttestationAssertion | Failure<AttestationAssertionCode> {
  const expected = [assertionTypeKeyAttestation, assertionTypeClientAttestation]
  if (!expected.includes(type))
    return fail('client_assertion_type_unsupported', 'form.client_assertion_type', { expected, found: type }) // PP-41
  const parsed = splitAttestationAssertion(assertion)
  if (failed(parsed)) return parsed
  const isUnexpected = parsed.pop !== undefined && type === assertionTypeKeyAttestation
  return isUnexpected ? fail('pop_unexpected', 'form.client_assertion') : parsed // PP-09
}

/** Splits a string at `~` into an attestation and an optional proof of possession. Does not verify either part. */
export function splitAttestationAssertion(
  assertion: string,
): AttestationAssertion | Failure<'client_assertion_malformed'> {
  const [attestation, pop, ...rest] = assertion.split('~')
  if (!attestation || pop === '' || rest.length > 0) return fail('client_assertion_malformed', 'form.client_assertion') // PP-09
  return { attestation, pop }
}

/** Creates a proof of possession with the attested key. The proof expires after 60 seconds. */
export const createAttestationPop = (
  ctx: { readonly random: Random },
  signer: Signer,
  { clientId, audience, now }: { readonly clientId: string; readonly audience: string; readonly now: NumericDate },
): Promise<string> =>
  signJwt(
    signer,
    { typ: typAttestationPop, kid: signer.kid },
    { iss: clientId, aud: audience, iat: now, exp: now + 60, jti: randomUuid(ctx.random) },
  )

/**
 * Verifies a proof of possession with the attested key. Requires `aud` and `jti`, and `iss` unless the `typ` is that of
 * later drafts (D-356). A present `iss` must name the client. Without `iat`, requires an `exp` that is at most an hour
 * ahead (D-1142). Does not check whether the `jti` was used: the caller must store `attestationPopClaim(pop)`.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { defaultAlgorithms as algorithms, generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createNodeRandom, createSystemClock } from 'fiducia/node'
 * import { createAttestationPop, verifyAttestationPop } from 'fiducia/oauth'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom() }
 * const { now, audience } = { now: createSystemClock().now(), audience: 'https://pid.example' }
 * const attested = await generateSigner(ctx)
 * const clientId = attested.kid
 * const compact = await createAttestationPop(ctx, attested, { clientId, audience, now })
 * const policy = { key: attested.publicJwk, clientId, audiences: [audience], algorithms, now, skew: 30, lifetime: 60 }
 * assert.ok(!failed(await verifyAttestationPop(ctx, compact, policy)))
 * ```
 */
export async function verifyAttestationPop(
  ctx: CryptoContext,
  compact: string,
  policy: AttestationPopPolicy,
): Promise<Verified<AttestationPop> | Failure<AttestationPopCode>> {
  const kinds = [typAttestationPop, typOauthAttestationPop, typDraftAttestationPop, undefined]
  const jws = parseJws(compact, { typ: kinds, algorithms: policy.algorithms }, 'pop')
  if (failed(jws)) return jws
  const { header, payload } = jws
  const { jti } = payload
  const foreign = header.typ === undefined ? claimsOfOthers.find((name) => payload[name] !== undefined) : undefined
  if (foreign !== undefined) return fail('pop_claim_foreign', `pop.payload.${foreign}`) // PP-09
  const mustNameClient = payload.iss !== undefined || !typMatches(String(header.typ), typOauthAttestationPop) // D-356
  if (mustNameClient && payload.iss !== policy.clientId)
    return fail('iss_mismatch', 'pop.payload.iss', { expected: policy.clientId, found: payload.iss }) // PP-09
  if (!audienceWithin(payload.aud, policy.audiences))
    return fail('aud_mismatch', 'pop.payload.aud', { expected: policy.audiences, found: payload.aud }) // PP-09
  const times = checkJwtTimes(payload, policy, 'pop.payload')
  if (times) return times
  const expiresAt = endOfPop(payload, policy)
  if (failed(expiresAt)) return expiresAt
  if (jti === undefined) return fail('jti_missing', 'pop.payload.jti') // PP-09
  if (!isTokenIdentifier(jti)) return fail('jti_malformed', 'pop.payload.jti') // PP-09
  const signed = await verifyJws(ctx, jws, policy.key, 'pop')
  if (failed(signed)) return signed
  return verified({ clientId: policy.clientId, jti, expiresAt })
}

/**
 * Claims of the other JWTs that a wallet signs with the attested key: the client assertion and the Request Object. A
 * proof without `typ` must have none of them, because either may have no `typ` too (D-1142).
 */
const claimsOfOthers = ['sub', 'client_id']

/** Returns the time from which the proof is refused. Refuses a proof that is too old, or valid for too long. */
function endOfPop(
  { iat, exp }: JsonObject,
  policy: AttestationPopPolicy,
): NumericDate | Failure<'iat_missing' | 'pop_stale' | 'lifetime_too_long'> {
  if (isNumericDate(iat)) {
    const end = staleAt(iat, policy.lifetime, policy)
    if (policy.now >= end)
      return fail('pop_stale', 'pop.payload.iat', agoEvidence(iat, policy.now, policy.lifetime + policy.skew)) // PP-09
    return end
  }
  if (!isNumericDate(exp)) return fail('iat_missing', 'pop.payload.iat') // PP-09
  if (exp > policy.now + maximumAssertionLifetime)
    return fail('lifetime_too_long', 'pop.payload.exp', aheadEvidence(exp, policy.now, maximumAssertionLifetime)) // PP-09
  return exp + policy.skew
}

/** Returns the claim by which a store accepts a proof of possession once. Each client has its own `jti` values. */
export const attestationPopClaim = ({ clientId, jti, expiresAt }: AttestationPop): Claim<'attestation_pop_jti'> => ({
  name: 'attestation_pop_jti',
  value: `${clientId} ${jti}`,
  expiresAt,
})

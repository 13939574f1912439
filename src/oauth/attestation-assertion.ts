/**
 * Client authentication at the PID Provider's PAR endpoint: `client_assertion` is the wallet's Wallet Attestation, alone
 * (it-wallet §Pushed authorization request) or, in the form of later IT-Wallet versions, followed by `~` and a proof of
 * possession of the attested key. Whether the attestation itself holds is judged by wallet-attestation/.
 */
import {
  type Claim,
  type CryptoContext,
  type Failure,
  fail,
  failed,
  isNumericDate,
  type NumericDate,
  type PublicJwk,
  type Random,
  randomUuid,
  secondsAgo,
  type Verified,
  verified,
} from '../base/index.ts'
import { checkJwtTimes, type JwsCode, parseJws, type Signer, signJwt, verifyJws } from '../jose/index.ts'
import {
  assertionTypeClientAttestation,
  assertionTypeKeyAttestation,
  typAttestationPop,
  typOauthAttestationPop,
} from './identifiers.ts'
import { audienceWithin, type JwtPolicy, staleAt } from './jwt-policy.ts'
import { isTokenIdentifier } from './parameters.ts'

/** Why `client_assertion` is no Wallet Attestation that could be verified. */
export type AttestationAssertionCode = 'client_assertion_type_unsupported' | 'pop_unexpected' | 'assertion_malformed'

/** Why a proof of possession does not show that the wallet has the attested key, here and now. */
export type AttestationPopCode =
  | JwsCode
  | 'iss_mismatch'
  | 'aud_mismatch'
  | 'iat_missing'
  | 'pop_stale'
  | 'jti_missing'
  | 'jti_malformed'

/** The two parts of a wallet's `client_assertion`, told apart. */
export interface AttestationAssertion {
  /** The Wallet Attestation as received: not verified. */
  readonly attestation: string
  /** Its proof of possession as received, when one came. */
  readonly pop: string | undefined
}

/** With its proof of possession, as both come where one needs the other. */
export type ProvenAttestation = AttestationAssertion & { readonly pop: string }

/**
 * By what the proof of possession beside an attestation is judged (it-wallet §Pushed authorization request). Whether its
 * `jti` was used before is a store's to say.
 */
export interface AttestationPopPolicy extends JwtPolicy {
  /** The attested key, out of the verified attestation. */
  readonly key: PublicJwk
  /** Its thumbprint, which is the client's id. */
  readonly clientId: string
  /** The provider's identifier, and those of its endpoints that may stand for it. */
  readonly audiences: readonly string[]
  /** Seconds from `iat` during which a proof is good. */
  readonly lifetime: number
}

/** A proof that holds. Its `jti` is not claimed yet: until then it is good a second time. */
export interface AttestationPop {
  readonly clientId: string
  readonly jti: string
  /** From then on it is refused for its age, so that its `jti` need not be remembered. */
  readonly expiresAt: NumericDate
}

/** Takes `client_assertion` apart by its type. Verifies nothing. */
export function parseAttestationAssertion(
  type: string,
  assertion: string,
): AttestationAssertion | Failure<AttestationAssertionCode> {
  const known = type === assertionTypeKeyAttestation || type === assertionTypeClientAttestation
  if (!known) return fail('client_assertion_type_unsupported', 'form.client_assertion_type') // PP-41
  const parsed = splitAttestationAssertion(assertion)
  if (failed(parsed)) return parsed
  const isUnexpected = parsed.pop !== undefined && type === assertionTypeKeyAttestation
  return isUnexpected ? fail('pop_unexpected', 'form.client_assertion') : parsed // PP-09
}

/** An attestation, and its proof of possession where one follows. */
export function splitAttestationAssertion(assertion: string): AttestationAssertion | Failure<'assertion_malformed'> {
  const [attestation, pop, ...rest] = assertion.split('~')
  if (!attestation || pop === '' || rest.length > 0) return fail('assertion_malformed', 'form.client_assertion') // PP-09
  return { attestation, pop }
}

/** Makes the proof of possession with the attested key. */
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
 * Verifies a proof of possession with the attested key. Does not know whether its `jti` was used: claim
 * `attestationPopClaim(pop)`.
 */
export async function verifyAttestationPop(
  ctx: CryptoContext,
  compact: string,
  policy: AttestationPopPolicy,
): Promise<Verified<AttestationPop> | Failure<AttestationPopCode>> {
  const kinds = [typAttestationPop, typOauthAttestationPop]
  const jws = parseJws(compact, { typ: kinds, algorithms: policy.algorithms }, 'pop')
  if (failed(jws)) return jws
  const { header, payload } = jws
  const { iat, jti } = payload
  const isNamed = payload.iss !== undefined || header.typ === typAttestationPop // D-356
  if (isNamed && payload.iss !== policy.clientId)
    return fail('iss_mismatch', 'pop.payload.iss', { expected: policy.clientId, found: payload.iss }) // PP-09
  if (!audienceWithin(payload.aud, policy.audiences))
    return fail('aud_mismatch', 'pop.payload.aud', { expected: policy.audiences, found: payload.aud }) // PP-09
  const times = checkJwtTimes(payload, policy, 'pop.payload')
  if (times) return times
  if (!isNumericDate(iat)) return fail('iat_missing', 'pop.payload.iat') // PP-09
  if (policy.now >= staleAt(iat, policy.lifetime, policy))
    return fail('pop_stale', 'pop.payload.iat', secondsAgo(iat, policy.now, policy.lifetime + policy.skew)) // PP-09
  if (jti === undefined) return fail('jti_missing', 'pop.payload.jti') // PP-09
  if (!isTokenIdentifier(jti)) return fail('jti_malformed', 'pop.payload.jti') // PP-09
  const signed = await verifyJws(ctx, jws, policy.key, 'pop')
  if (failed(signed)) return signed
  return verified({ clientId: policy.clientId, jti, expiresAt: staleAt(iat, policy.lifetime, policy) })
}

/** The single use of a proof of possession, scoped to its client. */
export const attestationPopClaim = ({ clientId, jti, expiresAt }: AttestationPop): Claim<'attestation_pop_jti'> => ({
  name: 'attestation_pop_jti',
  value: `${clientId} ${jti}`,
  expiresAt,
})

/**
 * The trust mark (OpenID Federation 1.0 §7): its issuer states that an entity meets a set of requirements. The holder
 * publishes it in `trust_marks` of its Entity Configuration. The Trust Anchor lists the issuers and owners of a type.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type MaybePromise,
  memoizeByObject,
  type NumericDate,
  type PublicJwk,
  type Verified,
  verified,
} from '../../base/index.ts'
import {
  checkJwtTimes,
  type JwsAlgorithm,
  type JwsParseCode,
  type JwsVerifyCode,
  type JwtTimeCode,
  type JwtTimePolicy,
  type ParsedJws,
  parseJws,
  type Signer,
  signJwt,
  verifyJws,
} from '../../jose/index.ts'
import { findKey } from '../trust-evaluator.ts'
import { endOfDelegation, type TrustMarkDelegationCode, verifyTrustMarkDelegation } from './trust-mark-delegation.ts'
import type { TrustMarkPermissions } from './trust-mark-permissions.ts'
import type { TrustMarkEntry } from './trust-marks-claim.ts'

/** `typ` of a trust mark (OpenID Federation 1.0 §7.1). */
const trustMarkType = 'trust-mark+jwt'
/** Media type of a trust mark (OpenID Federation 1.0 §8.6.2). */
export const trustMarkMediaType = 'application/trust-mark+jwt'

/**
 * Returns the expiry of a mark or of its delegation, whichever is earlier (D-325). Infinite if neither has `exp`. Does
 * not verify the delegation.
 */
export const endOfMark = memoizeByObject(
  ({ exp = Number.POSITIVE_INFINITY, delegation }: TrustMark): NumericDate =>
    delegation === undefined ? exp : Math.min(exp, endOfDelegation(delegation)),
)

/** Claims of a trust mark (OpenID Federation 1.0 §7.1). */
export interface TrustMarkInput {
  readonly issuer: string
  readonly holder: string
  readonly trustMarkType: string
  readonly issuedAt: NumericDate
  readonly expiresAt: NumericDate
  /** Delegation by the owner of the type, if it has an owner. */
  readonly delegation?: string
}

/**
 * Creates and signs a trust mark.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createTrustMark } from 'fiducia/federation'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 *
 * const signer = await generateSigner({ crypto: createNodeCrypto() })
 * const now = createSystemClock().now()
 * const mark = await createTrustMark(signer, {
 *   ...{ issuer: 'https://ta.example', holder: 'https://rp.example', trustMarkType: 'https://ta.example/public' },
 *   ...{ issuedAt: now, expiresAt: now + 86_400 },
 * })
 * assert.equal(mark.split('.').length, 3)
 * ```
 */
export const createTrustMark = (signer: Signer, input: TrustMarkInput): Promise<string> =>
  signJwt(
    signer,
    { typ: trustMarkType, kid: signer.kid }, // FED-31
    {
      iss: input.issuer, // FED-31
      sub: input.holder, // FED-31
      trust_mark_type: input.trustMarkType, // FED-31
      id: input.trustMarkType, // FED-36
      iat: input.issuedAt, // FED-31
      exp: input.expiresAt, // FED-31
      ...(input.delegation !== undefined && { delegation: input.delegation }), // FED-35
    },
  )

/** A parsed trust mark (OpenID Federation 1.0 §7.1). Not verified: anybody can create one. */
export interface TrustMark {
  readonly jws: ParsedJws
  readonly iss: string
  readonly sub: string
  readonly trust_mark_type: string
  readonly iat: NumericDate
  /** `undefined` for a mark that does not expire. */
  readonly exp: NumericDate | undefined
  /** The received delegation. Not parsed. */
  readonly delegation: string | undefined
}

/** Reasons to refuse a malformed trust mark. */
export type TrustMarkParseCode =
  | JwsParseCode
  | 'mark_claim_missing'
  | 'mark_claim_malformed'
  | Extract<JwtTimeCode, 'time_invalid'>

/**
 * Parses a mark: `typ`, algorithm, required claims, and the form of the times. Does not check whether the mark is valid
 * now, its signature, its holder, or whether its issuer is authorised.
 */
export function parseTrustMark(
  compact: string,
  algorithms: readonly JwsAlgorithm[],
  at: string,
): TrustMark | Failure<TrustMarkParseCode> {
  const jws = parseJws(compact, { typ: [trustMarkType], algorithms }, at) // FED-07
  if (failed(jws)) return jws
  const { iss, sub, iat, exp, trust_mark_type, trust_mark_id, id, delegation } = jws.payload
  const type = trust_mark_type ?? trust_mark_id ?? id // FED-36
  if (typeof iss !== 'string') return fail('mark_claim_missing', `${at}.payload.iss`) // FED-07
  if (typeof sub !== 'string') return fail('mark_claim_missing', `${at}.payload.sub`) // FED-07
  if (typeof type !== 'string') return fail('mark_claim_missing', `${at}.payload.trust_mark_type`) // FED-07
  if (iat === undefined) return fail('mark_claim_missing', `${at}.payload.iat`) // FED-07
  const times = checkJwtTimes(jws.payload, { now: 0, skew: Number.POSITIVE_INFINITY }, `${at}.payload`)
  if (failed(times)) return fail('time_invalid', times.at) // GEN-10
  const isText = delegation === undefined || typeof delegation === 'string'
  if (!isText) return fail('mark_claim_malformed', `${at}.payload.delegation`) // FED-35
  return {
    jws,
    iss,
    sub,
    trust_mark_type: type,
    iat: iat as NumericDate,
    exp: exp as NumericDate | undefined,
    delegation,
  }
}

/** A verified trust mark. */
export interface ValidTrustMark extends TrustMark {
  /** Expiry of the mark or of its delegation, whichever is earlier. Infinite if neither expires. */
  readonly expiresAt: NumericDate
}

/** Reasons not to trust a mark's issuer: no trust chain to the anchor, or a chain that cannot be fetched now. */
export type TrustMarkIssuerCode = 'mark_issuer_untrusted' | 'mark_issuer_unavailable'

/**
 * Reasons to refuse a trust mark (OpenID Federation 1.0 §7.3). `mark_type_unrecognised`: `trust_mark_issuers` of the
 * anchor does not contain the type. `delegation_missing`: the type has an owner, but the mark has no delegation.
 * `delegation_owner_unknown`: the mark has a delegation, but the type has no owner.
 */
export type TrustMarkCode =
  | TrustMarkParseCode
  | JwtTimeCode
  | JwsVerifyCode
  | TrustMarkIssuerCode
  | TrustMarkDelegationCode
  | 'kid_unknown'
  | 'mark_sub_mismatch'
  | 'mark_type_mismatch'
  | 'mark_type_unrecognised'
  | 'mark_issuer_not_allowed'
  | 'delegation_missing'
  | 'delegation_owner_unknown'

/** Conditions for a trust mark (OpenID Federation 1.0 §7). A revoked mark can meet them. */
export interface TrustMarkPolicy extends JwtTimePolicy {
  /** The entity whose configuration contains the mark. */
  readonly holder: string
  /** The Trust Anchor's claims about issuers and owners. */
  readonly trustMarkPermissions: TrustMarkPermissions
  readonly algorithms: readonly JwsAlgorithm[]
  /** Returns the federation keys of an issuer, from a chain to the same anchor. */
  readonly issuerKeys: (issuer: string) => MaybePromise<readonly PublicJwk[] | Failure<TrustMarkIssuerCode>>
}

/**
 * Verifies one entry of `trust_marks`: holder, type, times and permitted issuer first, then the issuer's keys, the
 * signature and the delegation. Does not request the status, so a revoked mark is accepted.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { createTrustMark, verifyTrustMark } from 'fiducia/federation'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto } from 'fiducia/node'
 *
 * const ctx = { crypto: createNodeCrypto() }
 * const signer = await generateSigner(ctx)
 * const [issuer, holder, type] = ['https://ta.example', 'https://rp.example', 'https://ta.example/public'] as const
 * const times = { issuedAt: 1767225600, expiresAt: 1767229200 }
 * const trust_mark = await createTrustMark(signer, { issuer, holder, trustMarkType: type, ...times })
 * const trustMarkPermissions = { issuers: new Map([[type, [issuer]]]), owners: new Map() }
 * const policy = { holder, trustMarkPermissions, algorithms: ['ES256'], now: times.issuedAt, skew: 30 } as const
 * const issuerKeys = () => [signer.publicJwk]
 * assert.ok(!failed(await verifyTrustMark(ctx, { trust_mark_type: type, trust_mark }, { ...policy, issuerKeys })))
 * ```
 */
export async function verifyTrustMark(
  ctx: CryptoContext,
  entry: TrustMarkEntry,
  policy: TrustMarkPolicy,
  at = 'trust_mark',
): Promise<Verified<ValidTrustMark> | Failure<TrustMarkCode>> {
  const mark = parseTrustMark(entry.trust_mark, policy.algorithms, at)
  if (failed(mark)) return mark
  if (mark.sub !== policy.holder) return fail('mark_sub_mismatch', `${at}.payload.sub`) // FED-07
  if (mark.trust_mark_type !== entry.trust_mark_type) return fail('mark_type_mismatch', `${at}.payload.trust_mark_type`) // FED-07
  const times = checkJwtTimes(mark.jws.payload, policy, `${at}.payload`) // FED-07
  if (failed(times)) return times
  const { issuers, owners } = policy.trustMarkPermissions
  const allowed = issuers.get(mark.trust_mark_type)
  if (allowed === undefined) return fail('mark_type_unrecognised', `${at}.payload.trust_mark_type`) // FED-07
  const listed = allowed.length === 0 || allowed.includes(mark.iss)
  if (!listed) return fail('mark_issuer_not_allowed', `${at}.payload.iss`) // FED-07
  const owner = owners.get(mark.trust_mark_type)
  if (owner !== undefined && mark.delegation === undefined)
    return fail('delegation_missing', `${at}.payload.delegation`) // FED-35
  if (owner === undefined && mark.delegation !== undefined)
    return fail('delegation_owner_unknown', `${at}.payload.delegation`) // FED-35
  const keys = await policy.issuerKeys(mark.iss)
  if (failed(keys)) return keys
  const key = findKey(keys, mark.jws.header.kid)
  if (key === undefined) return fail('kid_unknown', `${at}.header.kid`) // FED-07
  const signature = await verifyJws(ctx, mark.jws, key, at)
  if (failed(signature)) return signature
  const { exp = Number.POSITIVE_INFINITY } = mark
  if (owner === undefined || mark.delegation === undefined) return verified({ ...mark, expiresAt: exp })
  const { trust_mark_type, iss } = mark
  const delegationPolicy = {
    ...policy,
    owner: owner.entityId,
    ownerKeys: owner.keys,
    issuer: iss,
    trustMarkType: trust_mark_type,
  }
  const delegation = await verifyTrustMarkDelegation(ctx, mark.delegation, delegationPolicy, `${at}.payload.delegation`)
  if (failed(delegation)) return delegation
  return verified({ ...mark, expiresAt: Math.min(exp, delegation.expiresAt ?? exp) }) // FED-35
}

/**
 * Status List Token: the list as a signed JWT, `statuslist+jwt`, published by the issuer of the tokens that refer to it
 * and fetched by whoever was shown one (draft-ietf-oauth-status-list-12 §5.1, §8).
 */
import { z } from 'zod'
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type NumericDate,
  type PublicJwk,
  placeOf,
  type Verified,
  verified,
} from '../base/index.ts'
import type { TrustCode } from '../federation/trust-evaluator.ts'
import {
  checkJwtTimes,
  type JwsAlgorithm,
  type JwsCode,
  type JwsVerifyCode,
  keyFits,
  type ParsedJws,
  parseJws,
  type Signer,
  sameKey,
  signJwt,
  verifyJws,
} from '../jose/index.ts'
import {
  compressStatusList,
  inflatedLimit,
  inflateStatusList,
  type StatusBits,
  type StatusList,
  type StatusListCode,
} from './status-list.ts'

/** Of the response (draft-ietf-oauth-status-list-12 §8.2). */
export const statusListMediaType = 'application/statuslist+jwt'

/**
 * Characters of a token, and bytes of the answer that brings it: a list of `inflatedLimit` that nothing compresses, twice
 * in base64url, and room for all else. Whatever list the configuration allows can be read.
 */
export const statusListTokenLimit = Math.ceil((inflatedLimit * 16) / 9) + 65_536

/** What a referenced token carries in its `status` claim (§6.2). */
export const statusReference = z.looseObject({
  status_list: z.looseObject({ idx: z.number().int().nonnegative(), uri: z.string() }),
})

/** The member `status_list` of a token's `status` claim (draft-ietf-oauth-status-list-12 §6.2). */
export interface StatusReference {
  /** The token's index in the list. */
  readonly idx: number
  /** Where the list is: its `sub`. */
  readonly uri: string
}

/** Why a text is no list of this issuer for this URI that may be used now (draft-ietf-oauth-status-list-12 §8.3). */
export type StatusListTokenCode =
  | JwsCode
  | StatusListCode
  | 'status_token_malformed'
  | 'status_uri_mismatch'
  | 'status_key_unknown'

const payloadSchema = z.looseObject({
  sub: z.string(),
  iat: z.number(),
  exp: z.number().optional(),
  ttl: z.number().positive().optional(),
  status_list: z.looseObject({
    bits: z.union([z.literal(1), z.literal(2), z.literal(4), z.literal(8)]),
    lst: z.string(),
  }),
})

/** A list to be signed (draft-ietf-oauth-status-list-12 §5.1). */
export interface StatusListTokenInput {
  readonly uri: string
  readonly list: StatusList
  readonly now: NumericDate
  readonly lifetimeSeconds: number
  /** How long a reader may keep the list before it asks again. */
  readonly ttlSeconds: number
}

/** Signs the list as it stands now. */
export async function createStatusListToken(signer: Signer, input: StatusListTokenInput): Promise<string> {
  const { uri, list, now, lifetimeSeconds, ttlSeconds } = input
  return signJwt(
    signer,
    { typ: 'statuslist+jwt', kid: signer.kid }, // PP-110
    {
      sub: uri, // PP-110
      iat: now,
      exp: now + lifetimeSeconds,
      ttl: ttlSeconds,
      status_list: { bits: list.bits, lst: await compressStatusList(list) },
    },
  )
}

/** A list that its issuer signed. */
export interface VerifiedStatusList {
  readonly list: StatusList
  /** Until when it may be used: the least of `exp` and `iat` + `ttl`. */
  readonly freshUntil: NumericDate
  /** The key that signed it. */
  readonly key: PublicJwk
}

/**
 * By what a list is judged (draft-ietf-oauth-status-list-12 §8.3): it must be the one that was named, by the issuer of
 * what names it.
 */
export interface StatusListPolicy {
  /** The URI that the referenced token names. */
  readonly uri: string
  /** Keys of the issuer of the referenced token, from its resolved metadata. */
  readonly keys: readonly PublicJwk[]
  /**
   * The issuer's keys after a look for one that is not among them, which a list names, or for any where it names none; why
   * it is trusted no more.
   */
  readonly lookFor?: (kid: string | undefined) => Promise<readonly PublicJwk[] | Failure<TrustCode>>
  readonly algorithms: readonly JwsAlgorithm[]
  readonly now: NumericDate
  /** Seconds by which clocks may differ. */
  readonly skew: number
}

/** Judges a Status List Token as evidence (§8.3): kind, subject, times, signature by one of the given keys, content. */
export async function verifyStatusListToken(
  ctx: CryptoContext,
  compact: string,
  policy: StatusListPolicy,
): Promise<Verified<VerifiedStatusList> | Failure<StatusListTokenCode | TrustCode>> {
  const { algorithms } = policy
  const expected = { typ: ['statuslist+jwt'], algorithms, size: statusListTokenLimit }
  const jws = parseJws(compact, expected, 'status_list_token')
  if (failed(jws)) return jws
  const times = checkJwtTimes(jws.payload, policy, 'status_list_token')
  if (failed(times)) return times
  const parsed = payloadSchema.safeParse(jws.payload)
  if (!parsed.success) return fail('status_token_malformed', placeOf('status_list_token', parsed.error))
  const { sub, iat, exp, ttl, status_list } = parsed.data
  if (sub !== policy.uri)
    return fail('status_uri_mismatch', 'status_list_token.sub', { expected: policy.uri, found: sub }) // RP-71
  const key = await signingKey(ctx, jws, policy)
  if (failed(key)) return key
  const list = await inflateStatusList(status_list.bits as StatusBits, status_list.lst)
  if (failed(list)) return list
  const freshUntil = Math.min(exp ?? Number.POSITIVE_INFINITY, iat + (ttl ?? defaultTtlSeconds))
  return verified({ list, freshUntil, key })
}

/** So many are tried where `kid` does not say which it is: each costs a hash over the whole list. */
const maximumTriedKeys = 8

/**
 * The key that `kid` names, if it verifies; without `kid`, which RFC 7515 §4.1.4 leaves free, the one that does among
 * those that fit the algorithm (D-192). A key that is named and not known is looked for, and one that is not named where
 * none that is known verifies (D-306, D-371).
 */
async function signingKey(
  ctx: CryptoContext,
  jws: ParsedJws,
  { keys, lookFor }: Pick<StatusListPolicy, 'keys' | 'lookFor'>,
): Promise<PublicJwk | Failure<JwsVerifyCode | TrustCode | 'status_key_unknown'>> {
  const { kid, alg } = jws.header
  const meant = (among: readonly PublicJwk[]) =>
    kid === undefined ? among.filter((key) => keyFits(key, alg)) : among.filter((key) => key.kid === kid).slice(0, 1)
  const known = meant(keys)
  const verifying = await verifyingKey(ctx, jws, known)
  const named = typeof kid === 'string' ? kid : undefined
  const mayBeNew = kid === undefined ? known.length <= maximumTriedKeys : named !== undefined && known.length === 0
  if (!failed(verifying) || !mayBeNew || lookFor === undefined) return verifying
  const present = await lookFor(named)
  if (failed(present)) return present
  const others = meant(present).filter((key) => !known.some((tried) => sameKey(tried, key)))
  return others.length > 0 ? verifyingKey(ctx, jws, others) : verifying
}

async function verifyingKey(
  ctx: CryptoContext,
  jws: ParsedJws,
  [first, ...others]: readonly PublicJwk[],
): Promise<PublicJwk | Failure<JwsVerifyCode | 'status_key_unknown'>> {
  const at = 'status_list_token'
  if (first === undefined || others.length >= maximumTriedKeys) return fail('status_key_unknown', `${at}.header.kid`) // RP-71
  const signed = await verifyJws(ctx, jws, first, at)
  if (!failed(signed)) return first
  for (const key of others) if (!failed(await verifyJws(ctx, jws, key, at))) return key
  return signed
}

/** For a list that states no `ttl`. */
const defaultTtlSeconds = 300

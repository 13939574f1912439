/**
 * Signs and verifies Status List Tokens: a status list as a signed JWT, `statuslist+jwt`. The issuer of the referencing
 * tokens publishes it, and verifiers fetch it (draft-ietf-oauth-status-list-12 §5.1, §8).
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
  type StatusList,
  type StatusListCode,
} from './status-list.ts'

/** Media type of the response (draft-ietf-oauth-status-list-12 §8.2). */
export const statusListMediaType = 'application/statuslist+jwt'

/**
 * Maximum length of a token in characters, and of its response in bytes. It suffices for an incompressible list of
 * `inflatedLimit` bytes, encoded twice in base64url, and so for every list that the configuration allows. Longer lists
 * are accepted if they compress to this size.
 */
export const statusListTokenLimit = Math.ceil((inflatedLimit * 16) / 9) + 65_536

/** The `status` claim of a referencing token (§6.2). */
export const statusReference = z.looseObject({
  status_list: z.looseObject({ idx: z.number().int().nonnegative(), uri: z.string() }),
})

/** Member `status_list` of the `status` claim (draft-ietf-oauth-status-list-12 §6.2). */
export interface StatusReference {
  /** Index of the token in the list. */
  readonly idx: number
  /** URI of the list. Must equal `sub` of the Status List Token. */
  readonly uri: string
}

/** Reasons to refuse a Status List Token (draft-ietf-oauth-status-list-12 §8.3). */
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

/** Content of a Status List Token (draft-ietf-oauth-status-list-12 §5.1). */
export interface StatusListTokenInput {
  readonly uri: string
  readonly list: StatusList
  readonly now: NumericDate
  readonly lifetimeSeconds: number
  /** Seconds for which a reader may use the list before it fetches a new list. */
  readonly ttlSeconds: number
}

/**
 * Signs a list as Status List Token.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 * import { createStatusList, createStatusListToken, setStatus, statusValues } from 'fiducia/status-list'
 *
 * const signer = await generateSigner({ crypto: createNodeCrypto() })
 * const list = createStatusList(2, 1000)
 * setStatus(list, 7, statusValues.suspended)
 * const times = { now: createSystemClock().now(), lifetimeSeconds: 3600, ttlSeconds: 60 }
 * const token = await createStatusListToken(signer, { uri: 'https://pid.example/statuslists/1', list, ...times })
 * assert.equal(token.split('.').length, 3)
 * ```
 */
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

/** A verified list. */
export interface VerifiedStatusList {
  readonly list: StatusList
  /** Time until which the list may be used, as `freshUntilOf` returns it. */
  readonly freshUntil: NumericDate
  /** The key that signed the list. */
  readonly key: PublicJwk
}

/**
 * Conditions for a Status List Token (draft-ietf-oauth-status-list-12 §8.3): it must be the referenced list, signed by
 * the issuer of the referencing token.
 */
export interface StatusListPolicy {
  /** URI in the referencing token. */
  readonly uri: string
  /** Keys of the issuer of the referencing token. Its metadata keys come before its federation keys (D-25). */
  readonly keys: readonly PublicJwk[]
  /**
   * Fetches the issuer's current keys. Called if the list names an unknown key, or if the list names no key and no
   * known key verifies it. Fails if the issuer is no longer trusted, or if its trust cannot be evaluated now. The
   * result of `statusKeysOf` contains this function.
   */
  readonly lookFor?: (kid: string | undefined) => Promise<readonly PublicJwk[] | Failure<TrustCode>>
  readonly algorithms: readonly JwsAlgorithm[]
  readonly now: NumericDate
  /** Maximum clock difference in seconds. */
  readonly skew: number
}

/**
 * Verifies a Status List Token (§8.3): type, times, content, subject, and the signature with a key of `keys` or
 * `lookFor`. Does not check `freshUntil`, or that the list has an entry for a token.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { defaultAlgorithms as algorithms, generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto } from 'fiducia/node'
 * import { createStatusList, createStatusListToken, statusAt, verifyStatusListToken } from 'fiducia/status-list'
 *
 * const ctx = { crypto: createNodeCrypto() }
 * const signer = await generateSigner(ctx)
 * const { uri, now } = { uri: 'https://pid.example/statuslists/1', now: 1767225600 }
 * const published = { uri, list: createStatusList(2, 1000), now, lifetimeSeconds: 3600, ttlSeconds: 60 }
 * const token = await createStatusListToken(signer, published)
 * const policy = { uri, keys: [signer.publicJwk], algorithms, now, skew: 30 }
 * const verified = await verifyStatusListToken(ctx, token, policy)
 * assert.equal(failed(verified) ? verified : statusAt(verified.list, 7), 0)
 * ```
 */
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
  const list = await inflateStatusList(status_list.bits, status_list.lst)
  if (failed(list)) return list
  return verified({ list, freshUntil: freshUntilOf({ iat, exp, ttl }, policy.now), key })
}

/** Seconds for which a list without `ttl` may be used. */
export const defaultTtlSeconds = 300

/** Times of a Status List Token (draft-ietf-oauth-status-list-12 §5.1). */
export interface StatusListTimes {
  readonly iat: NumericDate
  readonly exp?: NumericDate | undefined
  /** Seconds. */
  readonly ttl?: number | undefined
}

/**
 * Returns the time until which a list that was fetched at `fetchedAt` may be used: `iat` + `ttl` if that time lies
 * ahead, otherwise `fetchedAt` + `ttl`, and never later than `exp` (§13.7, D-1126). `ttl` defaults to 300 seconds.
 */
export function freshUntilOf({ iat, exp, ttl = defaultTtlSeconds }: StatusListTimes, fetchedAt: NumericDate): number {
  const nextUpdate = iat + ttl > fetchedAt ? iat + ttl : fetchedAt + ttl
  return Math.min(exp ?? Number.POSITIVE_INFINITY, nextUpdate)
}

/**
 * Maximum number of suitable keys if the token has no `kid`. If more are suitable, no key is tried, because each
 * attempt hashes the whole list.
 */
const maximumTriedKeys = 8

/**
 * Returns the key that verifies the token. A `kid` selects the first fitting key with this name, or the first one if
 * none fits: the caller lists the metadata keys before the federation keys (D-25). Without `kid`, the suitable keys are
 * tried (D-192). Newer keys are fetched if no known key has the `kid`, or if `kid` is absent and no known key verifies
 * the token (D-306, D-371).
 */
async function signingKey(
  ctx: CryptoContext,
  jws: ParsedJws,
  { keys, lookFor }: Pick<StatusListPolicy, 'keys' | 'lookFor'>,
): Promise<PublicJwk | Failure<JwsVerifyCode | TrustCode | 'status_key_unknown'>> {
  const { kid, alg } = jws.header
  const candidatesIn = (among: readonly PublicJwk[]) => {
    const named = kid === undefined ? among : among.filter((key) => key.kid === kid)
    const fitting = named.filter((key) => keyFits(key, alg))
    return kid === undefined ? fitting : [...fitting, ...named].slice(0, 1) // D-1038
  }
  const candidates = candidatesIn(keys)
  const verifying = await verifyingKey(ctx, jws, candidates)
  const namedKid = typeof kid === 'string' ? kid : undefined
  const mayBeNew =
    kid === undefined ? candidates.length <= maximumTriedKeys : namedKid !== undefined && candidates.length === 0
  if (!failed(verifying) || !mayBeNew || lookFor === undefined) return verifying
  const currentKeys = await lookFor(namedKid)
  if (failed(currentKeys)) return currentKeys
  const newCandidates = candidatesIn(currentKeys).filter((key) => !candidates.some((tried) => sameKey(tried, key)))
  return newCandidates.length > 0 ? verifyingKey(ctx, jws, newCandidates) : verifying
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

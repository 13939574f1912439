/**
 * A request to a protected resource (RFC 9449 §7): the token under the `DPoP` scheme of `Authorization`, and one proof
 * in `DPoP`. At the PID Provider the token is an access token, at a Relying Party's request endpoint it is the Wallet
 * Attestation.
 */
import { type CryptoContext, type Failure, fail, failed, type Verified, verified } from '../base/index.ts'
import { type AccessToken, type AccessTokenCode, type AccessTokenPolicy, verifyAccessToken } from './access-token.ts'
import {
  type DpopHeaderCode,
  type DpopPolicy,
  type DpopProof,
  type DpopProofCode,
  parseDpopHeader,
  verifyDpopProof,
} from './dpop-proof.ts'

/** Why `Authorization` carries no token under the scheme `DPoP` (RFC 9449 §7.1). */
export type AuthorizationHeaderCode =
  | 'authorization_missing'
  | 'authorization_scheme_unsupported'
  | 'authorization_malformed'

/** The two headers of a request to a protected resource, in text. */
export interface ResourceHeaders {
  /** As received; two headers arrive joined by a comma. */
  readonly authorization: string | undefined
  readonly dpop: string | undefined
}

/** Token and proof as received: nothing verified. */
export interface ProtectedRequest {
  readonly token: string
  readonly proof: string
}

/** `b64token` of RFC 9110 §11.2: so that no second scheme, parameter or header can hide behind it. */
const token68 = /^[A-Za-z0-9._~+/-]+=*$/

/** The headers that the wallet sends. */
export const createResourceHeaders = (token: string, proof: string): Readonly<Record<string, string>> => ({
  authorization: `DPoP ${token}`, // WI-51
  dpop: proof, // WI-51
})

/** The token of an `Authorization` header. The scheme is compared without regard to letter case (RFC 9110 §11.1). */
export function parseDpopAuthorization(header: string | undefined): string | Failure<AuthorizationHeaderCode> {
  if (header === undefined || header === '') return fail('authorization_missing', 'header.authorization') // PP-89
  const [, scheme, token] = /^([^ ]+) *(.*)$/s.exec(header) ?? []
  if (scheme?.toLowerCase() !== 'dpop') return fail('authorization_scheme_unsupported', 'header.authorization') // PP-23
  if (token === undefined || !token68.test(token)) return fail('authorization_malformed', 'header.authorization') // PP-89
  return token
}

/** Longer than any that is given out. */
const maximumBearerTokenLength = 512

/** Whether a bearer token may look so (RFC 6750 §2.1). */
export const isBearerToken = (text: string): boolean => text.length <= maximumBearerTokenLength && token68.test(text)

/** The token of an `Authorization: Bearer` header; `undefined` for any other. One that others give out may be longer. */
export function parseBearerAuthorization(
  header: string | undefined,
  maximum = maximumBearerTokenLength,
): string | undefined {
  const [, token] = /^bearer +([^ ]+)$/i.exec(header ?? '') ?? []
  return token !== undefined && token.length <= maximum && token68.test(token) ? token : undefined
}

/** Token and proof of a request, exactly one of each. */
export function parseProtectedRequest(
  headers: ResourceHeaders,
): ProtectedRequest | Failure<AuthorizationHeaderCode | DpopHeaderCode> {
  const token = parseDpopAuthorization(headers.authorization)
  if (failed(token)) return token
  const proof = parseDpopHeader(headers.dpop)
  return failed(proof) ? proof : { token, proof }
}

/** The token's own codes wear a prefix, so that a rule table can tell the two JWTs of one request apart. */
export type ProtectedResourceCode =
  | AuthorizationHeaderCode
  | DpopHeaderCode
  | DpopProofCode
  | `token_${AccessTokenCode}`

/** By what token and proof of a request are judged together; each names the other (RFC 9449 §7.1). */
export interface ProtectedResourcePolicy {
  readonly token: AccessTokenPolicy
  readonly proof: Omit<DpopPolicy, 'accessToken' | 'jkt'>
}

/**
 * A token that holds, used by who has its key. Neither whether it was revoked nor the `jti` of the proof is judged here.
 */
export interface AuthorizedRequest {
  readonly token: AccessToken
  readonly proof: DpopProof
}

/**
 * Verifies a request to the issuer's own resource: the token, then a proof made for this token with the key that it is
 * bound to. Does not know whether the proof's `jti` was used: claim `dpopClaim(request.proof)`.
 */
export async function verifyProtectedRequest(
  ctx: CryptoContext,
  headers: ResourceHeaders,
  policy: ProtectedResourcePolicy,
): Promise<Verified<AuthorizedRequest> | Failure<ProtectedResourceCode>> {
  const compactToken = parseDpopAuthorization(headers.authorization)
  if (failed(compactToken)) return compactToken
  const token = await verifyAccessToken(ctx, compactToken, policy.token)
  if (failed(token)) return fail(`token_${token.code}`, token.at) // PP-89
  const compactProof = parseDpopHeader(headers.dpop)
  if (failed(compactProof)) return compactProof
  const binding = { accessToken: compactToken, jkt: token.jkt } // PP-90
  const proof = await verifyDpopProof(ctx, compactProof, { ...policy.proof, ...binding })
  return failed(proof) ? proof : verified({ token, proof })
}

/**
 * A request to a protected resource (RFC 9449 §7): a token under the `DPoP` scheme of `Authorization`, and a proof in
 * `DPoP`. The token is an access token at the PID Provider, and the Wallet Attestation at a Relying Party's request
 * endpoint.
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

/** `Authorization` contains no token under the `DPoP` scheme (RFC 9449 §7.1). */
export type AuthorizationHeaderCode =
  | 'authorization_missing'
  | 'authorization_scheme_unsupported'
  | 'authorization_malformed'

/** The two received headers of a request to a protected resource. Duplicate headers arrive joined by a comma. */
export interface ResourceHeaders {
  readonly authorization: string | undefined
  readonly dpop: string | undefined
}

/** Received token and proof. Not verified. */
export interface ProtectedRequest {
  readonly token: string
  readonly proof: string
}

/** `token68` of RFC 9110 §11.2. Does not match a second scheme, parameters or a second header. */
const token68 = /^[A-Za-z0-9._~+/-]+=*$/

/** Creates the headers of a wallet's request to a protected resource. */
export const createResourceHeaders = (token: string, proof: string): Readonly<Record<string, string>> => ({
  authorization: `DPoP ${token}`, // WI-51
  dpop: proof, // WI-51
})

/** Returns the token of an `Authorization: DPoP` header, whose scheme may have any case. Does not verify it. */
export function parseDpopAuthorization(header: string | undefined): string | Failure<AuthorizationHeaderCode> {
  if (header === undefined || header === '') return fail('authorization_missing', 'header.authorization') // PP-89
  const [, scheme, token] = /^([^ ]+) *(.*)$/s.exec(header) ?? []
  if (scheme?.toLowerCase() !== 'dpop') return fail('authorization_scheme_unsupported', 'header.authorization') // PP-23
  if (token === undefined || !token68.test(token)) return fail('authorization_malformed', 'header.authorization') // PP-89
  return token
}

/** Maximum length of our bearer tokens in characters. */
const maximumBearerTokenLength = 512

/** Returns true for a well-formed bearer token (RFC 6750 §2.1) of at most 512 characters. */
export const isBearerToken = (text: string): boolean => text.length <= maximumBearerTokenLength && token68.test(text)

/**
 * Returns the token of an `Authorization: Bearer` header. Returns `undefined` if the token is missing, malformed or
 * longer than `maximum` characters. The default of 512 suits our own tokens. Tokens of other issuers may be longer.
 */
export function parseBearerAuthorization(
  header: string | undefined,
  maximum = maximumBearerTokenLength,
): string | undefined {
  const [, token] = /^bearer +([^ ]+)$/i.exec(header ?? '') ?? []
  return token !== undefined && token.length <= maximum && token68.test(token) ? token : undefined
}

/** Returns the token and the proof of a request. Requires exactly one of each. Does not verify them. */
export function parseProtectedRequest(
  headers: ResourceHeaders,
): ProtectedRequest | Failure<AuthorizationHeaderCode | DpopHeaderCode> {
  const token = parseDpopAuthorization(headers.authorization)
  if (failed(token)) return token
  const proof = parseDpopHeader(headers.dpop)
  return failed(proof) ? proof : { token, proof }
}

/**
 * Reasons to refuse a request. Codes of `verifyAccessToken` get the prefix `token_`, because `verifyDpopProof` has
 * equal codes.
 */
export type ProtectedResourceCode =
  | AuthorizationHeaderCode
  | DpopHeaderCode
  | DpopProofCode
  | `token_${AccessTokenCode}`

/** Conditions for token and proof. The token determines the proof's `accessToken` and `jkt` (RFC 9449 §7.1). */
export interface ProtectedResourcePolicy {
  readonly token: AccessTokenPolicy
  readonly proof: Omit<DpopPolicy, 'accessToken' | 'jkt'>
}

/** A verified token and its proof. Neither the token's revocation nor reuse of the proof's `jti` is checked. */
export interface AuthorizedRequest {
  readonly token: AccessToken
  readonly proof: DpopProof
}

/**
 * Verifies a request to a resource of the token's issuer: first the token, then the proof for this token with the bound
 * key. Does not check whether the proof's `jti` was used: the caller must store `dpopClaim(request.proof)`.
 */
export async function verifyProtectedRequest(
  ctx: CryptoContext,
  headers: ResourceHeaders,
  policy: ProtectedResourcePolicy,
): Promise<Verified<AuthorizedRequest> | Failure<ProtectedResourceCode>> {
  const compactToken = parseDpopAuthorization(headers.authorization)
  if (failed(compactToken)) return compactToken
  const token = await verifyAccessToken(ctx, compactToken, policy.token)
  if (failed(token)) return fail(`token_${token.code}`, token.at, token.evidence) // PP-89
  const compactProof = parseDpopHeader(headers.dpop)
  if (failed(compactProof)) return compactProof
  const binding = { accessToken: compactToken, jkt: token.jkt } // PP-90
  const proof = await verifyDpopProof(ctx, compactProof, { ...policy.proof, ...binding })
  return failed(proof) ? proof : verified({ token, proof })
}

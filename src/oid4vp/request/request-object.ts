/**
 * The presentation Request Object (it-wallet §Presentation Request Object): signed by the Relying Party, verified by
 * the wallet before it asks the user. Parsing determines the variant: a Request Object with `dcql_query` is of variant
 * 2, any other of variant 1.
 */
import {
  type Failure,
  fail,
  failed,
  type JsonObject,
  type NumericDate,
  parseUrl,
  type UrlPolicy,
} from '../../base/index.ts'
import { isTrustChainHeader } from '../../federation/trust-evaluator.ts'
import {
  checkJwtTimes,
  defaultAlgorithms,
  type JwsAlgorithm,
  type JwsParseCode,
  type JwtTimeCode,
  type ParsedJws,
  parseJws,
  typMatches,
} from '../../jose/index.ts'
import { audienceWithin, isText, typJwt, typRequestObject } from '../../oauth/index.ts'
import { type ProfileName, type RelyingPartyWire, relyingPartyWire, walletWire } from '../../profiles/index.ts'
import { type ClientIdentifierCode, parseClientIdentifier } from './client-identifier.ts'
import { type ClientMetadataCode, parseClientMetadata } from './client-metadata.ts'
import { anyWallet, isResponseMode, type RequestObjectClaims } from './request-object-claims.ts'
import { type DcqlRequestCode, type DcqlRequestObject, parseDcqlQueryOf } from './request-object-dcql.ts'
import { parseScopeQuery, type ScopeRequestCode, type ScopeRequestObject } from './request-object-scope.ts'

/** A parsed Request Object. `kind` is its variant. */
export type RequestObject = ScopeRequestObject | DcqlRequestObject

/** A parsed Request Object. Neither trust nor signature is verified. */
export interface ParsedRequestObject {
  readonly request: RequestObject
  readonly jws: ParsedJws
  /** Trust chain of the header. Not validated. */
  readonly trustChain: readonly string[] | undefined
  /** Certificates of the header, leaf first, base64 DER. Not validated. `undefined` in a profile that ignores them. */
  readonly certificates: readonly string[] | undefined
}

/** Values of the engagement URL and of the wallet that the Request Object must match. */
export interface RequestExpectation {
  /** Profile of the Relying Party. Defaults to `seed`. */
  readonly profile?: ProfileName
  /** `client_id` of the engagement URL, with its prefix. */
  readonly clientId: string
  /** `state` of the engagement URL. If present, the Request Object must have the same `state`. */
  readonly state?: string | undefined
  /** Nonce that the wallet sent. If present, the Request Object must repeat it. */
  readonly walletNonce?: string | undefined
  /** Accepted values of `aud` besides the audience for any wallet and the Relying Party itself (D-176). */
  readonly audiences?: readonly string[]
  /** True if the caller itself refuses a request with `transaction_data`. Defaults to false. */
  readonly ignoresTransactionData?: boolean
  /** Rules for `response_uri` and for the client identifier. Defaults to https only. */
  readonly urls?: UrlPolicy
  readonly now: NumericDate
  /** Maximum clock difference in seconds for `iat` and `nbf`. Does not apply to `exp` (WI-74). */
  readonly skew: number
  /** Defaults to ES256, ES384, ES512 (GEN-03). */
  readonly algorithms?: readonly JwsAlgorithm[]
}

/** Reasons to refuse a Request Object before trust and signature are verified. */
export type RequestObjectParseCode =
  | JwsParseCode
  | JwtTimeCode
  | ScopeRequestCode
  | DcqlRequestCode
  | ClientMetadataCode
  | ClientIdentifierCode
  | 'trust_chain_malformed'
  | 'trust_chain_missing'
  | 'certificates_missing'
  | 'certificates_malformed'
  | 'request_present'
  | 'request_uri_present'
  | 'client_id_missing'
  | 'client_id_mismatch'
  | 'iss_missing'
  | 'iss_mismatch'
  | 'aud_mismatch'
  | 'exp_missing'
  | 'iat_missing'
  | 'nonce_missing'
  | 'nonce_short'
  | 'state_missing'
  | 'state_mismatch'
  | 'wallet_nonce_missing'
  | 'wallet_nonce_mismatch'
  | 'response_type_missing'
  | 'response_type_unsupported'
  | 'response_mode_missing'
  | 'response_mode_unsupported'
  | 'variant_unsupported'
  | 'response_uri_missing'
  | 'response_uri_malformed'
  | 'redirect_uri_conflict'
  | 'transaction_data_unsupported'

/** Accepted values of `typ` if a profile only recommends one. It may be absent. `JWT` in variant 1 only (D-461). */
const recommendedTypes = [typRequestObject, typJwt, undefined] // WI-93

/**
 * Parses a Request Object. Checks header, claims, times and variant. Does not verify the signature or the trust in the
 * Relying Party. The caller must not show the result or act on it.
 */
export function parseRequestObject(
  compact: string,
  expected: RequestExpectation,
): ParsedRequestObject | Failure<RequestObjectParseCode> {
  const { profile = 'seed', algorithms = defaultAlgorithms } = expected
  const types = walletWire[profile].requiresRequestTyp ? [typRequestObject] : recommendedTypes // WI-203
  const policy = { typ: types, algorithms }
  const jws = parseJws(compact, policy, 'request_object')
  if (failed(jws)) return jws
  const { header, payload } = jws
  if (payload.dcql_query !== undefined && typeof header.typ === 'string' && typMatches(header.typ, typJwt))
    return fail('typ_mismatch', 'request_object.header.typ', { expected: typRequestObject, found: header.typ }) // WI-93
  const wire = relyingPartyWire[profile]
  const headerFault = checkHeader(header, wire)
  if (headerFault !== undefined) return headerFault
  const fault =
    checkParties(payload, expected) ?? checkValidity(payload, expected) ?? checkResponse(payload, wire, expected)
  if (fault !== undefined) return fault
  const request = parseVariant(payload, wire)
  if (failed(request)) return request
  const [trustChain, certificates] = [header.trust_chain, header.x5c] as (readonly string[] | undefined)[]
  return { request, jws, trustChain, certificates: wire.certificates ? certificates : undefined }
}

/** Maximum number of certificates in `x5c`: a leaf and its intermediates, without the root. */
const maximumCertificates = 6
const certificateForm = /^[A-Za-z0-9+/]{100,16384}={0,2}$/

/** Checks presence and shape of the trust chain and, if the profile uses certificates, of `x5c`. */
function checkHeader(header: JsonObject, wire: RelyingPartyWire): Failure<RequestObjectParseCode> | undefined {
  const { trust_chain: trustChain, x5c } = header
  if (trustChain !== undefined && !isTrustChainHeader(trustChain))
    return fail('trust_chain_malformed', 'header.trust_chain') // WI-72
  if (trustChain === undefined && wire.trustChain === 'required')
    return fail('trust_chain_missing', 'header.trust_chain')
  if (!wire.certificates) return undefined
  if (x5c === undefined) return fail('certificates_missing', 'header.x5c')
  const isList = Array.isArray(x5c) && x5c.length > 0 && x5c.length <= maximumCertificates
  if (!isList || !x5c.every((one) => typeof one === 'string' && certificateForm.test(one)))
    return fail('certificates_malformed', 'header.x5c')
  return undefined
}

function checkParties(payload: JsonObject, expected: RequestExpectation): Failure<RequestObjectParseCode> | undefined {
  if (!isText(payload.client_id)) return fail('client_id_missing', 'payload.client_id') // WI-73
  if (payload.client_id !== expected.clientId)
    return fail('client_id_mismatch', 'payload.client_id', { expected: expected.clientId, found: payload.client_id }) // WI-73
  if (!isText(payload.iss)) return fail('iss_missing', 'payload.iss') // WI-73
  const client = parseClientIdentifier(payload.client_id, expected.urls ?? { loopbackHttp: false })
  if (failed(client)) return client // WI-73
  const issuers = [payload.client_id, client.entityId]
  if (!issuers.includes(payload.iss))
    return fail('iss_mismatch', 'payload.iss', { expected: issuers, found: payload.iss }) // WI-73
  const audiences = [anyWallet, expected.clientId, client.entityId, ...(expected.audiences ?? [])]
  if (payload.aud !== undefined && !audienceWithin(payload.aud, audiences))
    return fail('aud_mismatch', 'payload.aud', { expected: audiences, found: payload.aud }) // WI-73
  return undefined
}

function checkValidity(
  payload: JsonObject,
  { now, skew, state, walletNonce, profile = 'seed' }: RequestExpectation,
): Failure<RequestObjectParseCode> | undefined {
  if (payload.exp === undefined) return fail('exp_missing', 'payload.exp') // WI-74
  if (payload.iat === undefined) return fail('iat_missing', 'payload.iat') // WI-74
  const timeFault = checkJwtTimes(payload, { now, skew }, 'payload')
  if (timeFault !== undefined) return timeFault
  if (now >= (payload.exp as NumericDate)) return fail('expired', 'payload.exp') // WI-74
  if (!isText(payload.nonce)) return fail('nonce_missing', 'payload.nonce') // WI-74
  if (payload.nonce.length < 32) return fail('nonce_short', 'payload.nonce') // WI-75
  const mayLackState = payload.state === undefined && walletWire[profile].stateInRequest === 'optional'
  if (!mayLackState && !isText(payload.state)) return fail('state_missing', 'payload.state') // WI-74, WI-142
  if (state !== undefined && payload.state !== state) return fail('state_mismatch', 'payload.state') // WI-65
  if (walletNonce === undefined) return undefined
  if (!isText(payload.wallet_nonce)) return fail('wallet_nonce_missing', 'payload.wallet_nonce') // WI-68
  if (payload.wallet_nonce !== walletNonce) return fail('wallet_nonce_mismatch', 'payload.wallet_nonce') // WI-68
  return undefined
}

function checkResponse(
  payload: JsonObject,
  { responseModes }: RelyingPartyWire,
  { urls = { loopbackHttp: false }, ignoresTransactionData = false }: RequestExpectation,
): Failure<RequestObjectParseCode> | undefined {
  if (!isText(payload.response_type)) return fail('response_type_missing', 'payload.response_type') // WI-74
  if (payload.response_type !== 'vp_token')
    return fail('response_type_unsupported', 'payload.response_type', {
      expected: 'vp_token',
      found: payload.response_type,
    }) // WI-77
  if (!isText(payload.response_mode)) return fail('response_mode_missing', 'payload.response_mode') // WI-74
  if (!isResponseMode(payload.response_mode) || !responseModes.includes(payload.response_mode))
    return fail('response_mode_unsupported', 'payload.response_mode', {
      expected: responseModes,
      found: payload.response_mode,
    }) // WI-77
  if (!isText(payload.response_uri)) return fail('response_uri_missing', 'payload.response_uri') // WI-74
  if (failed(parseUrl(payload.response_uri, urls))) return fail('response_uri_malformed', 'payload.response_uri') // GEN-19
  if (payload.request !== undefined) return fail('request_present', 'payload.request') // WI-78
  if (payload.request_uri !== undefined) return fail('request_uri_present', 'payload.request_uri') // WI-78
  if (payload.redirect_uri !== undefined) return fail('redirect_uri_conflict', 'payload.redirect_uri') // WI-78
  if (payload.transaction_data !== undefined && !ignoresTransactionData)
    return fail('transaction_data_unsupported', 'payload.transaction_data') // WI-78
  return undefined
}

/** Parses the members that depend on the variant. The caller has checked the claims, so the cast is safe. */
function parseVariant(
  payload: JsonObject,
  wire: RelyingPartyWire,
): RequestObject | Failure<ScopeRequestCode | DcqlRequestCode | ClientMetadataCode | 'variant_unsupported'> {
  const { client_id, iss, response_mode, response_uri, nonce, state, iat, exp } =
    payload as unknown as RequestObjectClaims
  const wallet_nonce = isText(payload.wallet_nonce) ? payload.wallet_nonce : undefined
  const claims = { client_id, iss, response_mode, response_uri, nonce, state, wallet_nonce, iat, exp }
  if (payload.dcql_query === undefined) {
    if (!wire.variants.includes('scope')) return fail('variant_unsupported', 'payload.dcql_query') // WI-78
    const query = parseScopeQuery(payload)
    return failed(query) ? query : { kind: 'scope', ...claims, query }
  }
  const query = parseDcqlQueryOf(payload)
  if (failed(query)) return query
  const { client_metadata: metadata } = payload
  if (!wire.requestKey || metadata === undefined) return { kind: 'dcql', ...claims, query }
  const responseKeys = parseClientMetadata(metadata, 'payload.client_metadata')
  if (failed(responseKeys)) return responseKeys
  return { kind: 'dcql', ...claims, query, ...(responseKeys && { responseKeys }) }
}

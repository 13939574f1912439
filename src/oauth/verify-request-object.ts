/**
 * Verifies a Request Object at the PID Provider (RFC 9101, RFC 9126 §3; it-wallet §Pushed authorization request):
 * compares it with the form and verifies its signature with the attested key.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  isBase64urlOf,
  isNumericDate,
  type JsonObject,
  type NumericDate,
  type PublicJwk,
  parseJson,
  sameJson,
  type Verified,
  verified,
} from '../base/index.ts'
import type { CredentialSupport } from '../credential/formats.ts'
import { checkJwtTimes, type JwsCode, parseJws, verifyJws } from '../jose/index.ts'
import { checkResponseTarget, type ResponseTargetCode } from './authorization-response.ts'
import { codeChallengeMethod, responseTypeCode, typJwt, typRequestObject } from './identifiers.ts'
import { audienceWithin, type JwtPolicy } from './jwt-policy.ts'
import { type Form, isText, isTokenIdentifier } from './parameters.ts'
import { type CodeChallengeCode, checkCodeChallenge } from './pkce.ts'
import { checkRedirectUri, type RedirectUriCode, type RedirectUriPolicy } from './redirect-uri.ts'
import type { AuthorizationRequest } from './request-object.ts'
import { type RequestedCredentialsCode, readRequestedCredentials } from './requested-credentials.ts'

/** Reasons to refuse a Request Object. */
export type RequestObjectCode =
  | JwsCode
  | CodeChallengeCode
  | RedirectUriCode
  | ResponseTargetCode
  | RequestedCredentialsCode
  | 'kid_missing'
  | 'request_present'
  | 'request_uri_present'
  | 'response_type_missing'
  | 'response_type_unsupported'
  | 'client_id_missing'
  | 'client_id_mismatch'
  | 'state_missing'
  | 'code_challenge_missing'
  | 'code_challenge_method_missing'
  | 'code_challenge_method_unsupported'
  | 'redirect_uri_missing'
  | 'dpop_jkt_malformed'
  | 'iss_mismatch'
  | 'aud_mismatch'
  | 'jti_malformed'
  | 'client_assertion_type_mismatch'
  | 'form_client_id_mismatch'
  | 'form_mismatch'

/** Conditions for a Request Object (RFC 9101 §6, RFC 9126 §3). The caller verifies the Wallet Attestation first. */
export interface RequestObjectPolicy extends JwtPolicy {
  /** The attested key from the verified attestation. */
  readonly key: PublicJwk
  /** Thumbprint of the attested key. It identifies the client. */
  readonly thumbprint: string
  /** Additional accepted values of `iss`, for example the URL of the Wallet Instance (D-467). Defaults to none. */
  readonly aliases?: readonly string[]
  /** The form that contained the Request Object. */
  readonly form: Form
  /** Identifier of the PID Provider. */
  readonly issuer: string
  readonly redirectUris: RedirectUriPolicy
  readonly support: CredentialSupport
}

/**
 * Verifies a Request Object with the attested key and compares it with the form. Requires a `kid` but accepts any
 * non-empty text. Does not verify the attestation. Does not check whether the `jti` was used: the caller must store
 * `requestObjectClaims(request)` together with the effect of the request.
 */
export async function verifyRequestObject(
  ctx: CryptoContext,
  compact: string,
  policy: RequestObjectPolicy,
): Promise<Verified<AuthorizationRequest> | Failure<RequestObjectCode>> {
  const types = [typRequestObject, typJwt, undefined]
  const jws = parseJws(compact, { typ: types, algorithms: policy.algorithms }, 'request') // PP-48
  if (failed(jws)) return jws
  const { header, payload } = jws
  if (!isText(header.kid)) return fail('kid_missing', 'request.header.kid') // PP-47
  if (payload.request !== undefined) return fail('request_present', 'request.payload.request') // PP-49
  if (payload.request_uri !== undefined) return fail('request_uri_present', 'request.payload.request_uri') // PP-49
  const fault = checkAgreement(payload, policy.form) ?? checkOptionalClaims(payload, policy)
  if (fault) return fault
  const request = readParameters(payload, policy)
  if (failed(request)) return request
  const signed = await verifyJws(ctx, jws, policy.key, 'request')
  if (failed(signed)) return signed
  return verified({ ...request, kid: header.kid })
}

/** Checks that repeated parameters have the same value in the form and the object (PP-05). */
function checkAgreement(
  payload: JsonObject,
  form: Form,
): undefined | Failure<'form_client_id_mismatch' | 'client_assertion_type_mismatch' | 'form_mismatch'> {
  const differs = (name: string): boolean => {
    const sent = form.get(name)
    const claimed = payload[name]
    if (sent === undefined || claimed === undefined || sent === claimed) return false
    if (typeof claimed !== 'object' || claimed === null) return true
    const parsed = parseJson(sent, name)
    return failed(parsed) || !sameJson(parsed, claimed)
  }
  if (differs('client_id')) return fail('form_client_id_mismatch', 'request.payload.client_id') // PP-46
  if (differs('client_assertion_type'))
    return fail('client_assertion_type_mismatch', 'request.payload.client_assertion_type') // PP-48
  if (formParameters.some(differs)) return fail('form_mismatch', `request.payload.${formParameters.find(differs)}`) // PP-05
  return undefined
}

/**
 * Parameters that the form may repeat (RFC 6749, RFC 7636, RFC 9396, RFC 9449 §10). `response_mode` is only compared:
 * the response always uses `query` (PP-123, D-331).
 */
const formParameters = [
  'response_type',
  'redirect_uri',
  'state',
  'scope',
  'code_challenge',
  'code_challenge_method',
  'authorization_details',
  'response_mode',
  'nonce',
  'ui_locales',
  'dpop_jkt',
] as const

/** Checks `iss`, `aud`, `jti` and the times, each only if present (PP-48). */
function checkOptionalClaims(payload: JsonObject, policy: RequestObjectPolicy): undefined | Failure<RequestObjectCode> {
  const { iss, aud, jti } = payload
  const names = [policy.thumbprint, ...(policy.aliases ?? [])]
  if (iss !== undefined && !names.some((name) => name === iss))
    return fail('iss_mismatch', 'request.payload.iss', { expected: names, found: iss }) // PP-48
  if (aud !== undefined && !audienceWithin(aud, [policy.issuer]))
    return fail('aud_mismatch', 'request.payload.aud', { expected: policy.issuer, found: aud }) // PP-48
  if (jti !== undefined && !isTokenIdentifier(jti)) return fail('jti_malformed', 'request.payload.jti') // PP-48
  const timeFault = checkJwtTimes(payload, policy, 'request.payload')
  if (timeFault) return timeFault
  const { now, skew } = policy
  if (now >= latestExpiry(payload) + skew) return fail('expired', 'request.payload.iat') // PP-48
  return undefined
}

function readParameters(
  payload: JsonObject,
  policy: RequestObjectPolicy,
): Omit<AuthorizationRequest, 'kid'> | Failure<RequestObjectCode> {
  const { client_id, state, code_challenge: challenge, code_challenge_method: method, redirect_uri, jti } = payload
  if (!isText(payload.response_type)) return fail('response_type_missing', 'request.payload.response_type') // PP-47
  if (payload.response_type !== responseTypeCode)
    return fail('response_type_unsupported', 'request.payload.response_type', {
      expected: responseTypeCode,
      found: payload.response_type,
    }) // PP-47
  if (!isText(client_id)) return fail('client_id_missing', 'request.payload.client_id') // PP-47
  if (client_id !== policy.thumbprint)
    return fail('client_id_mismatch', 'request.payload.client_id', { expected: policy.thumbprint, found: client_id }) // PP-46
  if (!isText(state)) return fail('state_missing', 'request.payload.state') // PP-47
  if (!isText(challenge)) return fail('code_challenge_missing', 'request.payload.code_challenge') // PP-47
  const challengeFault = checkCodeChallenge(challenge, 'request.payload.code_challenge')
  if (challengeFault) return challengeFault
  if (method === undefined) return fail('code_challenge_method_missing', 'request.payload.code_challenge_method') // PP-06
  if (method !== codeChallengeMethod)
    return fail('code_challenge_method_unsupported', 'request.payload.code_challenge_method') // PP-06
  const credentials = readRequestedCredentials(payload, policy.support, policy.issuer)
  if (failed(credentials)) return credentials
  if (!isText(redirect_uri)) return fail('redirect_uri_missing', 'request.payload.redirect_uri') // PP-47
  const redirectFault = checkRedirectUri(redirect_uri, policy.redirectUris, 'request.payload.redirect_uri')
  if (redirectFault) return redirectFault
  const targetFault = checkResponseTarget(redirect_uri, state)
  if (targetFault) return targetFault
  const jkt = readThumbprint(payload, policy.form)
  if (failed(jkt)) return jkt
  return {
    client_id,
    state,
    code_challenge: challenge,
    ...credentials,
    redirect_uri,
    dpop_jkt: jkt,
    ui_locales: isText(payload.ui_locales) ? payload.ui_locales : undefined, // PP-122
    jti: isTokenIdentifier(jti) ? jti : undefined,
    expiresAt: replayExpiry(payload, policy),
  }
}

/**
 * Returns `dpop_jkt` of the Request Object, or else of the form (D-1066). Refuses a value that no key could match.
 */
function readThumbprint(
  { dpop_jkt: claimed }: JsonObject,
  form: Form,
): string | undefined | Failure<'dpop_jkt_malformed'> {
  const [jkt, at] = claimed === undefined ? [form.get('dpop_jkt'), 'form'] : [claimed, 'request.payload']
  if (jkt === undefined || (typeof jkt === 'string' && isBase64urlOf(jkt, 32))) return jkt
  return fail('dpop_jkt_malformed', `${at}.dpop_jkt`) // PP-51
}

/** Maximum lifetime in seconds since `iat`, equal to that of an attestation (D-376). */
const maximumLifetime = 86_400

const latestExpiry = ({ iat }: JsonObject): NumericDate =>
  isNumericDate(iat) ? iat + maximumLifetime : Number.POSITIVE_INFINITY

/**
 * Returns the time until which a store keeps the `jti` of a used Request Object: the expiry of the Request Object, or
 * one day from now if it has neither `exp` nor `iat`. Adds `skew`. An earlier expiry of the attestation does not count,
 * because its key may be attested again.
 */
function replayExpiry(payload: JsonObject, { now, skew }: RequestObjectPolicy): NumericDate {
  const { exp } = payload
  const end = Math.min(isNumericDate(exp) ? exp : Number.POSITIVE_INFINITY, latestExpiry(payload))
  return (Number.isFinite(end) ? end : now + maximumLifetime) + skew
}

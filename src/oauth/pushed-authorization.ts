/**
 * Pushed authorization request (RFC 9126; it-wallet §Pushed authorization request). The wallet posts a form with the
 * signed Request Object and its Wallet Attestation to the PID Provider. The wallet receives a `request_uri` for the
 * browser. `request-object.ts` creates the Request Object, and `verify-request-object.ts` verifies it.
 */
import { z } from 'zod'
import { type Failure, fail, type JsonObject, placeOf, type Random, randomToken } from '../base/index.ts'
import { assertionTypeKeyAttestation, codeChallengeMethod, requestUriPrefix, responseTypeCode } from './identifiers.ts'
import { type Form, isText } from './parameters.ts'
import { type CodeChallengeCode, checkCodeChallenge } from './pkce.ts'

/** Reasons to refuse the form (RFC 9126 §2.1, it-wallet §Pushed authorization request). */
export type PushedAuthorizationCode =
  | CodeChallengeCode
  | 'request_uri_present'
  | 'response_type_missing'
  | 'response_type_unsupported'
  | 'client_id_missing'
  | 'code_challenge_missing'
  | 'code_challenge_method_missing'
  | 'code_challenge_method_unsupported'
  | 'request_missing'
  | 'client_assertion_type_missing'
  | 'client_assertion_missing'

/** The parsed form. Its sender is not authenticated. */
export interface PushedAuthorizationForm {
  readonly client_id: string
  readonly code_challenge: string
  /** The Request Object. Not verified. */
  readonly request: string
  readonly client_assertion_type: string
  readonly client_assertion: string
}

/** Creates the wallet's form. The caller passes the same values as in the Request Object. */
export const createPushedAuthorizationForm = (
  values: Pick<PushedAuthorizationForm, 'client_id' | 'code_challenge' | 'request'> & {
    /** The Wallet Attestation. */
    readonly attestation: string
  },
): Readonly<Record<string, string>> => ({
  response_type: responseTypeCode, // WI-36
  client_id: values.client_id, // WI-36
  code_challenge: values.code_challenge, // WI-36
  code_challenge_method: codeChallengeMethod, // WI-36
  request: values.request, // WI-36
  client_assertion_type: assertionTypeKeyAttestation, // WI-36
  client_assertion: values.attestation, // WI-36
})

/**
 * Parses the form. Requires all seven parameters, and refuses `request_uri`. Does not verify `request` and
 * `client_assertion`. `parseAttestationAssertion` checks the type of the assertion, and `verifyRequestObject` reads
 * `dpop_jkt`.
 */
export function parsePushedAuthorizationForm(form: Form): PushedAuthorizationForm | Failure<PushedAuthorizationCode> {
  if (form.has('request_uri')) return fail('request_uri_present', 'form.request_uri') // PP-49
  const responseType = form.get('response_type')
  if (responseType === undefined) return fail('response_type_missing', 'form.response_type') // PP-03
  if (responseType !== responseTypeCode)
    return fail('response_type_unsupported', 'form.response_type', { expected: responseTypeCode, found: responseType }) // PP-03
  const clientId = form.get('client_id')
  if (clientId === undefined) return fail('client_id_missing', 'form.client_id') // PP-03
  const challenge = form.get('code_challenge')
  if (challenge === undefined) return fail('code_challenge_missing', 'form.code_challenge') // PP-03
  const fault = checkCodeChallenge(challenge, 'form.code_challenge')
  if (fault) return fault
  const method = form.get('code_challenge_method')
  if (method === undefined) return fail('code_challenge_method_missing', 'form.code_challenge_method') // PP-03
  if (method !== codeChallengeMethod)
    return fail('code_challenge_method_unsupported', 'form.code_challenge_method', {
      expected: codeChallengeMethod,
      found: method,
    }) // PP-06
  const request = form.get('request')
  if (request === undefined) return fail('request_missing', 'form.request') // PP-03
  const type = form.get('client_assertion_type')
  if (type === undefined) return fail('client_assertion_type_missing', 'form.client_assertion_type') // PP-41
  const assertion = form.get('client_assertion')
  if (assertion === undefined) return fail('client_assertion_missing', 'form.client_assertion') // PP-41
  return {
    client_id: clientId,
    code_challenge: challenge,
    request,
    client_assertion_type: type,
    client_assertion: assertion,
  }
}

/**
 * Parses the form of a wallet that authenticates by headers. Requires `client_id` and `request`, and refuses
 * `request_uri`. `verifyRequestObject` compares other parameters with those of the Request Object.
 */
export function parseHeaderAuthenticatedForm(
  form: Form,
): Pick<PushedAuthorizationForm, 'client_id' | 'request'> | Failure<PushedAuthorizationCode> {
  if (form.has('request_uri')) return fail('request_uri_present', 'form.request_uri') // PP-49
  const clientId = form.get('client_id')
  if (clientId === undefined) return fail('client_id_missing', 'form.client_id') // PP-03
  const request = form.get('request')
  if (request === undefined) return fail('request_missing', 'form.request') // PP-03
  return { client_id: clientId, request }
}

/** Creates a `request_uri` with 256 random bits (RFC 9126 §2.2, §7.1). */
export const createRequestUri = (random: Random): string => requestUriPrefix + randomToken(random) // PP-10

const responseSchema = z.looseObject({
  request_uri: z.string().refine(isText),
  expires_in: z.int().positive(),
})

/** `request_uri` and its lifetime `expires_in` in seconds (RFC 9126 §2.2). */
export type PushedAuthorizationResponse = z.infer<typeof responseSchema>
/** The PID Provider's answer has no valid `request_uri` or `expires_in`. */
export type PushedAuthorizationResponseCode = 'par_response_malformed'

/** Creates the body of the 201 answer. `expiresIn` is in seconds. */
export const createPushedAuthorizationResponse = (
  requestUri: string,
  expiresIn: number,
): PushedAuthorizationResponse => ({
  request_uri: requestUri, // PP-10
  expires_in: expiresIn, // PP-10
})

/** Parses the body of the 201 answer in the wallet. */
export function parsePushedAuthorizationResponse(
  body: JsonObject,
): PushedAuthorizationResponse | Failure<PushedAuthorizationResponseCode> {
  const parsed = responseSchema.safeParse(body)
  return parsed.success ? parsed.data : fail('par_response_malformed', placeOf('body', parsed.error))
}

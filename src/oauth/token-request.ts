/**
 * Token request (RFC 6749 §4.1.3; it-wallet §Token request): the wallet redeems its code, authenticates with
 * `private_key_jwt`, and proves possession of its DPoP key in a header. Wallets of other versions authenticate by
 * Wallet Attestation and proof of possession, in headers (D-112) or in the form (D-428).
 */
import { type Failure, fail, failed } from '../base/index.ts'
import { type ProvenAttestation, splitAttestationAssertion } from './attestation-assertion.ts'
import type { ClientAuthentication } from './attestation-headers.ts'
import { assertionTypeClientAttestation, assertionTypeJwtBearer, grantTypeAuthorizationCode } from './identifiers.ts'
import type { Form } from './parameters.ts'
import { checkCodeVerifierSyntax } from './pkce.ts'

/** Reasons to refuse the form of a token request (RFC 6749 §4.1.3, RFC 7636 §4.5, RFC 7523 §2.2). */
export type TokenRequestCode =
  | 'grant_type_missing'
  | 'grant_type_unsupported'
  | 'client_id_missing'
  | 'code_missing'
  | 'redirect_uri_missing'
  | 'code_verifier_missing'
  | 'code_verifier_malformed'
  | 'client_assertion_type_missing'
  | 'client_assertion_type_unsupported'
  | 'client_assertion_missing'
  | 'client_assertion_malformed'
  | 'pop_missing'

/** The parsed form of the token endpoint (RFC 6749 §4.1.3, RFC 7636 §4.5). Not verified. */
export interface TokenRequest {
  readonly client_id: string
  readonly code: string
  readonly redirect_uri: string
  readonly code_verifier: string
  /** The received assertion. Not verified. */
  readonly client_assertion: string
}

/** Creates the seven fields of the wallet's form. */
export const createTokenRequestForm = (request: TokenRequest): Readonly<Record<string, string>> => ({
  client_id: request.client_id, // WI-43
  grant_type: grantTypeAuthorizationCode, // WI-43
  code: request.code, // WI-43
  redirect_uri: request.redirect_uri, // WI-43
  code_verifier: request.code_verifier, // WI-43
  client_assertion_type: assertionTypeJwtBearer, // WI-43
  client_assertion: request.client_assertion, // WI-43
})

/** A received token request. A wallet that authenticates by headers sends no assertion and may omit `client_id`. */
export type ReceivedTokenRequest = Omit<TokenRequest, 'client_id' | 'client_assertion'> & {
  readonly client_id: string | undefined
  readonly client_assertion: string | undefined
  /** Wallet Attestation and proof of possession from the form, instead of a client assertion (D-428). Not verified. */
  readonly provenAttestation?: ProvenAttestation
}

/**
 * Parses the form. Requires every field, the authorization code grant and a supported assertion type. If the client
 * authenticates by headers, `client_id` is optional (RFC 6749 §4.1.3, D-112), and the assertion fields are not read:
 * `parseAttestationHeaders` refuses them.
 */
export function parseTokenRequestForm(
  form: Form,
  authentication: ClientAuthentication = 'assertion',
): ReceivedTokenRequest | Failure<TokenRequestCode> {
  const grantType = form.get('grant_type')
  if (grantType === undefined) return fail('grant_type_missing', 'form.grant_type') // PP-16
  if (grantType !== grantTypeAuthorizationCode)
    return fail('grant_type_unsupported', 'form.grant_type', { expected: grantTypeAuthorizationCode, found: grantType }) // PP-72
  const clientId = form.get('client_id')
  if (clientId === undefined && authentication === 'assertion') return fail('client_id_missing', 'form.client_id') // PP-16
  const code = form.get('code')
  if (code === undefined) return fail('code_missing', 'form.code') // PP-16
  const redirectUri = form.get('redirect_uri')
  if (redirectUri === undefined) return fail('redirect_uri_missing', 'form.redirect_uri') // PP-16
  const verifier = form.get('code_verifier')
  if (verifier === undefined) return fail('code_verifier_missing', 'form.code_verifier') // PP-16
  const fault = checkCodeVerifierSyntax(verifier)
  if (fault) return fault
  const request = { client_id: clientId, code, redirect_uri: redirectUri, code_verifier: verifier }
  if (authentication === 'headers') return { ...request, client_assertion: undefined }
  const authenticated = readAssertion(form)
  return failed(authenticated) ? authenticated : { ...request, ...authenticated }
}

/** Returns the client assertion, or attestation and proof of possession (D-428). */
function readAssertion(
  form: Form,
): Pick<ReceivedTokenRequest, 'client_assertion' | 'provenAttestation'> | Failure<TokenRequestCode> {
  const type = form.get('client_assertion_type')
  if (type === undefined) return fail('client_assertion_type_missing', 'form.client_assertion_type') // PP-16
  const expected = [assertionTypeJwtBearer, assertionTypeClientAttestation]
  if (!expected.includes(type))
    return fail('client_assertion_type_unsupported', 'form.client_assertion_type', { expected, found: type }) // PP-73
  const assertion = form.get('client_assertion')
  if (assertion === undefined) return fail('client_assertion_missing', 'form.client_assertion') // PP-16
  if (type === assertionTypeJwtBearer) return { client_assertion: assertion }
  const parsed = splitAttestationAssertion(assertion)
  if (failed(parsed)) return parsed // PP-73
  const { attestation, pop } = parsed
  if (pop === undefined) return fail('pop_missing', 'form.client_assertion') // PP-73
  return { client_assertion: undefined, provenAttestation: { attestation, pop } }
}

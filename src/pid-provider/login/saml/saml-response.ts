/**
 * The Response of a SAML identity provider without its Assertion: checks that it answers the open request, and reads
 * its status (SAML 2.0 core §3.2.2; SPID SAML rules of 2022-05). The browser sends it as a form.
 */
import { type Failure, fail, type NumericDate } from '../../../base/index.ts'
import type { ProviderCode, UserFailureCode } from '../national-identity-provider.ts'
import type { SamlResponseCode } from './saml-codes.ts'
import {
  attributeOf,
  childOf,
  entityFormat,
  findRepeated,
  readInstant,
  type SamlElement,
  textOf,
} from './saml-element.ts'
import type { SamlProfile } from './saml-profile.ts'

/** Expected values of an answer: the registered identity provider, this service provider, and the open request. */
export interface SamlAnswerPolicy {
  /** Entity identifier of the identity provider. */
  readonly issuer: string
  /** Rules of the identity provider's national profile: SPID or CIE id. */
  readonly profile: SamlProfile
  /** Entity identifier of the PID Provider, the expected audience. */
  readonly clientId: string
  readonly callbackUrl: string
  /** ID of the AuthnRequest. */
  readonly requestId: string
  /** Time of the request. An older Response is refused. */
  readonly startedAt: NumericDate
  readonly now: NumericDate
  /** Maximum clock difference in seconds. */
  readonly skew: number
}

/**
 * Checks the Response without its Assertion: ID, version, issue instant, InResponseTo, destination, issuer. Refuses an
 * answer that repeats an element that must be single, even in the Assertion. Does not check signatures or status.
 */
export function checkSamlResponse(
  response: SamlElement,
  policy: SamlAnswerPolicy,
): Failure<SamlResponseCode> | undefined {
  const repeated = findRepeated(response)
  const issuer = childOf(response, 'saml:Issuer')
  const format = issuer?.attributes.get('Format')
  const issued = readInstant(attributeOf(response, 'IssueInstant'))
  if (repeated !== undefined) return fail('element_repeated', 'Response') // PP-64
  if (attributeOf(response, 'ID').trim() === '') return fail('response_id_missing', 'Response.ID') // PP-64
  if (attributeOf(response, 'Version') !== '2.0') return fail('response_version_mismatch', 'Response.Version') // PP-64
  if (issued === undefined) return fail('response_issue_instant_invalid', 'Response.IssueInstant') // PP-64
  if (issued < policy.startedAt - policy.skew)
    return fail('response_issue_instant_early', 'Response.IssueInstant', { found: `${policy.now - issued} s ago` }) // PP-64
  if (issued > policy.now + policy.skew)
    return fail('response_issue_instant_late', 'Response.IssueInstant', { found: `${issued - policy.now} s ahead` }) // PP-64
  if (attributeOf(response, 'InResponseTo') !== policy.requestId)
    return fail('response_in_response_to_mismatch', 'Response.InResponseTo') // PP-65
  if (attributeOf(response, 'Destination') !== policy.callbackUrl)
    return fail('response_destination_mismatch', 'Response.Destination', {
      expected: policy.callbackUrl,
      found: attributeOf(response, 'Destination'),
    }) // PP-64
  if (textOf(issuer) !== policy.issuer)
    return fail('response_issuer_mismatch', 'Response.Issuer', { expected: policy.issuer, found: textOf(issuer) }) // PP-64
  if (format !== undefined && format !== entityFormat)
    return fail('response_issuer_format_mismatch', 'Response.Issuer.Format') // PP-64
  return undefined
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** Checks the status. Success requires an Assertion. Any other status is a failure of the user or of the provider. */
export function checkSamlStatus(
  response: SamlElement,
  { profile }: Pick<SamlAnswerPolicy, 'profile'>,
): Failure<SamlResponseCode | UserFailureCode | ProviderCode> | undefined {
  const status = childOf(response, 'samlp:Status')
  const code = childOf(status, 'samlp:StatusCode')
  if (statusOf(code) === '') return fail('status_missing', 'Response.Status') // PP-64
  if (statusOf(code) !== success) return fail(readFault(profile, status, code), 'Response.Status') // PP-66, PP-58
  if (!childOf(response, 'saml:Assertion')) return fail('saml_assertion_missing', 'Response.Assertion') // PP-64
  return undefined
}

const statusOf = (code: SamlElement | undefined): string => attributeOf(code, 'Value').trim()

/** StatusMessages about a fault of the request, in both profiles. They take precedence over the status code. */
const requestFault = /^ErrorCode nr(?:0[89]|1[0-8])$/

/** Failure codes by second-level status code, for a StatusMessage that the profile does not list (D-287). */
const userStatuses: Readonly<Record<string, UserFailureCode>> = {
  'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed': 'user_login_required',
  'urn:oasis:names:tc:SAML:2.0:status:NoAuthnContext': 'user_level_unavailable',
}

function readFault(
  { userMessages }: SamlProfile,
  status: SamlElement | undefined,
  code: SamlElement | undefined,
): UserFailureCode | ProviderCode {
  const message = textOf(childOf(status, 'samlp:StatusMessage'))
  const detail = statusOf(childOf(code, 'samlp:StatusCode'))
  if (requestFault.test(message)) return 'provider_error'
  return rowOf(userMessages, message) ?? rowOf(userStatuses, detail) ?? 'provider_error'
}

const rowOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

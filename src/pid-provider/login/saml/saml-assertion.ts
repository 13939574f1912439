/**
 * The Assertion of a SAML identity provider. It states that the user has just logged in for this PID Provider, and at
 * which level (SAML 2.0 core §2.3.3; SPID SAML rules of 2022-05). The caller must pass the element that was parsed from
 * the signed bytes, not the received one.
 */
import { type Failure, fail, failed, type JsonObject, type NumericDate } from '../../../base/index.ts'
import { type LevelOfAssurance, levelsOfAssurance } from '../national-identity-provider.ts'
import { readSamlAttributes } from './saml-attributes.ts'
import type { SamlAssertionCode, SamlAuthenticationCode, SamlConditionsCode, SamlSubjectCode } from './saml-codes.ts'
import {
  attributeOf,
  childOf,
  entityFormat,
  readInstant,
  readOptionalInstant,
  type SamlElement,
  textOf,
  transientFormat,
} from './saml-element.ts'
import type { SamlAnswerPolicy } from './saml-response.ts'

/** The user of a valid Assertion, and the level of the login. */
export interface NationalSamlAssertion {
  /** The transient NameID. */
  readonly subject: string
  readonly levelOfAssurance: LevelOfAssurance
  readonly authenticatedAt: NumericDate
  /** The attributes under the claim names of the OpenID Connect profile. */
  readonly claims: JsonObject
}

/**
 * Checks an Assertion: version, times, issuer, subject and its confirmation, conditions, authentication, attributes.
 * Does not check the signature, that no element is repeated, or that level and attributes suffice for a PID.
 */
export function checkSamlAssertion(
  assertion: SamlElement,
  policy: SamlAnswerPolicy,
): NationalSamlAssertion | Failure<SamlAssertionCode> {
  const issuer = childOf(assertion, 'saml:Issuer')
  const format = issuer?.attributes.get('Format')
  const issued = readInstant(attributeOf(assertion, 'IssueInstant'))
  if (attributeOf(assertion, 'Version') !== '2.0') return fail('assertion_version_mismatch', 'Assertion.Version') // PP-64
  if (issued === undefined) return fail('assertion_issue_instant_invalid', 'Assertion.IssueInstant') // PP-64
  if (issued < policy.startedAt - policy.skew)
    return fail('assertion_issue_instant_early', 'Assertion.IssueInstant', { found: `${policy.now - issued} s ago` }) // PP-64
  if (issued > policy.now + policy.skew)
    return fail('assertion_issue_instant_late', 'Assertion.IssueInstant', { found: `${issued - policy.now} s ahead` }) // PP-64
  if (textOf(issuer) !== policy.issuer)
    return fail('assertion_issuer_mismatch', 'Assertion.Issuer', { expected: policy.issuer, found: textOf(issuer) }) // PP-64
  if (format === undefined ? policy.profile.issuerFormatRequired : format !== entityFormat)
    return fail('assertion_issuer_format_mismatch', 'Assertion.Issuer.Format') // PP-64
  const subject = checkSubject(assertion, policy)
  if (failed(subject)) return subject
  const conditionsFault = checkConditions(assertion, policy)
  if (conditionsFault) return conditionsFault
  const authentication = checkAuthentication(assertion, policy)
  if (failed(authentication)) return authentication
  const claims = readSamlAttributes(assertion)
  if (failed(claims)) return claims
  return { ...subject, ...authentication, claims }
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

function checkSubject(
  assertion: SamlElement,
  policy: SamlAnswerPolicy,
): Pick<NationalSamlAssertion, 'subject'> | Failure<SamlSubjectCode> {
  const subject = childOf(assertion, 'saml:Subject')
  const nameId = childOf(subject, 'saml:NameID')
  const confirmation = childOf(subject, 'saml:SubjectConfirmation')
  const data = childOf(confirmation, 'saml:SubjectConfirmationData')
  const expiry = readInstant(attributeOf(data, 'NotOnOrAfter'))
  const notBefore = readOptionalInstant(data, 'NotBefore')
  if (subject === undefined) return fail('subject_missing', 'Subject') // PP-64
  if (textOf(nameId) === '') return fail('name_id_missing', 'Subject.NameID') // PP-64
  if (attributeOf(nameId, 'Format') !== transientFormat) return fail('name_id_format_mismatch', 'Subject.NameID.Format') // PP-64
  if (attributeOf(nameId, 'NameQualifier').trim() === '')
    return fail('name_id_qualifier_missing', 'Subject.NameID.NameQualifier') // PP-64
  if (confirmation === undefined) return fail('subject_confirmation_missing', 'Subject.SubjectConfirmation') // PP-64
  if (attributeOf(confirmation, 'Method') !== bearer)
    return fail('subject_confirmation_method_mismatch', 'Subject.SubjectConfirmation.Method') // PP-64
  if (data === undefined) return fail('confirmation_data_missing', 'SubjectConfirmationData') // PP-64
  if (attributeOf(data, 'Recipient') !== policy.callbackUrl)
    return fail('confirmation_recipient_mismatch', 'SubjectConfirmationData.Recipient', {
      expected: policy.callbackUrl,
      found: attributeOf(data, 'Recipient'),
    }) // PP-64
  if (attributeOf(data, 'InResponseTo') !== policy.requestId)
    return fail('confirmation_in_response_to_mismatch', 'SubjectConfirmationData.InResponseTo') // PP-65
  if (expiry === undefined) return fail('confirmation_expiry_invalid', 'SubjectConfirmationData.NotOnOrAfter') // PP-64
  if (expiry <= policy.now - policy.skew) return fail('confirmation_expired', 'SubjectConfirmationData.NotOnOrAfter') // PP-64
  if (notBefore === 'malformed' || (notBefore ?? 0) > policy.now + policy.skew)
    return fail('confirmation_not_yet_valid', 'SubjectConfirmationData.NotBefore') // PP-64
  return { subject: textOf(nameId) }
}

/**
 * Known conditions. Except AudienceRestriction, they demand nothing of a recipient that uses an Assertion once and does
 * not forward it (SAML 2.0 core §2.5.1).
 */
const knownConditions = new Set(['saml:AudienceRestriction', 'saml:OneTimeUse', 'saml:ProxyRestriction'])

function checkConditions(
  assertion: SamlElement,
  { clientId, now, skew }: SamlAnswerPolicy,
): Failure<SamlConditionsCode> | undefined {
  const conditions = childOf(assertion, 'saml:Conditions')
  const notBefore = readInstant(attributeOf(conditions, 'NotBefore'))
  const expiry = readInstant(attributeOf(conditions, 'NotOnOrAfter'))
  const restriction = childOf(conditions, 'saml:AudienceRestriction')
  if (conditions === undefined) return fail('conditions_missing', 'Conditions') // PP-64
  if (notBefore === undefined) return fail('conditions_not_before_invalid', 'Conditions.NotBefore') // PP-64
  if (notBefore > now + skew)
    return fail('conditions_not_yet_valid', 'Conditions.NotBefore', { found: `${notBefore - now} s ahead` }) // PP-64
  if (expiry === undefined) return fail('conditions_expiry_invalid', 'Conditions.NotOnOrAfter') // PP-64
  if (expiry <= now - skew)
    return fail('conditions_expired', 'Conditions.NotOnOrAfter', { found: `${now - expiry} s ago` }) // PP-64
  if (restriction === undefined) return fail('audience_restriction_missing', 'Conditions.AudienceRestriction') // PP-64
  if (textOf(childOf(restriction, 'saml:Audience')) !== clientId)
    return fail('audience_mismatch', 'Conditions.AudienceRestriction.Audience', {
      expected: clientId,
      found: textOf(childOf(restriction, 'saml:Audience')),
    }) // PP-64
  if (!conditions.children.every(({ name }) => knownConditions.has(name)))
    return fail('condition_unknown', 'Conditions') // PP-64
  return undefined
}

function checkAuthentication(
  assertion: SamlElement,
  { startedAt, now, skew }: SamlAnswerPolicy,
): Pick<NationalSamlAssertion, 'levelOfAssurance' | 'authenticatedAt'> | Failure<SamlAuthenticationCode> {
  const statement = childOf(assertion, 'saml:AuthnStatement')
  const context = childOf(statement, 'saml:AuthnContext')
  const reference = textOf(childOf(context, 'saml:AuthnContextClassRef'))
  const levelOfAssurance = Object.hasOwn(levelsOfAssurance, reference) ? levelsOfAssurance[reference] : undefined
  const authenticatedAt = readInstant(attributeOf(statement, 'AuthnInstant'))
  const sessionEnd = readOptionalInstant(statement, 'SessionNotOnOrAfter')
  if (statement === undefined) return fail('authn_statement_missing', 'AuthnStatement') // PP-64
  if (authenticatedAt === undefined) return fail('authn_instant_invalid', 'AuthnStatement.AuthnInstant') // PP-64
  if (authenticatedAt < startedAt - skew) return fail('authn_instant_early', 'AuthnStatement.AuthnInstant') // PP-61
  if (authenticatedAt > now + skew) return fail('authn_instant_late', 'AuthnStatement.AuthnInstant') // PP-61
  if (sessionEnd === 'malformed' || (sessionEnd ?? now) <= now - skew)
    return fail('authn_session_over', 'AuthnStatement.SessionNotOnOrAfter') // PP-64
  if (context === undefined) return fail('authn_context_missing', 'AuthnStatement.AuthnContext') // PP-64
  if (reference === '') return fail('authn_context_class_missing', 'AuthnContext.AuthnContextClassRef') // PP-64
  if (levelOfAssurance === undefined)
    return fail('authn_context_class_unknown', 'AuthnContext.AuthnContextClassRef', { found: reference }) // PP-64
  return { levelOfAssurance, authenticatedAt }
}

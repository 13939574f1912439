/**
 * Advice on logins: the national login (OpenID Connect, SAML, attributes of the user, consent), and the login at a
 * console. The remedy for a faulty answer of the identity provider addresses the reader, who has to inform the identity
 * provider.
 */
import { type AdviceTable, withRemedy } from './advice.ts'

const loginAgain = 'Begin again in the wallet.'
const repeatLogin = 'Begin again in the wallet. If the fault remains, have the identity provider log the user in anew.'
const correctIdpAnswer = 'Have the identity provider correct its answer.'
const compareClocks = 'Begin again in the wallet. If the fault remains, compare the clocks of both parties.'
const compareCertificates = 'Have the operator compare the registered certificates with those of the identity provider.'
const signWithRsa = 'Have the identity provider sign with RSA and SHA-256 or SHA-512.'
const signWithTransforms =
  'Have the identity provider use enveloped-signature and exclusive canonicalization, and nothing else.'
const userNext = 'Have the user begin again in the wallet.'
const correctSourceAnswer = 'Have the authentic source correct its answer.'
const sendUnchanged = 'Send the form of the consent page without a change.'

export const loginAdvice = {
  ...withRemedy(correctIdpAnswer, {
    response_iss_missing: 'The answer of the identity provider has no iss.',
    id_token_malformed: 'The ID Token is malformed.',
    id_token_missing: 'The token response has no ID Token.',
    acr_missing: 'The ID Token has no level (acr).',
    acr_unknown: 'The level (acr) of the login is not known here.',
    at_hash_mismatch: 'at_hash is not the hash of the access token.',
    userinfo_malformed: 'The userinfo response is malformed.',
    userinfo_unsigned: 'The userinfo response is not signed.',
    userinfo_aud_mismatch: 'The userinfo response is for another client.',
    userinfo_iss_mismatch: 'The userinfo response is from another issuer.',
    userinfo_sub_mismatch: 'The userinfo response is about another user than the ID Token.',
    attribute_missing: 'An attribute that a PID needs is missing.',
    attribute_malformed: 'An attribute has the wrong form.',
    attribute_empty: 'An attribute has no name or no value.',
    attribute_repeated: 'An attribute occurs more than once, or has several values.',
    attribute_statement_empty: 'AttributeStatement has no attributes.',
    attribute_text_unusable: 'An attribute has characters that a PID cannot contain.',
    birthdate_impossible: 'The birth date is not a date, is in the future, or is more than 130 years ago.',
    relay_state_missing: 'The answer has no RelayState.',
    saml_response_missing: 'The answer has no SAMLResponse.',
    saml_response_malformed: 'SAMLResponse is not the base64 of an XML Response of at most 262144 characters.',
    response_id_missing: 'The Response has no ID.',
    response_version_mismatch: 'Version of the Response is not 2.0.',
    response_issue_instant_invalid: 'IssueInstant of the Response is missing or malformed.',
    response_destination_mismatch: 'Destination of the Response is not the URL of this service.',
    response_issuer_mismatch: 'Issuer of the Response is not the identity provider of this login.',
    response_issuer_format_mismatch: 'Format of Issuer of the Response is not entity.',
    saml_assertion_missing: 'The Response has no Assertion.',
    assertion_repeated: 'The Response has more than one Assertion.',
    assertion_unsigned: 'The Assertion is not signed.',
    assertion_id_missing: 'The Assertion has no ID.',
    assertion_version_mismatch: 'Version of the Assertion is not 2.0.',
    assertion_issue_instant_invalid: 'IssueInstant of the Assertion is missing or malformed.',
    assertion_issuer_mismatch: 'Issuer of the Assertion is not the identity provider of this login.',
    assertion_issuer_format_mismatch: 'Format of Issuer of the Assertion is not entity.',
    subject_missing: 'The Assertion has no Subject.',
    name_id_missing: 'Subject has no NameID.',
    name_id_format_mismatch: 'Format of NameID is not transient.',
    name_id_qualifier_missing: 'NameID has no NameQualifier.',
    subject_confirmation_missing: 'Subject has no SubjectConfirmation.',
    subject_confirmation_method_mismatch: 'Method of SubjectConfirmation is not bearer.',
    confirmation_data_missing: 'SubjectConfirmation has no SubjectConfirmationData.',
    confirmation_recipient_mismatch: 'Recipient of SubjectConfirmationData is not the URL of this service.',
    confirmation_expiry_invalid: 'NotOnOrAfter of SubjectConfirmationData is missing or malformed.',
    conditions_missing: 'The Assertion has no Conditions.',
    conditions_not_before_invalid: 'NotBefore of Conditions is missing or malformed.',
    conditions_expiry_invalid: 'NotOnOrAfter of Conditions is missing or malformed.',
    condition_unknown: 'Conditions contains a condition that is not known here.',
    audience_restriction_missing: 'Conditions has no AudienceRestriction.',
    audience_mismatch: 'Audience of the Assertion is not this service.',
    authn_statement_missing: 'The Assertion has no AuthnStatement.',
    authn_instant_invalid: 'AuthnInstant is missing or malformed.',
    authn_context_missing: 'AuthnStatement has no AuthnContext.',
    authn_context_class_missing: 'AuthnContext has no AuthnContextClassRef.',
    authn_context_class_unknown: 'AuthnContextClassRef is not known here.',
    id_repeated: 'Two elements of the XML have the same ID.',
    signature_misplaced: 'An XML signature is in the wrong element, or an element has two signatures.',
    signature_reference_mismatch: 'An XML signature does not refer to exactly the element that contains the signature.',
  }),
  ...withRemedy(compareClocks, {
    response_issue_instant_early: 'IssueInstant of the Response is before the request.',
    response_issue_instant_late: 'IssueInstant of the Response is in the future.',
    assertion_issue_instant_early: 'IssueInstant of the Assertion is before the request.',
    assertion_issue_instant_late: 'IssueInstant of the Assertion is in the future.',
    confirmation_expired: 'NotOnOrAfter of SubjectConfirmationData is in the past.',
    confirmation_not_yet_valid: 'NotBefore of SubjectConfirmationData is in the future or malformed.',
    conditions_expired: 'NotOnOrAfter of Conditions is in the past.',
    conditions_not_yet_valid: 'NotBefore of Conditions is in the future.',
    authn_instant_late: 'AuthnInstant is in the future.',
    authn_session_over: 'SessionNotOnOrAfter is in the past or malformed.',
  }),
  ...withRemedy(compareCertificates, {
    response_signature_invalid: 'The signature of the Response does not verify with a registered certificate.',
    assertion_signature_invalid: 'The signature of the Assertion does not verify with a registered certificate.',
  }),
  ...withRemedy(repeatLogin, {
    login_stale: 'The login at the identity provider was before this request.',
    authn_instant_early: 'The login (AuthnInstant) was before this request.',
  }),
  ...withRemedy(loginAgain, {
    code_rejected: 'The identity provider rejected the code of the login.',
    response_iss_mismatch: 'The answer came from another identity provider.',
    provider_foreign: 'The answer came from another identity provider than the request was sent to.',
    provider_unknown: 'The identity provider is unknown here.',
    pending_expired: 'The login took too long.',
    pending_foreign: 'The open login is at another identity provider.',
    pending_malformed: 'The stored state of the open login cannot be read.',
    login_response_foreign: 'state of the answer belongs to no open login of this browser.',
    login_response_used: 'The answer to this login was received before.',
    relay_state_mismatch: 'RelayState is not that of an open login.',
    response_in_response_to_mismatch: 'InResponseTo of the Response does not name the request of this login.',
    confirmation_in_response_to_mismatch: 'InResponseTo of the Assertion does not name the request of this login.',
  }),
  ...withRemedy(userNext, {
    user_cancelled: 'The user cancelled the login.',
    user_consent_refused: 'The user did not let the identity provider send the attributes.',
    user_consent_required: 'The identity provider needs the consent of the user.',
    user_credentials_failed: 'The credentials of the user were wrong too often.',
    user_denied: 'The user or the identity provider denied the login.',
    user_login_required: 'The user did not complete the login at the identity provider.',
    user_timed_out: 'The login took too long at the identity provider.',
  }),
  ...withRemedy(correctSourceAnswer, {
    person_malformed: 'The answer of the authentic source is malformed or incomplete.',
    person_mismatch: 'The authentic source answered about another person.',
  }),
  ...withRemedy(sendUnchanged, {
    consent_malformed: 'The consent says neither yes nor no.',
    consent_token_mismatch: 'consent_token is not that of the consent page.',
  }),
  client_rejected: [
    'The identity provider rejected this PID Provider as its client.',
    'Have the operator compare the client registration and keys at the identity provider.',
  ],
  userinfo_undecryptable: [
    'The userinfo response does not decrypt with a key of this PID Provider.',
    'Have the identity provider encrypt to the current key in the metadata of this PID Provider, or send signed userinfo alone.',
  ],
  provider_error: [
    'The identity provider could not carry out the login.',
    'Try again later. If the fault remains, have the operator compare the registration at the identity provider.',
  ],
  provider_malformed: [
    'The metadata or a response of the identity provider are malformed or incomplete, or a URL of it is forbidden.',
    'Have the operator compare the settings with the metadata, and have the identity provider correct them.',
  ],
  provider_unreachable: ['The identity provider does not respond, or cannot answer now.', 'Try again later.'],
  provider_untrusted: [
    'The identity provider has no valid trust chain, or its metadata belong to another entity.',
    'Have the operator compare the settings with the metadata and the federation of the identity provider.',
  ],
  login_missing: ['The browser has not logged in yet.', 'Open the login of this authorization first.'],
  level_too_low: ['The login was below level High.', 'Have the user log in with a means of level High.'],
  session_unknown: [
    'The session does not exist here, has ended, or is not completed.',
    'Begin again in one browser with cookies allowed, and complete the flow in that browser.',
  ],
  consent_refused: ['The user refused the consent.', 'Have the user begin again, and agree.'],
  person_unknown: ['The authentic source has no record of the user.', 'Have the user ask the authentic source.'],
  person_source_refused: [
    'The authentic source refused the request of this PID Provider, or the settings do not permit its URL.',
    'Have the operator compare the URL and the credentials of the person source in the settings.',
  ],
  person_source_unreachable: ['The authentic source does not respond, or cannot answer now.', 'Try again later.'],
  user_blocked: ['The account of the user is blocked.', 'Have the user ask the identity provider.'],
  user_card_invalid: ['The identity card is expired or revoked.', 'Have the user renew the card.'],
  user_identity_unsuitable: [
    'The digital identity of the user is not suitable.',
    'Have the user choose a personal digital identity.',
  ],
  user_level_unavailable: ['The user has no means of level High.', 'Have the user obtain a means of level High.'],
  signature_algorithm_unsupported: ['An XML signature uses an algorithm that is not accepted here.', signWithRsa],
  signature_transform_unsupported: [
    'An XML signature has a transform or a canonicalization that is not accepted here.',
    signWithTransforms,
  ],
  xml_comment_forbidden: ['The XML has a comment.', 'Have the identity provider send XML without comments.'],
  xml_dtd_forbidden: [
    'The XML has a document type or an entity declaration.',
    'Have the identity provider send XML without a document type.',
  ],
  xml_instruction_forbidden: [
    'The XML has a processing instruction.',
    'Have the identity provider send XML without processing instructions.',
  ],
  login_secret_wrong: [
    'The key or token is not valid for the console, or the key was used before.',
    'Use the current key, or the token of an operator.',
  ],
  login_attempts_exceeded: ['There were too many attempts to log in.', 'Wait for the seconds that Retry-After names.'],
  login_state_unknown: ['The login has ended, or another browser began the login.', 'Begin the login again.'],
  login_provider_refused: [
    'The OpenID Provider did not complete the login.',
    'Read the reason in the log of the OpenID Provider.',
  ],
  login_client_rejected: [
    'The OpenID Provider rejected the console as its client.',
    'Compare clientId, secret or key, and the method of authentication with the client at the OpenID Provider.',
  ],
  login_answer_invalid: [
    'The answer of the OpenID Provider is not valid.',
    'Compare the client at the OpenID Provider with the settings of the console.',
  ],
  login_operator_unknown: [
    'The claims of this user, in the ID Token and at userinfo, do not make the user an operator of the console.',
    'Compare them with allowed and nameClaim in the settings. An email must be verified. A name has only A-Z a-z 0-9 ._@+-.',
  ],
  origin_missing: [
    'The request does not state which page sent the request.',
    'Send the request from a page of the console.',
  ],
} as const satisfies AdviceTable

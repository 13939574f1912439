/**
 * Failure codes of an answer over SAML 2.0 (PP-63, PP-64, PP-65): one for each rule of the national profile. The code
 * of a rule that expects one value also means that the element or attribute is missing or empty.
 */

/** Reasons to refuse the form of the answer, or its XML before anything is read from it. */
export type SamlFormCode =
  | RelayStateCode
  | 'saml_response_missing'
  /** The value is not base64, UTF-8 or well-formed XML, is too large or too deep, or is not a Response. */
  | 'saml_response_malformed'
  | 'xml_dtd_forbidden'
  | 'xml_comment_forbidden'
  | 'xml_instruction_forbidden'

/** Reasons to refuse the RelayState, which identifies the browser's session. */
export type RelayStateCode = 'relay_state_missing' | 'relay_state_mismatch'

/** Reasons to refuse the signatures of an answer. */
export type SamlSignatureCode =
  /** The Assertion has no ID, so no signature can refer to it. */
  | 'assertion_id_missing'
  | 'assertion_unsigned'
  | 'assertion_signature_invalid'
  | 'response_signature_invalid'
  /** A signature is not a child of the Response or of its Assertion, or is the second one there. */
  | 'signature_misplaced'
  /** A signature refers to another element than its parent, or to several. */
  | 'signature_reference_mismatch'
  | 'signature_algorithm_unsupported'
  | 'signature_transform_unsupported'
  /** Two elements have the same ID, so the signed one is ambiguous. */
  | 'id_repeated'
  | 'assertion_repeated'

/** Reasons to refuse a SAML Response apart from its Assertion. */
export type SamlResponseCode =
  /** An element that must be single is repeated, in the Response or in its Assertion. */
  | 'element_repeated'
  | 'response_id_missing'
  | 'response_version_mismatch'
  | 'response_issue_instant_invalid'
  | 'response_issue_instant_early'
  | 'response_issue_instant_late'
  | 'response_in_response_to_mismatch'
  | 'response_destination_mismatch'
  | 'response_issuer_mismatch'
  | 'response_issuer_format_mismatch'
  | 'status_missing'
  | 'saml_assertion_missing'

/** Reasons to refuse a SAML Assertion. */
export type SamlAssertionCode =
  | 'assertion_version_mismatch'
  | 'assertion_issue_instant_invalid'
  | 'assertion_issue_instant_early'
  | 'assertion_issue_instant_late'
  | 'assertion_issuer_mismatch'
  | 'assertion_issuer_format_mismatch'
  | SamlSubjectCode
  | SamlConditionsCode
  | SamlAuthenticationCode
  | SamlAttributeCode

/** Reasons to refuse the Subject of an Assertion. */
export type SamlSubjectCode =
  | 'subject_missing'
  | 'name_id_missing'
  | 'name_id_format_mismatch'
  | 'name_id_qualifier_missing'
  | 'subject_confirmation_missing'
  | 'subject_confirmation_method_mismatch'
  | 'confirmation_data_missing'
  | 'confirmation_recipient_mismatch'
  | 'confirmation_in_response_to_mismatch'
  | 'confirmation_expiry_invalid'
  | 'confirmation_expired'
  /** `NotBefore` is malformed or in the future. The profile does not define it. */
  | 'confirmation_not_yet_valid'

/** Reasons to refuse the Conditions of an Assertion. */
export type SamlConditionsCode =
  | 'conditions_missing'
  | 'conditions_not_before_invalid'
  | 'conditions_not_yet_valid'
  | 'conditions_expiry_invalid'
  | 'conditions_expired'
  | 'audience_restriction_missing'
  | 'audience_mismatch'
  /** A condition is unknown, so the validity of the Assertion cannot be determined. */
  | 'condition_unknown'

/** Reasons to refuse the AuthnStatement of an Assertion. */
export type SamlAuthenticationCode =
  | 'authn_statement_missing'
  | 'authn_instant_invalid'
  /** The login happened before the request (PP-61). */
  | 'authn_instant_early'
  /** The time of the login is in the future (PP-61). */
  | 'authn_instant_late'
  /** The provider's session has ended, by its `SessionNotOnOrAfter`. */
  | 'authn_session_over'
  | 'authn_context_missing'
  | 'authn_context_class_missing'
  | 'authn_context_class_unknown'

/** Reasons to refuse the AttributeStatement of an Assertion. */
export type SamlAttributeCode =
  | 'attribute_statement_empty'
  /** An Attribute has no name or no content. */
  | 'attribute_empty'
  | 'attribute_repeated'

/** All codes that the SAML channel adds to those of the port. */
export type SamlAnswerCode = SamlFormCode | SamlSignatureCode | SamlResponseCode | SamlAssertionCode

/**
 * What can be wrong with an answer over SAML 2.0 (PP-63, PP-64, PP-65): one code for each rule of the national profile.
 * A code stands for its element or attribute missing, empty and wrong alike, where what is expected is one value.
 */

/** The form that brought the answer, and the XML in it before anything is read from it. */
export type SamlFormCode =
  | RelayStateCode
  | 'saml_response_missing'
  /** No base64, no UTF-8, no well-formed XML, too large, too deep, or another document than a Response. */
  | 'saml_response_malformed'
  | 'xml_dtd_forbidden'
  | 'xml_comment_forbidden'
  | 'xml_instruction_forbidden'

/** What is wrong with RelayState, by which the browser's session is found again. */
export type RelayStateCode = 'relay_state_missing' | 'relay_state_mismatch'

/** Who signed what. */
export type SamlSignatureCode =
  /** No signature could refer to it. */
  | 'assertion_id_missing'
  | 'assertion_unsigned'
  | 'assertion_signature_invalid'
  | 'response_signature_invalid'
  /** A signature that is no child of the Response or of its Assertion, or a second one there. */
  | 'signature_misplaced'
  /** It refers to another element than the one that it stands in, or to more than one. */
  | 'signature_reference_mismatch'
  | 'signature_algorithm_unsupported'
  | 'signature_transform_unsupported'
  /** Two elements of one ID: nobody could say which of them was signed. */
  | 'id_repeated'
  | 'assertion_repeated'

/** Why a SAML Response is none to our request; its Assertion apart. */
export type SamlResponseCode =
  /** An element that may stand once stands twice. */
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
  | 'assertion_missing'

/** Why a SAML Assertion does not say that this user logged in for us, just now. */
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

/** What is wrong with the Subject of an Assertion. */
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
  /** The profile has no such time here; one that is stated must have come. */
  | 'confirmation_not_yet_valid'

/** What is wrong with the Conditions of an Assertion. */
export type SamlConditionsCode =
  | 'conditions_missing'
  | 'conditions_not_before_invalid'
  | 'conditions_not_yet_valid'
  | 'conditions_expiry_invalid'
  | 'conditions_expired'
  | 'audience_restriction_missing'
  | 'audience_mismatch'
  /** Whether the Assertion is valid cannot be said. */
  | 'condition_unknown'

/** What is wrong with the AuthnStatement of an Assertion. */
export type SamlAuthenticationCode =
  | 'authn_statement_missing'
  | 'authn_instant_invalid'
  /** The user logged in before we asked, or after the answer came: no fresh login (PP-61). */
  | 'authn_instant_early'
  | 'authn_instant_late'
  /** The provider's own session, of which it says when it ends. */
  | 'authn_session_over'
  | 'authn_context_missing'
  | 'authn_context_class_missing'
  | 'authn_context_class_unknown'

/** What is wrong with the AttributeStatement of an Assertion. */
export type SamlAttributeCode =
  | 'attribute_statement_empty'
  /** An Attribute without a name or without content. */
  | 'attribute_empty'
  | 'attribute_repeated'

/** Everything that the SAML channel adds to the codes of the port. */
export type SamlAnswerCode = SamlFormCode | SamlSignatureCode | SamlResponseCode | SamlAssertionCode

/**
 * What the codes of the four artefacts of a pushed request mean: the form, the Wallet Attestation and its proof of
 * possession, the Request Object, a DPoP proof. Beside `push-authorization-request.ts`, which runs the checks.
 */
import type { Rules } from '../../base/index.ts'
import type {
  AttestationAssertionCode,
  AttestationHeadersCode,
  AttestationPopCode,
  PushedAuthorizationCode,
  RequestObjectCode,
} from '../../oauth/index.ts'
import { dpopHeaderRules, dpopRules, jwsRules, walletAttestationRules } from '../../rules/index.ts'
import type { WalletAttestationCode } from '../../wallet-attestation/index.ts'
import { PP, type PpAnswer } from '../answers.ts'
import { attestationStatusRules, type StatusClaimCode } from '../token/attestation-status.ts'

export const ATTESTATION_HEADER_RULES = {
  attestation_header_missing: ['PP-41', PP.invalidClient],
  pop_header_missing: ['PP-41', PP.invalidClient],
  attestation_header_duplicated: ['PP-41', PP.invalidClient],
  client_assertion_unexpected: ['PP-41', PP.invalidClient],
} as const satisfies Rules<AttestationHeadersCode, PpAnswer>

export const PUSH_FORM_RULES = {
  request_uri_present: ['PP-49', PP.invalidRequest],
  response_type_missing: ['PP-03', PP.invalidRequest],
  response_type_unsupported: ['PP-03', PP.unsupportedResponseType],
  client_id_missing: ['PP-03', PP.invalidRequest],
  code_challenge_missing: ['PP-03', PP.invalidRequest],
  code_challenge_malformed: ['PP-52', PP.invalidRequest],
  code_challenge_method_missing: ['PP-03', PP.invalidRequest],
  code_challenge_method_unsupported: ['PP-06', PP.invalidRequest],
  request_missing: ['PP-03', PP.invalidRequest],
  client_assertion_type_missing: ['PP-41', PP.invalidClient],
  client_assertion_type_unsupported: ['PP-41', PP.invalidClient],
  client_assertion_missing: ['PP-41', PP.invalidClient],
  pop_unexpected: ['PP-09', PP.invalidClient],
  assertion_malformed: ['PP-09', PP.invalidClient],
  ...ATTESTATION_HEADER_RULES,
} as const satisfies Rules<PushedAuthorizationCode | AttestationAssertionCode | AttestationHeadersCode, PpAnswer>

export const ATTESTATION_RULES = {
  ...walletAttestationRules<PpAnswer>('PP-43', PP.invalidClient, PP.unavailable),
  typ_mismatch: ['PP-04', PP.invalidClient],
  signature_invalid: ['PP-04', PP.invalidClient],
  expired: ['PP-04', PP.invalidClient],
  not_yet_valid: ['PP-04', PP.invalidClient],
  kid_unknown: ['PP-04', PP.invalidClient],
  status_malformed: ['PP-43', PP.invalidClient],
  no_trust_chain: ['PP-42', PP.invalidClient],
  entity_type_missing: ['PP-42', PP.invalidClient],
} as const satisfies Rules<WalletAttestationCode | StatusClaimCode, PpAnswer>

export const ATTESTATION_POP_RULES = {
  ...jwsRules(PP.invalidClient),
  signature_invalid: ['PP-09', PP.invalidClient],
  iss_mismatch: ['PP-09', PP.invalidClient],
  aud_mismatch: ['PP-09', PP.invalidClient],
  iat_missing: ['PP-09', PP.invalidClient],
  pop_stale: ['PP-09', PP.invalidClient],
  jti_missing: ['PP-09', PP.invalidClient],
  jti_malformed: ['PP-09', PP.invalidClient],
} as const satisfies Rules<AttestationPopCode, PpAnswer>

export const REQUEST_OBJECT_RULES = {
  ...jwsRules(PP.invalidRequestObject),
  typ_mismatch: ['PP-48', PP.invalidRequestObject],
  expired: ['PP-48', PP.invalidRequestObject],
  not_yet_valid: ['PP-48', PP.invalidRequestObject],
  signature_invalid: ['PP-50', PP.invalidRequestObject],
  jws_unsigned: ['PP-05', PP.invalidRequestObject],
  alg_none: ['PP-05', PP.invalidRequestObject],
  kid_missing: ['PP-47', PP.invalidRequest],
  request_present: ['PP-49', PP.invalidRequest],
  request_uri_present: ['PP-49', PP.invalidRequest],
  response_type_missing: ['PP-47', PP.invalidRequest],
  response_type_unsupported: ['PP-47', PP.invalidRequest],
  client_id_missing: ['PP-47', PP.invalidRequest],
  client_id_mismatch: ['PP-46', PP.invalidRequest],
  form_client_id_mismatch: ['PP-46', PP.invalidRequest],
  state_missing: ['PP-47', PP.invalidRequest],
  code_challenge_missing: ['PP-47', PP.invalidRequest],
  code_challenge_malformed: ['PP-52', PP.invalidRequest],
  code_challenge_method_missing: ['PP-06', PP.invalidRequest],
  code_challenge_method_unsupported: ['PP-06', PP.invalidRequest],
  redirect_uri_missing: ['PP-47', PP.invalidRequest],
  redirect_uri_malformed: ['PP-08', PP.invalidRequest],
  redirect_uri_fragment: ['PP-08', PP.invalidRequest],
  redirect_uri_user_info: ['PP-08', PP.invalidRequest],
  redirect_uri_scheme_forbidden: ['PP-08', PP.invalidRequest],
  redirect_uri_response_parameter: ['PP-124', PP.invalidRequest],
  response_too_long: ['PP-124', PP.invalidRequest],
  dpop_jkt_malformed: ['PP-51', PP.invalidRequest],
  iss_mismatch: ['PP-48', PP.invalidRequestObject],
  aud_mismatch: ['PP-48', PP.invalidRequestObject],
  jti_malformed: ['PP-48', PP.invalidRequestObject],
  client_assertion_type_mismatch: ['PP-48', PP.invalidRequest],
  form_mismatch: ['PP-05', PP.invalidRequest],
  authorization_details_missing: ['PP-47', PP.invalidAuthorizationDetails],
  authorization_details_malformed: ['PP-07', PP.invalidAuthorizationDetails],
  detail_type_unsupported: ['PP-07', PP.invalidAuthorizationDetails],
  detail_field_unknown: ['PP-53', PP.invalidAuthorizationDetails],
  detail_claims_malformed: ['PP-53', PP.invalidAuthorizationDetails],
  detail_format_missing: ['PP-07', PP.invalidAuthorizationDetails],
  detail_format_unsupported: ['PP-07', PP.invalidAuthorizationDetails],
  detail_definition_malformed: ['PP-07', PP.invalidAuthorizationDetails],
  detail_credential_type_unsupported: ['PP-07', PP.invalidAuthorizationDetails],
  detail_doctype_unsupported: ['PP-07', PP.invalidAuthorizationDetails],
  detail_locations_unsupported: ['PP-07', PP.invalidAuthorizationDetails],
  detail_profile_mixed: ['PP-119', PP.invalidAuthorizationDetails],
  detail_configuration_malformed: ['PP-117', PP.invalidAuthorizationDetails],
  detail_configuration_unknown: ['PP-117', PP.invalidAuthorizationDetails],
  scope_unsupported: ['PP-117', PP.invalidScope],
} as const satisfies Rules<RequestObjectCode, PpAnswer>

export const PUSH_STATUS_RULES = attestationStatusRules('PP-44', PP.invalidClient)

export const PUSH_DPOP_RULES = {
  ...dpopHeaderRules(PP.invalidDpopProof),
  ...dpopRules(PP.invalidDpopProof),
} as const

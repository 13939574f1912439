/**
 * Rule tables for the parts of a pushed request: the form, the headers, the Wallet Attestation with its status and its
 * proof of possession, the Request Object, a DPoP proof. The tables `ATTESTATION_…` also apply at the token endpoint.
 */
import { joinRules, rows, rules } from '../../base/index.ts'
import type {
  AttestationAssertionCode,
  AttestationHeadersCode,
  AttestationPopCode,
  DpopHeaderCode,
  DpopProofCode,
  PushedAuthorizationCode,
  RequestObjectCode,
} from '../../oauth/index.ts'
import { dpopHeaderRules, dpopRules, jwsRules, walletAttestationRules } from '../../rules/index.ts'
import type { WalletAttestationCode } from '../../wallet-attestation/index.ts'
import { PP, type PpAnswer } from '../answers.ts'
import { attestationStatusRules, type StatusClaimCode } from '../token/attestation-status.ts'

export const ATTESTATION_HEADER_RULES = rules<AttestationHeadersCode>()(PP.invalidClient, {
  'PP-41': [
    'attestation_header_missing',
    'pop_header_missing',
    'attestation_header_duplicated',
    'client_assertion_unexpected',
  ],
})

export const PUSH_FORM_RULES = joinRules<PushedAuthorizationCode | AttestationAssertionCode | AttestationHeadersCode>()(
  ATTESTATION_HEADER_RULES,
  rows(PP.invalidRequest, {
    'PP-03': [
      'response_type_missing',
      'client_id_missing',
      'code_challenge_missing',
      'code_challenge_method_missing',
      'request_missing',
    ],
    'PP-06': ['code_challenge_method_unsupported'],
    'PP-49': ['request_uri_present'],
    'PP-52': ['code_challenge_malformed'],
  }),
  rows(PP.unsupportedResponseType, { 'PP-03': ['response_type_unsupported'] }),
  rows(PP.invalidClient, {
    'PP-09': ['pop_unexpected', 'client_assertion_malformed'],
    'PP-41': ['client_assertion_type_missing', 'client_assertion_type_unsupported', 'client_assertion_missing'],
  }),
)

export const ATTESTATION_RULES = joinRules<WalletAttestationCode | StatusClaimCode>()(
  walletAttestationRules<PpAnswer>('PP-43', PP.invalidClient, PP.unavailable),
  rows(PP.invalidClient, {
    'PP-04': ['typ_mismatch', 'signature_invalid', 'expired', 'not_yet_valid', 'kid_unknown'],
    'PP-42': ['no_trust_chain', 'entity_type_missing'],
    'PP-43': ['status_reference_unusable'],
  }),
)

export const ATTESTATION_POP_RULES = joinRules<AttestationPopCode>()(
  jwsRules(PP.invalidClient),
  rows(PP.invalidClient, {
    'PP-09': [
      'pop_claim_foreign',
      'signature_invalid',
      'iss_mismatch',
      'aud_mismatch',
      'iat_missing',
      'pop_stale',
      'lifetime_too_long',
      'jti_missing',
      'jti_malformed',
    ],
  }),
)

export const REQUEST_OBJECT_RULES = joinRules<RequestObjectCode>()(
  jwsRules(PP.invalidRequestObject),
  rows(PP.invalidRequestObject, {
    'PP-05': ['jws_unsigned', 'alg_none'],
    'PP-48': ['typ_mismatch', 'expired', 'not_yet_valid', 'iss_mismatch', 'aud_mismatch', 'jti_malformed'],
    'PP-50': ['signature_invalid'],
  }),
  rows(PP.invalidRequest, {
    'PP-05': ['form_mismatch'],
    'PP-06': ['code_challenge_method_missing', 'code_challenge_method_unsupported'],
    'PP-08': [
      'redirect_uri_malformed',
      'redirect_uri_fragment',
      'redirect_uri_user_info',
      'redirect_uri_scheme_forbidden',
    ],
    'PP-46': ['client_id_mismatch', 'form_client_id_mismatch'],
    'PP-47': [
      'kid_missing',
      'response_type_missing',
      'response_type_unsupported',
      'client_id_missing',
      'state_missing',
      'code_challenge_missing',
      'redirect_uri_missing',
    ],
    'PP-48': ['client_assertion_type_mismatch'],
    'PP-49': ['request_present', 'request_uri_present'],
    'PP-51': ['dpop_jkt_malformed'],
    'PP-52': ['code_challenge_malformed'],
    'PP-124': ['redirect_uri_response_parameter', 'response_too_long'],
  }),
  rows(PP.invalidAuthorizationDetails, {
    'PP-07': [
      'authorization_details_malformed',
      'detail_type_unsupported',
      'detail_format_missing',
      'detail_format_unsupported',
      'detail_definition_malformed',
      'detail_credential_type_unsupported',
      'detail_doctype_unsupported',
      'detail_locations_unsupported',
    ],
    'PP-47': ['authorization_details_missing'],
    'PP-53': ['detail_field_unknown', 'detail_claims_malformed'],
    'PP-117': ['detail_configuration_malformed', 'detail_configuration_unknown'],
    'PP-119': ['detail_profile_mixed'],
  }),
  rows(PP.invalidScope, { 'PP-117': ['scope_unsupported'] }),
)

export const PUSH_STATUS_RULES = attestationStatusRules('PP-44', PP.invalidClient)

export const PUSH_DPOP_RULES = joinRules<DpopHeaderCode | DpopProofCode>()(
  dpopHeaderRules(PP.invalidDpopProof),
  dpopRules(PP.invalidDpopProof),
)

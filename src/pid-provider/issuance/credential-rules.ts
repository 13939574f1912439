/**
 * Rule tables of the credential request: access token, DPoP proof, body, key proof (`issue-credential.ts`). The tables
 * `FINAL_…` apply to requests of OpenID4VCI 1.0 instead of the draft.
 */
import { joinRules, rows, rules } from '../../base/index.ts'
import type {
  CredentialRequestCode,
  FinalCredentialRequestCode,
  FinalGrantedCode,
  KeyProofCode,
} from '../../oid4vci/index.ts'
import { jwkRules, jwsRules, protectedResourceRules } from '../../rules/index.ts'
import { PP, type PpAnswer } from '../answers.ts'
import { attestationStatusRules } from '../token/attestation-status.ts'

export const CREDENTIAL_RESOURCE_RULES = protectedResourceRules<PpAnswer>({
  tokenMissing: PP.tokenMissing,
  invalidToken: PP.invalidToken,
  invalidProof: PP.invalidDpopProof,
  useNonce: PP.useDpopNonceAtResource,
})

export const CREDENTIAL_REQUEST_RULES = joinRules<CredentialRequestCode>()(
  rows(PP.invalidCredentialRequest, {
    'GEN-23': ['json_too_large', 'json_too_deep'],
    'GEN-28': ['json_duplicate_member'],
    'PP-25': ['json_malformed', 'body_missing', 'format_missing'],
    'PP-93': ['doctype_missing'],
    'PP-127': [
      'credential_definition_missing',
      'credential_definition_malformed',
      'credential_identifier_forbidden',
      'proofs_unexpected',
    ],
  }),
  rows(PP.unsupportedCredentialFormat, { 'PP-25': ['format_unsupported'] }),
  rows(PP.unsupportedCredentialType, { 'PP-93': ['doctype_unsupported'], 'PP-127': ['credential_type_unsupported'] }),
  rows(PP.invalidProof, {
    'PP-94': ['proof_missing', 'proof_malformed', 'proof_type_unsupported', 'proof_jwt_missing'],
  }),
  rows(PP.invalidEncryptionParameters, { 'PP-115': ['response_encryption_unsupported'] }),
)

export const KEY_PROOF_RULES = joinRules<KeyProofCode>()(
  jwsRules(PP.invalidProof),
  jwkRules(PP.invalidProof),
  rows(PP.invalidProof, {
    'PP-26': [
      'typ_mismatch',
      'signature_invalid',
      'iss_missing',
      'iss_mismatch',
      'aud_mismatch',
      'iat_missing',
      'proof_stale',
      'nonce_missing',
    ],
    'PP-94': ['jws_malformed'],
    'PP-95': ['key_missing', 'x5c_unexpected', 'kid_mismatch', 'kid_unresolved'],
    'PP-97': ['nonce_foreign', 'nonce_expired'],
    'PP-126': ['did_too_long', 'did_malformed'],
  }),
)

export const GRANTED_RULES = rules<'not_granted' | 'profile_mismatch'>()(PP.invalidCredentialRequest, {
  'PP-92': ['not_granted'],
  'PP-119': ['profile_mismatch'],
})

export const CREDENTIAL_STATUS_RULES = attestationStatusRules('PP-34', PP.credentialRequestDenied)

export const FINAL_CREDENTIAL_REQUEST_RULES = joinRules<FinalCredentialRequestCode>()(
  rows(PP.invalidProof, {
    'PP-94': [
      'proof_missing',
      'proof_malformed',
      'proof_type_unsupported',
      'proof_jwt_missing',
      'proofs_malformed',
      'proofs_type_unsupported',
    ],
  }),
  rows(PP.invalidEncryptionParameters, { 'PP-115': ['response_encryption_unsupported'] }),
  rows(PP.invalidCredentialRequest, {
    'PP-118': [
      'credential_names_contradictory',
      'credential_configuration_malformed',
      'credential_identifier_malformed',
      'proofs_count_unsupported',
    ],
    'PP-127': ['proofs_unexpected'],
  }),
  rows(PP.unknownCredentialConfiguration, { 'PP-118': ['credential_configuration_unknown'] }),
  rows(PP.unknownCredentialIdentifier, { 'PP-118': ['credential_identifier_unknown'] }),
)

export const FINAL_GRANTED_RULES = joinRules<FinalGrantedCode>()(
  GRANTED_RULES,
  rows(PP.invalidCredentialRequest, { 'PP-118': ['credential_identifier_required'] }),
  rows(PP.unknownCredentialIdentifier, { 'PP-118': ['credential_identifier_unknown'] }),
)

export const FINAL_KEY_PROOF_RULES = joinRules<KeyProofCode>()(
  KEY_PROOF_RULES,
  rows(PP.invalidNonce, { 'PP-97': ['nonce_foreign', 'nonce_expired'] }),
)

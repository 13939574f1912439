/**
 * What the codes of a credential request mean: of its token and DPoP proof, its body, its key proof. Beside
 * `issue-credential.ts`, which runs the checks.
 */
import { type Rules, remembered } from '../../base/index.ts'
import type {
  CredentialRequestCode,
  FinalCredentialRequestCode,
  FinalGrantedCode,
  KeyProofCode,
} from '../../oid4vci/index.ts'
import { jwkRules, jwsRules, protectedResourceRules } from '../../rules/index.ts'
import { PP, type PpAnswer } from '../answers.ts'
import { attestationStatusRules } from '../token/attestation-status.ts'

/** `useNonce` carries the nonce that is demanded; where none is, the table is made once. */
export const credentialResourceRules = remembered((useNonce: PpAnswer) =>
  protectedResourceRules<PpAnswer>({
    tokenMissing: PP.tokenMissing,
    invalidToken: PP.invalidToken,
    invalidProof: PP.invalidDpopProof,
    useNonce,
  }),
)

export const CREDENTIAL_REQUEST_RULES = {
  json_malformed: ['PP-25', PP.invalidCredentialRequest],
  json_too_large: ['GEN-23', PP.invalidCredentialRequest],
  json_too_deep: ['GEN-23', PP.invalidCredentialRequest],
  json_duplicate_member: ['GEN-28', PP.invalidCredentialRequest],
  body_missing: ['PP-25', PP.invalidCredentialRequest],
  format_missing: ['PP-25', PP.invalidCredentialRequest],
  format_unsupported: ['PP-25', PP.unsupportedCredentialFormat],
  credential_definition_missing: ['PP-127', PP.invalidCredentialRequest],
  credential_definition_malformed: ['PP-127', PP.invalidCredentialRequest],
  credential_identifier_forbidden: ['PP-127', PP.invalidCredentialRequest],
  credential_type_unsupported: ['PP-127', PP.unsupportedCredentialType],
  doctype_missing: ['PP-93', PP.invalidCredentialRequest],
  doctype_unsupported: ['PP-93', PP.unsupportedCredentialType],
  proof_missing: ['PP-94', PP.invalidProof],
  proofs_unexpected: ['PP-127', PP.invalidCredentialRequest],
  proof_malformed: ['PP-94', PP.invalidProof],
  proof_type_unsupported: ['PP-94', PP.invalidProof],
  proof_jwt_missing: ['PP-94', PP.invalidProof],
  response_encryption_unsupported: ['PP-115', PP.invalidEncryptionParameters],
} as const satisfies Rules<CredentialRequestCode, PpAnswer>

export const KEY_PROOF_RULES = {
  ...jwsRules(PP.invalidProof),
  ...jwkRules(PP.invalidProof),
  jws_malformed: ['PP-94', PP.invalidProof],
  typ_mismatch: ['PP-26', PP.invalidProof],
  signature_invalid: ['PP-26', PP.invalidProof],
  key_missing: ['PP-95', PP.invalidProof],
  x5c_unexpected: ['PP-95', PP.invalidProof],
  kid_mismatch: ['PP-95', PP.invalidProof],
  kid_unresolved: ['PP-95', PP.invalidProof],
  did_too_long: ['PP-126', PP.invalidProof],
  did_malformed: ['PP-126', PP.invalidProof],
  iss_missing: ['PP-26', PP.invalidProof],
  iss_mismatch: ['PP-26', PP.invalidProof],
  aud_mismatch: ['PP-26', PP.invalidProof],
  iat_missing: ['PP-26', PP.invalidProof],
  proof_stale: ['PP-26', PP.invalidProof],
  nonce_missing: ['PP-26', PP.invalidProof],
  nonce_foreign: ['PP-97', PP.invalidProof],
  nonce_expired: ['PP-97', PP.invalidProof],
} as const satisfies Rules<KeyProofCode, PpAnswer>

export const GRANTED_RULES = {
  not_granted: ['PP-92', PP.invalidCredentialRequest],
  profile_mismatch: ['PP-119', PP.invalidCredentialRequest],
} as const satisfies Rules<'not_granted' | 'profile_mismatch', PpAnswer>

export const CREDENTIAL_STATUS_RULES = attestationStatusRules('PP-34', PP.credentialRequestDenied)

export const FINAL_CREDENTIAL_REQUEST_RULES = {
  credential_names_contradictory: ['PP-118', PP.invalidCredentialRequest],
  credential_configuration_malformed: ['PP-118', PP.invalidCredentialRequest],
  credential_configuration_unknown: ['PP-118', PP.unknownCredentialConfiguration],
  credential_identifier_malformed: ['PP-118', PP.invalidCredentialRequest],
  credential_identifier_unknown: ['PP-118', PP.unknownCredentialIdentifier],
  proof_missing: ['PP-94', PP.invalidProof],
  proofs_unexpected: ['PP-127', PP.invalidCredentialRequest],
  proof_malformed: ['PP-94', PP.invalidProof],
  proof_type_unsupported: ['PP-94', PP.invalidProof],
  proof_jwt_missing: ['PP-94', PP.invalidProof],
  proofs_malformed: ['PP-94', PP.invalidProof],
  proofs_type_unsupported: ['PP-94', PP.invalidProof],
  proofs_count_unsupported: ['PP-118', PP.invalidCredentialRequest],
  response_encryption_unsupported: ['PP-115', PP.invalidEncryptionParameters],
} as const satisfies Rules<FinalCredentialRequestCode, PpAnswer>

export const FINAL_GRANTED_RULES = {
  ...GRANTED_RULES,
  credential_identifier_required: ['PP-118', PP.invalidCredentialRequest],
  credential_identifier_unknown: ['PP-118', PP.unknownCredentialIdentifier],
} as const satisfies Rules<FinalGrantedCode, PpAnswer>

export const FINAL_KEY_PROOF_RULES = {
  ...KEY_PROOF_RULES,
  nonce_foreign: ['PP-97', PP.invalidNonce],
  nonce_expired: ['PP-97', PP.invalidNonce],
} as const satisfies Rules<KeyProofCode, PpAnswer>

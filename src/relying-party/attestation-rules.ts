/**
 * What the codes of a Wallet Attestation, and of a status list, mean to a Relying Party: the request endpoint and the
 * response endpoint share these rows, each under its own requirement and answer.
 */
import type { Rules } from '../base/index.ts'
import { jwkRules, jwsRules, trustRules } from '../rules/index.ts'
import type { StatusCode } from '../status-list/index.ts'
import type { WalletAttestationCode } from '../wallet-attestation/index.ts'
import { RP, type RpAnswer } from './answers.ts'

export const attestationRulesOf = <const R extends string>(requirement: R, answer: RpAnswer) =>
  ({
    ...jwsRules(answer),
    ...jwkRules(answer),
    ...trustRules<RpAnswer>(answer, RP.unavailable),
    typ_mismatch: [requirement, answer],
    signature_invalid: [requirement, answer],
    expired: [requirement, answer],
    not_yet_valid: [requirement, answer],
    no_trust_chain: [requirement, answer],
    entity_type_missing: [requirement, answer],
    kid_missing: [requirement, answer],
    kid_unknown: [requirement, answer],
    trust_chain_malformed: [requirement, answer],
    claim_malformed: [requirement, answer],
    presentation_definition_uri_claimed: [requirement, answer],
    lifetime_too_long: [requirement, answer],
    sub_mismatch: [requirement, answer],
  }) as const satisfies Rules<WalletAttestationCode, RpAnswer>

/** A list that does not hold is not the wallet's fault, but nothing is accepted on its word (RP-71). */
export const STATUS_RULES = {
  ...jwsRules(RP.credentialInvalid),
  typ_mismatch: ['RP-71', RP.credentialInvalid],
  signature_invalid: ['RP-71', RP.credentialInvalid],
  expired: ['RP-71', RP.credentialInvalid],
  not_yet_valid: ['RP-71', RP.credentialInvalid],
  status_token_malformed: ['RP-71', RP.credentialInvalid],
  status_uri_mismatch: ['RP-71', RP.credentialInvalid],
  status_key_unknown: ['RP-71', RP.credentialInvalid],
  list_malformed: ['RP-71', RP.credentialInvalid],
  list_too_large: ['RP-71', RP.credentialInvalid],
  index_out_of_range: ['RP-71', RP.credentialInvalid],
  url_malformed: ['RP-71', RP.credentialInvalid],
  url_not_https: ['GEN-19', RP.credentialInvalid],
  url_forbidden_part: ['GEN-19', RP.credentialInvalid],
  unreachable: ['RP-71', RP.unavailable],
  url_forbidden: ['FED-08', RP.credentialInvalid],
  address_forbidden: ['FED-08', RP.credentialInvalid],
  status_unexpected: ['RP-71', RP.unavailable],
  media_type_unexpected: ['RP-71', RP.unavailable],
  answer_too_large: ['RP-71', RP.unavailable],
  not_text: ['RP-71', RP.unavailable],
} as const satisfies Rules<StatusCode, RpAnswer>

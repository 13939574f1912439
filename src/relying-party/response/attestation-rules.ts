/**
 * What the codes of a Wallet Attestation, and of a status list, mean to a Relying Party: the request endpoint and the
 * response endpoint share these rows, each under its own requirement and answer.
 */
import type { Rules } from '../../base/index.ts'
import { statusListRules, trustRules, walletAttestationRules } from '../../rules/index.ts'
import type { StatusCode } from '../../status-list/index.ts'
import { RP, type RpAnswer } from '../answers.ts'

export const attestationRulesOf = (requirement: string, answer: RpAnswer) =>
  walletAttestationRules<RpAnswer>(requirement, answer, RP.unavailable)

/** A list that does not hold is not the wallet's fault, but nothing is accepted on its word (RP-71). */
export const STATUS_RULES = {
  ...statusListRules<RpAnswer>('RP-71', RP.credentialInvalid, ['RP-71', RP.unavailable]),
  ...trustRules<RpAnswer>(RP.untrusted, RP.unavailable),
  typ_mismatch: ['RP-71', RP.credentialInvalid],
  signature_invalid: ['RP-71', RP.credentialInvalid],
  expired: ['RP-71', RP.credentialInvalid],
  not_yet_valid: ['RP-71', RP.credentialInvalid],
  url_not_https: ['GEN-19', RP.credentialInvalid],
  url_forbidden_part: ['GEN-19', RP.credentialInvalid],
} as const satisfies Rules<StatusCode, RpAnswer>

/**
 * What the codes of a Wallet Attestation, and of a status list, mean to a Relying Party: the request endpoint and the
 * response endpoint share these rows, each under its own requirement and answer.
 */
import { joinRules, rows } from '../../base/index.ts'
import { statusListRules, trustRules, walletAttestationRules } from '../../rules/index.ts'
import type { StatusCode } from '../../status-list/index.ts'
import { RP, type RpAnswer } from '../answers.ts'

export const attestationRulesOf = (requirement: string, answer: RpAnswer) =>
  walletAttestationRules<RpAnswer>(requirement, answer, RP.unavailable)

/** A list that does not hold is not the wallet's fault, but nothing is accepted on its word (RP-71). */
export const STATUS_RULES = joinRules<StatusCode>()(
  statusListRules<RpAnswer>('RP-71', RP.credentialInvalid, ['RP-71', RP.unavailable]),
  trustRules<RpAnswer>(RP.untrusted, RP.unavailable),
  rows(RP.credentialInvalid, {
    'GEN-19': ['url_not_https', 'url_forbidden_part'],
    'RP-71': ['typ_mismatch', 'signature_invalid', 'expired', 'not_yet_valid'],
  }),
)

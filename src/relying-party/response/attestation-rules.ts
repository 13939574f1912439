/**
 * Rules of a Wallet Attestation and of a status list at a Relying Party. The request endpoint and the response endpoint
 * share them. Each endpoint has its own requirement and answer for the attestation.
 */
import { joinRules, rows } from '../../base/index.ts'
import { statusListRules, trustRules, walletAttestationRules } from '../../rules/index.ts'
import type { StatusCode } from '../../status-list/index.ts'
import { RP, type RpAnswer } from '../answers.ts'

/** Returns the rules of a Wallet Attestation for a requirement. If a party is unreachable, the answer is 503. */
export const attestationRulesOf = (requirement: string, answer: RpAnswer) =>
  walletAttestationRules<RpAnswer>(requirement, answer, RP.unavailable)

/**
 * Rules of a status list. If the list is invalid, the credential is refused, although the wallet is not at fault
 * (RP-71).
 */
export const STATUS_RULES = joinRules<StatusCode>()(
  statusListRules<RpAnswer>('RP-71', RP.credentialInvalid, ['RP-71', RP.unavailable]),
  trustRules<RpAnswer>(RP.untrusted, RP.unavailable),
  rows(RP.credentialInvalid, {
    'GEN-19': ['url_not_https', 'url_forbidden_part'],
    'RP-71': ['typ_mismatch', 'signature_invalid', 'expired', 'not_yet_valid'],
  }),
)

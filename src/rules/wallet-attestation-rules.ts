/**
 * Rules for the failure codes of a Wallet Attestation, for every surface that accepts one, with the requirement and the
 * answers of the surface. A use case joins them with its own rows.
 */
import { joinRules, rows } from '../base/index.ts'
import type { WalletAttestationCode } from '../wallet-attestation/index.ts'
import { jwkRules, jwsRules } from './jws-rules.ts'
import { trustRules } from './trust-rules.ts'

/** Returns the rules. `unavailable` is a 503 answer, for a Wallet Provider whose trust cannot be evaluated now. */
export const walletAttestationRules = <A>(requirement: string, refused: A, unavailable: A) =>
  joinRules<WalletAttestationCode>()(
    jwsRules(refused),
    jwkRules(refused),
    trustRules(refused, unavailable),
    rows(refused, {
      [requirement]: [
        'typ_mismatch',
        'signature_invalid',
        'expired',
        'not_yet_valid',
        'kid_missing',
        'kid_unknown',
        'trust_chain_malformed',
        'claim_malformed',
        'cnf_jwk_missing',
        'presentation_definition_uri_claimed',
        'lifetime_too_long',
        'sub_mismatch',
        'aal_unsupported',
        'no_trust_chain',
        'entity_type_missing',
      ],
    }),
  )

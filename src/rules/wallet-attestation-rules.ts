/**
 * Rules for the failure codes of a Wallet Attestation. Each use case that accepts the attestation (an endpoint or
 * a step of the wallet) passes its requirement and its answers, and may join the rules with its own rows.
 */
import { joinRules, rows } from '../base/index.ts'
import type { WalletAttestationCode } from '../wallet-attestation/index.ts'
import { jwkRules, jwsRules } from './jws-rules.ts'
import { trustRules } from './trust-rules.ts'

/**
 * Returns the rules. The codes below get `requirement`. Other codes of a JWS, a JWK or trust keep the requirement
 * of their own table. `unavailable` is the answer if the trust in the Wallet Provider cannot be evaluated now. An
 * endpoint passes an answer with the status 503.
 */
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
        'claim_missing',
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

/**
 * What the codes of a Wallet Attestation mean wherever one is taken, under the surface's own requirement and with its
 * answers. Joined with the rows of a use case.
 */
import { joinRules, rows } from '../base/index.ts'
import type { WalletAttestationCode } from '../wallet-attestation/index.ts'
import { jwkRules, jwsRules } from './jws-rules.ts'
import { trustRules } from './trust-rules.ts'

/** `unavailable` is a 503: nothing could be said about the Wallet Provider. */
export const walletAttestationRules = <A>(id: string, refused: A, unavailable: A) =>
  joinRules<WalletAttestationCode>()(
    jwsRules(refused),
    jwkRules(refused),
    trustRules(refused, unavailable),
    rows(refused, {
      [id]: [
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

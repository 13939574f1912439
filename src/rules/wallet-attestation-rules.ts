/**
 * What the codes of a Wallet Attestation mean wherever one is taken, under the surface's own requirement and with its
 * answers. Spread into the rule table of a use case.
 */
import type { Rule } from '../base/index.ts'
import type { WalletAttestationCode } from '../wallet-attestation/index.ts'
import { jwkRules, jwsRules } from './jws-rules.ts'
import { trustRules } from './trust-rules.ts'

/** `unavailable` is a 503: nothing could be said about the Wallet Provider. */
export const walletAttestationRules = <A>(id: string, refused: A, unavailable: A) =>
  ({
    ...jwsRules(refused),
    ...jwkRules(refused),
    ...trustRules(refused, unavailable),
    typ_mismatch: [id, refused],
    signature_invalid: [id, refused],
    expired: [id, refused],
    not_yet_valid: [id, refused],
    kid_missing: [id, refused],
    kid_unknown: [id, refused],
    trust_chain_malformed: [id, refused],
    claim_malformed: [id, refused],
    cnf_jwk_missing: [id, refused],
    presentation_definition_uri_claimed: [id, refused],
    lifetime_too_long: [id, refused],
    sub_mismatch: [id, refused],
    aal_unsupported: [id, refused],
    no_trust_chain: [id, refused],
    entity_type_missing: [id, refused],
  }) as const satisfies Record<WalletAttestationCode, Rule<A>>

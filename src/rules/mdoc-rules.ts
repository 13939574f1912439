/**
 * What the codes of an mdoc mean wherever one is taken, with the answers that the accepting surface gives. Spread into the
 * rule table of a use case.
 */
import type { Rule } from '../base/index.ts'
import type { IssuerSignedCode, IssuerSignedVerifyCode } from '../mdoc/index.ts'

/** How the surface that takes an mdoc words its refusals. */
export interface MdocAnswers<A> {
  /** The bytes are no mdoc. */
  readonly unreadable: A
  /** What the issuer signed does not hold. */
  readonly invalid: A
  /** Its certificate leads to no authority of an issuer. */
  readonly untrusted: A
}

/** `id` is the requirement of the surface that takes the document. */
export const mdocRules = <A>(id: string, { unreadable, invalid, untrusted }: MdocAnswers<A>) =>
  ({
    cbor_malformed: [id, unreadable],
    cbor_too_large: [id, unreadable],
    mdoc_malformed: [id, unreadable],
    cose_malformed: [id, unreadable],
    cose_alg_unsupported: [id, invalid],
    cose_crit_unsupported: [id, invalid],
    cose_header_repeated: [id, invalid],
    cose_key_malformed: [id, invalid],
    cose_key_mismatch: [id, invalid],
    cose_key_private: [id, invalid],
    cose_key_unsupported: [id, invalid],
    cose_key_unusable: [id, invalid],
    cose_payload_doubled: [id, invalid],
    cose_payload_missing: [id, invalid],
    cose_signature_invalid: [id, invalid],
    mso_malformed: [id, invalid],
    mso_version_unsupported: [id, invalid],
    digest_algorithm_unsupported: [id, invalid],
    value_digests_malformed: [id, invalid],
    validity_malformed: [id, invalid],
    validity_inconsistent: [id, invalid],
    x5chain_missing: [id, invalid],
    x5chain_malformed: [id, invalid],
    item_malformed: [id, invalid],
    item_random_short: [id, invalid],
    element_repeated: [id, invalid],
    doctype_mismatch: [id, invalid],
    mdoc_not_yet_valid: [id, invalid],
    mdoc_expired: [id, invalid],
    digest_missing: [id, invalid],
    digest_mismatch: [id, invalid],
    signed_outside_certificate: [id, invalid],
    certificate_malformed: [id, invalid],
    certificate_algorithm_unsupported: [id, invalid],
    certificate_extension_unknown: [id, invalid],
    certificate_not_yet_valid: [id, untrusted],
    certificate_expired: [id, untrusted],
    chain_broken: [id, untrusted],
    chain_too_long: [id, untrusted],
    chain_untrusted: [id, untrusted],
    chain_signature_invalid: [id, untrusted],
    leaf_not_signer: [id, untrusted],
    issuer_not_authority: [id, untrusted],
  }) as const satisfies Record<IssuerSignedCode | IssuerSignedVerifyCode, Rule<A>>

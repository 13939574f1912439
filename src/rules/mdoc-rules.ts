/**
 * What the codes of an mdoc mean wherever one is taken, with the answers that the accepting surface gives. Joined with the
 * rows of a use case.
 */
import { joinRules, rows } from '../base/index.ts'
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
  joinRules<IssuerSignedCode | IssuerSignedVerifyCode>()(
    rows(unreadable, { [id]: ['cbor_malformed', 'cbor_too_large', 'mdoc_malformed', 'cose_malformed'] }),
    rows(invalid, {
      [id]: [
        'cose_alg_unsupported',
        'cose_crit_unsupported',
        'cose_header_repeated',
        'cose_key_malformed',
        'cose_key_mismatch',
        'cose_key_private',
        'cose_key_unsupported',
        'cose_key_unusable',
        'cose_payload_doubled',
        'cose_payload_missing',
        'cose_signature_invalid',
        'mso_malformed',
        'mso_version_unsupported',
        'digest_algorithm_unsupported',
        'value_digests_malformed',
        'validity_malformed',
        'validity_inconsistent',
        'x5chain_missing',
        'x5chain_malformed',
        'item_malformed',
        'item_random_short',
        'element_repeated',
        'doctype_mismatch',
        'mdoc_not_yet_valid',
        'mdoc_expired',
        'digest_missing',
        'digest_mismatch',
        'signed_outside_certificate',
        'certificate_malformed',
        'certificate_algorithm_unsupported',
        'certificate_extension_unknown',
      ],
    }),
    rows(untrusted, {
      [id]: [
        'certificate_not_yet_valid',
        'certificate_expired',
        'chain_broken',
        'chain_too_long',
        'chain_untrusted',
        'chain_signature_invalid',
        'leaf_not_signer',
        'issuer_not_authority',
      ],
    }),
  )

/**
 * Rules for the failure codes of an mdoc. The caller passes its requirement ID and its answers, and joins these rules
 * with its own.
 */
import { joinRules, rows } from '../base/index.ts'
import type { IssuerSignedCode, IssuerSignedVerifyCode } from '../mdoc/index.ts'

/** Answers of a caller that accepts mdocs. */
export interface MdocAnswers<A> {
  /** Answer to bytes that are not an mdoc. */
  readonly unreadable: A
  /** Answer to issuer-signed data that is invalid. */
  readonly invalid: A
  /** Answer to certificates of the issuer that do not form a valid path to a trusted authority. */
  readonly untrusted: A
}

/** Returns the rules. `id` is the caller's requirement. */
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
        'issuing_country_mismatch',
        'issuing_jurisdiction_mismatch',
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
        'x509_path_length_exceeded',
        'chain_untrusted',
        'chain_signature_invalid',
        'leaf_not_signer',
        'issuer_not_authority',
        'x509_name_excluded',
        'x509_name_not_permitted',
        'x509_constraint_unsupported',
      ],
    }),
  )

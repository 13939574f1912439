/**
 * Port for validating the certificates of other parties. `certificate-trust` implements it. Roles and the wallet
 * receive an implementation and contain no code that validates certificates.
 */
import type { NumericDate } from './clock.ts'
import type { PublicJwk } from './crypto.ts'
import type { Failure } from './failure.ts'
import type { Json } from './json.ts'
import type { Verified } from './verified.ts'

/**
 * Reasons to refuse the certificates of an `x5c` member. `crl_unavailable` is an outage: a later attempt may succeed.
 */
export type CertificateTrustCode =
  // The member itself (RFC 7515 §4.1.6)
  | 'x5c_missing'
  | 'x5c_malformed'
  | 'x5c_root_present'
  | 'x5c_extraneous'
  | 'x5c_key_mismatch'
  // One certificate (RFC 5280 §4)
  | 'x509_malformed'
  | 'x509_too_large'
  | 'x509_serial_invalid'
  | 'x509_algorithm_unsupported'
  | 'x509_key_unsupported'
  | 'x509_extension_malformed'
  | 'x509_extension_repeated'
  | 'x509_extension_unknown'
  | 'x509_extension_criticality'
  // The path to a pinned root (RFC 5280 §6.1)
  | 'x509_path_missing'
  | 'x509_path_too_long'
  | 'x509_work_exceeded'
  | 'x509_signature_invalid'
  | 'x509_expired'
  | 'x509_not_yet_valid'
  | 'x509_issuer_not_authority'
  | 'x509_issuer_usage_missing'
  | 'x509_issuer_name_missing'
  | 'x509_usage_without_authority'
  | 'x509_path_length_exceeded'
  | 'x509_key_id_missing'
  | 'x509_key_id_mismatch'
  | 'x509_constraints_missing'
  | 'x509_constraints_misplaced'
  | 'x509_constraint_unsupported'
  | 'x509_name_excluded'
  | 'x509_name_not_permitted'
  // The entity and the purpose of its key
  | 'x509_signer_is_authority'
  | 'x509_signer_usage_missing'
  | 'x509_signer_purpose_missing'
  | 'x509_entity_mismatch'
  | 'x509_host_mismatch'
  | 'x509_issuer_entity_mismatch'
  // Revocation (RFC 5280 §6.3)
  | 'x509_revoked'
  | 'crl_location_missing'
  | 'crl_location_invalid'
  | 'crl_unavailable'
  | 'crl_malformed'
  | 'crl_too_large'
  | 'crl_unsupported'
  | 'crl_issuer_mismatch'
  | 'crl_usage_missing'
  | 'crl_signature_invalid'
  | 'crl_key_id_mismatch'
  | 'crl_number_missing'
  | 'crl_not_yet_valid'
  | 'crl_expired'

/** A key that certificates bind to an entity. */
export interface CertifiedKey {
  readonly entityId: string
  readonly publicJwk: PublicJwk
  /** DER of the certificate of the key. */
  readonly certificate: Uint8Array
  /** Host names in the certificate. */
  readonly dnsNames: readonly string[]
  /** URIs in the certificate. */
  readonly uris: readonly string[]
  /** Authority key identifiers of the certificates below the root, in base64url. */
  readonly authorityKeyIds: readonly string[]
  /** Earliest expiry time of the certificates in the path. */
  readonly expiresAt: NumericDate
}

/** Keys of an entity that its superiors vouch for. */
export interface VouchedKeys {
  /** Federation keys, each with the `x5c` that the superior states. */
  readonly federationKeys: readonly PublicJwk[]
  /** Protocol keys in the resolved metadata that may also be federation keys. Defaults to none. */
  readonly protocolKeys?: readonly PublicJwk[]
}

/** Validates certificates against the pinned roots. */
export interface CertificateEvaluator {
  /**
   * Validates the value of an `x5c` member for the entity that the signed object names: path to a pinned root, dates,
   * names and revocation. Fails with `x5c_missing` for `undefined`. `at` names the member in a failure. Does not verify
   * the signature of the object. The caller must verify it with the returned key.
   *
   * The superior's statement binds `keys.federationKeys` to the entity. So the issuer of the first certificate needs
   * neither names nor name constraints if its key is one of them (D-1140). The first certificate may have such a key
   * and be an authority's if the key is also in `keys.protocolKeys` (D-1141). Without `keys` neither applies.
   */
  evaluate(
    x5c: Json | undefined,
    entityId: string,
    at: string,
    keys?: VouchedKeys,
  ): Promise<Verified<CertifiedKey> | Failure<CertificateTrustCode>>
  /**
   * Validates the `x5c` member of an entity's federation key in its superior's statement, and checks that the
   * certificate is for this key. Checks path, dates, names and revocation as `evaluate` does, but accepts a certificate
   * without names or name constraints (D-1140). Does not verify the statement, which binds the key to the entity.
   */
  evaluateFederationKey(
    jwk: PublicJwk,
    entityId: string,
    at: string,
  ): Promise<Verified<CertifiedKey> | Failure<CertificateTrustCode>>
  /**
   * Checks the revocation of each certificate below the last one, as `evaluate` does, in a path that the caller has
   * verified: DER, the certificate of the signer first, the trusted one last. Accepts a certificate that names no list
   * at an accepted URL, whatever its lifetime, unless its distribution points are critical (D-1156). Each request has
   * the limits for unknown parties (FED-50). Checks no root, signature of a certificate, date or name.
   */
  checkRevocation(path: readonly Uint8Array[], at: string): Promise<undefined | Failure<CertificateTrustCode>>
}

/**
 * Store of a certification authority: the certificates that it issued, its counters and its certificate lists. All
 * replicas share it, so serial numbers and list numbers are unique and grow. Each verb is one round trip and atomic.
 */
import type { NumericDate } from '../../base/index.ts'
import type { Act } from '../../member/index.ts'

/** Reasons for a revocation (RFC 5280 §5.3.1) that an operator may give. */
export const certificateRevocationReasons = [
  'unspecified',
  'keyCompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
] as const

/** A reason for the revocation of a certificate. */
export type CertificateRevocationReason = (typeof certificateRevocationReasons)[number]

/** A certificate of a federation key. */
export interface IssuedCertificate {
  /** Lower-case hexadecimal, always of the same length, so that later certificates sort after earlier ones. */
  readonly serial: string
  /** Entity whose key is certified. The authority itself for its self-signed certificates. */
  readonly subject: string
  /** The certified key. */
  readonly kid: string
  /** The key that signed. Equals `kid` for a self-signed certificate. */
  readonly issuerKid: string
  /** 1 for the first certificate of a key by an issuer's key, then counted up. */
  readonly generation: number
  /** DER in base64. */
  readonly certificate: string
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
  readonly revokedAt?: NumericDate
  readonly reason?: CertificateRevocationReason
  /** Time of the subject's suspension. Absent while the subject is active. */
  readonly heldAt?: NumericDate
}

/** A signed certificate list (CRL). */
export interface StoredCertificateList {
  readonly issuerKid: string
  readonly number: number
  /** DER in base64. */
  readonly list: string
  readonly thisUpdate: NumericDate
  readonly nextUpdate: NumericDate
  /** Count of the revocations that the list was made after. */
  readonly revocations: number
}

/** Certificates, counters and lists of one authority. */
export interface IssuedCertificates {
  /** Returns the next number of a counter, which starts at 1. No other call gets the same number. */
  next(counter: 'serial' | 'list'): Promise<number>
  /** Returns the latest certificate of a key by an issuer's key, even a revoked one. */
  find(subject: string, kid: string, issuerKid: string): Promise<IssuedCertificate | undefined>
  /**
   * Adds a certificate with its log entry, and raises the subject's revision. Changes nothing if the generation of
   * this key and issuer exists already: another replica was faster.
   */
  add(certificate: IssuedCertificate, act: Act): Promise<'added' | 'outdated'>
  /** Returns the certificate with this serial number. */
  bySerial(serial: string): Promise<IssuedCertificate | undefined>
  /** Revokes a certificate, with its log entry, and raises the subject's revision. Idempotent: the first time stays. */
  revoke(
    certificate: Pick<IssuedCertificate, 'serial' | 'subject'>,
    reason: CertificateRevocationReason,
    act: Act,
  ): Promise<'revoked' | 'unknown'>
  /** Lists certificates of one subject or of all, latest first. */
  list(filter: { readonly subject?: string; readonly limit: number }): Promise<readonly IssuedCertificate[]>
  /** Lists revoked and held certificates of an issuer's key whose life had not ended before `since`, in order. */
  revocations(issuerKid: string, since: NumericDate): Promise<readonly IssuedCertificate[]>
  /** Returns the latest certificate list of an issuer's key, and the present count of revocations. */
  standing(issuerKid: string): Promise<{ readonly list?: StoredCertificateList; readonly revocations: number }>
  /** Stores a certificate list, unless one with the same or a higher number is stored. */
  publish(list: StoredCertificateList): Promise<void>
}

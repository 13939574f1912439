/**
 * Store of a certification authority: the certificates that it issued, its counters and its revocation lists. All
 * replicas share it, so serial numbers and list numbers are unique and increase. Each method is one round trip and
 * atomic.
 */
import type { NumericDate } from '../../base/index.ts'
import type { Act } from '../../member/index.ts'

/**
 * Reasons for a revocation (RFC 5280 §5.3.1) that an operator may give. The CLI has copies of this list and of
 * `certificateStates`.
 */
export const certificateRevocationReasons = [
  'unspecified',
  'keyCompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
] as const

/** A reason for the revocation of a certificate. */
export type CertificateRevocationReason = (typeof certificateRevocationReasons)[number]

/** States of an issued certificate. A revoked certificate stays `revoked` when it has expired. */
export const certificateStates = ['valid', 'held', 'revoked', 'expired'] as const

/** A state of an issued certificate. */
export type CertificateState = (typeof certificateStates)[number]

/** A certificate of a federation key. */
export interface IssuedCertificate {
  /** Lower-case hexadecimal, always of the same length, so that later certificates sort after earlier ones. */
  readonly serial: string
  /** Identifier of the entity whose key is certified. For a self-signed certificate, the authority itself. */
  readonly subject: string
  /** `kid` of the certified key. */
  readonly kid: string
  /** `kid` of the key that signed. Equals `kid` for a self-signed certificate. */
  readonly issuerKid: string
  /** 1 for the first certificate of a key by the issuer's key, 2 for the second, and so on. */
  readonly generation: number
  /** DER in base64. */
  readonly certificate: string
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
  readonly revokedAt?: NumericDate
  readonly reason?: CertificateRevocationReason
  /** Time since which the certificate is on hold, because its subject is suspended. Absent after a revocation. */
  readonly heldAt?: NumericDate
}

/** A signed certificate revocation list. */
export interface StoredCertificateList {
  readonly issuerKid: string
  /** CRL number (RFC 5280 §5.2.3). Strictly increasing, with gaps. */
  readonly number: number
  /** DER in base64. */
  readonly list: string
  readonly thisUpdate: NumericDate
  readonly nextUpdate: NumericDate
  /** Value of `revocations` in `listState` when the list was signed. */
  readonly revocations: number
}

/** Certificates, counters and revocation lists of one authority. */
export interface IssuedCertificates {
  /** Returns the next number of a counter, which starts at 1. No other call gets the same number. */
  next(counter: 'serial' | 'list'): Promise<number>
  /** Returns the latest certificate of a key that this issuer key signed, even a revoked one. */
  find(subject: string, kid: string, issuerKid: string): Promise<IssuedCertificate | undefined>
  /**
   * Adds a certificate with its log entry, and increases `revision` of the subject's record. Adds it on hold if the
   * subject is suspended. Adds it as revoked if the subject is not a subordinate, unless `issuerKid` equals `kid`
   * (self-signed). Changes nothing and returns `outdated` if a certificate of this key, issuer key and generation
   * exists, because another replica was faster.
   */
  add(certificate: IssuedCertificate, act: Act): Promise<'added' | 'outdated'>
  /** Returns the certificate with this serial number. */
  bySerial(serial: string): Promise<IssuedCertificate | undefined>
  /**
   * Revokes a certificate and ends its hold, with a log entry, and increases `revision` of the subject's record. If the
   * certificate is already revoked, changes nothing, writes no entry and returns `revoked`. Exception: `keyCompromise`
   * replaces another reason and writes a log entry. The time of the revocation stays. Returns `unknown` if the subject
   * has no certificate with this serial number.
   */
  revoke(
    certificate: Pick<IssuedCertificate, 'serial' | 'subject'>,
    reason: CertificateRevocationReason,
    act: Act,
  ): Promise<'revoked' | 'unknown'>
  /**
   * Lists certificates that match all filters, latest first and at most `limit`. An absent filter matches all.
   * `inState` selects the certificates that are in this state at the time `now`. Expired certificates are in the order
   * of their end. Reads at most `limit` rows for the states `expired` and `revoked`. For `valid` also reads those rows
   * of later certificates that are in another state.
   */
  list(filter: {
    readonly subject?: string
    readonly kid?: string | undefined
    readonly inState?: { readonly state: CertificateState; readonly now: NumericDate } | undefined
    readonly limit: number
  }): Promise<readonly IssuedCertificate[]>
  /** Lists all certificates of a subject that are not revoked and expire after `now`, latest first. */
  unexpired(subject: string, now: NumericDate): Promise<readonly IssuedCertificate[]>
  /**
   * Lists the revoked and held certificates by this issuer key that expire at `since` or later, in the order of their
   * serials.
   */
  revokedOrHeld(issuerKid: string, since: NumericDate): Promise<readonly IssuedCertificate[]>
  /**
   * Returns the latest revocation list of an issuer key, and a number that changes with each revocation, hold or
   * release of any certificate of the authority.
   */
  listState(issuerKid: string): Promise<{ readonly list?: StoredCertificateList; readonly revocations: number }>
  /** Stores a revocation list, unless one with the same or a higher number is stored. */
  publish(list: StoredCertificateList): Promise<void>
}

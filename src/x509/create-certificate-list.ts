/** Signs certificate revocation lists with a `CertificateSigner` (RFC 5280 §5). */
import type { NumericDate } from '../base/index.ts'
import { writeExtensions, writeSerial } from './certificate-body.ts'
import { authorityKeyIdentifier, crlNumber, extensionOids } from './certificate-extensions.ts'
import { writeEnumerated, writeExplicit, writeInteger, writeSequence, writeTime } from './der-write.ts'
import { writeName } from './name-write.ts'
import { type CertificateSigner, signBody } from './signed-der.ts'

/** Reasons of a revocation with their numbers (RFC 5280 §5.3.1). */
export const revocationReasons = {
  unspecified: 0,
  keyCompromise: 1,
  cACompromise: 2,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  certificateHold: 6,
  removeFromCRL: 8,
  privilegeWithdrawn: 9,
  aACompromise: 10,
} as const

/** Reason of a revocation (RFC 5280 §5.3.1). */
export type RevocationReason = keyof typeof revocationReasons

/** One revoked certificate of a list. */
export interface RevokedCertificate {
  /** Lower-case hexadecimal without leading zeros. */
  readonly serial: string
  readonly revokedAt: NumericDate
  /** Absent if the list gives no reason, which means `unspecified`. */
  readonly reason?: RevocationReason
}

/** Contents of a revocation list (RFC 5280 §5.1). */
export interface UnsignedCertificateList {
  /** Subject of the issuing certificate: its RFC 4514 text or its DER Name. */
  readonly issuer: string | Uint8Array
  /** Key identifier in the issuing certificate. */
  readonly issuerKeyId: Uint8Array
  /** Must increase with each list of the issuer (RFC 5280 §5.2.3). */
  readonly number: number
  readonly thisUpdate: NumericDate
  /** Time by which the next list will be published. */
  readonly nextUpdate: NumericDate
  readonly revoked: readonly RevokedCertificate[]
}

/** Media type of a DER revocation list (RFC 2585 §4.2). */
export const certificateListMediaType = 'application/pkix-crl'

/**
 * Signs a complete version 2 list and returns its DER. Does not check that the key belongs to the issuer. Rejects with
 * a TypeError for a malformed name, serial or time, or an algorithm that certificates do not support.
 */
export const createCertificateList = (signer: CertificateSigner, list: UnsignedCertificateList): Promise<Uint8Array> =>
  signBody(signer, (algorithm) =>
    writeSequence(
      writeInteger(1), // version 2
      algorithm,
      writeName(list.issuer),
      writeTime(list.thisUpdate),
      writeTime(list.nextUpdate),
      ...(list.revoked.length === 0 ? [] : [writeSequence(...list.revoked.map(writeEntry))]), // RFC 5280 §5.1.2.6
      writeExplicit(0, writeExtensions([authorityKeyIdentifier(list.issuerKeyId), crlNumber(list.number)])),
    ),
  )

/** Writes one entry. Omits the reason `unspecified` (RFC 5280 §5.3.1). */
function writeEntry({ serial, revokedAt, reason = 'unspecified' }: RevokedCertificate): Uint8Array {
  const number = writeSerial(serial)
  if (reason === 'unspecified') return writeSequence(number, writeTime(revokedAt))
  const value = writeEnumerated(revocationReasons[reason])
  return writeSequence(number, writeTime(revokedAt), writeExtensions([{ oid: extensionOids.reasonCode, value }]))
}

/** Writes the part of a certificate that its issuer signs (RFC 5280 §4.1.2). */
import type { NumericDate } from '../base/index.ts'
import {
  writeBoolean,
  writeExplicit,
  writeInteger,
  writeOctets,
  writeOid,
  writeSequence,
  writeTime,
  writeUnsigned,
} from './der-write.ts'
import { writeName } from './name-write.ts'

/** Contents of a certificate (RFC 5280 §4.1). The writer adds no extension. */
export interface UnsignedCertificate {
  /** RFC 4514 text in the order of the certificate: `CN=Droid CA2, O=Google LLC`. A DER Name as bytes is copied. */
  readonly subject: string | Uint8Array
  readonly issuer: string | Uint8Array
  /** Positive number in hexadecimal, in upper or lower case. */
  readonly serial: string
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
  /** DER SubjectPublicKeyInfo, of any algorithm. */
  readonly spki: Uint8Array
  /** All extensions, in this order. */
  readonly extensions: readonly UnsignedExtension[]
}

/** One extension to be written (RFC 5280 §4.2). */
export interface UnsignedExtension {
  readonly oid: string
  /** DER contents of extnValue. */
  readonly value: Uint8Array
  readonly critical?: true
}

const version3 = writeExplicit(0, writeInteger(2))

/**
 * Writes a TBSCertificate (RFC 5280 §4.1). `algorithm` is the encoded AlgorithmIdentifier. Throws a TypeError for a
 * malformed name.
 */
export const writeCertificateBody = (certificate: UnsignedCertificate, algorithm: Uint8Array): Uint8Array =>
  writeSequence(
    version3,
    writeSerial(certificate.serial),
    algorithm,
    writeName(certificate.issuer),
    writeSequence(writeTime(certificate.notBefore), writeTime(certificate.notAfter)),
    writeName(certificate.subject),
    certificate.spki,
    writeExplicit(3, writeExtensions(certificate.extensions)),
  )

/**
 * Writes a CertificateSerialNumber from hexadecimal with any number of digits (RFC 5280 §4.1.2.2). Does not check the
 * digits: drops all from the first pair that is not hexadecimal.
 */
export const writeSerial = (serial: string): Uint8Array =>
  writeUnsigned(Uint8Array.from(Buffer.from(serial.padStart(serial.length + (serial.length % 2), '0'), 'hex')))

/** Writes Extensions (RFC 5280 §4.1). */
export const writeExtensions = (extensions: readonly UnsignedExtension[]): Uint8Array =>
  writeSequence(...extensions.map(writeExtension))

const writeExtension = ({ oid, value, critical }: UnsignedExtension): Uint8Array =>
  writeSequence(writeOid(oid), ...(critical ? [writeBoolean(true)] : []), writeOctets(value))

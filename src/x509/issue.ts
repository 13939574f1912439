/**
 * Issues certificates (RFC 5280 §4.1) for the software device's chains, local authorities and our own signers. A
 * library for this took a sixth of the sandbox's start time (ADR 2). The tests parse the certificates with that
 * library.
 */
import { type KeyObject, sign } from 'node:crypto'
import { concatBytes, encodeUtf8, type NumericDate } from '../base/index.ts'
import { derTags } from './der.ts'
import {
  writeBoolean,
  writeDer,
  writeExplicit,
  writeInteger,
  writeNull,
  writeOctets,
  writeOid,
  writeSequence,
  writeUnsigned,
} from './der-write.ts'
import { writeName } from './name-write.ts'

/** A certificate to be signed (RFC 5280 §4.1). Nothing else is added. */
export interface CertificateRequest {
  /** RFC 4514 text in the order of the certificate: `CN=Droid CA2, O=Google LLC`. */
  readonly subject: string
  readonly issuer: string
  /** Hexadecimal. */
  readonly serial: string
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
  /** DER SubjectPublicKeyInfo, of any algorithm. */
  readonly spki: Uint8Array
  readonly issuerKey: CertificateSigningKey
  /** Adds basicConstraints with `cA`, and keyUsage for signing certificates. */
  readonly authority?: boolean
  /** keyUsage of an end-entity key. Defaults to signatures only. */
  readonly usage?: readonly ('digitalSignature' | 'nonRepudiation')[]
  /** Maximum number of authorities below this one. Defaults to no limit. */
  readonly pathLength?: number
  /** Further extensions in this order. Not critical by default. */
  readonly extensions?: readonly CertificateRequestExtension[]
}

/** One extension to be written (RFC 5280 §4.2). */
export interface CertificateRequestExtension {
  readonly oid: string
  /** DER contents of extnValue. */
  readonly value: Uint8Array
  readonly critical?: true
}

/** The signing key and its algorithm. */
export interface CertificateSigningKey {
  readonly privateKey: KeyObject
  /** Absent for an RSA key, which signs with PKCS #1 v1.5. */
  readonly curve?: 'P-256' | 'P-384'
  readonly hash: 'SHA-256' | 'SHA-384'
}

const version3 = writeExplicit(0, writeInteger(2))

/**
 * Signs a certificate and returns its DER. Does not check that the key belongs to the issuer, or that the issuer may
 * sign. Throws a TypeError for a malformed name.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateKeyPairSync, X509Certificate } from 'node:crypto'
 * import { issueCertificate } from 'fiducia/x509'
 *
 * const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
 * const der = issueCertificate({
 *   ...{ subject: 'CN=Root', issuer: 'CN=Root', serial: '01', authority: true },
 *   ...{ notBefore: 1767225600, notAfter: 1798761600 },
 *   spki: publicKey.export({ format: 'der', type: 'spki' }),
 *   issuerKey: { privateKey, curve: 'P-256', hash: 'SHA-256' },
 * })
 * assert.equal(new X509Certificate(der).subject, 'CN=Root')
 * ```
 */
export function issueCertificate(request: CertificateRequest): Uint8Array {
  const { privateKey, curve, hash } = request.issuerKey
  const algorithm = signatureAlgorithms[curve ? 'ECDSA' : 'RSA'][hash]
  const body = writeSequence(
    version3,
    writeUnsigned(Uint8Array.from(Buffer.from(request.serial, 'hex'))),
    algorithm,
    writeName(request.issuer),
    writeSequence(writeTime(request.notBefore), writeTime(request.notAfter)),
    writeName(request.subject),
    request.spki,
    writeExplicit(3, writeSequence(...extensionsOf(request).map(writeExtension))),
  )
  const signature = sign(hash === 'SHA-384' ? 'sha384' : 'sha256', body, privateKey)
  return writeSequence(body, algorithm, writeBits(0, signature))
}

const rsaAlgorithm = (oid: string): Uint8Array => writeSequence(writeOid(oid), writeNull())

/** ECDSA without parameters (RFC 5758 §3.2), RSA with NULL (RFC 4055 §5). */
const signatureAlgorithms = {
  ECDSA: {
    'SHA-256': writeSequence(writeOid('1.2.840.10045.4.3.2')),
    'SHA-384': writeSequence(writeOid('1.2.840.10045.4.3.3')),
  },
  RSA: { 'SHA-256': rsaAlgorithm('1.2.840.113549.1.1.11'), 'SHA-384': rsaAlgorithm('1.2.840.113549.1.1.12') },
}

function extensionsOf({ authority, pathLength, usage, extensions = [] }: CertificateRequest) {
  const path = pathLength === undefined ? [] : [writeInteger(pathLength)]
  const own: CertificateRequestExtension[] = authority
    ? [
        { oid: '2.5.29.19', value: writeSequence(writeBoolean(true), ...path), critical: true },
        { oid: '2.5.29.15', value: writeBits(1, Uint8Array.of(0b110)), critical: true }, // keyCertSign, cRLSign
      ]
    : [{ oid: '2.5.29.15', value: signatureUsage(usage ?? ['digitalSignature']), critical: true }]
  return [...own, ...extensions]
}

const signatureUsage = (usage: readonly string[]): Uint8Array =>
  usage.includes('nonRepudiation')
    ? writeBits(6, Uint8Array.of(usage.includes('digitalSignature') ? 0b1100_0000 : 0b100_0000))
    : writeBits(7, Uint8Array.of(0b1000_0000))

const writeExtension = ({ oid, value, critical }: CertificateRequestExtension): Uint8Array =>
  writeSequence(writeOid(oid), ...(critical ? [writeBoolean(true)] : []), writeOctets(value))

const writeBits = (unused: number, bytes: Uint8Array): Uint8Array =>
  writeDer(derTags.bitString, concatBytes([Uint8Array.of(unused), bytes]))

/** Writes a UTCTime before the year 2050, a GeneralizedTime from then on (RFC 5280 §4.1.2.5). */
function writeTime(time: NumericDate): Uint8Array {
  const text = new Date(time * 1000).toISOString().replace(/\.\d+|[-:T]/g, '')
  return text < '2050'
    ? writeDer(derTags.utcTime, encodeUtf8(text.slice(2)))
    : writeDer(derTags.generalizedTime, encodeUtf8(text))
}

/**
 * Issues certificates (RFC 5280 §4.1): for the software device's chains, for local authorities and for the keys of services.
 */
import { type KeyObject, sign } from 'node:crypto'
import { encodeUtf8, type NumericDate } from '../base/index.ts'
import { derTags } from './der.ts'
import {
  writeDer,
  writeExplicit,
  writeInteger,
  writeOctets,
  writeOid,
  writeSequence,
  writeUnsigned,
} from './der-write.ts'
import { writeName } from './distinguished-name.ts'

export interface CertificateRequest {
  /** RFC 4514 text: `CN=Droid CA2, O=Google LLC`. */
  readonly subject: string
  readonly issuer: string
  /** Hexadecimal. */
  readonly serial: string
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
  /** DER SubjectPublicKeyInfo, of any algorithm. */
  readonly spki: Uint8Array
  readonly issuerKey: CertificateSigningKey
  readonly authority?: boolean
  /** Of a key that is no authority's; signatures only when not said. */
  readonly usage?: readonly ('digitalSignature' | 'nonRepudiation')[]
  /** How many authorities may follow this one; any number when not said. */
  readonly pathLength?: number
  /** DER values by object identifier, in this order, not critical unless said. */
  readonly extensions?: readonly { readonly oid: string; readonly value: Uint8Array; readonly critical?: true }[]
}

export interface CertificateSigningKey {
  readonly privateKey: KeyObject
  /** Absent for an RSA key, which signs with PKCS #1 v1.5. */
  readonly curve?: 'P-256' | 'P-384'
  readonly hash: 'SHA-256' | 'SHA-384'
}

type Bytes = Uint8Array
type Usage = NonNullable<CertificateRequest['usage']>[number] | 'keyCertSign' | 'cRLSign'

/** Signs one certificate; returns its DER. */
export async function issueCertificate(request: CertificateRequest): Promise<Uint8Array> {
  const { privateKey, hash } = request.issuerKey
  const algorithm = signatureAlgorithm(request.issuerKey)
  const body = writeSequence(
    writeExplicit(0, writeInteger(2)), // version 3
    writeUnsigned(Buffer.from(request.serial, 'hex')),
    algorithm,
    writeName(request.issuer),
    writeSequence(writeTime(request.notBefore), writeTime(request.notAfter)),
    writeName(request.subject),
    request.spki,
    writeExplicit(3, writeSequence(...extensionsOf(request))),
  )
  const signature = sign(hash.replace('-', ''), body, { key: privateKey, dsaEncoding: 'der' })
  return writeSequence(body, algorithm, writeBits(signature, 0))
}

function signatureAlgorithm({ curve, hash }: CertificateSigningKey): Bytes {
  if (curve) return writeSequence(writeOid(`1.2.840.10045.4.3.${hash === 'SHA-256' ? 2 : 3}`))
  return writeSequence(writeOid(`1.2.840.113549.1.1.${hash === 'SHA-256' ? 11 : 12}`), writeDer(5))
}

function extensionsOf({ authority, pathLength, usage = ['digitalSignature'], extensions = [] }: CertificateRequest) {
  const usages: readonly Usage[] = authority ? ['keyCertSign', 'cRLSign'] : usage
  const path = pathLength === undefined ? [] : [writeInteger(pathLength)]
  return [
    ...(authority ? [writeExtension('2.5.29.19', writeSequence(writeTrue(), ...path), true)] : []), // basicConstraints
    writeExtension('2.5.29.15', writeUsages(usages), true), // keyUsage
    ...extensions.map(({ oid, value, critical = false }) => writeExtension(oid, value, critical)),
  ]
}

const writeTrue = (): Bytes => writeDer(derTags.boolean, Uint8Array.of(255))
const writeBits = (bits: Bytes, unused: number): Bytes => writeDer(derTags.bitString, Uint8Array.of(unused), bits)

const writeExtension = (oid: string, value: Bytes, critical: boolean): Bytes =>
  writeSequence(writeOid(oid), ...(critical ? [writeTrue()] : []), writeOctets(value))

/** Counted from the left, as named bits are. */
const usageBits: Readonly<Record<Usage, number>> = {
  digitalSignature: 0,
  nonRepudiation: 1,
  keyCertSign: 5,
  cRLSign: 6,
}

/** Without the zeros behind the last bit (X.690 §11.2.2). */
function writeUsages(usages: readonly Usage[]): Bytes {
  const places = usages.map((usage) => usageBits[usage])
  const bits = places.reduce((sum, place) => sum | (0x80 >> place), 0)
  return writeBits(Uint8Array.of(bits), 7 - Math.max(...places))
}

/** Until 2049 with two digits of the year (RFC 5280 §4.1.2.5). */
function writeTime(time: NumericDate): Bytes {
  const text = new Date(time * 1000).toISOString().replace(/[-:T]|\.\d+/g, '')
  const year = Number(text.slice(0, 4))
  const [utcTime, generalizedTime] = [23, 24]
  return year >= 1950 && year < 2050
    ? writeDer(utcTime, encodeUtf8(text.slice(2)))
    : writeDer(generalizedTime, encodeUtf8(text))
}

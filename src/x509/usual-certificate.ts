/**
 * Parses certificates of the usual form in one pass without `X509Certificate`, whose parsing costs as much as verifying
 * a signature. The usual form has:
 *
 * - version 3, and dates in the form of RFC 5280 §4.1.2.5
 * - names of printable ASCII characters, with one attribute in each relative name
 * - a key on P-256 or P-384, or an RSA key of 2048, 3072 or 4096 bits with a three-byte exponent (RFC 5480, RFC 4055)
 * - a signature with ECDSA or PKCS #1 v1.5, with SHA-256 or SHA-384 (RFC 5758, RFC 4055)
 *
 * `parseCertificate` reads any other certificate with the general parser.
 */
import type { NumericDate } from '../base/index.ts'
import type { CertificateExtension, CertificateFields, NameAttribute } from './certificate-fields.ts'
import { derTags } from './der.ts'
import { DerWalk } from './der-walk.ts'

export interface UsualCertificate extends CertificateFields {
  readonly notBefore: NumericDate
  readonly notAfter: NumericDate
  readonly signed: SignedPart
}

/** Input for verifying the signature with `crypto.verify`. */
interface SignedPart {
  readonly hash: 'sha256' | 'sha384'
  /** Required `KeyObject.asymmetricKeyType` of the issuer's key. */
  readonly keyType: 'ec' | 'rsa'
  readonly tbs: Uint8Array
  readonly signature: Uint8Array
}

/** Complete AlgorithmIdentifiers: ECDSA without parameters, RSA with NULL. */
const signatureAlgorithms = (
  [
    ['300a06082a8648ce3d040302', 'sha256', 'ec'],
    ['300a06082a8648ce3d040303', 'sha384', 'ec'],
    ['300d06092a864886f70d01010b0500', 'sha256', 'rsa'],
    ['300d06092a864886f70d01010c0500', 'sha384', 'rsa'],
  ] as const
).map(([hex, hash, keyType]) => ({ encoded: Buffer.from(hex, 'hex'), hash, keyType }))

/**
 * Start of a SubjectPublicKeyInfo, up to the key itself: P-256, P-384, RSA 2048, RSA 3072, RSA 4096. `size` is the
 * length of the whole SubjectPublicKeyInfo in bytes.
 */
const keyPrefixes = (
  [
    ['3059301306072a8648ce3d020106082a8648ce3d03010703420004', 91],
    ['3076301006072a8648ce3d020106052b8104002203620004', 120],
    ['30820122300d06092a864886f70d01010105000382010f00', 294],
    ['308201a2300d06092a864886f70d01010105000382018f00', 422],
    ['30820222300d06092a864886f70d01010105000382020f00', 550],
  ] as const
).map(([hex, size]) => ({ encoded: Buffer.from(hex, 'hex'), size }))

/** Encoding of version 3: `[0] EXPLICIT INTEGER 2`. */
const versions = [{ encoded: Buffer.from('a003020102', 'hex') }]
/** Identifier octet of the extensions: `[3] EXPLICIT`. */
const extensionsTag = 0xa3
const [sequence, set] = [derTags.sequence | 0x20, derTags.set | 0x20]

/**
 * Parses one certificate with no bytes after it. Returns `undefined` if any part has another form than the usual one.
 */
export function readUsualCertificate(der: Uint8Array): UsualCertificate | undefined {
  const walk = new DerWalk(der)
  const end = walk.open(sequence)
  const start = walk.position()
  const bodyEnd = walk.open(sequence)
  walk.oneOf(versions)
  const serial = walk.serial()
  const algorithm = walk.oneOf(signatureAlgorithms)
  const issuer = readName(walk)
  const datesEnd = walk.open(sequence)
  const notBefore = walk.time()
  const notAfter = walk.time()
  walk.close(datesEnd)
  const subject = readName(walk)
  const spki = readKey(walk)
  const extensions = walk.position() === bodyEnd ? [] : readExtensions(walk)
  walk.close(bodyEnd)
  const outerAlgorithm = walk.oneOf(signatureAlgorithms)
  const signature = walk.bits()
  walk.close(end)
  if (!walk.succeeded() || end !== der.length || algorithm === undefined || algorithm !== outerAlgorithm)
    return undefined // RFC 5280 §4.1.1.2
  const signed = { hash: algorithm.hash, keyType: algorithm.keyType, tbs: der.subarray(start, bodyEnd), signature }
  return { serial, issuer, subject, extensions, spki, notBefore, notAfter, signed }
}

/** Reads a name. Each relative name must have exactly one attribute. */
function readName(walk: DerWalk): readonly NameAttribute[] {
  const attributes: NameAttribute[] = []
  const end = walk.open(sequence)
  while (walk.position() < end) {
    const relativeEnd = walk.open(set)
    const attributeEnd = walk.open(sequence)
    attributes.push({ oid: walk.oid(), text: walk.text() })
    walk.close(attributeEnd)
    walk.close(relativeEnd)
  }
  walk.close(end)
  return attributes
}

function readKey(walk: DerWalk): Uint8Array {
  const start = walk.position()
  const { size } = walk.oneOf(keyPrefixes) ?? { size: 0 }
  return walk.bytesTo(start, start + size)
}

function readExtensions(walk: DerWalk): readonly CertificateExtension[] {
  const extensions: CertificateExtension[] = []
  const end = walk.open(extensionsTag)
  const listEnd = walk.open(sequence)
  while (walk.position() < listEnd) {
    const extensionEnd = walk.open(sequence)
    const oid = walk.oid()
    walk.skipTrue()
    extensions.push({ oid, value: walk.octets() })
    walk.close(extensionEnd)
  }
  walk.close(listEnd)
  walk.close(end)
  return extensions
}

/**
 * Issues certificates: for the software device's chains and for local authorities. The library behind it is loaded when
 * the first certificate is made, so that verifying never pays for it.
 */
import type { KeyObject } from 'node:crypto'
import type { NumericDate } from '../base/index.ts'

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

const loadLibrary = async () => {
  await import('reflect-metadata')
  return import('@peculiar/x509')
}

/** Signs one certificate; returns its DER. */
export async function issueCertificate(request: CertificateRequest): Promise<Uint8Array> {
  const x509 = await loadLibrary()
  const { privateKey, curve, hash } = request.issuerKey
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: request.serial,
    subject: request.subject,
    issuer: request.issuer,
    notBefore: new Date(request.notBefore * 1000),
    notAfter: new Date(request.notAfter * 1000),
    publicKey: new x509.PublicKey(Uint8Array.from(request.spki)),
    signingKey: privateKey.toCryptoKey(
      curve ? { name: 'ECDSA', namedCurve: curve } : { name: 'RSASSA-PKCS1-v1_5', hash },
      true,
      ['sign'],
    ) as CryptoKey,
    signingAlgorithm: { name: curve ? 'ECDSA' : 'RSASSA-PKCS1-v1_5', hash },
    extensions: [
      ...(request.authority ? [new x509.BasicConstraintsExtension(true, request.pathLength, true)] : []),
      new x509.KeyUsagesExtension(
        request.authority
          ? x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign
          : (request.usage ?? ['digitalSignature']).reduce((flags, name) => flags | x509.KeyUsageFlags[name], 0),
        true,
      ),
      ...(request.extensions ?? []).map(
        ({ oid, value, critical = false }) => new x509.Extension(oid, critical, Uint8Array.from(value)),
      ),
    ],
  })
  return new Uint8Array(certificate.rawData)
}

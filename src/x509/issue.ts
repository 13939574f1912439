/**
 * Issues certificates (RFC 5280 §4.1) for the software device's chains, local authorities and signers of services. Uses
 * no library, because loading `@peculiar/x509` took a sixth of the sandbox's start time (ADR 2). The tests compare the
 * certificates with those of `@peculiar/x509`.
 */
import { type KeyObject, sign } from 'node:crypto'
import { type UnsignedCertificate, type UnsignedExtension, writeCertificateBody } from './certificate-body.ts'
import { basicConstraints, keyUsage } from './certificate-extensions.ts'
import { certificateAlgorithms, writeSigned } from './signed-der.ts'

/**
 * A certificate to be signed (RFC 5280 §4.1). `issueCertificate` adds a keyUsage, and for an authority
 * basicConstraints, before `extensions`.
 */
export interface CertificateTemplate extends Omit<UnsignedCertificate, 'extensions'> {
  /** RFC 4514 text. */
  readonly subject: string
  /** RFC 4514 text. */
  readonly issuer: string
  readonly issuerKey: CertificateSigningKey
  /**
   * True for an authority: adds basicConstraints with `cA`, and keyUsage for signing certificates and revocation lists.
   */
  readonly authority?: boolean
  /** keyUsage of an end-entity key. Defaults to `digitalSignature`. Ignored for an authority. */
  readonly usage?: readonly ('digitalSignature' | 'nonRepudiation')[]
  /** Maximum number of authorities below this one. Defaults to no limit. Ignored without `authority`. */
  readonly pathLength?: number
  /** Additional extensions in this order. Not critical by default. */
  readonly extensions?: readonly UnsignedExtension[]
}

/** The signing key and its algorithm. */
export interface CertificateSigningKey {
  readonly privateKey: KeyObject
  /** Absent for an RSA key, which signs with PKCS #1 v1.5. */
  readonly curve?: 'P-256' | 'P-384'
  readonly hash: 'SHA-256' | 'SHA-384'
}

/**
 * Signs a certificate and returns its DER. Does not check that the key belongs to the issuer, or that the issuer may
 * sign. Throws a TypeError for a malformed name, serial or time.
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
export function issueCertificate(request: CertificateTemplate): Uint8Array {
  const { privateKey, curve, hash } = request.issuerKey
  const size = hash === 'SHA-384' ? 384 : 256
  const { identifier, hash: name } = certificateAlgorithms[`${curve ? 'ES' : 'RS'}${size}`]
  const body = writeCertificateBody({ ...request, extensions: extensionsOf(request) }, identifier)
  return writeSigned(body, identifier, sign(name, body, privateKey))
}

const extensionsOf = ({ authority, pathLength, usage, extensions = [] }: CertificateTemplate) => [
  ...(authority
    ? [basicConstraints(pathLength), keyUsage(['keyCertSign', 'cRLSign'])]
    : [keyUsage(usage ?? ['digitalSignature'])]),
  ...extensions,
]

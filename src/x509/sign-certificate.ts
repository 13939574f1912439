/** Signs certificates (RFC 5280 §4.1). */
import { type UnsignedCertificate, writeCertificateBody } from './certificate-body.ts'
import { type CertificateSigner, signBody } from './signed-der.ts'

/**
 * Signs a certificate and returns its DER. Does not check that the key belongs to the issuer, or that the issuer may
 * sign. Rejects with a TypeError for a malformed name or serial, a time outside the years 1950 to 9999, or an algorithm
 * that certificates do not support.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { generateKeyPairSync, sign, X509Certificate } from 'node:crypto'
 * import { basicConstraints, keyUsage, signCertificate } from 'fiducia/x509'
 *
 * const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
 * const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
 * const signer = { alg: 'ES256', sign: (data: Uint8Array) => new Uint8Array(sign('sha256', data, key)) }
 * const der = await signCertificate(signer, {
 *   ...{ subject: 'CN=Root', issuer: 'CN=Root', serial: '01', notBefore: 1767225600, notAfter: 1798761600 },
 *   spki: publicKey.export({ format: 'der', type: 'spki' }),
 *   extensions: [basicConstraints(1), keyUsage(['keyCertSign', 'cRLSign'])],
 * })
 * assert.ok(new X509Certificate(der).verify(publicKey))
 * ```
 */
export const signCertificate = (signer: CertificateSigner, certificate: UnsignedCertificate): Promise<Uint8Array> =>
  signBody(signer, (algorithm) => writeCertificateBody(certificate, algorithm))

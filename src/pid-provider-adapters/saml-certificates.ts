/** Checks and normalizes the certificates with the keys of a SAML identity provider. */
import { X509Certificate } from 'node:crypto'
import { type Failure, fail } from '../base/index.ts'
import { isStrongRsa } from './saml-service-provider-key.ts'

/**
 * Normalizes the certificates of a registration to PEM. Returns `provider_malformed` if there is no certificate, or if
 * a certificate has no RSA key of at least 2048 bits. The signature library skips such a certificate, so a genuine
 * answer would look forged. Does not check the validity period or the signature.
 */
export function normalizeCertificates(
  certificates: readonly string[],
): readonly [string, ...string[]] | Failure<'provider_malformed'> {
  const [first, ...more] = certificates.map(readCertificate)
  if (first === undefined || more.includes(undefined)) return fail('provider_malformed', 'KeyDescriptor') // PP-58
  return [first, ...more.filter((certificate) => certificate !== undefined)]
}

/** Returns the PEM of a certificate with a strong RSA key, from PEM or DER. Returns `undefined` for anything else. */
export function readCertificate(content: Buffer | string): string | undefined {
  try {
    const certificate = new X509Certificate(content)
    return isStrongRsa(certificate.publicKey) ? certificate.toString() : undefined
  } catch {
    return undefined
  }
}

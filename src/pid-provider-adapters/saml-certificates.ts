/** The certificates that carry the keys of a SAML identity provider. */
import { X509Certificate } from 'node:crypto'
import { type Failure, fail } from '../base/index.ts'
import { isStrongRsa } from './saml-service-provider-key.ts'

/**
 * The certificates of a registration, each as PEM of one form: what verifies a signature passes over a bad one, so that a
 * genuine answer would seem forged. `provider_malformed` when there is none, or one that carries no RSA key of 2048 bits.
 */
export function checkCertificates(
  certificates: readonly string[],
): readonly [string, ...string[]] | Failure<'provider_malformed'> {
  const [first, ...more] = certificates.map(readCertificate)
  if (first === undefined || more.includes(undefined)) return fail('provider_malformed', 'KeyDescriptor') // PP-58
  return [first, ...more.filter((certificate) => certificate !== undefined)]
}

/** PEM of a certificate that carries a strong RSA key, from PEM or DER; `undefined` for anything else. */
export function readCertificate(content: Buffer | string): string | undefined {
  try {
    const certificate = new X509Certificate(content)
    return isStrongRsa(certificate.publicKey) ? certificate.toString() : undefined
  } catch {
    return undefined
  }
}

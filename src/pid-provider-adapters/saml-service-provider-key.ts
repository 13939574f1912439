/**
 * The PID Provider's RSA key for SAML identity providers, and the certificate with its public key for the metadata.
 * The national profile requires RSA of at least 2048 bits.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

/** A SAML service provider's key and its certificate. */
export interface ServiceProviderKey {
  readonly privateKey: KeyObject
  /** PEM. */
  readonly certificate: string
}

/** Minimum length of an RSA key for SAML, in bits. */
export const minimumRsaBits = 2048

/**
 * Reads key and certificate from PEM. Throws if one of them cannot be parsed, if the key is not RSA of at least 2048
 * bits, or if the certificate is not that of the key. Does not check dates, issuer or signature of the certificate.
 */
export function importServiceProviderKey(privateKeyPem: string, certificatePem: string): ServiceProviderKey {
  const privateKey = createPrivateKey(privateKeyPem)
  const certificate = new X509Certificate(certificatePem)
  if (!isStrongRsa(privateKey)) throw new TypeError(`the SAML key is not an RSA key of ${minimumRsaBits} bits or more`)
  if (!certificate.checkPrivateKey(privateKey)) throw new TypeError('the SAML certificate is not that of the SAML key')
  return { privateKey, certificate: certificate.toString() }
}

/** Returns true for an RSA key of at least 2048 bits. */
export const isStrongRsa = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= minimumRsaBits

/** Returns the base64 of a certificate for an X509Certificate element. */
export const certificateText = (pem: string): string => new X509Certificate(pem).raw.toString('base64')

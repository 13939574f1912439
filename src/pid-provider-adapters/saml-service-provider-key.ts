/**
 * The RSA key with which the PID Provider presents itself to SAML identity providers, and the certificate that carries
 * its public half in the metadata. The national profile wants RSA of 2048 bits or more.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

/** A SAML service provider's key, and the certificate that carries it. */
export interface ServiceProviderKey {
  readonly privateKey: KeyObject
  /** PEM. */
  readonly certificate: string
}

/** How long a service provider's RSA key is at least. */
export const minimumRsaBits = 2048

/** Reads key and certificate from PEM. Throws for a pair that cannot serve: configuration, not input. */
export function importServiceProviderKey(privateKeyPem: string, certificatePem: string): ServiceProviderKey {
  const privateKey = createPrivateKey(privateKeyPem)
  const certificate = new X509Certificate(certificatePem)
  if (!isStrongRsa(privateKey)) throw new TypeError(`the SAML key is no RSA key of ${minimumRsaBits} bits or more`)
  if (!certificate.checkPrivateKey(privateKey)) throw new TypeError('the SAML certificate is not that of the SAML key')
  return { privateKey, certificate: certificate.toString() }
}

/** Whether it is an RSA key that is long enough for a service provider. */
export const isStrongRsa = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= minimumRsaBits

/** The base64 of a certificate, as an X509Certificate element holds it. */
export const certificateText = (pem: string): string => new X509Certificate(pem).raw.toString('base64')

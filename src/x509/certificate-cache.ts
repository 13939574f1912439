/**
 * Intermediate certificates come back in thousands of chains: parsed ones, with the signatures already proven on them,
 * are kept by the digest of their DER.
 */
import { hash } from 'node:crypto'
import { createRecent, type Failure, failed } from '../base/index.ts'
import { type Certificate, type CertificateCode, parseCertificate } from './certificate.ts'

export interface CertificateCache {
  /** As `parseCertificate`, from memory where it can. */
  parse(der: Uint8Array, at: string): Certificate | Failure<CertificateCode>
}

/** Keeps up to `capacity` certificates, those that were used last. What cannot be read is not kept. */
export function createCertificateCache(capacity = 500): CertificateCache {
  const certificates = createRecent<Certificate>(capacity)
  return {
    parse: (der, at) => {
      const name = hash('sha256', der, 'base64')
      const known = certificates.get(name)
      if (known) return known
      const certificate = parseCertificate(der, at)
      if (!failed(certificate)) certificates.set(name, certificate)
      return certificate
    },
  }
}

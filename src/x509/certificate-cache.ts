/**
 * Intermediate certificates come back in thousands of chains: parsed ones, with the signatures already proven on them,
 * are kept by the digest of their DER.
 */
import { createHash } from 'node:crypto'
import type { Failure } from '../base/index.ts'
import { type Certificate, type CertificateCode, parseCertificate } from './certificate.ts'

export interface CertificateCache {
  /** As `parseCertificate`, from memory where it can. */
  parse(der: Uint8Array, at: string): Certificate | Failure<CertificateCode>
}

/** Keeps the `capacity` most recently used certificates. What cannot be read is not kept. */
export function createCertificateCache(capacity = 2_000): CertificateCache {
  const certificates = new Map<string, Certificate>()
  return {
    parse: (der, at) => {
      const name = createHash('sha256').update(der).digest('base64')
      const certificate = certificates.get(name) ?? parseCertificate(der, at)
      if (!('der' in certificate)) return certificate
      certificates.delete(name)
      certificates.set(name, certificate)
      if (certificates.size > capacity) certificates.delete(certificates.keys().next().value as string)
      return certificate
    },
  }
}

/**
 * Intermediate certificates come back in thousands of chains: parsed ones, with the signatures already proven on them,
 * are kept by the digest of their DER.
 */
import { hash } from 'node:crypto'
import { createRecent, type Failure } from '../base/index.ts'
import { type Certificate, type CertificateCode, parseCertificate } from './certificate.ts'

export interface CertificateCache {
  /** As `parseCertificate`, from memory where it can. Keeps nothing by itself: anybody can make certificates up. */
  parse(der: Uint8Array, at: string): Certificate | Failure<CertificateCode>
  /** To be called with certificates of which a pinned key has proven to be the root. */
  keep(certificates: readonly Certificate[]): void
}

/** Keeps up to `capacity` certificates, those that were used last. */
export function createCertificateCache(capacity = 500): CertificateCache {
  const certificates = createRecent<Certificate>(capacity)
  const kept = new WeakSet<Certificate>()
  return {
    parse: (der, at) => certificates.get(nameOf(der)) ?? parseCertificate(der, at),
    keep: (proven) => {
      for (const certificate of proven) {
        if (kept.has(certificate)) continue
        kept.add(certificate)
        certificates.set(nameOf(certificate.der), certificate)
      }
    },
  }
}

const nameOf = (der: Uint8Array): string => hash('sha256', der, 'base64')

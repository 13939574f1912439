/**
 * Intermediate certificates come back in thousands of chains: parsed ones, with the signatures already proven on them,
 * are kept by the end of their DER, where their signature stands, and found when all of it is the same.
 */
import { createRecent, type Failure } from '../base/index.ts'
import { type Certificate, type CertificateCode, parseCertificate } from './certificate.ts'

/** Parsed certificates that many chains share. Bounded; holds no verdict but signatures that were proven. */
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
    parse: (der, at) => {
      const known = certificates.get(nameOf(der))
      return known && Buffer.compare(known.der, der) === 0 ? known : parseCertificate(der, at)
    },
    keep: (proven) => {
      for (const certificate of proven) {
        if (kept.has(certificate)) continue
        kept.add(certificate)
        certificates.set(nameOf(certificate.der), certificate)
      }
    },
  }
}

/** Bytes of a signature, which nobody chooses. */
const nameBytes = 16

const nameOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('latin1', Math.max(0, length - nameBytes))

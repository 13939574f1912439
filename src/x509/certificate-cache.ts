/**
 * Caches parsed intermediate certificates with their verified signatures, because thousands of chains share them. The
 * lookup uses the end of the DER, which contains the signature, and then compares all bytes.
 */
import { createRecent, type Failure } from '../base/index.ts'
import { type Certificate, type CertificateCode, parseCertificate } from './certificate.ts'

/** A bounded cache of parsed certificates that many chains share. Keeps no verdict except verified signatures. */
export interface CertificateCache {
  /**
   * Does the same as `parseCertificate`, from the cache if possible. Adds nothing to the cache, because anybody can
   * send certificates.
   */
  parse(der: Uint8Array, at: string): Certificate | Failure<CertificateCode>
  /** Adds certificates. Call it only with a chain whose root a pinned key has proven. */
  keep(certificates: readonly Certificate[]): void
}

/** Creates a cache of at most `capacity` recently used certificates. */
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

/** Number of bytes of the signature that form the cache key. Nobody can choose them. */
const nameBytes = 16

const nameOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('latin1', Math.max(0, length - nameBytes))

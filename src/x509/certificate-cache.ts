/**
 * Caches parsed intermediate certificates with their verified signatures, because thousands of chains share them. The
 * lookup uses the last bytes of the DER, which are part of the signature, and then compares the whole certificate.
 */
import { createRecent, type Failure } from '../base/index.ts'
import { type Certificate, type CertificateCode, parseCertificate } from './certificate.ts'

/**
 * A bounded cache of parsed certificates. Apart from verified signatures, no result of a check is cached.
 */
export interface CertificateCache {
  /**
   * Returns the cached certificate with exactly these bytes, or parses them as `parseCertificate` does. Adds nothing to
   * the cache, because anybody can send certificates.
   */
  parse(der: Uint8Array, at: string): Certificate | Failure<CertificateCode>
  /** Adds certificates. They must come from a chain that leads to a pinned key. */
  keep(certificates: readonly Certificate[]): void
}

/** Creates a cache of at most `capacity` recently used certificates. */
export function createCertificateCache(capacity = 500): CertificateCache {
  const certificates = createRecent<Certificate>(capacity)
  const kept = new WeakSet<Certificate>()
  return {
    parse: (der, at) => {
      const cached = certificates.get(cacheKeyOf(der))
      return cached && Buffer.compare(cached.der, der) === 0 ? cached : parseCertificate(der, at)
    },
    keep: (proven) => {
      for (const certificate of proven) {
        if (kept.has(certificate)) continue
        kept.add(certificate)
        certificates.set(cacheKeyOf(certificate.der), certificate)
      }
    },
  }
}

/** Number of bytes at the end of the signature that form the cache key. */
const cacheKeyBytes = 16

const cacheKeyOf = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('latin1', Math.max(0, length - cacheKeyBytes))

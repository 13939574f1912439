/**
 * Counts the cost of X.509: verified signatures, imported keys, and certificates that the library had to parse because
 * they are unusual. All of these bypass the crypto port and call `node:crypto` directly, whose exports are replaced
 * here. Calls of the port are not counted. They differ in their arguments: the port passes an object with a key and the
 * encoding of the signature, and imports JWKs only.
 */
import nodeCrypto, { KeyObject } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

interface CertificateCounts {
  verify: number
  importKey: number
  parse: number
}

const none = (): CertificateCounts => ({ verify: 0, importKey: 0, parse: 0 })

/** Counts in this process from the first call on. */
export function countingCertificates(): { take(): CertificateCounts } {
  let counts = none()
  const { verify, createPublicKey, X509Certificate } = nodeCrypto
  const byLibrary = X509Certificate.prototype.verify
  X509Certificate.prototype.verify = function (key) {
    counts.verify += 1
    return byLibrary.call(this, key)
  }
  Object.assign(nodeCrypto, {
    verify: (...input: Parameters<typeof verify>) => {
      const [, , key] = input
      const isRead = typeof key === 'object' && 'format' in key && key.format === 'der'
      if (isRead) counts.importKey += 1
      if (isRead || key instanceof KeyObject) counts.verify += 1
      return verify(...input)
    },
    createPublicKey: (key: Parameters<typeof createPublicKey>[0]) => {
      if (typeof key === 'object' && 'format' in key && key.format === 'der') counts.importKey += 1
      return createPublicKey(key)
    },
    X509Certificate: class extends X509Certificate {
      constructor(buffer: ConstructorParameters<typeof X509Certificate>[0]) {
        super(buffer)
        counts.parse += 1
      }
    },
  })
  syncBuiltinESMExports()
  return {
    take: () => {
      const taken = counts
      counts = none()
      return taken
    },
  }
}

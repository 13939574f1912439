/**
 * Counts what X.509 costs: signatures checked and certificates read. They go past the crypto port (`node:crypto` has them
 * in one class), so that class is what is counted.
 */
import { X509Certificate } from 'node:crypto'

export interface CertificateCounts {
  verify: number
  parse: number
}

/** Counts from the first call on, for this process. */
export function countingCertificates(): { take(): CertificateCounts } {
  let counts: CertificateCounts = { verify: 0, parse: 0 }
  const { prototype } = X509Certificate
  const { verify } = prototype
  const validFromDate = Object.getOwnPropertyDescriptor(prototype, 'validFromDate')
  if (validFromDate?.get === undefined) throw new TypeError('validFromDate is no getter')
  const { get } = validFromDate
  prototype.verify = function (this: X509Certificate, key) {
    counts.verify += 1
    return verify.call(this, key)
  }
  // Read once for each certificate that `parseCertificate` reads.
  Object.defineProperty(prototype, 'validFromDate', {
    ...validFromDate,
    get(this: X509Certificate) {
      counts.parse += 1
      return get.call(this)
    },
  })
  return {
    take: () => {
      const taken = counts
      counts = { verify: 0, parse: 0 }
      return taken
    },
  }
}

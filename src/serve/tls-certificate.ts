/** Reads the expiry time of the certificate of `listen.tls`. */
import { X509Certificate } from 'node:crypto'
import type { NumericDate } from '../base/index.ts'
import { hasValidDates } from '../x509/index.ts'

/** Fault of a certificate for which `expiryOf` returns `undefined`. */
export const undated = 'its certificate does not state its period of validity (RFC 5280 §4.1.2.5)'

/**
 * Returns the expiry time of the first certificate in a PEM text. Returns `undefined` if its dates are not valid.
 * Throws if there is no certificate. Does not check its key or names.
 */
export function expiryOf(pem: string | Buffer): NumericDate | undefined {
  const certificate = new X509Certificate(pem)
  return hasValidDates(certificate) ? Math.floor(certificate.validToDate.getTime() / 1000) : undefined
}

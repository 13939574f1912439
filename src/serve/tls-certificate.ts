/** Reads the end of the certificate of `listen.tls`. */
import { X509Certificate } from 'node:crypto'
import type { NumericDate } from '../base/index.ts'
import { hasValidDates } from '../x509/index.ts'

/** Fault of a certificate for which `endOf` returns `undefined`. */
export const undated = 'its certificate does not state its period of validity (RFC 5280 §4.1.2.5)'

/** Returns the end of the first certificate in a PEM text. Does not check its key or names. */
export function endOf(pem: string | Buffer): NumericDate | undefined {
  const certificate = new X509Certificate(pem)
  return hasValidDates(certificate) ? Math.floor(certificate.validToDate.getTime() / 1000) : undefined
}

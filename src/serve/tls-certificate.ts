/** When the certificate of `listen.tls` ends. */
import { X509Certificate } from 'node:crypto'
import type { NumericDate } from '../base/index.ts'
import { saysWhen } from '../x509/index.ts'

/** What is told of one in which `endOf` finds no end. */
export const undated = 'its certificate does not say from when to when it is valid (RFC 5280 §4.1.2.5)'

/** Of the first certificate of a PEM text, whatever its key and its names. */
export function endOf(pem: string | Buffer): NumericDate | undefined {
  const certificate = new X509Certificate(pem)
  return saysWhen(certificate) ? Math.floor(certificate.validToDate.getTime() / 1000) : undefined
}

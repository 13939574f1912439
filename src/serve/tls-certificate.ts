/** When the certificate of `listen.tls` ends. */
import { X509Certificate } from 'node:crypto'
import { failed, type NumericDate } from '../base/index.ts'
import { parseCertificate } from '../x509/index.ts'

/** What is told of one in which `endOf` finds no end. */
export const undated = 'its certificate does not say from when to when it is valid (RFC 5280 §4.1.2.5)'

/** Of the first certificate of a PEM text. For a date that cannot be read Node alone would give any. */
export function endOf(pem: string | Buffer): NumericDate | undefined {
  const certificate = parseCertificate(new X509Certificate(pem).raw, 'certificate')
  return failed(certificate) ? undefined : certificate.notAfter
}

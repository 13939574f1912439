/** Checks the files of `listen.tls`: at validation, and again when they are loaded, because they may have changed. */
import { X509Certificate } from 'node:crypto'
import type { NumericDate } from '../base/index.ts'
import { tlsPairFault } from '../node/index.ts'
import { hasValidDates } from '../x509/index.ts'

/**
 * Returns the expiry time of the certificate in `cert`, or what is wrong with the files, with its place in the
 * settings. Does not check names.
 */
export function checkTlsFiles(pair: {
  readonly key: string | Buffer
  readonly cert: string | Buffer
}): { readonly expiresAt: NumericDate } | { readonly fault: string } {
  const pairFault = tlsPairFault(pair)
  if (pairFault !== undefined) return { fault: `listen.tls: ${pairFault}` }
  const certificate = new X509Certificate(pair.cert)
  if (hasValidDates(certificate)) return { expiresAt: Math.floor(certificate.validToDate.getTime() / 1000) }
  const fault = 'its certificate does not state its period of validity (RFC 5280 §4.1.2.5)'
  return { fault: `listen.tls.certificateFile: ${fault}` }
}

/**
 * Checks the files of `listen.tls` when the settings are validated, and again when they are read at the start, because
 * they may have changed. Warns before the certificate expires.
 */
import { X509Certificate } from 'node:crypto'
import { ConfigError, daySeconds, type NumericDate } from '../base/index.ts'
import { tlsPairFault } from '../node/index.ts'
import { hasValidDates } from '../x509/index.ts'
import type { ServiceSettings } from './role-settings.ts'
import { readText } from './service.ts'

/**
 * Returns the expiry time of the certificate in `cert`, or what is wrong with the files, with its place in the
 * settings. Does not check names. Accepts an expired certificate.
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

export interface TlsFiles {
  /** Private key in PEM. */
  readonly key: string
  /** Certificate and its chain in PEM. */
  readonly cert: string
  /** Expiry time of the server's certificate. */
  readonly expiresAt: NumericDate
}

/**
 * Reads the files of `listen.tls`. Returns `undefined` if the settings name none. Throws `ConfigError` if a file cannot
 * be read or used.
 */
export function readTlsFiles({ listen, resolve }: Pick<ServiceSettings, 'listen' | 'resolve'>): TlsFiles | undefined {
  if (listen.tls === undefined) return undefined
  const pair = { key: readText(resolve(listen.tls.keyFile)), cert: readText(resolve(listen.tls.certificateFile)) }
  const checked = checkTlsFiles(pair)
  if ('fault' in checked) throw new ConfigError([checked.fault])
  return { ...pair, ...checked }
}

/**
 * The certificate is reported from this number of seconds before its expiry. Automatic renewal usually happens earlier,
 * so either nobody renewed the certificate or nobody restarted the service.
 */
const noticeSeconds = 14 * daySeconds

/** Returns the notes of `/ready` about the certificate. */
export function tlsNotes(tls: Pick<TlsFiles, 'expiresAt'> | undefined, now: NumericDate): readonly string[] {
  if (tls === undefined || now < tls.expiresAt - noticeSeconds) return []
  const day = new Date(tls.expiresAt * 1000).toISOString().slice(0, 10)
  const expiry = now < tls.expiresAt ? `expires on ${day}` : `expired on ${day}, so clients refuse it`
  return [`the certificate of listen.tls ${expiry}: restart the service to load a renewed one`]
}

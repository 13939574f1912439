/** Reads the files of `listen.tls` once, at the start, and warns before the certificate expires. */
import { ConfigError, type NumericDate } from '../base/index.ts'
import type { ServiceSettings } from './role-settings.ts'
import { readText } from './service.ts'
import { checkTlsFiles } from './tls-certificate.ts'

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
 * be read or used. The files may have changed after the validation of the settings.
 */
export function readTlsFiles({ listen, resolve }: Pick<ServiceSettings, 'listen' | 'resolve'>): TlsFiles | undefined {
  if (listen.tls === undefined) return undefined
  const pair = { key: readText(resolve(listen.tls.keyFile)), cert: readText(resolve(listen.tls.certificateFile)) }
  const checked = checkTlsFiles(pair)
  if ('fault' in checked) throw new ConfigError([checked.fault])
  return { ...pair, ...checked }
}

/**
 * Seconds before its expiry from which the certificate is reported. Automatic renewal usually happens earlier, so
 * either nobody renewed the certificate or nobody restarted the service.
 */
const noticeSeconds = 14 * 86_400

/** Returns the notes of `/ready` about the certificate. */
export function tlsNotes(tls: Pick<TlsFiles, 'expiresAt'> | undefined, now: NumericDate): readonly string[] {
  if (tls === undefined || now < tls.expiresAt - noticeSeconds) return []
  const day = new Date(tls.expiresAt * 1000).toISOString().slice(0, 10)
  const expiry = now < tls.expiresAt ? `expires on ${day}` : `expired on ${day}, so clients refuse it`
  return [`the certificate of listen.tls ${expiry}: restart the service to load a renewed one`]
}

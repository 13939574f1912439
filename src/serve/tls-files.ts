/** Reads the files of `listen.tls` once, at the start, and warns before the certificate ends. */
import { ConfigError, type NumericDate } from '../base/index.ts'
import type { ServiceSettings } from './role-settings.ts'
import { readText } from './service.ts'
import { endOf, undated } from './tls-certificate.ts'

export interface TlsFiles {
  /** Private key in PEM. */
  readonly key: string
  readonly cert: string
  /** End of the server's own certificate. */
  readonly expiresAt: NumericDate
}

/**
 * Reads the files that the settings name. Throws a `ConfigError` for a certificate without a readable end. Does not
 * check that they belong together: validation of the settings does.
 */
export function readTlsFiles({ listen, resolve }: Pick<ServiceSettings, 'listen' | 'resolve'>): TlsFiles | undefined {
  if (listen.tls === undefined) return undefined
  const cert = readText(resolve(listen.tls.certificateFile))
  const expiresAt = endOf(cert)
  if (expiresAt === undefined) throw new ConfigError([`listen.tls.certificateFile: ${undated}`])
  return { key: readText(resolve(listen.tls.keyFile)), cert, expiresAt }
}

/**
 * Seconds before the end from which the certificate is reported. Automatic renewal usually happens earlier, so it was
 * forgotten, or the service was not restarted.
 */
const noticeSeconds = 14 * 86_400

/** Returns the notes of `/ready` about the certificate. */
export function tlsNotes(tls: Pick<TlsFiles, 'expiresAt'> | undefined, now: NumericDate): readonly string[] {
  if (tls === undefined || now < tls.expiresAt - noticeSeconds) return []
  const day = new Date(tls.expiresAt * 1000).toISOString().slice(0, 10)
  const ends = now < tls.expiresAt ? `ends on ${day}` : `expired on ${day}, so clients refuse it`
  return [`the certificate of listen.tls ${ends}: restart the service to load a renewed one`]
}

/** The files of `listen.tls`: read once, at the start, and told of when the certificate is about to end. */
import { ConfigError, type NumericDate } from '../base/index.ts'
import type { ServiceSettings } from './role-settings.ts'
import { readText } from './service.ts'
import { endOf, undated } from './tls-certificate.ts'

export interface TlsFiles {
  /** PEM. */
  readonly key: string
  readonly cert: string
  /** Of the server's own certificate. */
  readonly expiresAt: NumericDate
}

/** Those that the settings name; their reader has judged that they belong together. */
export function readTlsFiles({ listen, resolve }: Pick<ServiceSettings, 'listen' | 'resolve'>): TlsFiles | undefined {
  if (listen.tls === undefined) return undefined
  const cert = readText(resolve(listen.tls.certificateFile))
  const expiresAt = endOf(cert)
  if (expiresAt === undefined) throw new ConfigError([`listen.tls.certificateFile: ${undated}`])
  return { key: readText(resolve(listen.tls.keyFile)), cert, expiresAt }
}

/** As long before as automatic renewal has usually happened: what is still there then was forgotten, or not started with. */
const noticeSeconds = 14 * 86_400

/** What `/ready` notes of it. */
export function tlsNotes(tls: Pick<TlsFiles, 'expiresAt'> | undefined, now: NumericDate): readonly string[] {
  if (tls === undefined || now < tls.expiresAt - noticeSeconds) return []
  const day = new Date(tls.expiresAt * 1000).toISOString().slice(0, 10)
  const ends = now < tls.expiresAt ? `ends on ${day}` : `has ended on ${day}: nobody connects any more`
  return [`the certificate of listen.tls ${ends}; a renewed one is read at a new start`]
}

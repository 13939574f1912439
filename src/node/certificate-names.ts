/** The names in a TLS fault: the one that was asked for, and those in the certificate of the server. */

/** Names as they are told to an operator. */
export interface CertificateNames {
  readonly asked: string
  /** The first three of the certificate. */
  readonly served: string
}

const shownNames = 3
/** Names come from the certificate of a stranger: letters, digits, `.`, `*`, `:` and `-` stay. */
const shown = (name: string): string => name.slice(0, 50).replace(/[^\w.*:-]/g, '?')

/** Returns both names for a certificate that is for another name; `undefined` for every other fault. */
export function certificateNamesOf(thrown: unknown): CertificateNames | undefined {
  if (!(thrown instanceof Error)) return undefined
  const { code, host, cert } = thrown as { code?: unknown; host?: unknown; cert?: { subjectaltname?: unknown } }
  if (code !== 'ERR_TLS_CERT_ALTNAME_INVALID')
    return certificateNamesOf(thrown instanceof AggregateError ? thrown.errors[0] : thrown.cause)
  const names = [...String(cert?.subjectaltname ?? '').matchAll(/(?:DNS|IP Address):([^,\s]+)/g)]
  const served = names
    .slice(0, shownNames)
    .map(([, name = '']) => shown(name))
    .join(', ')
  return { asked: shown(String(host ?? 'another name')), served: served === '' ? 'no name' : served }
}

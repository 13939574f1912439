/** Names in a TLS error: the requested name and those in the server's certificate. */

/** Names for display to an operator. */
export interface CertificateNames {
  /** The requested name. `another name` if the error does not contain it. */
  readonly asked: string
  /** The first three names of the certificate, separated by commas. `no name` if it has none. */
  readonly served: string
}

const maximumNames = 3

/**
 * Returns at most 50 characters of a name from an untrusted certificate. Replaces each character other than an ASCII
 * letter, a digit or one of `_.*:-` by `?`.
 */
const printableName = (name: string): string => name.slice(0, 50).replace(/[^\w.*:-]/g, '?')

/**
 * Returns the requested host name and names of the certificate if the error, or its cause, means that they do not
 * match. Returns `undefined` for any other error.
 */
export function certificateNamesOf(thrown: unknown): CertificateNames | undefined {
  if (!(thrown instanceof Error)) return undefined
  const { code, host, cert } = thrown as { code?: unknown; host?: unknown; cert?: { subjectaltname?: unknown } }
  if (code !== 'ERR_TLS_CERT_ALTNAME_INVALID')
    return certificateNamesOf(thrown instanceof AggregateError ? thrown.errors[0] : thrown.cause)
  const names = [...String(cert?.subjectaltname ?? '').matchAll(/(?:DNS|IP Address):([^,\s]+)/g)]
  const served = names
    .slice(0, maximumNames)
    .map(([, name = '']) => printableName(name))
    .join(', ')
  const asked = host === undefined ? 'another name' : printableName(String(host))
  return { asked, served: served === '' ? 'no name' : served }
}

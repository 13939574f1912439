/** Checks whether files in PEM can be used for TLS. */
import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'

/**
 * Returns what is wrong with a private key and its certificate, as the end of a sentence. Returns `undefined` if TLS
 * can use them. Does not check the period of validity, or names.
 */
export const tlsPairFault = ({ key, cert }: { readonly key: string | Buffer; readonly cert: string | Buffer }) =>
  // Node ignores an empty text, but not an empty buffer.
  isUsable(() => createSecureContext({ key: Buffer.from(key), cert: Buffer.from(cert) }))
    ? undefined
    : 'its files do not contain a private key and its certificate, in PEM'

/** First line of a certificate in PEM, with any label that OpenSSL accepts, also after a byte order mark. */
const pemLabel = /^(?:\xef\xbb\xbf)?-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/m

/**
 * Returns what is wrong with a file of certificate authorities, as the end of a sentence. Returns `undefined` if TLS
 * can use it. Refuses DER and certificates that cannot be read, because TLS ignores them without an error.
 */
export function authorityFault(content: string | Buffer): string | undefined {
  const blocks = Buffer.from(content)
    .toString('latin1')
    .split(/^(?=-----BEGIN )/m)
  const readable = blocks
    .filter((block) => pemLabel.test(block))
    .map((block) => isUsable(() => new X509Certificate(Buffer.from(block, 'latin1'))))
  if (!readable.includes(true))
    return isUsable(() => new X509Certificate(content)) && readable.length === 0
      ? 'contains a certificate in DER, but must be in PEM'
      : 'contains no certificate in PEM'
  const damaged = readable.indexOf(false)
  return damaged < 0 ? undefined : `contains a certificate that cannot be read: number ${damaged + 1}`
}

function isUsable(use: () => unknown): boolean {
  try {
    use()
    return true
  } catch {
    return false
  }
}

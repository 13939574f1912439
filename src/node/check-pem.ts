/** Checks whether files in PEM can be used for TLS. */
import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'

/** Returns what is wrong with a private key and its certificate, or `undefined`. */
export const tlsPairFault = ({ key, cert }: { readonly key: string | Buffer; readonly cert: string | Buffer }) =>
  // Node ignores an empty text, but not an empty buffer.
  isUsable(() => createSecureContext({ key: Buffer.from(key), cert: Buffer.from(cert) }))
    ? undefined
    : 'its files do not contain a private key and its certificate, in PEM'

/** First line of a certificate in PEM, with any label that OpenSSL accepts, also after a byte order mark. */
const pemLabel = /^(?:\xef\xbb\xbf)?-----BEGIN [A-Z0-9 ]*CERTIFICATE-----/m

/** Returns what is wrong with the file of a certificate authority, or `undefined`. Refuses DER, which TLS ignores. */
export function authorityFault(content: string | Buffer): string | undefined {
  if (!isUsable(() => new X509Certificate(content))) return 'contains no certificate in PEM'
  return pemLabel.test(Buffer.from(content).toString('latin1'))
    ? undefined
    : 'contains a certificate in DER, but must be in PEM'
}

function isUsable(use: () => unknown): boolean {
  try {
    use()
    return true
  } catch {
    return false
  }
}

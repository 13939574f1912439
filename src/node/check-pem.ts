/** Checks whether files in PEM can be used for TLS. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'

/** A private key and its certificate with its chain, in PEM. */
interface TlsPair {
  readonly key: string | Buffer
  readonly cert: string | Buffer
}

/**
 * Returns what is wrong with the files of a private key and its certificate, as the end of a sentence that can name the
 * settings `keyFile` and `certificateFile`. Returns `undefined` if TLS can use the files. Does not check the period of
 * validity, or names.
 */
export function tlsPairFault(pair: TlsPair): string | undefined {
  // Node ignores an empty text, but not an empty buffer.
  const [key, cert] = [Buffer.from(pair.key), Buffer.from(pair.cert)]
  // OpenSSL accepts a key of another type than that of the certificate, and then fails every handshake.
  const isPair = isUsable(() => requireKeyOf(cert, key))
  if (isPair && isUsable(() => createSecureContext({ key, cert }))) return undefined
  const certificateFault = authorityFault(cert)
  if (certificateFault !== undefined) return `certificateFile ${certificateFault}`
  const keyText = key.toString('latin1')
  if (/^-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(keyText))
    return 'keyFile is encrypted with a passphrase: decrypt it ("openssl pkey"), and let only the service read it'
  if (!isUsable(() => createPrivateKey(key))) return 'keyFile contains no private key in PEM'
  if (isPair) return 'TLS cannot use its key and certificate: use a newer kind of key'
  return 'the key is not that of the first certificate: name the key of this certificate, and put it before its chain'
}

/** Throws if the private key is not that of the first certificate. */
function requireKeyOf(cert: Buffer, key: Buffer): void {
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) throw new Error('other key')
}

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

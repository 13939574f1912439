/**
 * Local certificate authority of the option `--https`. The data directory keeps the authority. A phone that trusts the
 * authority therefore trusts every further sandbox that starts in that directory. Each start of a sandbox issues a new
 * server certificate.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { type Clock, daySeconds } from '../base/index.ts'
import { type Route, respondText } from '../http/index.ts'
import { PrivateFileError, readPrivateFile, writePrivateFile } from '../node/index.ts'
import { type CertificateSigningKey, issueCertificate, writeDer, writeSequence } from '../x509/index.ts'

/** Private key and certificate of a server, and the authority's certificate, in PEM. */
export interface ServerCertificate {
  readonly key: string
  readonly cert: string
  readonly authority: string
}

const storedAuthority = z.object({ certificate: z.string(), key: z.looseObject({ kty: z.literal('EC') }) })
const subject = 'CN=fiducia sandbox authority, O=fiducia sandbox'
/** Lifetime of a server certificate in days. Phones refuse long lifetimes, for example iOS more than 825 days. */
const serverDays = 90

/** Returns the route of the authority's certificate. It requires no login. */
export const authorityRoute = ({ authority }: ServerCertificate): Route => ({
  method: 'GET',
  path: '/authority.crt',
  kind: 'document',
  handle: () => respondText(authority, 'application/x-x509-ca-cert'),
})

/**
 * Issues a certificate for these names and addresses under the authority in the file `path`. The first name is the
 * common name. If the file is missing, creates an authority that is valid for ten years. Does not check whether a
 * stored authority has expired. Throws `PrivateFileError` for a damaged file.
 */
export function issueServerCertificate(
  { clock }: { readonly clock: Clock },
  path: string,
  names: readonly string[],
): ServerCertificate {
  const authority = loadAuthority(clock, path)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const der = issueCertificate({
    subject: `CN=${names[0]}`,
    issuer: subject,
    serial: serial(),
    notBefore: clock.now() - daySeconds,
    notAfter: clock.now() + serverDays * daySeconds,
    spki: publicKey.export({ type: 'spki', format: 'der' }),
    issuerKey: authority.key,
    extensions: [
      { oid: '2.5.29.17', value: writeSequence(...names.map(alternativeName)) },
      { oid: '2.5.29.37', value: writeSequence(serverAuthentication) },
    ],
  })
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pemOf(der),
    authority: pemOf(authority.certificate),
  }
}

interface Authority {
  readonly certificate: Uint8Array
  readonly key: CertificateSigningKey
}

function loadAuthority(clock: Clock, path: string): Authority {
  const content = readPrivateFile(path, {})
  if (content === undefined) return createAuthority(clock, path)
  const authority = parseAuthority(content)
  if (authority === undefined) throw new PrivateFileError(path, 'is not a certificate authority: remove it.')
  return authority
}

/** Returns the stored authority, or `undefined` if it cannot be read or the key is not that of the certificate. */
function parseAuthority(content: object): Authority | undefined {
  try {
    const { certificate: text, key } = storedAuthority.parse(content)
    const certificate = new X509Certificate(Buffer.from(text, 'base64'))
    const privateKey = createPrivateKey({ key: key as JsonWebKey, format: 'jwk' })
    if (!certificate.checkPrivateKey(privateKey)) return undefined
    return { certificate: new Uint8Array(certificate.raw), key: signingKeyOf(privateKey) }
  } catch {
    return undefined
  }
}

function createAuthority(clock: Clock, path: string): Authority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = signingKeyOf(privateKey)
  const certificate = issueCertificate({
    subject,
    issuer: subject,
    serial: serial(),
    notBefore: clock.now() - daySeconds,
    notAfter: clock.now() + 3650 * daySeconds,
    spki: publicKey.export({ type: 'spki', format: 'der' }),
    issuerKey: key,
    authority: true,
  })
  const content = {
    certificate: Buffer.from(certificate).toString('base64'),
    key: privateKey.export({ format: 'jwk' }),
  }
  writePrivateFile(path, content, { mode: 'create' })
  return { certificate, key }
}

const signingKeyOf = (privateKey: KeyObject): CertificateSigningKey => ({ privateKey, curve: 'P-256', hash: 'SHA-256' })

/** Returns a serial number of 32 hexadecimal digits: a 4, then 124 random bits. The 4 keeps the number positive. */
const serial = (): string => `4${randomBytes(16).toString('hex').slice(1)}`

/** id-kp-serverAuth, 1.3.6.1.5.5.7.3.1. */
const serverAuthentication = Uint8Array.of(0x06, 0x08, 0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01)

/** Encodes a GeneralName (RFC 5280 §4.2.1.6): dNSName or iPAddress. */
function alternativeName(name: string): Uint8Array {
  const family = isIP(name)
  if (family === 0) return writeDer(0x82, Buffer.from(name, 'ascii'))
  return writeDer(0x87, family === 4 ? Uint8Array.from(name.split('.'), Number) : ipv6Bytes(name))
}

/** Returns the 16 bytes of an IPv6 address. Does not support an embedded IPv4 address. */
function ipv6Bytes(address: string): Uint8Array {
  const groups = (text: string): readonly number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [head = '', tail] = address.split('::')
  const left = groups(head)
  const right = groups(tail ?? '')
  const all = tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill(0), ...right]
  return Uint8Array.from(all.flatMap((group) => [group >> 8, group & 0xff]))
}

const pemOf = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`

/**
 * Certification authorities of the simulated vendors, Android and Apple. Each has a key and a certificate, and a
 * sandbox can save the root. A private key leaves the process only if a sandbox saves its state (`software-vendor.ts`).
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, type webcrypto } from 'node:crypto'
import { type Clock, daySeconds, type Random } from '../base/index.ts'
import { type CertificateSigningKey, issueCertificate } from '../x509/index.ts'

export interface AuthorityContext {
  readonly clock: Clock
  readonly random: Random
}

/** A certificate and its private key, which signs further certificates. */
export interface Authority {
  readonly der: Uint8Array
  readonly subject: string
  readonly key: CertificateSigningKey
  readonly spki: Uint8Array
}

interface AuthorityRequest {
  readonly subject: string
  readonly curve: 'P-256' | 'P-384'
  /** Authority that signs the certificate. Without it, the certificate is self-signed. */
  readonly issuer?: Authority
  /** Validity in days from now. Defaults to `[-1, 3650]`. */
  readonly days?: readonly [from: number, to: number]
  /** Defaults to true. If false, the certificate is not that of an authority (`cA` in RFC 5280 §4.2.1.9). */
  readonly maySignCertificates?: boolean
}

/** Creates a P-256 or P-384 key and issues its certificate. */
export function createAuthority(ctx: AuthorityContext, request: AuthorityRequest): Authority {
  const { subject, curve, issuer, days = [-1, 3650], maySignCertificates = true } = request
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve })
  const key: CertificateSigningKey = { privateKey, curve, hash: curve === 'P-384' ? 'SHA-384' : 'SHA-256' }
  const spki = spkiOf(publicKey)
  const der = issueCertificate({
    subject,
    issuer: issuer?.subject ?? subject,
    serial: randomSerial(ctx),
    notBefore: ctx.clock.now() + days[0] * daySeconds,
    notAfter: ctx.clock.now() + days[1] * daySeconds,
    spki,
    issuerKey: issuer?.key ?? key,
    authority: maySignCertificates,
  })
  return { der, subject, key, spki }
}

/** Returns the SubjectPublicKeyInfo of a public key. */
export const spkiOf = (publicKey: KeyObject): Uint8Array => publicKey.export({ type: 'spki', format: 'der' })

/** Returns 16 bytes in hexadecimal, with 126 random bits and no leading zero digit. */
export const randomSerial = ({ random }: Pick<AuthorityContext, 'random'>): string => {
  const bytes = random.bytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return Buffer.from(bytes).toString('hex')
}

/** A saved root: its certificate (base64 of DER) and its private key. */
export interface SavedRoot {
  readonly certificate: string
  readonly key: webcrypto.JsonWebKey
}

/** Returns the root in the form that `restoreRoot` reads. Contains the private key. */
export const saveRoot = ({ der, key }: Authority): SavedRoot => ({
  certificate: Buffer.from(der).toString('base64'),
  key: key.privateKey.export({ format: 'jwk' }),
})

/** Restores a root. Every root uses P-384. Does not check that certificate, key and `subject` belong together. */
export function restoreRoot({ certificate, key }: SavedRoot, subject: string): Authority {
  const privateKey = createPrivateKey({ key, format: 'jwk' })
  return {
    der: new Uint8Array(Buffer.from(certificate, 'base64')),
    subject,
    key: { privateKey, curve: 'P-384', hash: 'SHA-384' },
    spki: spkiOf(createPublicKey(privateKey)),
  }
}

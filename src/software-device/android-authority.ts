/**
 * Certification authorities of the simulated Android vendor: a root, and below it a remotely provisioned branch and a
 * factory branch, as for real devices. The root's name shows that it belongs to a sandbox. "Droid CA2" must keep its
 * name, because the name identifies remote provisioning (WP-41, DIS-06). A private key leaves the process only if a
 * sandbox saves its state (`software-vendor.ts`).
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Clock, NumericDate, Random } from '../base/index.ts'
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
  /** True if the certificate may sign certificates. Defaults to true. */
  readonly authority?: boolean
}

export const dayInSeconds = 86_400

/** Creates a P-256 or P-384 key and issues its certificate. */
export function createAuthority(ctx: AuthorityContext, request: AuthorityRequest): Authority {
  const { subject, curve, issuer, days = [-1, 3650], authority = true } = request
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve })
  const key: CertificateSigningKey = { privateKey, curve, hash: curve === 'P-384' ? 'SHA-384' : 'SHA-256' }
  const spki = spkiOf(publicKey)
  const der = issueCertificate({
    subject,
    issuer: issuer?.subject ?? subject,
    serial: randomSerial(ctx),
    notBefore: ctx.clock.now() + days[0] * dayInSeconds,
    notAfter: ctx.clock.now() + days[1] * dayInSeconds,
    spki,
    issuerKey: issuer?.key ?? key,
    authority,
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

export interface AndroidAuthorities {
  readonly root: Authority
  /** Remotely provisioned intermediates without the root, starting with the one that certifies devices. */
  readonly remote: readonly [Authority, ...Authority[]]
  /** Time after which the remote branch is renewed when a device is created. */
  readonly remoteRenewAt: NumericDate
  /** Factory intermediates without the root, starting with the one that certifies devices. */
  readonly factory: readonly [Authority, ...Authority[]]
}

const remoteDays = [-5, 30] as const
const rootSubject = 'CN=Sandbox Key Attestation Root, O=Sandbox'

/** Creates the authorities below a saved root or a new one. The intermediates are always new. */
export function createAndroidAuthorities(ctx: AuthorityContext, saved?: SavedRoot): AndroidAuthorities {
  const root = saved ? restoreRoot(saved, rootSubject) : createAuthority(ctx, { subject: rootSubject, curve: 'P-384' })
  const factorySubject = `2.5.4.5=${randomSerial(ctx).slice(0, 16)}, 2.5.4.12=TEE`
  return {
    root,
    ...createRemote(ctx, root),
    factory: [createAuthority(ctx, { subject: factorySubject, curve: 'P-256', issuer: root })],
  }
}

/** Returns the authorities. Renews the remotely provisioned branch if its renewal is due. */
export const withCurrentRemote = (ctx: AuthorityContext, authorities: AndroidAuthorities): AndroidAuthorities =>
  ctx.clock.now() < authorities.remoteRenewAt ? authorities : { ...authorities, ...createRemote(ctx, authorities.root) }

const createRemote = (ctx: AuthorityContext, root: Authority) => ({
  remote: createRemoteBranch(ctx, root),
  remoteRenewAt: ctx.clock.now() + (remoteDays[1] - 1) * dayInSeconds,
})

/** A saved root: its certificate (base64 of DER) and its private key. */
export interface SavedRoot {
  readonly certificate: string
  readonly key: JsonWebKey
}

/** Returns the root in the form that `restoreRoot` reads. Contains the private key. */
export const saveRoot = ({ der, key }: Authority): SavedRoot => ({
  certificate: Buffer.from(der).toString('base64'),
  key: key.privateKey.export({ format: 'jwk' }),
})

/** Restores a root. Every root uses P-384. */
export function restoreRoot({ certificate, key }: SavedRoot, subject: string): Authority {
  const privateKey = createPrivateKey({ key, format: 'jwk' })
  return {
    der: new Uint8Array(Buffer.from(certificate, 'base64')),
    subject,
    key: { privateKey, curve: 'P-384', hash: 'SHA-384' },
    spki: spkiOf(createPublicKey(privateKey)),
  }
}

/**
 * Creates the remotely provisioned branch. `days` is the validity of its lower intermediate, Droid CA3, in days from
 * now, and defaults to `[-5, 30]`. `name` is the common name of the upper intermediate.
 */
export function createRemoteBranch(
  ctx: AuthorityContext,
  root: Authority,
  { days, name = 'Droid CA2' }: { readonly days?: readonly [number, number]; readonly name?: string } = {},
): readonly [Authority, Authority] {
  const upper = createAuthority(ctx, { subject: `O=Google LLC, CN=${name}`, curve: 'P-384', issuer: root })
  const lower = {
    subject: 'O=Google LLC, CN=Droid CA3',
    curve: 'P-256',
    issuer: upper,
    days: days ?? remoteDays,
  } as const
  return [createAuthority(ctx, lower), upper]
}

/**
 * The certificates under which a PID Provider signs mdocs: its own certification authority, and the signer below it.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../base/index.ts'
import {
  type Certificate,
  type CertificateSigningKey,
  issueCertificate,
  parseCertificate,
  writeDer,
  writeSequence,
} from '../x509/index.ts'

export interface MdocIssuerRequest {
  /** The provider's identifier: stands in the certificate, where verifiers look for it. */
  readonly entityId: string
  readonly organizationName: string
  /** Two letters. */
  readonly country: string
  /** How long credentials live: the certificate has at least so long to go whenever it may be replaced at the start. */
  readonly credentialLifetimeSeconds: number
}

const privateKey = z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), d: z.string() })
/** `subject` as RFC 4514 text, kept because what it is made of may be configured otherwise one day. */
export const certified = z.object({ subject: z.string(), certificate: z.base64(), key: privateKey })
export type Certified = z.infer<typeof certified>

type Context = { readonly clock: Clock }

const day = 86_400
const authorityDays = 7300

export const derOf = ({ certificate }: Certified): Uint8Array => new Uint8Array(Buffer.from(certificate, 'base64'))

export const keyObjectOf = ({ key }: Certified) => createPrivateKey({ key: key as JsonWebKey, format: 'jwk' })

const signingKeyOf = (owner: Certified): CertificateSigningKey => ({
  privateKey: keyObjectOf(owner),
  curve: 'P-256',
  hash: 'SHA-256',
})

export function readCertificate(der: Uint8Array) {
  const certificate = parseCertificate(der, 'certificate')
  if (!('der' in certificate)) throw new TypeError('the certificate of an mdoc issuer cannot be read')
  return certificate
}

/** Whether a certificate stands for this identifier. */
export function namesEntity({ extensions }: Certificate, entityId: string): boolean {
  const name = Buffer.from(alternativeName(entityId)).toString('hex')
  return extensions.some(({ value }) => Buffer.from(value).toString('hex') === name)
}

/** RFC 4514 §2.4: what would end or split a value is escaped. */
const escaped = (text: string): string => text.replace(/[\\,+"<>;=#]/g, '\\$&')

export const makeAuthority = (ctx: Context, request: MdocIssuerRequest): Promise<Certified> =>
  certify(ctx, request, {
    subject: `C=${request.country}, O=${escaped(request.organizationName)}, CN=PID Authority`,
    days: authorityDays,
  })

export const makeSigner = (ctx: Context, request: MdocIssuerRequest, authority: Certified): Promise<Certified> =>
  certify(ctx, request, {
    subject: `C=${request.country}, O=${escaped(request.organizationName)}, CN=PID Signer`,
    days: Math.ceil((2 * request.credentialLifetimeSeconds) / day) + 90,
    authority,
  })

interface Wanted {
  readonly subject: string
  readonly days: number
  /** Not said: it signs itself, and others. */
  readonly authority?: Certified
}

async function certify(ctx: Context, request: MdocIssuerRequest, wanted: Wanted): Promise<Certified> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const own: CertificateSigningKey = { privateKey: pair.privateKey, curve: 'P-256', hash: 'SHA-256' }
  const above = wanted.authority ? keyObjectOf(wanted.authority) : pair.privateKey
  const now = ctx.clock.now()
  const end = now + wanted.days * day
  const der = await issueCertificate({
    subject: wanted.subject,
    issuer: wanted.authority?.subject ?? wanted.subject,
    serial: `4${randomBytes(16).toString('hex').slice(1)}`,
    notBefore: now - day,
    notAfter: wanted.authority ? Math.min(end, readCertificate(derOf(wanted.authority)).notAfter) : end,
    spki: createPublicKey(pair.privateKey).export({ type: 'spki', format: 'der' }),
    issuerKey: wanted.authority ? signingKeyOf(wanted.authority) : own,
    authority: wanted.authority === undefined,
    extensions: [
      { oid: '2.5.29.17', value: alternativeName(request.entityId) },
      { oid: '2.5.29.14', value: writeDer(0x04, keyIdOf(pair.privateKey)) }, // ISO 18013-5 §B.1
      { oid: '2.5.29.35', value: writeSequence(writeDer(0x80, keyIdOf(above))) }, // ISO 18013-5 §B.1
    ],
  })
  const key = privateKey.parse(pair.privateKey.export({ format: 'jwk' }))
  return { subject: wanted.subject, certificate: Buffer.from(der).toString('base64'), key }
}

/** A key's identifier (RFC 7093 §2, method 1): the first 160 bits of the SHA-256 of its point. */
function keyIdOf(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return createHash('sha256').update(point).digest().subarray(0, 20)
}

/** subjectAltName with one URI (RFC 5280 §4.2.1.6). */
const alternativeName = (uri: string): Uint8Array => writeSequence(writeDer(0x86, Buffer.from(uri, 'ascii')))

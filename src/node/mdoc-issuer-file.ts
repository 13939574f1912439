/**
 * The PID Provider's own certification authority for mdocs, and the certificate under which it signs them, in one private
 * file. What is missing is made; a certificate that nears its end is replaced when the provider starts, the authority
 * never. Where nothing may be written the certificate stays, and the provider says that it needs another.
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
import type { Clock, CryptoContext } from '../base/index.ts'
import { createLocalSigner } from '../jose/index.ts'
import type { MdocIssuer } from '../pid-provider/index.ts'
import {
  type CertificateSigningKey,
  issueCertificate,
  parseCertificate,
  writeDer,
  writeSequence,
} from '../x509/index.ts'
import { signingKey } from './node-crypto.ts'
import { PrivateFileError, type PrivateFileOptions, readPrivateFile, writePrivateFile } from './private-file.ts'

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
const certified = z.object({ subject: z.string(), certificate: z.base64(), key: privateKey })
const stored = z.object({ authority: certified, signer: certified.optional() })
type Certified = z.infer<typeof certified>

type Context = CryptoContext & { readonly clock: Clock }

const day = 86_400
/** A service says so long ahead that it needs another certificate: what is replaced must be more than that. */
const noticeSeconds = 60 * day
const authorityDays = 7300

/** Loads authority and signer, or makes and saves them. Throws `PrivateFileError` for a file that is broken. */
export async function loadMdocIssuer(
  ctx: Context,
  path: string,
  request: MdocIssuerRequest,
  options: PrivateFileOptions = {},
): Promise<MdocIssuer> {
  const content = readPrivateFile(path, options)
  const parsed = content === undefined ? undefined : stored.safeParse(content)
  if (parsed?.success === false) throw new PrivateFileError(path, 'is no issuer of mdocs: restore it from a backup.')
  const found = parsed?.data
  const authority = found?.authority ?? (await makeAuthority(ctx, request))
  const kept = found?.signer && serves(ctx, found.signer, request, options) ? found.signer : undefined
  const signer = kept ?? (await makeSigner(ctx, request, authority))
  if (kept === undefined) {
    const mode = content === undefined ? 'create' : 'replace'
    const written = writePrivateFile(path, { authority, signer }, { ...options, mode })
    if (!written) return loadMdocIssuer(ctx, path, request, options)
  }
  return assemble(ctx, authority, signer)
}

/** Authority and signer that die with the process. */
export async function createMdocIssuer(ctx: Context, request: MdocIssuerRequest): Promise<MdocIssuer> {
  const authority = await makeAuthority(ctx, request)
  return assemble(ctx, authority, await makeSigner(ctx, request, authority))
}

function assemble(ctx: Context, authority: Certified, signer: Certified): MdocIssuer {
  const certificate = derOf(signer)
  return {
    signer: createLocalSigner(ctx, 'ES256', signingKey(keyObjectOf(signer))),
    certificate,
    authority: derOf(authority),
    notAfter: readCertificate(certificate).notAfter,
  }
}

const derOf = ({ certificate }: Certified): Uint8Array => new Uint8Array(Buffer.from(certificate, 'base64'))

const keyObjectOf = ({ key }: Certified) => createPrivateKey({ key: key as JsonWebKey, format: 'jwk' })

const signingKeyOf = (owner: Certified): CertificateSigningKey => ({
  privateKey: keyObjectOf(owner),
  curve: 'P-256',
  hash: 'SHA-256',
})

function readCertificate(der: Uint8Array) {
  const certificate = parseCertificate(der, 'certificate')
  if (!('der' in certificate)) throw new TypeError('the certificate of an mdoc issuer cannot be read')
  return certificate
}

/** A certificate of another identifier is no certificate of ours. */
function serves(
  ctx: Context,
  signer: Certified,
  { credentialLifetimeSeconds, entityId }: MdocIssuerRequest,
  { readOnly = false }: PrivateFileOptions,
): boolean {
  const { notAfter, extensions } = readCertificate(derOf(signer))
  const name = Buffer.from(alternativeName(entityId)).toString('hex')
  const ours = extensions.some(({ value }) => Buffer.from(value).toString('hex') === name)
  return ours && (readOnly || notAfter >= ctx.clock.now() + credentialLifetimeSeconds + noticeSeconds)
}

/** RFC 4514 §2.4: what would end or split a value is escaped. */
const escaped = (text: string): string => text.replace(/[\\,+"<>;=#]/g, '\\$&')

const makeAuthority = (ctx: Context, request: MdocIssuerRequest): Promise<Certified> =>
  certify(ctx, request, {
    subject: `C=${request.country}, O=${escaped(request.organizationName)}, CN=PID Authority`,
    days: authorityDays,
  })

const makeSigner = (ctx: Context, request: MdocIssuerRequest, authority: Certified): Promise<Certified> =>
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

/**
 * The certificates of a PID Provider for mdocs: its own certification authority, and the signer that this authority
 * certifies (ISO 18013-5 Annex B). Neither refers to a certificate revocation list (D-129).
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
import { type Clock, daySeconds } from '../base/index.ts'
import {
  type Certificate,
  type CertificateSigningKey,
  derOctets,
  findExtension,
  issueCertificate,
  nameText,
  parseCertificate,
  readDer,
  writeDer,
  writeOctets,
  writeOid,
  writeSequence,
} from '../x509/index.ts'

/** Contents and required lifetime of the certificates of an mdoc issuer. */
export interface MdocIssuerRequest {
  /** The provider's entity identifier. The certificates contain it, and verifiers compare it. */
  readonly entityId: string
  /** Name of at most 64 characters (RFC 5280 Appendix A.1). The length is not checked. */
  readonly organizationName: string
  /** Country code of two letters. */
  readonly country: string
  /**
   * Lifetime of credentials. `loadMdocIssuer` replaces a signer's certificate that expires less than 60 days after the
   * end of an mdoc that is issued now.
   */
  readonly credentialLifetimeSeconds: number
}

const privateKey = z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), d: z.string() })
/**
 * A certificate with its private key. `subject` is the name in the text form of RFC 4514. The name is stored, because
 * the organization's name in the settings may change after the certificate was created.
 */
export const certificateWithPrivateKeySchema = z.object({
  subject: z.string(),
  certificate: z.base64(),
  key: privateKey,
})
export type CertificateWithPrivateKey = z.infer<typeof certificateWithPrivateKeySchema>

type Context = { readonly clock: Clock }

/** Lifetime of an authority's certificate: 20 years (ISO 18013-5 §B.1.2). */
const authorityDays = 7300
/**
 * Days from the creation of a signer's certificate to its expiry. The certificate is valid from one day before its
 * creation, so it lasts 457 days, the maximum (ISO 18013-5 §B.1.4).
 */
const signerDays = 456

const oids = {
  subjectKeyIdentifier: '2.5.29.14',
  subjectAltName: '2.5.29.17',
  issuerAltName: '2.5.29.18',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const

/** Value of extendedKeyUsage with 1.0.18013.5.1.2, for signing mdocs. */
const mdocSigningUsage = writeSequence(writeOid('1.0.18013.5.1.2'))

/** Returns the certificate as DER. */
export const derOf = ({ certificate }: CertificateWithPrivateKey): Uint8Array =>
  new Uint8Array(Buffer.from(certificate, 'base64'))

/** Returns the private key. Throws if it is malformed. */
export const keyObjectOf = ({ key }: CertificateWithPrivateKey) =>
  createPrivateKey({ key: key as JsonWebKey, format: 'jwk' })

const signingKeyOf = (owner: CertificateWithPrivateKey): CertificateSigningKey => ({
  privateKey: keyObjectOf(owner),
  curve: 'P-256',
  hash: 'SHA-256',
})

/** Reads a certificate. Throws a TypeError for a malformed one. */
export function readCertificate(der: Uint8Array) {
  const certificate = parseCertificate(der, 'certificate')
  if (!('der' in certificate)) throw new TypeError('the certificate of an mdoc issuer cannot be read')
  return certificate
}

/** Returns true if a signer's certificate contains this entity identifier. */
export const hasEntityId = (signer: Certificate, entityId: string): boolean =>
  hasExtension(signer, oids.subjectAltName, alternativeName(entityId))

/** Returns true if a signer's certificate contains the extended key usage. Older fiducia versions omitted it. */
export const hasExtendedKeyUsage = (signer: Certificate): boolean =>
  hasExtension(signer, oids.extendedKeyUsage, mdocSigningUsage)

const hasExtension = (certificate: Certificate, oid: string, value: Uint8Array): boolean =>
  Buffer.from(value).equals(findExtension(certificate, oid) ?? new Uint8Array())

/** Creates a certification authority with a self-signed certificate of 20 years. */
export const createAuthority = (ctx: Context, request: MdocIssuerRequest): CertificateWithPrivateKey =>
  certify(ctx, request, {
    subject: subjectOf(request, 'PID Authority'),
    days: authorityDays,
  })

/** Returns the subject of a signer's certificate, with the organization's current name. */
export const signerSubject = (request: MdocIssuerRequest): string => subjectOf(request, 'PID Signer')

const subjectOf = ({ country, organizationName }: MdocIssuerRequest, commonName: string): string =>
  nameText([
    ['C', country],
    ['O', organizationName],
    ['CN', commonName],
  ])

/** Creates a signer with a certificate of the authority. The certificate expires no later than the authority's. */
export const createSigner = (
  ctx: Context,
  request: MdocIssuerRequest,
  authority: CertificateWithPrivateKey,
): CertificateWithPrivateKey =>
  certify(ctx, request, {
    subject: signerSubject(request),
    days: signerDays,
    authority,
  })

interface CertificateInput {
  readonly subject: string
  readonly days: number
  /** Authority that signs the certificate. Absent for the certificate of an authority, which is self-signed. */
  readonly authority?: CertificateWithPrivateKey
}

function certify(ctx: Context, request: MdocIssuerRequest, content: CertificateInput): CertificateWithPrivateKey {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const newKey: CertificateSigningKey = { privateKey: pair.privateKey, curve: 'P-256', hash: 'SHA-256' }
  const issuer = content.authority && readCertificate(derOf(content.authority))
  const now = ctx.clock.now()
  const end = now + content.days * daySeconds
  const keyId = keyIdOf(pair.privateKey)
  const der = issueCertificate({
    subject: content.subject,
    issuer: content.authority?.subject ?? content.subject,
    serial: `4${randomBytes(16).toString('hex').slice(1)}`,
    notBefore: now - daySeconds,
    notAfter: Math.min(end, issuer?.notAfter ?? end),
    spki: createPublicKey(pair.privateKey).export({ type: 'spki', format: 'der' }),
    issuerKey: content.authority ? signingKeyOf(content.authority) : newKey,
    authority: issuer === undefined,
    pathLength: 0,
    extensions: [
      { oid: oids.subjectAltName, value: alternativeName(request.entityId) },
      { oid: oids.issuerAltName, value: alternativeName(request.entityId) },
      { oid: oids.subjectKeyIdentifier, value: writeOctets(keyId) },
      { oid: oids.authorityKeyIdentifier, value: writeSequence(writeDer(0x80, subjectKeyIdOf(issuer) ?? keyId)) },
      ...(issuer === undefined
        ? []
        : [{ oid: oids.extendedKeyUsage, value: mdocSigningUsage, critical: true as const }]),
    ],
  })
  const key = privateKey.parse(pair.privateKey.export({ format: 'jwk' }))
  return { subject: content.subject, certificate: Buffer.from(der).toString('base64'), key }
}

/** Returns the key identifier in the certificate. Older fiducia versions did not compute it as `keyIdOf` does. */
const subjectKeyIdOf = (certificate: Certificate | undefined): Uint8Array | undefined =>
  certificate && derOctets(readDer(findExtension(certificate, oids.subjectKeyIdentifier) ?? new Uint8Array()))

/** Returns a key's identifier: the SHA-1 of its point (RFC 5280 §4.2.1.2, method 1, as ISO 18013-5 §B.1 requires). */
function keyIdOf(key: KeyObject): Uint8Array {
  const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return createHash('sha1').update(point).digest()
}

/** Returns GeneralNames with one URI (RFC 5280 §4.2.1.6). */
const alternativeName = (uri: string): Uint8Array => writeSequence(writeDer(0x86, Buffer.from(uri, 'ascii')))

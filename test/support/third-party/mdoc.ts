/** mdocs by `@owf/mdoc`, certificates by `@peculiar/x509`, cryptography by `node:crypto`. */
import 'reflect-metadata'
import { createHash, createPublicKey, randomBytes, sign, verify, X509Certificate } from 'node:crypto'
import {
  CoseKey,
  DateOnly,
  DeviceKey,
  DeviceResponse,
  Issuer,
  type MdocContext,
  SessionTranscript,
  SignatureAlgorithm,
  Verifier,
} from '@owf/mdoc'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { exportJWK, type JWK } from 'jose'
import { seconds, type ThirdPartyKey } from './federation.ts'

const unused = (): never => {
  throw new Error('the tests use no MAC')
}
const raw = { format: 'jwk', dsaEncoding: 'ieee-p1363' } as const

/** Certificates for `@owf/mdoc`, by `node:crypto`. */
export const x509: MdocContext['x509'] = {
  getIssuerNameField: ({ certificate, field }) =>
    new X509Certificate(certificate).issuer
      .split('\n')
      .flatMap((line) => (line.startsWith(`${field}=`) ? [line.slice(field.length + 1)] : [])),
  getPublicKey: ({ certificate }) =>
    CoseKey.fromJwk({ ...new X509Certificate(certificate).publicKey.export({ format: 'jwk' }) }),
  verifyCertificateChain: ({ trustedCertificates: [root], x5chain: [leaf] }) => {
    const isIssued = leaf && root && new X509Certificate(leaf).verify(new X509Certificate(root).publicKey)
    if (!isIssued) throw new Error('the certificate is of another authority')
  },
  getCertificateData: ({ certificate }) => {
    const one = new X509Certificate(certificate)
    return {
      issuerName: one.issuer,
      subjectName: one.subject,
      serialNumber: one.serialNumber,
      thumbprint: one.fingerprint256,
      pem: one.toString(),
      notBefore: one.validFromDate,
      notAfter: one.validToDate,
    }
  },
}

const context: MdocContext = {
  crypto: {
    random: (length) => Uint8Array.from(randomBytes(length)),
    digest: ({ digestAlgorithm, bytes }) =>
      Uint8Array.from(createHash(digestAlgorithm.replace('-', '')).update(bytes).digest()),
    calculateEphemeralMacKey: unused,
  },
  cose: {
    sign1: {
      sign: async ({ toBeSigned, key }) =>
        Uint8Array.from(sign('sha256', toBeSigned, { key: key.jwk as JsonWebKey, ...raw })),
      verify: async ({ sign1, key }) =>
        verify(
          'sha256',
          sign1.toBeSigned,
          { key: createPublicKey({ key: key.jwk as JsonWebKey, format: 'jwk' }), dsaEncoding: raw.dsaEncoding },
          sign1.signature,
        ),
    },
    mac0: { sign: unused, verify: unused },
  },
  x509,
}

export interface DocumentSigner {
  readonly key: ThirdPartyKey
  /** DER certificates: the signer's own, then its authority's. */
  readonly chain: readonly [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>]
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const mdlDs = '1.0.18013.5.1.2'
const day = 86_400_000

/** Creates a document signer for the entity of that identifier, below an authority of its own. */
export async function documentSigner(key: ThirdPartyKey, entityId: string): Promise<DocumentSigner> {
  const authorityKeys = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const now = Date.now()
  const times = { notBefore: new Date(now - day), notAfter: new Date(now + 365 * day), signingAlgorithm: ecdsa }
  const authority = await X509CertificateGenerator.createSelfSigned({
    name: 'C=IT, O=Ente Forestiero, CN=IACA',
    keys: authorityKeys,
    ...times,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  })
  const { kty = '', crv = '', x = '', y = '' } = key.publicJwk
  const signer = await X509CertificateGenerator.create({
    subject: 'C=IT, O=Ente Forestiero, CN=DS',
    issuer: authority.subject,
    publicKey: await crypto.subtle.importKey('jwk', { kty, crv, x, y }, ecdsa, true, ['verify']),
    signingKey: authorityKeys.privateKey,
    ...times,
    extensions: [
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([mdlDs], true),
      new SubjectAlternativeNameExtension([{ type: 'url', value: entityId }]),
    ],
  })
  return { key, chain: [new Uint8Array(signer.rawData), new Uint8Array(authority.rawData)] }
}

export interface MdocWish {
  readonly docType: string
  readonly elements: Readonly<Record<string, string>>
  readonly deviceKey: JWK
  readonly validUntil?: number
}

/** Returns the IssuerSigned structure as base64url. */
export async function issueMdoc({ key, chain }: DocumentSigner, wish: MdocWish): Promise<string> {
  const now = new Date()
  const { birth_date, ...texts } = wish.elements
  const issued = await new Issuer(wish.docType, context)
    .addIssuerNamespace(wish.docType, { ...texts, ...(birth_date && { birth_date: new DateOnly(birth_date) }) })
    .sign({
      signingKey: CoseKey.fromJwk({ ...(await exportJWK(key.privateKey)) } as never),
      algorithm: SignatureAlgorithm.ES256,
      digestAlgorithm: 'SHA-256',
      validityInfo: {
        signed: now,
        validFrom: now,
        validUntil: new Date((wish.validUntil ?? seconds() + 86_400) * 1000),
      },
      deviceKeyInfo: { deviceKey: DeviceKey.fromJwk({ ...wish.deviceKey } as never) },
      certificates: [chain[0]],
    })
  return issued.encodedForOid4Vci
}

export interface OpenId4VpSession {
  readonly clientId: string
  readonly nonce: string
  /** Thumbprint of the key to which the response was encrypted. */
  readonly jwkThumbprint: string
  readonly responseUri: string
}

/** Returns the elements of a presentation that is valid for this session and whose issuer is below this authority. */
export async function verifyDeviceResponse(
  text: string,
  session: OpenId4VpSession,
  authority: Uint8Array,
  docType: string,
): Promise<unknown> {
  const jwkThumbprint = Uint8Array.from(Buffer.from(session.jwkThumbprint, 'base64url'))
  const sessionTranscript = await SessionTranscript.forOid4Vp({ ...session, jwkThumbprint }, context)
  const deviceResponse = DeviceResponse.fromEncodedForOid4Vp(text)
  const trustedCertificates = [Uint8Array.from(authority)]
  await Verifier.verifyDeviceResponse({ deviceResponse, sessionTranscript, trustedCertificates }, context)
  return deviceResponse.documents?.[0]?.issuerSigned.getPrettyClaims(docType)
}

/**
 * Certificates of a federation by `@peculiar/x509`: a root, the certificate of a member's federation key below it, and
 * that of a protocol key below the member, with a revocation list of each issuer.
 */
import 'reflect-metadata'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
  X509CrlGenerator,
  X509CrlReason,
} from '@peculiar/x509'
import { exportJWK, type JWK } from 'jose'
import type { ThirdPartyKey } from './federation.ts'

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const hour = 3_600_000

/** One thing that a test changes in the chain of a member. */
export interface ChainBends {
  /** Names of the protocol certificate. */
  readonly names?: { readonly dns: string; readonly uri: string }
  /** Key that the protocol certificate certifies. Defaults to the member's protocol key. */
  readonly key?: ThirdPartyKey
  /** End of the protocol certificate, in milliseconds from now. */
  readonly endsIn?: number
  /** The certificate that its issuer revokes. */
  readonly revoked?: 'protocol' | 'member'
  /** Returns the value of `x5c`. Defaults to the protocol and the member certificate. */
  readonly x5c?: (chain: readonly string[], root: string) => readonly unknown[] | undefined
  /** Issues below another root, which is not pinned. */
  readonly otherRoot?: true
  /**
   * Certifies the member as the national federation does: without names and name constraints, and with its protocol key
   * as federation key. The certificate stays the same. Called with this key as the superior must state it.
   */
  readonly national?: (stated: JWK) => void
}

/** Chain of a member's protocol key. */
export interface MemberChain {
  /** Value of `x5c`. */
  readonly x5c: readonly unknown[] | undefined
  readonly rootList: Uint8Array
  readonly memberList: Uint8Array
}

interface Certified {
  readonly keys: CryptoKeyPair
  readonly certificate: X509Certificate
}

/** Authority of a federation. */
interface ThirdPartyAuthority {
  /** DER in base64, for pinning. */
  readonly root: string
  /** Certifies the protocol key of a member. */
  certify(entityId: string, key: ThirdPartyKey, bends?: ChainBends): Promise<MemberChain>
}

export async function createAuthority(anchor: string): Promise<ThirdPartyAuthority> {
  const [root, other] = [await createRoot(anchor), await createRoot(anchor)]
  const nationalMembers = new Map<string, Certified>()
  const certify: ThirdPartyAuthority['certify'] = async (entityId, key, bends = {}) => {
    const issuer = bends.otherRoot ? other : root
    const kept = bends.national && nationalMembers.get(entityId)
    const member = kept ?? (await createMember(issuer, entityId, bends.national && key))
    if (bends.national) nationalMembers.set(entityId, member)
    bends.national?.({ ...key.publicJwk, x5c: [base64(member.certificate)] })
    const leaf = await createLeaf(member, entityId, key, bends)
    const chain = [leaf, member.certificate].map(base64)
    const revokedOf = (kind: ChainBends['revoked'], certificate: X509Certificate) =>
      bends.revoked === kind ? [certificate.serialNumber] : []
    return {
      x5c: bends.x5c ? bends.x5c(chain, base64(root.certificate)) : chain,
      rootList: await listOf(issuer, revokedOf('member', member.certificate)),
      memberList: await listOf(member, revokedOf('protocol', leaf)),
    }
  }
  return { root: base64(root.certificate), certify }
}

const base64 = (certificate: X509Certificate): string => Buffer.from(certificate.rawData).toString('base64')
const times = (endsIn = 12 * hour) => ({
  notBefore: new Date(Date.now() - hour),
  notAfter: new Date(Date.now() + endsIn),
  signingAlgorithm: ecdsa,
})
const signsCertificates = KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign
const isAuthority = new KeyUsagesExtension(signsCertificates, true)
const namesOf = (uri: string, dns: string) =>
  new SubjectAlternativeNameExtension([
    { type: 'dns', value: dns },
    { type: 'url', value: uri },
  ])

async function createRoot(anchor: string): Promise<Certified> {
  const keys = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `C=IT, O=Ente Forestiero, CN=${anchor}`,
    keys,
    ...times(),
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      isAuthority,
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { keys, certificate }
}

/** Certifies a federation key. With `nationalKey`, certifies this key without names and name constraints. */
async function createMember(issuer: Certified, entityId: string, nationalKey?: ThirdPartyKey): Promise<Certified> {
  const keys = nationalKey
    ? await keysOf(nationalKey)
    : await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const host = new URL(entityId).hostname
  const certificate = await X509CertificateGenerator.create({
    subject: `C=IT, O=Ente Forestiero, CN=${entityId}`,
    issuer: issuer.certificate.subject,
    publicKey: keys.publicKey,
    signingKey: issuer.keys.privateKey,
    ...times(),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      ...(nationalKey
        ? [new KeyUsagesExtension(KeyUsageFlags.digitalSignature | signsCertificates, true)]
        : [isAuthority, namesOf(entityId, host), new Extension(nameConstraintsOid, true, permittedHost(host))]),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer.keys.publicKey),
      new CRLDistributionPointsExtension([`${entityId}/root.crl`]),
    ],
  })
  return { keys, certificate }
}

async function keysOf(key: ThirdPartyKey): Promise<CryptoKeyPair> {
  const { kty = '', crv = '', x = '', y = '', d = '' } = await exportJWK(key.privateKey)
  const [publicKey, privateKey] = await Promise.all([
    crypto.subtle.importKey('jwk', { kty, crv, x, y }, ecdsa, true, ['verify']),
    crypto.subtle.importKey('jwk', { kty, crv, x, y, d }, ecdsa, true, ['sign']),
  ])
  return { publicKey, privateKey }
}

async function createLeaf(
  member: Certified,
  entityId: string,
  own: ThirdPartyKey,
  { names, key = own, endsIn }: ChainBends,
): Promise<X509Certificate> {
  const { kty = '', crv = '', x = '', y = '' } = await exportJWK(key.privateKey)
  const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, ecdsa, true, ['verify'])
  return X509CertificateGenerator.create({
    subject: `C=IT, O=Ente Forestiero, CN=${entityId} protocol`,
    issuer: member.certificate.subject,
    publicKey,
    signingKey: member.keys.privateKey,
    ...times(endsIn),
    extensions: [
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      namesOf(names?.uri ?? entityId, names?.dns ?? new URL(entityId).hostname),
      await SubjectKeyIdentifierExtension.create(publicKey),
      await AuthorityKeyIdentifierExtension.create(member.keys.publicKey),
      new CRLDistributionPointsExtension([`${entityId}/member.crl`]),
    ],
  })
}

async function listOf({ keys, certificate }: Certified, revoked: readonly string[]): Promise<Uint8Array> {
  const list = await X509CrlGenerator.create({
    issuer: certificate.subject,
    thisUpdate: new Date(Date.now() - hour),
    nextUpdate: new Date(Date.now() + hour),
    entries: revoked.map((serialNumber) => ({
      serialNumber,
      revocationDate: new Date(Date.now() - hour),
      reason: X509CrlReason.keyCompromise,
    })),
    signingAlgorithm: ecdsa,
    signingKey: keys.privateKey,
    extensions: [
      await AuthorityKeyIdentifierExtension.create(keys.publicKey),
      new Extension(crlNumberOid, false, Uint8Array.of(2, 1, 1)),
    ],
  })
  return new Uint8Array(list.rawData)
}

const nameConstraintsOid = '2.5.29.30'
const crlNumberOid = '2.5.29.20'

/** RFC 5280 §4.2.1.10: one host as dNSName and as uniformResourceIdentifier. Lengths are below 128 bytes. */
function permittedHost(host: string): Uint8Array<ArrayBuffer> {
  const wrap = (tag: number, ...parts: readonly Uint8Array[]) => {
    const content = Buffer.concat(parts)
    return Uint8Array.from([tag, content.length, ...content])
  }
  const name = Buffer.from(host)
  return wrap(0x30, wrap(0xa0, wrap(0x30, wrap(0x82, name)), wrap(0x30, wrap(0x86, name))))
}

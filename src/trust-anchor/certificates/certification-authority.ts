/**
 * Certification authority of a Trust Anchor or intermediate (IT-Wallet 1.3.3 trust-infrastructure, X.509 PKI). Its
 * federation keys sign certificates. The store contains each certificate, so that all replicas publish the same one.
 * Certificates are renewed after half of their lifetime.
 */
import { encodeBase64, joinUrl, type NumericDate, type PublicJwk, type Random, sameBytes } from '../../base/index.ts'
import type { Signer } from '../../jose/index.ts'
import type { Act } from '../../member/index.ts'
import { keyIdentifierOf, organizationSubject, spkiOf } from '../../x509/index.ts'
import type { TrustAnchorConfig } from '../config.ts'
import { paths } from '../paths.ts'
import type { SubordinateEntry, Subordinates } from '../stores.ts'
import {
  type CertificateIssuer,
  isCertifiableKey,
  issueMemberCertificate,
  issueOwnCertificate,
  type SerialAndValidity,
} from './certificate-contents.ts'
import { certificateNames } from './certificate-names.ts'
import { certifies, isCurrent, isWithheld } from './certificate-renewal.ts'
import type { CertificateRevocationReason, IssuedCertificate, IssuedCertificates } from './issued-certificates.ts'
import type { SuperiorCertificate } from './superior-certificate.ts'

export interface CertificationAuthority {
  /**
   * Returns the self-signed certificate of one of the authority's own keys. Issues one if there is none or its renewal
   * is due. If the private key is not available, returns the latest certificate, or `undefined` if there is none.
   */
  own(jwk: PublicJwk, now: NumericDate): Promise<IssuedCertificate | undefined>
  /**
   * Returns the certificate chain of a member's federation key, without the root. The key's own certificate comes first
   * and is issued if there is none or its renewal is due. Revokes a certificate of another key with the same `kid`.
   *
   * Returns `undefined` if this authority has no valid certificate, if the key cannot be read (`isCertifiableKey`), or
   * if the latest certificate was revoked for a reason that forbids a new one. If the former certificate is revoked for
   * such a reason, the key leaves the record, or the member is removed during the issuance, revokes the new certificate
   * and returns `undefined`.
   */
  chainOf(member: SubordinateEntry, jwk: PublicJwk, now: NumericDate): Promise<readonly string[] | undefined>
  /** Returns the certificates above those of members, without the root. Empty for a Trust Anchor. */
  chainAbove(now: NumericDate): Promise<readonly string[]>
  /**
   * Issues a new certificate for a member's key, even if the former one was revoked. Revokes the certificate of another
   * key with the same `kid`. Returns `undefined` if this authority has no valid certificate. Like `chainOf`, revokes
   * the new certificate and returns `undefined` after a change during the issuance. Rejects for a key that cannot be
   * read (`isCertifiableKey`).
   */
  renew(member: SubordinateEntry, jwk: PublicJwk, act: Act): Promise<IssuedCertificate | undefined>
  /**
   * Returns one of the authority's keys as the issuer of certificates. Returns `undefined` if the private key is not
   * available, or if the statement of an intermediate's superior has no certificate of the key.
   */
  issuer(kid: string, now: NumericDate): Promise<CertificateIssuer | undefined>
}

interface AuthorityParts {
  readonly config: TrustAnchorConfig
  readonly random: Random
  readonly store: IssuedCertificates
  readonly subordinates: Pick<Subordinates, 'find'>
  /** Returns the signer of one of the authority's own keys. */
  readonly signerOf: (kid: string, now: NumericDate) => Promise<Signer | undefined>
  readonly signingKey: (now: NumericDate) => Promise<Signer>
  /** Returns the certificate of an intermediate's key in the superior's statement. Absent for a Trust Anchor. */
  readonly superior?: (kid: string) => Promise<SuperiorCertificate | undefined>
}

/** An issuer, and the expiry of its own certificate. */
interface DatedIssuer extends CertificateIssuer {
  readonly notAfter: NumericDate
}

/** Actor in the log when the service issues a certificate automatically. */
const renewalActor = 'renewal'
/** Seconds by which `notBefore` precedes the issue, for verifiers whose clock is slow. */
const backdatedSeconds = 300

/** Creates the authority. Its operations reject with a TypeError if a certificate is missing from the store. */
export function createCertificationAuthority(parts: AuthorityParts): CertificationAuthority {
  const { config, random, store, subordinates, signerOf, superior } = parts
  const { certificates: settings, entityId, organization } = config
  const subjectOf = (subject: Partial<Parameters<typeof organizationSubject>[0]>, id: string): string =>
    organizationSubject(
      { country: 'IT', organizationName: new URL(id).hostname, ...subject },
      { entityId: id, test: settings.test },
    )
  const { organizationName = organization.organization_name, ...others } = settings.subject
  const ownName = subjectOf({ organizationName, ...others }, entityId)
  const crlUrl = (kid: string): string => joinUrl(entityId, `${paths.certificateList}/${encodeURIComponent(kid)}`)
  const nextValidity = async (now: NumericDate, lifeSeconds: number, end: NumericDate): Promise<SerialAndValidity> => ({
    serial: serialOf(await store.next('serial'), random),
    notBefore: now - backdatedSeconds,
    notAfter: Math.min(now + lifeSeconds, end),
  })
  /**
   * Stores a certificate of the next generation. If another replica stored it first, returns the certificate of that
   * replica.
   */
  const record = async (
    ids: Pick<IssuedCertificate, 'subject' | 'kid' | 'issuerKid'>,
    former: IssuedCertificate | undefined,
    signed: { readonly validity: SerialAndValidity; readonly der: Uint8Array },
    act: Act,
  ): Promise<IssuedCertificate> => {
    const generation = (former?.generation ?? 0) + 1
    const certificate = { ...ids, generation, certificate: encodeBase64(signed.der), ...signed.validity }
    if ((await store.add(certificate, act)) === 'added') return certificate
    const stored = await store.find(ids.subject, ids.kid, ids.issuerKid)
    if (stored === undefined) throw new TypeError('a certificate is missing from the store')
    return stored
  }

  const findOrIssueOwn = async (jwk: PublicJwk, now: NumericDate): Promise<IssuedCertificate | undefined> => {
    const { kid = '' } = jwk
    const former = await store.find(entityId, kid, kid)
    if (former && isCurrent(former, now)) return former
    const signer = await signerOf(kid, now)
    if (signer === undefined) return former
    const validity = await nextValidity(now, settings.rootLifetimeSeconds, Number.POSITIVE_INFINITY)
    // Others pin the name together with the key, so it does not change while the key is in use.
    const name = former ? certificateNames(former.certificate).subject : ownName
    const der = await issueOwnCertificate(signer, { entityId, name, jwk }, validity)
    const act = { at: now, actor: renewalActor }
    return record({ subject: entityId, kid, issuerKid: kid }, former, { validity, der }, act)
  }
  const ownCertificates = new Map<string, IssuedCertificate>()
  const own: CertificationAuthority['own'] = async (jwk, now) => {
    const cached = ownCertificates.get(jwk.kid ?? '')
    if (cached && isCurrent(cached, now)) return cached
    const certificate = await findOrIssueOwn(jwk, now)
    if (certificate) ownCertificates.set(certificate.kid, certificate)
    return certificate
  }

  /** Returns one of the authority's keys as an issuer, with the expiry of its certificate. */
  const datedIssuer = async (kid: string, now: NumericDate): Promise<DatedIssuer | undefined> => {
    const signer = await signerOf(kid, now)
    if (signer === undefined) return undefined
    const common = { signer, crlUrl: crlUrl(kid) }
    if (superior) {
      const above = await superior(kid)
      return above && { ...common, name: above.name, keyId: above.keyId, notAfter: above.notAfter }
    }
    const root = await own(signer.publicJwk, now)
    const keyId = keyIdentifierOf(spkiOf(signer.publicJwk))
    return root && { ...common, name: certificateNames(root.certificate).subject, keyId, notAfter: root.notAfter }
  }

  /**
   * Returns why a certificate that was just issued must be revoked, or `undefined`. The former certificate may have
   * been revoked meanwhile for a reason that forbids a new one, or the key may have left the record.
   */
  const findReasonToRevoke = async (
    { subject, kid }: Pick<IssuedCertificate, 'subject' | 'kid'>,
    former: IssuedCertificate | undefined,
  ): Promise<CertificateRevocationReason | undefined> => {
    const latest = former && !isWithheld(former) ? await store.bySerial(former.serial) : undefined
    if (latest && isWithheld(latest)) return latest.reason ?? 'unspecified'
    const current = await subordinates.find(subject)
    return current?.keys.some((key) => key.kid === kid) ? undefined : 'superseded'
  }

  /**
   * Issues a certificate for a member's key. `chainOf` passes the subject of the former certificate as `name`, because
   * certificates that the member issued contain that name as their issuer. By default, the subject comes from the
   * record. Returns `undefined` if this authority has no valid certificate. Also returns `undefined`, and revokes the
   * certificate, if `findReasonToRevoke` returns a reason.
   */
  const issueForMember = async (
    member: SubordinateEntry,
    jwk: PublicJwk,
    former: IssuedCertificate | undefined,
    act: Act,
    name: string | Uint8Array = subjectOf(member.certificateSubject ?? {}, member.entityId),
  ): Promise<IssuedCertificate | undefined> => {
    const { kid: issuerKid } = await parts.signingKey(act.at)
    const issuer = await datedIssuer(issuerKid, act.at)
    if (issuer === undefined || issuer.notAfter <= act.at) return undefined
    const validity = await nextValidity(act.at, settings.memberLifetimeSeconds, issuer.notAfter)
    const der = await issueMemberCertificate(issuer, { ...member, name, jwk }, validity)
    const ids = { subject: member.entityId, kid: jwk.kid ?? '', issuerKid }
    const certificate = await record(ids, former, { validity, der }, act)
    const reason = await findReasonToRevoke(ids, former)
    if (reason === undefined) return certificate
    await store.revoke(certificate, reason, act)
    return undefined
  }
  /** Returns the latest certificate of a member's key by the current signing key, even a revoked one. */
  const findLatest = async (member: SubordinateEntry, jwk: PublicJwk, now: NumericDate) =>
    store.find(member.entityId, jwk.kid ?? '', (await parts.signingKey(now)).kid)

  /** Revokes the former certificate and returns true if it certifies another key with the same `kid`. */
  const revokeOfOtherKey = async (
    former: IssuedCertificate | undefined,
    jwk: PublicJwk,
    act: Act,
  ): Promise<boolean> => {
    if (former === undefined || certifies(former, jwk)) return false
    await store.revoke(former, 'superseded', act)
    return true
  }

  /** Returns true if the latest certificate of the member's key, by any key of this authority, is withheld. */
  const isLatestWithheld = async ({ entityId: subject }: SubordinateEntry, { kid }: PublicJwk): Promise<boolean> => {
    const [last] = await store.list({ subject, kid, limit: 1 })
    return last !== undefined && isWithheld(last)
  }

  const findAbove = async (now: NumericDate): Promise<SuperiorCertificate | undefined> =>
    superior?.((await parts.signingKey(now)).kid)
  return {
    own,
    issuer: datedIssuer,
    chainAbove: async (now) => (await findAbove(now))?.chain ?? [],
    chainOf: async (member, jwk, now) => {
      if (!isCertifiableKey(jwk)) return undefined
      const former = await findLatest(member, jwk, now)
      if (former ? isWithheld(former) : await isLatestWithheld(member, jwk)) return undefined
      const act = { at: now, actor: renewalActor }
      const isOfOtherKey = await revokeOfOtherKey(former, jwk, act)
      const above = await findAbove(now)
      const names = former && certificateNames(former.certificate)
      // If the superior changes the name of this entity, certificates with the former name as issuer are replaced.
      const hasIssuerName = above === undefined || (names !== undefined && sameBytes(names.issuer, above.name))
      const isUsable = former !== undefined && !isOfOtherKey && hasIssuerName && isCurrent(former, now)
      const current = isUsable ? former : await issueForMember(member, jwk, former, act, names?.subject)
      if (current === undefined || isWithheld(current)) return undefined
      return [current.certificate, ...(above?.chain ?? [])] // FED-101
    },
    renew: async (member, jwk, act) => {
      const former = await findLatest(member, jwk, act.at)
      await revokeOfOtherKey(former, jwk, act)
      return issueForMember(member, jwk, former, act)
    },
  }
}

/**
 * Returns a serial number of 16 bytes (FED-104). It begins with a counter, so that it is unique and increases. It ends
 * with 64 random bits, so that it cannot be predicted.
 */
function serialOf(count: number, random: Random): string {
  const counter = count.toString(16).padStart(14, '0')
  return `10${counter}${Array.from(random.bytes(8), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * A member certifies its protocol keys with the federation key, which the superior has certified (IT-Wallet 1.3.3,
 * trust-infrastructure, X.509 Certificates Issuance). Certificates are short-lived and kept only in memory, so each
 * replica issues its own.
 */
import {
  type Clock,
  type CryptoContext,
  joinUrl,
  type NumericDate,
  type PublicJwk,
  type Random,
} from '../../base/index.ts'
import { type EntityConfigurationPublisher, type RenewableDocument, renewed } from '../../federation/index.ts'
import type { Signer } from '../../jose/index.ts'
import { createCertificateList } from '../../x509/index.ts'
import type { MemberCertificateSettings } from './certificate-settings.ts'
import { issueProtocolCertificate } from './issue-certificates.ts'
import { type CertifiedSigner, createCertifiedSigners, type StatementPolicy } from './member-certificate.ts'

/** Path prefix of the revocation lists. Each federation key has one list. Issued certificates contain its URL. */
export const certificateListPath = '/crl'

/** A signed certificate revocation list. */
export interface PublishedCertificateList {
  readonly der: Uint8Array
  /**
   * Entity tag (RFC 9110 §8.8.3). Lists with different entries have different tags, even if their numbers are equal.
   */
  readonly entityTag: string
  /** Seconds for which the list may be cached: until the next one is signed. */
  readonly maxAge: number
}

/** Certificates of a member's protocol keys, and the revocation lists for them. */
export interface MemberCertificates {
  /**
   * Returns `x5c` for the JWS header of a protocol key: the certificate of this key, and those of the federation key in
   * the superior's statement (FED-85). Rejects with `NoMemberCertificate`, an `Unavailable`, if the statement contains
   * no valid certificate of a federation key.
   */
  x5cOf(key: PublicJwk): Promise<readonly string[]>
  /**
   * Returns the revocation list of a federation key. Its entries are the configured ones (`settings.revoked`). Returns
   * `undefined` if the member has no federation key with this `kid`. Rejects with `NoMemberCertificate`, an
   * `Unavailable`, if the superior's statement contains no valid certificate of this key.
   */
  revocationList(kid: string): Promise<PublishedCertificateList | undefined>
}

interface MemberCertificatesContext extends CryptoContext {
  readonly clock: Clock
  readonly random: Random
  /** Provides the trust chain of this member. */
  readonly publisher: Pick<EntityConfigurationPublisher, 'trustChain'>
  /** Federation keys. The first one with a valid certificate certifies protocol keys. */
  readonly signers: readonly Signer[]
}

interface MemberCertificatesConfig extends StatementPolicy {
  readonly entityId: string
  readonly settings: MemberCertificateSettings
}

/**
 * Creates the certificates and revocation lists of a member. Signs each when it is first requested, and again after
 * half of its lifetime and when the certificate of the federation key changes.
 */
export function createMemberCertificates(
  ctx: MemberCertificatesContext,
  config: MemberCertificatesConfig,
): MemberCertificates {
  const { entityId, settings } = config
  const listUrl = (kid: string): string => joinUrl(entityId, `${certificateListPath}/${encodeURIComponent(kid)}`)

  const signers = createCertifiedSigners(ctx.publisher, ctx.signers, config)

  const certify = (key: PublicJwk) =>
    renewed(async (now) => {
      const issuer = await signers.first(now)
      const issue = { ...ctx, entityId, now, lifetimeSeconds: settings.lifetimeSeconds }
      const issued = await issueProtocolCertificate(issue, issuer, key, listUrl(issuer.signer.kid))
      return { ...issued, value: [issued.certificate, ...issuer.chain] }
    })
  const certificatesByKey = new Map<string, ReturnType<typeof certify>>()

  /**
   * Signs the revocation list of the current period, which lasts half of the list's lifetime. Time and entries
   * determine its number, so replicas with the same settings and clock publish the same number (D-723).
   */
  async function signList(
    now: NumericDate,
    { signer, subject, keyId }: CertifiedSigner,
  ): Promise<RenewableDocument<Omit<PublishedCertificateList, 'maxAge'>>> {
    const { listLifetimeSeconds, revoked } = settings
    const period = Math.ceil(listLifetimeSeconds / 2)
    const thisUpdate = now - (now % period)
    const number = thisUpdate * 1000 + revoked.length // FED-88
    const nextUpdate = thisUpdate + listLifetimeSeconds
    const list = { issuer: subject, issuerKeyId: keyId, number, thisUpdate, nextUpdate, revoked }
    const der = await createCertificateList(signer, list)
    const entityTag = `"${number}-${ctx.crypto.digestText('sha-256', JSON.stringify(revoked))}"`
    return { value: { der, entityTag }, renewAt: thisUpdate + period, expiresAt: nextUpdate }
  }
  const signedList = (kid: string) => renewed(async (now) => signList(now, await signers.withKid(kid, now)))
  const lists = new Map(ctx.signers.map(({ kid }) => [kid, signedList(kid)]))

  return {
    x5cOf: async (key) => {
      const now = ctx.clock.now()
      const { signer, chain } = await signers.first(now)
      const cacheKey = JSON.stringify([key.kty, key.crv, key.x, key.y, key.n, key.e])
      const currentCertificate = certificatesByKey.get(cacheKey) ?? certify(key)
      certificatesByKey.set(cacheKey, currentCertificate)
      return (await currentCertificate(now, `${signer.kid} ${chain.join(' ')}`)).value
    },
    revocationList: async (kid) => {
      const now = ctx.clock.now()
      const list = lists.get(kid)
      if (list === undefined) return undefined
      const { chain } = await signers.withKid(kid, now)
      const { value, renewAt } = await list(now, chain[0] ?? '')
      return { ...value, maxAge: Math.max(0, renewAt - now) }
    },
  }
}

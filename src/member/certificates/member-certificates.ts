/**
 * A member certifies its own protocol keys with its federation key, which its superior has certified (IT-Wallet 1.3.3,
 * trust-infrastructure, X.509 Certificates Issuance). Certificates are short-lived and kept in memory only, so each
 * replica has its own.
 */
import { type Clock, joinUrl, type NumericDate, type PublicJwk, type Random } from '../../base/index.ts'
import { type EntityConfigurationPublisher, renewed, type Standing } from '../../federation/index.ts'
import type { Signer } from '../../jose/index.ts'
import { createCertificateList } from '../../x509/index.ts'
import type { MemberCertificateSettings } from './certificate-settings.ts'
import { issueProtocolCertificate } from './issue-certificates.ts'
import { type CertifiedSigner, createCertifiedSigners, type StatementPolicy } from './member-certificate.ts'

/** Path of the revocation lists, one for each federation key. */
export const certificateListPath = '/crl'

/** A signed revocation list. */
export interface PublishedCertificateList {
  readonly der: Uint8Array
  readonly number: number
  /** Seconds for which it may be cached. */
  readonly maxAge: number
}

/** Certificates of one member. */
export interface MemberCertificates {
  /**
   * Returns the `x5c` member for signatures of a protocol key: its certificate, that of the federation key, and those
   * above it without the root. Throws `NoMemberCertificate`, an `Unavailable`, if the superior states none.
   */
  x5cOf(key: PublicJwk): Promise<readonly string[]>
  /**
   * Returns the list of the certificates that this federation key has signed. Returns `undefined` for another key.
   * Throws `NoMemberCertificate`.
   */
  revocationList(kid: string): Promise<PublishedCertificateList | undefined>
}

interface MemberCertificatesContext {
  readonly clock: Clock
  readonly random: Random
  /** Provides the own trust chain. */
  readonly publisher: Pick<EntityConfigurationPublisher, 'trustChain'>
  /** Federation keys. The first with a certificate certifies protocol keys. */
  readonly signers: readonly Signer[]
}

interface MemberCertificatesConfig extends StatementPolicy {
  readonly entityId: string
  readonly settings: MemberCertificateSettings
}

/** Creates the certificates of a member. Nothing is signed before it is needed. */
export function createMemberCertificates(
  ctx: MemberCertificatesContext,
  config: MemberCertificatesConfig,
): MemberCertificates {
  const { entityId, settings } = config
  const listUrl = (kid: string): string => joinUrl(entityId, `${certificateListPath}/${kid}`)

  const signers = createCertifiedSigners(ctx.publisher, ctx.signers, config)

  const certify = (key: PublicJwk) =>
    renewed(async (now) => {
      const issuer = await signers.first(now)
      const issue = { ...ctx, entityId, now, lifetimeSeconds: settings.lifetimeSeconds }
      const made = await issueProtocolCertificate(issue, issuer, key, listUrl(issuer.signer.kid))
      return { ...made, value: [made.certificate, ...issuer.chain] }
    })
  const certified = new Map<string, ReturnType<typeof certify>>()

  /**
   * Signs the list of the present period. Its number grows with time and with the entries, so replicas with the same
   * settings and clock publish the same one (D-723).
   */
  async function signList(
    now: NumericDate,
    { signer, subject, keyId }: CertifiedSigner,
  ): Promise<Standing<Omit<PublishedCertificateList, 'maxAge'>>> {
    const { listLifetimeSeconds, revoked } = settings
    const period = Math.ceil(listLifetimeSeconds / 2)
    const thisUpdate = now - (now % period)
    const number = thisUpdate * 1000 + revoked.length // FED-88
    const nextUpdate = thisUpdate + listLifetimeSeconds
    const list = { issuer: subject, issuerKeyId: keyId, number, thisUpdate, nextUpdate, revoked }
    const der = await createCertificateList(signer, list)
    return { value: { der, number }, renewAt: thisUpdate + period, expiresAt: nextUpdate }
  }
  const signedList = (kid: string) =>
    renewed(async (now) => signList(now, (await signers.find(kid, now)) ?? (await signers.first(now))))
  const lists = new Map(ctx.signers.map(({ kid }) => [kid, signedList(kid)]))

  return {
    x5cOf: async (key) => {
      const now = ctx.clock.now()
      const { signer, chain } = await signers.first(now)
      const name = JSON.stringify([key.kty, key.crv, key.x, key.y, key.n, key.e])
      const standing = certified.get(name) ?? certify(key)
      certified.set(name, standing)
      return (await standing(now, `${signer.kid} ${chain.join(' ')}`)).value
    },
    revocationList: async (kid) => {
      const now = ctx.clock.now()
      const [issuer, list] = [await signers.find(kid, now), lists.get(kid)]
      if (issuer === undefined || list === undefined) return undefined
      const { value, renewAt } = await list(now, issuer.chain[0] ?? '')
      return { ...value, maxAge: Math.max(0, renewAt - now) }
    },
  }
}

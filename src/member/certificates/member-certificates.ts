/**
 * A member certifies its own protocol keys with its federation key, which its superior has certified (IT-Wallet 1.3.3,
 * trust-infrastructure, X.509 Certificates Issuance). Certificates are short-lived and kept in memory only, so each
 * replica has its own.
 */
import { type Clock, joinUrl, type NumericDate, type PublicJwk, type Random } from '../../base/index.ts'
import { type EntityConfigurationPublisher, type RingKeys, renewed, type Standing } from '../../federation/index.ts'
import { createCertificateList } from '../../x509/index.ts'
import type { MemberCertificateSettings } from './certificate-settings.ts'
import { issueProtocolCertificate } from './issue-certificates.ts'
import { readMemberCertificate, type StatementPolicy } from './member-certificate.ts'

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
  /** Federation keys. The one that signs statements signs certificates and lists. */
  readonly keys: RingKeys
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

  async function authority(now: NumericDate) {
    const [{ signer }, [, statement]] = await Promise.all([ctx.keys.current(now), ctx.publisher.trustChain()])
    return { signer, certificate: readMemberCertificate(statement, signer, config, now) }
  }

  const certify = (key: PublicJwk) =>
    renewed(async (now) => {
      const { signer, certificate } = await authority(now)
      const issue = { ...ctx, signer, entityId, now, lifetimeSeconds: settings.lifetimeSeconds }
      const made = await issueProtocolCertificate(issue, certificate, key, listUrl(signer.kid))
      return { ...made, value: [made.certificate, ...certificate.chain] }
    })
  const certified = new Map<string, ReturnType<typeof certify>>()

  /**
   * Signs the list of the present period. Its number grows with time and with the entries, so replicas with the same
   * settings and clock publish the same one (D-723).
   */
  async function signList(
    now: NumericDate,
    { signer, certificate: { subject, keyId } }: Awaited<ReturnType<typeof authority>>,
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
  const list = renewed(async (now) => signList(now, await authority(now)))

  return {
    x5cOf: async (key) => {
      const now = ctx.clock.now()
      const { signer, certificate } = await authority(now)
      const name = JSON.stringify([key.kty, key.crv, key.x, key.y, key.n, key.e])
      const standing = certified.get(name) ?? certify(key)
      certified.set(name, standing)
      return (await standing(now, `${signer.kid} ${certificate.chain.join(' ')}`)).value
    },
    revocationList: async (kid) => {
      const now = ctx.clock.now()
      const { signer, certificate } = await authority(now)
      if (kid !== signer.kid) return undefined
      const { value, renewAt } = await list(now, `${kid} ${certificate.chain[0]}`)
      return { ...value, maxAge: Math.max(0, renewAt - now) }
    },
  }
}

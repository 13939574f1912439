/**
 * Certificate revocation lists of an authority, one for each of its keys (RFC 5280 §5). A list is signed anew when a
 * certificate is revoked, held or released, and at half of its life. The store holds the latest one, so all replicas
 * serve the same list and its number grows.
 */
import { encodeBase64, type NumericDate } from '../../base/index.ts'
import { createCertificateList } from '../../x509/index.ts'
import type { TrustAnchorConfig } from '../config.ts'
import type { CertificationAuthority } from './certification-authority.ts'
import type { IssuedCertificate, IssuedCertificates, StoredCertificateList } from './issued-certificates.ts'

/** The lists of one authority. */
export interface CertificateLists {
  /** Returns the present list of a key. Returns `undefined` for a key that signs no list. */
  present(issuerKid: string, now: NumericDate): Promise<StoredCertificateList | undefined>
}

/** Seconds before its signing at which a list begins, for readers whose clock is slow. */
const backdatedSeconds = 300

const entryOf = ({ serial, revokedAt, heldAt = 0, reason }: IssuedCertificate) =>
  revokedAt === undefined
    ? ({ serial, revokedAt: heldAt, reason: 'certificateHold' } as const)
    : { serial, revokedAt, ...(reason && { reason }) }

/** Creates the lists. */
export function createCertificateLists(parts: {
  readonly config: TrustAnchorConfig
  readonly store: IssuedCertificates
  readonly authority: Pick<CertificationAuthority, 'issuer'>
}): CertificateLists {
  const { config, store, authority } = parts
  const { listLifetimeSeconds } = config.certificates
  const isFresh = ({ thisUpdate, nextUpdate }: StoredCertificateList, now: NumericDate): boolean =>
    thisUpdate <= now && now < nextUpdate - listLifetimeSeconds / 2
  const present = async (issuerKid: string, now: NumericDate): Promise<StoredCertificateList | undefined> => {
    const standing = await store.standing(issuerKid)
    const { list, revocations } = standing
    if (list && list.revocations === revocations && isFresh(list, now)) return list
    const issuer = await authority.issuer(issuerKid, now)
    if (issuer === undefined) return list && now < list.nextUpdate ? list : undefined
    // An expired certificate stays in one list beyond its life (RFC 5280 §3.3).
    const revoked = await store.revocations(issuerKid, now - listLifetimeSeconds)
    const number = await store.next('list') // FED-106
    const [thisUpdate, nextUpdate] = [now - backdatedSeconds, now + listLifetimeSeconds]
    const der = await createCertificateList(issuer.signer, {
      ...{ issuer: issuer.name, issuerKeyId: issuer.keyId, number, thisUpdate, nextUpdate },
      revoked: revoked.map(entryOf),
    })
    await store.publish({ issuerKid, number, list: encodeBase64(der), thisUpdate, nextUpdate, revocations })
    return (await store.standing(issuerKid)).list
  }
  const underWay = new Map<string, Promise<StoredCertificateList | undefined>>()
  return {
    present: (issuerKid, now) => {
      const started = underWay.get(issuerKid) ?? present(issuerKid, now)
      underWay.set(issuerKid, started)
      const ended = (): void => {
        underWay.delete(issuerKid)
      }
      started.then(ended, ended)
      return started
    },
  }
}

/**
 * Certificate revocation lists of an authority, one for each of its keys (RFC 5280 §5). A request causes a new list if
 * half of the last list's lifetime has passed, or if a certificate was revoked, held or released since that list. The
 * store contains the latest list of each key, so all replicas serve the same list. List numbers increase, even if an
 * older copy of the store is restored.
 */
import { encodeBase64, type NumericDate } from '../../base/index.ts'
import { createCertificateList, maximumListBytes } from '../../x509/index.ts'
import type { TrustAnchorConfig } from '../config.ts'
import type { CertificationAuthority } from './certification-authority.ts'
import type { IssuedCertificate, IssuedCertificates, StoredCertificateList } from './issued-certificates.ts'

export interface CertificateLists {
  /**
   * Returns the current list of a key. If the key cannot sign as an issuer (`CertificationAuthority.issuer`), returns
   * the stored list until it expires, then `undefined`.
   */
  current(issuerKid: string, now: NumericDate): Promise<StoredCertificateList | undefined>
  /**
   * Returns a warning for each list with more than three quarters of `maximumListBytes`. Considers only the lists that
   * this process returned.
   */
  notes(): readonly string[]
}

/** Size in bytes above which `notes` reports a list. Verifiers refuse a list above `maximumListBytes`. */
const reportedBytes = (maximumListBytes * 3) / 4

/** Seconds by which `thisUpdate` precedes the signing, for verifiers whose clock is slow. */
const backdatedSeconds = 300

/** Returns the size of the DER in bytes, or up to two bytes more. */
const sizeOf = ({ list }: StoredCertificateList): number => (list.length / 4) * 3

const entryOf = ({ serial, revokedAt, heldAt = 0, reason }: IssuedCertificate) =>
  revokedAt === undefined
    ? ({ serial, revokedAt: heldAt, reason: 'certificateHold' } as const)
    : { serial, revokedAt, ...(reason && { reason }) }

/** Creates the lists. In this process, concurrent requests for the same list share one operation. */
export function createCertificateLists(parts: {
  readonly config: TrustAnchorConfig
  readonly store: IssuedCertificates
  readonly authority: Pick<CertificationAuthority, 'issuer'>
}): CertificateLists {
  const { config, store, authority } = parts
  const { listLifetimeSeconds } = config.certificates
  const isFresh = ({ thisUpdate, nextUpdate }: StoredCertificateList, now: NumericDate): boolean =>
    thisUpdate <= now && now < nextUpdate - listLifetimeSeconds / 2
  const readOrSign = async (issuerKid: string, now: NumericDate): Promise<StoredCertificateList | undefined> => {
    const { list, revocations } = await store.listState(issuerKid)
    if (list && list.revocations === revocations && isFresh(list, now)) return list
    const issuer = await authority.issuer(issuerKid, now)
    if (issuer === undefined) return list && now < list.nextUpdate ? list : undefined
    // A revoked certificate must stay in one list that is issued after its expiry (RFC 5280 §3.3).
    const revoked = await store.revokedOrHeld(issuerKid, now - listLifetimeSeconds)
    // The time comes first, so that the number increases even if a restored store has lost the latest numbers.
    const number = Math.max(now * 1000 + ((await store.next('list')) % 1000), (list?.number ?? 0) + 1) // FED-106
    const [thisUpdate, nextUpdate] = [now - backdatedSeconds, now + listLifetimeSeconds]
    const der = await createCertificateList(issuer.signer, {
      ...{ issuer: issuer.name, issuerKeyId: issuer.keyId, number, thisUpdate, nextUpdate },
      revoked: revoked.map(entryOf),
    })
    await store.publish({ issuerKid, number, list: encodeBase64(der), thisUpdate, nextUpdate, revocations })
    return (await store.listState(issuerKid)).list
  }
  /** Sizes in bytes of the lists that this process returned last, by key. */
  const sizes = new Map<string, number>()
  const pending = new Map<string, Promise<StoredCertificateList | undefined>>()
  return {
    current: (issuerKid, now) => {
      const started = pending.get(issuerKid) ?? readOrSign(issuerKid, now)
      pending.set(issuerKid, started)
      const ended = (list?: StoredCertificateList): void => {
        pending.delete(issuerKid)
        if (list) sizes.set(issuerKid, sizeOf(list))
        else sizes.delete(issuerKid)
      }
      started.then(ended, () => ended())
      return started
    },
    notes: () =>
      [...sizes].flatMap(([kid, size]) =>
        size <= reportedBytes
          ? []
          : [
              `the revocation list of the key ${kid} has ${size} bytes, and others refuse more than ${maximumListBytes}: activate a new federation key, whose list is empty`,
            ],
      ),
  }
}

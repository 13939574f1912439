/** The authority's own key ring, with the self-signed certificate of each published key (FED-101). */
import type { RingKeys } from '../../federation/index.ts'
import type { CertificationAuthority } from './certification-authority.ts'

/**
 * Returns the ring with `x5c` in each published key that has a certificate. Each read of the ring issues a missing
 * certificate and renews a certificate that is due (`own`).
 */
export const certifyRingKeys = (keys: RingKeys, { own }: Pick<CertificationAuthority, 'own'>): RingKeys => ({
  changed: keys.changed,
  current: async (now) => {
    const ring = await keys.current(now)
    const certificates = await Promise.all(ring.published.map((jwk) => own(jwk, now)))
    return {
      ...ring,
      published: ring.published.map((jwk, index) => {
        const certificate = certificates[index]
        return certificate ? { ...jwk, x5c: [certificate.certificate] } : jwk
      }),
      revision: [ring.revision, ...certificates.map((one) => one?.serial ?? '')].join(' '),
    }
  },
})

/**
 * The federation keys of a member, each with a self-signed certificate in `x5c` (IT-Wallet 1.3.3, trust-infrastructure,
 * Entity Configurations Common Parameters).
 */
import type { Random } from '../../base/index.ts'
import { type RingKeys, renewed } from '../../federation/index.ts'
import type { Signer } from '../../jose/index.ts'
import type { MemberCertificateSettings } from './certificate-settings.ts'
import { issueOwnCertificate } from './issue-certificates.ts'

/**
 * Returns a view of the ring that adds `x5c` to each published key for which there is a signer. `x5c` has one
 * self-signed certificate, renewed after half of its lifetime. The certificate contains the first 64 visible characters
 * of the organization's name.
 */
export function certifyOwnKeys(
  { keys, signers, random }: { readonly keys: RingKeys; readonly signers: readonly Signer[]; readonly random: Random },
  config: {
    readonly entityId: string
    readonly organizationName: string
    readonly settings: MemberCertificateSettings
  },
): RingKeys {
  const { entityId, organizationName, settings } = config
  const { test, ownLifetimeSeconds: lifetimeSeconds } = settings
  const renewals = signers.map((signer) => ({
    kid: signer.kid,
    certificate: renewed(async (now) => {
      const issued = await issueOwnCertificate(
        signer,
        { entityId, random, now, lifetimeSeconds },
        { organizationName, test },
      )
      return { ...issued, value: issued.certificate }
    }),
  }))
  return {
    changed: keys.changed,
    current: async (now) => {
      const ring = await keys.current(now)
      const current = renewals.map(async ({ kid, certificate }) => [kid, (await certificate(now, '')).value] as const)
      const certificates = new Map(await Promise.all(current))
      const published = ring.published.map((jwk) => {
        const certificate = certificates.get(jwk.kid ?? '')
        return certificate === undefined ? jwk : { ...jwk, x5c: [certificate] }
      })
      return { ...ring, published, revision: [ring.revision, ...certificates.values()].join(' ') } // FED-90
    },
  }
}

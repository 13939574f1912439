/**
 * The federation keys of a member with the self-signed certificate of the signing key in `x5c` (IT-Wallet 1.3.3,
 * trust-infrastructure, Entity Configurations Common Parameters).
 */
import type { Random } from '../../base/index.ts'
import { type RingKeys, renewed } from '../../federation/index.ts'
import type { MemberCertificateSettings } from './certificate-settings.ts'
import { issueOwnCertificate } from './issue-certificates.ts'

/** Returns the ring with `x5c` in the published signing key. Other keys cannot certify themselves here. */
export function certifyOwnKeys(
  { keys, random }: { readonly keys: RingKeys; readonly random: Random },
  config: {
    readonly entityId: string
    readonly organizationName: string
    readonly settings: MemberCertificateSettings
  },
): RingKeys {
  const { entityId, settings } = config
  const { test, ownLifetimeSeconds: lifetimeSeconds } = settings
  const organizationName = config.organizationName.slice(0, longestOrganizationName)
  const own = renewed(async (now) => {
    const { signer } = await keys.current(now)
    const made = await issueOwnCertificate(
      { signer, entityId, random, now, lifetimeSeconds },
      { organizationName, test },
    )
    return { ...made, value: made.certificate }
  })
  return {
    changed: keys.changed,
    current: async (now) => {
      const ring = await keys.current(now)
      const { value } = await own(now, ring.signer.kid)
      const published = ring.published.map((jwk) => (jwk.kid === ring.signer.kid ? { ...jwk, x5c: [value] } : jwk))
      return { ...ring, published, revision: `${ring.revision} ${value}` } // FED-90
    },
  }
}

/** Maximum length of an organization's name in characters (RFC 5280 Appendix A.1, ub-organization-name). */
const longestOrganizationName = 64

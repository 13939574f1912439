/** Creates the certification authority of a Trust Anchor or intermediate, in the profiles with certificates. */
import type { NumericDate, Random } from '../../base/index.ts'
import type { KeyRing, RingKeys } from '../../federation/index.ts'
import type { Signer } from '../../jose/index.ts'
import { trustAnchorWire } from '../../profiles/index.ts'
import type { TrustAnchorConfig } from '../config.ts'
import type { KeyAnnouncements } from '../onboarding/key-announcements.ts'
import type { Subordinates } from '../stores.ts'
import { type CertificateLists, createCertificateLists } from './certificate-lists.ts'
import { type CertificationAuthority, createCertificationAuthority } from './certification-authority.ts'
import type { IssuedCertificates } from './issued-certificates.ts'
import { createSuperiorCertificates } from './superior-certificate.ts'

/** An authority with its lists and stores. */
export interface Certification {
  readonly authority: CertificationAuthority
  readonly lists: CertificateLists
  readonly store: IssuedCertificates
  readonly announcements: KeyAnnouncements
}

/** The part of the Trust Anchor's context that its certification authority needs. */
interface CertificationParts {
  readonly config: TrustAnchorConfig
  readonly random: Random
  readonly subordinates: Subordinates
  readonly certificates?: IssuedCertificates
  readonly keyAnnouncements?: KeyAnnouncements
  readonly keyRing?: KeyRing
}

/**
 * Creates the authority. Returns `undefined` in a profile without certificates. `trustChain` returns the trust chain of
 * an intermediate and is absent for a Trust Anchor. Throws a TypeError if a store is missing.
 */
export function openCertification(
  ctx: CertificationParts,
  keys: RingKeys,
  trustChain: (() => Promise<readonly string[]>) | undefined,
): Certification | undefined {
  const { config, random, subordinates, certificates: store, keyAnnouncements: announcements, keyRing } = ctx
  if (!trustAnchorWire[config.profile].certifies) return undefined
  if (store === undefined || announcements === undefined)
    throw new TypeError('a Trust Anchor with certificates needs the stores of certificates and key announcements')
  const signingKey = async (now: NumericDate): Promise<Signer> => (await keys.current(now)).signer
  const signerOf = async (kid: string, now: NumericDate): Promise<Signer | undefined> => {
    const signer = await signingKey(now)
    return signer.kid === kid ? signer : keyRing?.vault.open(kid)
  }
  const superior = trustChain && createSuperiorCertificates(config, trustChain)
  const authority = createCertificationAuthority({
    ...{ config, random, store, subordinates, signerOf, signingKey },
    ...(superior && { superior }),
  })
  return { authority, lists: createCertificateLists({ config, store, authority }), store, announcements }
}

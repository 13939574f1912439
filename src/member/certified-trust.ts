/** Trust of a role in other entities, by the profile of its own entity. */
import type { CertificateEvaluator } from '../base/index.ts'
import { type TrustEvaluator, withCertifiedKeys } from '../federation/index.ts'
import { type ProfileName, trustAnchorWire } from '../profiles/index.ts'
import type { LeafContext } from './context.ts'

/** Returns the evaluator of certificates. Throws a TypeError if an entity of a profile with certificates has none. */
export function requireCertificates(
  { certificates }: Pick<LeafContext, 'certificates'>,
  profile: ProfileName,
): CertificateEvaluator {
  if (certificates === undefined) throw new TypeError(`an entity of ${profile} needs an evaluator of certificates`)
  return certificates
}

/**
 * Returns the evaluator of trust for the profile: unchanged, or one that judges the certificates of federation keys where
 * the profile requires them (FED-115). Throws a TypeError if there is no evaluator of certificates for it.
 */
export const trustInProfile = (
  ctx: Pick<LeafContext, 'certificates' | 'testSwitches'> & { readonly trust: TrustEvaluator },
  profile: ProfileName,
): TrustEvaluator =>
  trustAnchorWire[profile].requiresCertifiedKeys
    ? withCertifiedKeys(ctx.trust, requireCertificates(ctx, profile), ctx.testSwitches?.uncertifiedAnchors)
    : ctx.trust

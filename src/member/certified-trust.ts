/**
 * Functions that return what the profile of a member requires: the evaluator of certificates, the member's own
 * certificates, and the trust evaluator.
 */
import type { CertificateEvaluator } from '../base/index.ts'
import { type TrustEvaluator, withCertifiedKeys } from '../federation/index.ts'
import { type ProfileName, trustAnchorWire } from '../profiles/index.ts'
import type { MemberCertificates } from './certificates/member-certificates.ts'
import type { LeafContext, MemberServices } from './context.ts'

/**
 * Returns the evaluator of certificates from the context. Throws a TypeError that names the profile if there is none.
 */
export function requireCertificates(
  { certificates }: Pick<LeafContext, 'certificates'>,
  profile: ProfileName,
): CertificateEvaluator {
  if (certificates === undefined) throw new TypeError(`an entity of ${profile} needs an evaluator of certificates`)
  return certificates
}

/**
 * Returns the certificates of this member's own keys. Throws a TypeError that names the profile if there are none,
 * because the context has no `certification`.
 */
export function requireOwnCertificates(
  { memberCertificates }: Pick<MemberServices<never>, 'memberCertificates'>,
  profile: ProfileName,
): MemberCertificates {
  if (memberCertificates === undefined) throw new TypeError(`an entity of ${profile} needs certificates of its own`)
  return memberCertificates
}

/**
 * Returns the trust evaluator for the profile. If the profile requires certificates of federation keys, the evaluator
 * also verifies these certificates (FED-115). Throws a TypeError if the profile requires them and the context has no
 * evaluator of certificates.
 */
export const trustInProfile = (
  ctx: Pick<LeafContext, 'certificates' | 'testSwitches'> & { readonly trust: TrustEvaluator },
  profile: ProfileName,
): TrustEvaluator =>
  trustAnchorWire[profile].requiresCertifiedKeys
    ? withCertifiedKeys(ctx.trust, requireCertificates(ctx, profile), ctx.testSwitches?.uncertifiedAnchors)
    : ctx.trust

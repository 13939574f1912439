/**
 * Binds a profile to the Trust Anchor of the other party (WI-152). A party chooses its own metadata, so only the anchor
 * says which profile's checks apply to it.
 */
import type { Decision } from '../base/index.ts'
import { type TrustedEntity, trustPath } from '../federation/index.ts'
import type { ProfileName } from '../profiles/index.ts'
import type { WalletAnswer } from './answers.ts'
import type { WalletContext } from './context.ts'

/** Profile of an anchor that was pinned without one. */
const unnamed: readonly ProfileName[] = ['seed']

/** Returns the profiles for which the anchor of the entity's chain is pinned. */
export const profilesOfAnchor = (
  { anchorProfiles }: Pick<WalletContext, 'anchorProfiles'>,
  entity: TrustedEntity,
): readonly ProfileName[] => anchorProfiles?.get(trustPath(entity).at(-1) as string) ?? unnamed

/** Throws a `Refusal` with this answer if the anchor of the entity's chain is not pinned for the profile. */
export function checkAnchorProfile(
  ctx: Pick<WalletContext, 'anchorProfiles'>,
  decision: Decision<WalletAnswer>,
  { entity, profile, answer }: { readonly entity: TrustedEntity; readonly profile: ProfileName; answer: WalletAnswer },
): void {
  const pinned = profilesOfAnchor(ctx, entity)
  decision.that('WI-152', answer, pinned.includes(profile), 'anchor_profile_mismatch', 'trust_chain', {
    expected: pinned,
    found: profile,
  })
}

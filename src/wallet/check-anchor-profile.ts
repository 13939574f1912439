/**
 * Checks that the other party's Trust Anchor is pinned for the profile in use (WI-152). A party writes its own metadata
 * and could choose the profile with the weakest checks, but it cannot choose its anchor.
 */
import type { Decision } from '../base/index.ts'
import { type TrustedEntity, trustPath } from '../federation/index.ts'
import type { ProfileName } from '../profiles/index.ts'
import type { WalletAnswer } from './answers.ts'
import type { WalletContext } from './context.ts'

/** Profiles of an anchor without an entry in `anchorProfiles`. */
const defaultProfiles: readonly ProfileName[] = ['seed']

/** Returns the profiles for which the anchor of the entity's trust chain is pinned. Defaults to `seed`. */
export const profilesOfAnchor = (
  { anchorProfiles }: Pick<WalletContext, 'anchorProfiles'>,
  entity: TrustedEntity,
): readonly ProfileName[] => anchorProfiles?.get(trustPath(entity).at(-1) as string) ?? defaultProfiles

/** Throws a `Refusal` with `answer` if the anchor of the entity's trust chain is not pinned for the profile. */
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

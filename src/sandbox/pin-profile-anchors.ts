/**
 * Pins the Trust Anchor's entities for the profiles other than `seed` in a wallet of the sandbox. Pins their keys, and
 * the root certificates in the keys.
 */
import { type Fetch, failed, type PublicJwk } from '../base/index.ts'
import { firstCertificatesIn, pinRoots } from '../certificate-trust/index.ts'
import { type CredentialType, pid } from '../credential/index.ts'
import type { TrustAnchors } from '../federation/index.ts'
import type { FurtherProfileName, ProfileName } from '../profiles/index.ts'
import { pinTrustAnchor } from './pin-trust-anchor.ts'
import { SandboxFault } from './sandbox-fault.ts'
import { testTypesOf } from './test-issuer/test-types.ts'

/** The Trust Anchor's entity for one profile, with the keys that it publishes. */
export interface ProfileAnchor {
  readonly profile: FurtherProfileName
  readonly entityId: string
  readonly keys: readonly PublicJwk[]
}

/**
 * Fetches the keys that each entity publishes about itself. Rejects with `SandboxFault` if an Entity Configuration
 * cannot be fetched or is not valid.
 */
export const pinProfileAnchors = (
  fetch: Fetch,
  anchors: Readonly<Partial<Record<FurtherProfileName, { readonly trust_anchor: string }>>> = {},
): Promise<readonly ProfileAnchor[]> =>
  Promise.all(
    Object.entries(anchors).map(async ([profile, { trust_anchor: entityId }]) => ({
      ...{ profile: profile as FurtherProfileName, entityId },
      keys: await requireTrustAnchor(fetch, entityId),
    })),
  )

/** Returns the keys as `pinTrustAnchor` does, but rejects with `SandboxFault` instead of returning a failure. */
export async function requireTrustAnchor(fetch: Fetch, trustAnchor: string): Promise<readonly PublicJwk[]> {
  const keys = await pinTrustAnchor(fetch, trustAnchor)
  if (failed(keys)) throw new SandboxFault(`The Trust Anchor at ${trustAnchor} gives no valid answer (${keys.code}).`)
  return keys
}

/** Returns the anchors for a trust evaluator. */
export const anchorsOf = (pinned: readonly ProfileAnchor[]): TrustAnchors =>
  new Map(pinned.map(({ entityId, keys }) => [entityId, keys]))

/** Returns the profile of each anchor by entity identifier, for a wallet. */
export const anchorProfilesOf = (pinned: readonly ProfileAnchor[]): ReadonlyMap<string, readonly ProfileName[]> =>
  new Map(pinned.map(({ entityId, profile }) => [entityId, [profile]]))

/** Returns the root certificates: the self-signed certificates in the keys. */
export const rootsOf = (pinned: readonly ProfileAnchor[]): ReturnType<typeof pinRoots> =>
  pinRoots(pinned.flatMap(({ keys }) => firstCertificatesIn(keys)))

/** Returns the credential types that a wallet supports: the PID, and those of each profile. */
export const credentialTypesOf = (
  pinned: readonly Pick<ProfileAnchor, 'profile' | 'entityId'>[],
): readonly [CredentialType, ...CredentialType[]] => [
  pid,
  ...pinned.flatMap(({ profile, entityId }) => testTypesOf(profile, entityId)),
]

/** Recognizes the profile of a Relying Party by its link, its Trust Anchor and its verified metadata (WI-130). */
import { isJsonObject } from '../../base/index.ts'
import type { TrustedEntity } from '../../federation/index.ts'
import { type ReadEngagement, relyingPartyTypes } from '../../oid4vp/index.ts'
import {
  type FurtherProfileName,
  furtherProfileNames,
  type ProfileName,
  profileNames,
  relyingPartyWire,
  walletWire,
} from '../../profiles/index.ts'

/**
 * Returns the profile to which the prefix of the client identifier belongs, if there is one. Otherwise, for a link that
 * contains its Request Object, returns the profile that permits such links. Otherwise, if the anchor is pinned for one
 * profile only, returns that profile, whatever the metadata (D-1049). Otherwise, returns the first profile in
 * `furtherProfileNames` that is in `pinned` and fits the metadata. A profile fits if it has each published entity type.
 * The metadata of each type must also have all members that the profile requires, and none that only other profiles
 * have. Defaults to `seed`. `pinned` lists the profiles for which the anchor is pinned.
 */
export function recognizeProfile(
  { client_id: clientId, entity_id: entityId, request }: ReadEngagement,
  { metadata }: Pick<TrustedEntity, 'metadata'>,
  pinned: readonly ProfileName[],
): ProfileName {
  const prefix = clientId.slice(0, clientId.length - entityId.length)
  const byPrefix = furtherProfileNames.find((name) => prefix !== '' && walletWire[name].linkPrefixes.includes(prefix))
  if (byPrefix !== undefined) return byPrefix
  if (request !== undefined) return furtherProfileNames.find((name) => walletWire[name].requestByValue) ?? 'seed'
  const [only, ...others] = pinned
  if (only !== undefined && others.length === 0) return only
  const published = relyingPartyTypes.filter((type) => isJsonObject(metadata[type]))
  if (published.length === 0) return 'seed'
  const fits = (name: FurtherProfileName): boolean => published.every((type) => fitsType(name, type, metadata))
  return furtherProfileNames.find((name) => pinned.includes(name) && fits(name)) ?? 'seed'
}

/** Members that some profile publishes. */
const knownMembers = new Set<string>(profileNames.flatMap((name) => relyingPartyWire[name].metadataMembers))

function fitsType(
  profile: FurtherProfileName,
  type: (typeof relyingPartyTypes)[number],
  metadata: TrustedEntity['metadata'],
): boolean {
  const { entityTypes, requiredMembers, metadataMembers, earlierMembers } = relyingPartyWire[profile]
  const possible: readonly string[] = [...metadataMembers, ...earlierMembers]
  const members = Object.keys(metadata[type] ?? {}).filter((name) => knownMembers.has(name))
  return (
    entityTypes.includes(type) &&
    requiredMembers.every((name) => members.includes(name)) &&
    members.every((name) => possible.includes(name))
  )
}

/**
 * Further entities of one service, each with a profile (ADR 16). The settings of an entity are those of the service,
 * with the entity's own identifier, superiors, anchors, keys and trust marks. The role's schema validates them as a
 * whole, so that defaults follow the profile.
 */
import { dirname, join } from 'node:path'
import { joinUrl } from '../base/index.ts'
import { type FurtherProfileName, furtherProfileNames } from '../profiles/index.ts'
import type { ServedRole } from './role-names.ts'
import type { CommonSettings, ProfileEntitySettings } from './settings.ts'
import { asTree, type Tree } from './validate-together.ts'

/** Default paths below the public URL. */
export const profilePaths: Readonly<Record<FurtherProfileName, string>> = {
  'it-wallet-1.0': '/1.0',
  'it-wallet-1.4': '/1.4',
}

type Entry = readonly [profile: FurtherProfileName, entity: ProfileEntitySettings]

const entriesOf = (profiles: CommonSettings['profiles']): readonly Entry[] =>
  furtherProfileNames.flatMap((profile): readonly Entry[] => {
    const entity = profiles[profile]
    return entity === undefined ? [] : [[profile, entity]]
  })

/** Roles that are not offered in further profiles, because issuance and attestation are not implemented there. */
const rolesWithoutProfiles: readonly ServedRole[] = ['pid-provider', 'wallet-provider']

/**
 * Returns a fault for each further profile that a service cannot offer yet. The sandbox does not call this function,
 * because it starts such entities for trials.
 */
export const unofferedProfileFaults = (role: ServedRole, { profiles }: Tree): readonly string[] =>
  rolesWithoutProfiles.includes(role)
    ? Object.keys(asTree(profiles)).map(
        (profile) =>
          `profiles.${profile}: fiducia serve ${role} offers no entity of this profile yet: it would issue nothing`,
      )
    : []

/**
 * Names of members of `role` that an entity cannot replace, because shared stores need them or other settings set them.
 */
const sharedMembers = /LifetimeSeconds$|^(?:applications|entityId|profile|loopbackHttp|authorityHints)$/

/** Returns faults in `profiles` that no schema of a single member can find. */
export function profileFaults({ profiles, keys }: CommonSettings): readonly string[] {
  const entries = entriesOf(profiles)
  const paths = entries.map(([profile, entity]) => pathOf(profile, entity))
  return entries.flatMap(([profile, entity], index) => {
    const at = `profiles.${profile}`
    const [path = ''] = paths.slice(index)
    const overlaps = (other: string): boolean =>
      `${path}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${path}/`)
    return [
      ...(paths.some((other, place) => place !== index && overlaps(other))
        ? [`${at}.path: is that of another profile, or one of the two lies below the other`]
        : []),
      ...Object.keys(entity.role)
        .filter((member) => sharedMembers.test(member))
        .map((member) =>
          member === 'authorityHints'
            ? `${at}.role.${member}: set ${at}.${member} instead`
            : `${at}.role.${member}: belongs to the whole service: remove it here`,
        ),
      ...(keys.pkcs11 !== undefined && entity.keys === undefined
        ? [`${at}.keys: is missing: the service has keys in a hardware token, and this entity needs its own`]
        : []),
    ]
  })
}

const pathOf = (profile: FurtherProfileName, { path }: ProfileEntitySettings): string => path ?? profilePaths[profile]

/**
 * Values of one further entity: those of the shared settings, and those that the role's schema still has to validate.
 */
interface ProfileValues {
  /** Place of the entity's settings. */
  readonly at: string
  readonly common: CommonSettings
  readonly role: Tree
}

/**
 * Returns the members of the service's `role` that an entity inherits. Leaves out the queries, because they name
 * credential types of the service's profile. Adapts the wallet links with `inheritLinks`.
 */
function inheritMembers(own: Tree): Tree {
  const { dcqlQuery, dcqlQueries, presentationDefinitions, scope, variants, ...role } = own
  return Array.isArray(own.walletLinks)
    ? { ...role, walletLinks: inheritLinks(own.walletLinks, own.profile ?? 'seed') }
    : role
}

/**
 * Returns the wallet links of a service as an entity of another profile inherits them. If any link states a profile,
 * each link without one gets the profile of the service (D-1045). Otherwise returns the same links.
 */
export const inheritLinks = (links: readonly object[], profile: unknown): readonly object[] =>
  links.some((link) => 'profile' in link) ? links.map((link) => ({ profile, ...link })) : links

/** Returns the values of each further entity. `role` has the members of the service's own role, not validated. */
export const profileValues = (name: ServedRole, settings: CommonSettings, role: Tree): readonly ProfileValues[] =>
  entriesOf(settings.profiles).map(([profile, entity]) => {
    const publicUrl = joinUrl(settings.publicUrl, pathOf(profile, entity))
    const { authorityHints, anchors } = entity
    const hints = authorityHints ?? anchors?.map(({ entityId }) => entityId)
    return {
      at: `profiles.${profile}`,
      common: {
        ...entitySettings(settings, profile, entity, publicUrl),
        ...(name !== 'trust-anchor' && { administration: noAdministration }),
      },
      role: {
        ...inheritMembers(role),
        ...entity.role,
        ...(hints && { authorityHints: hints }),
        entityId: publicUrl,
        profile,
        loopbackHttp: settings.network.loopbackHttp,
      },
    }
  })

/**
 * Settings without administrators. A service is administered at its own identifier. Only a Trust Anchor is administered
 * at each of its entities.
 */
const noAdministration: CommonSettings['administration'] = { name: 'operator', operators: [] }

/** Returns the shared settings of an entity. */
function entitySettings(
  settings: CommonSettings,
  profile: FurtherProfileName,
  { anchors, keys, trustMarks, certificates, certificateTrust }: ProfileEntitySettings,
  publicUrl: string,
): CommonSettings {
  const { ringDirectory, ...own } = settings.keys
  const file = join(dirname(settings.keys.file), profile, 'keys.json')
  const ring = ringDirectory !== undefined && { ringDirectory: join(ringDirectory, profile) }
  const defaultKeys = { ...own, file, ...ring }
  const withMarks = 'federation' in settings ? { federation: { ...asTree(settings.federation), trustMarks } } : {}
  return {
    ...settings,
    ...withMarks,
    // The subordinates in the settings belong to the service's own entity.
    ...('subordinates' in settings && { subordinates: [] }),
    publicUrl,
    anchors: anchors ?? settings.anchors,
    keys: keys === undefined ? defaultKeys : { ...keys, file: keys.file ?? file },
    profiles: {},
    ...{ memberCertificates: certificates, certificateTrust },
  }
}

/** Settings of the sandbox's roles. They are created in memory, not in files. */
import { daySeconds, joinUrl, type PublicJwk } from '../base/index.ts'
import { offeredTypeNames, pidSupport } from '../oid4vci/index.ts'
import {
  type FurtherProfileName,
  type ProfileName,
  pidProviderWire,
  trustAnchorWire,
  walletProviderWire,
} from '../profiles/index.ts'
import {
  createSettings,
  type PinnedAnchor,
  profilePaths,
  type RoleKeys,
  type RoleSettings,
  type ServedRole,
} from '../serve/index.ts'
import type { SoftwareVendor } from '../software-device/index.ts'
import { type ConfiguredSubordinate, registrationMarkType } from '../trust-anchor/index.ts'
import { paths as authorityPaths } from '../trust-anchor/paths.ts'
import { organizationNames, organizationOf, pidProviderEnglishName, statusTtlSeconds } from './organizations.ts'
import type { RoleOrigins } from './origins.ts'

interface SettingsParts {
  readonly origins: RoleOrigins
  /** Token of every role's administration. */
  readonly adminToken: string
  /** URL that the Relying Party's same-device links use to open the wallet. */
  readonly walletAuthorizationEndpoint: string
  readonly vendor: Pick<SoftwareVendor, 'appleApp'>
  /** Origins of the national identity providers. Without `saml`, the PID Provider offers only OpenID Connect. */
  readonly nationalIdps: { readonly oidc: string; readonly saml?: string }
  /** Issuer whose tokens let users see and revoke their instances. Defaults to none. */
  readonly userTokenServer?: { readonly issuer: string; readonly publicJwk: PublicJwk }
  /** Additional members of the Relying Party's `role` settings. */
  readonly relyingParty?: object
  /** Settings of the Relying Party's OpenID Provider. Defaults to none. */
  readonly openid?: object
  /** Returns the database settings of a role. Defaults to memory. */
  readonly databaseOf?: (role: ServedRole) => object
  /** Profiles for which each role has an additional entity. Defaults to none. */
  readonly profiles?: readonly FurtherProfileName[]
  /** Resolves the paths of keys and stores. Defaults to paths below the working directory. */
  readonly toPath?: (path: string) => string
}

/** Seconds for which the status of an expired attestation is kept. Both providers must use the same value (D-110). */
const attestationKeptSeconds = 30 * daySeconds

type OwnSettings = { readonly role: object } & Readonly<Record<string, unknown>>

/**
 * Creates the settings of all four roles. Does not pin an anchor: `pinAnchors` does. Throws `ConfigError` for settings
 * that a role refuses.
 */
export function createSandboxSettings(parts: SettingsParts): RoleSettings {
  const { origins, userTokenServer, nationalIdps, databaseOf, toPath, profiles = [] } = parts
  const loopbackHttp = origins.trustAnchor.startsWith('http:')
  const settings = <R extends ServedRole>(role: R, publicUrl: string, own: OwnSettings): RoleSettings[R] =>
    createSettings(
      role,
      {
        publicUrl,
        database: databaseOf?.(role) ?? { url: 'sqlite::memory:' },
        keys: { file: `keys/${role}/keys.json` },
        administration: { token: parts.adminToken, ...(role !== 'trust-anchor' && { name: 'sandbox' }) },
        network: { loopbackHttp },
        profiles: Object.fromEntries(profiles.map((profile) => [profile, profileEntity(role, profile, origins)])),
        ...own,
        role: {
          organization: organizationOf(role, publicUrl),
          ...(role !== 'trust-anchor' && { authorityHints: [origins.trustAnchor] }),
          pages: { testEnvironment: true },
          ...own.role,
        },
      },
      toPath,
    )
  return {
    'trust-anchor': settings('trust-anchor', origins.trustAnchor, {
      role: { trustMarks: [{ type: `${origins.trustAnchor}/trust-marks/member` }] },
    }),
    'wallet-provider': settings('wallet-provider', origins.walletProvider, {
      // The settings require a vendor. The simulated vendor replaces this one.
      devices: { apple: { appIds: [parts.vendor.appleApp.appId] } },
      role: {
        environment: 'test',
        statusLists: { ttlSeconds: statusTtlSeconds, count: 1 },
        attestationStatusKeptSeconds: attestationKeptSeconds,
        ...(userTokenServer && {
          users: { issuer: userTokenServer.issuer, jwks: { keys: [userTokenServer.publicJwk] } },
        }),
      },
    }),
    'pid-provider': settings('pid-provider', origins.pidProvider, {
      // True even with https: a wallet on this machine receives its redirect over plain http (RFC 8252 §7.3).
      network: { loopbackHttp: true },
      identityProviders: [
        {
          protocol: 'oidc',
          id: 'cie',
          scheme: 'cie',
          displayName: {
            it: 'Identità nazionale con OpenID Connect (sandbox)',
            en: 'National identity over OpenID Connect (sandbox)',
          },
          issuer: nationalIdps.oidc,
          registration: 'discovery',
        },
        ...(nationalIdps.saml === undefined ? [] : [samlProvider(nationalIdps.saml)]),
      ],
      serviceProvider: {
        organization: {
          name: { it: organizationNames['pid-provider'], en: pidProviderEnglishName },
          url: { it: `${origins.pidProvider}/`, en: `${origins.pidProvider}/` },
        },
      },
      role: {
        statusLists: { ttlSeconds: statusTtlSeconds, count: 1 },
        attestationWatchSeconds: attestationKeptSeconds,
        walletStatusIntervalSeconds: 1, // so that each call of `applyWalletInstanceStatuses` fetches the lists
      },
    }),
    'relying-party': settings('relying-party', origins.relyingParty, {
      ...(parts.openid && { openid: parts.openid }),
      role: {
        demonstration: true,
        clientName: organizationNames['relying-party'],
        walletAuthorizationEndpoint: parts.walletAuthorizationEndpoint,
        ...parts.relyingParty,
      },
    }),
  }
}

/** Returns the settings of an additional entity. Its superior is the Trust Anchor's entity for the same profile. */
function profileEntity(role: ServedRole, profile: FurtherProfileName, origins: RoleOrigins) {
  const issuer = joinUrl(origins.trustAnchor, profilePaths[profile])
  const marked = trustAnchorWire[profile].marksRegistration ? memberTypes(role, profile) : []
  return {
    ...(role !== 'trust-anchor' && { authorityHints: [issuer] }),
    trustMarks: marked.map((type) => ({ type: registrationMarkType(issuer, type), issuer })),
    role: {
      ...(role !== 'trust-anchor' && { resolveEndpoint: joinUrl(issuer, authorityPaths.resolve) }),
      // No mdocs: implementations of IT-Wallet 1.4 contradict each other about the algorithms of an mdoc.
      ...(role === 'pid-provider' && { formats: ['vc+sd-jwt'] }),
    },
  }
}

/** Returns the entity types of a role in a further profile, without `federation_entity`. */
function memberTypes(role: ServedRole, profile: ProfileName): readonly string[] {
  if (role === 'wallet-provider') return [walletProviderWire[profile].entityType]
  if (role === 'pid-provider')
    return pidProviderWire[profile].entityTypes.filter((type) => type !== 'federation_entity')
  return role === 'relying-party' ? ['openid_credential_verifier'] : []
}

const samlProvider = (entityId: string) => ({
  protocol: 'saml',
  id: 'spid',
  displayName: { it: 'Identità nazionale con SAML (sandbox)', en: 'National identity over SAML (sandbox)' },
  entityId,
  metadataUrl: `${entityId}/metadata`,
})

/** Identifier and keys of the Trust Anchor's entity for each profile. */
export type PinnedAnchors = ReadonlyMap<ProfileName, PinnedAnchor>

/**
 * Returns the settings with pinned anchors. Each entity of the role pins the `further` anchors, and the Trust Anchor's
 * entity for its profile.
 */
export function pinAnchors<S extends RoleSettings[ServedRole]>(
  settings: S,
  pinned: PinnedAnchors,
  further: readonly PinnedAnchor[] = [],
): S {
  const anchorsOf = (profile: ProfileName) =>
    [pinned.get(profile) ?? [], further].flat().map(({ entityId, keys }) => ({ entityId, jwks: { keys } }))
  const entities = settings.profileEntities as readonly S[]
  return {
    ...settings,
    anchors: anchorsOf('seed'),
    profileEntities: entities.map((entity) => ({ ...entity, anchors: anchorsOf(entity.role.profile) })),
  }
}

type MemberKeys = { readonly [R in Exclude<ServedRole, 'trust-anchor'>]: Pick<RoleKeys[R], 'federation'> }

/**
 * Returns the initial subordinates of the Trust Anchor's entity for a further profile: the entities of the other roles.
 */
export const profileMembers = (
  profile: ProfileName,
  origins: RoleOrigins,
  keys: MemberKeys,
): readonly ConfiguredSubordinate[] => {
  const entityOf = (role: keyof MemberKeys, entityId: string): ConfiguredSubordinate =>
    toSubordinate(entityId, keys[role].federation[0], ...memberTypes(role, profile))
  return [
    entityOf('wallet-provider', origins.walletProvider),
    {
      ...entityOf('pid-provider', origins.pidProvider),
      credentialTypes: [...offeredTypeNames(profile, origins.trustAnchor)],
    },
    entityOf('relying-party', origins.relyingParty),
  ]
}

/** Returns the initial subordinates of the sandbox's Trust Anchor: Wallet Provider, PID Provider and Relying Party. */
export const sandboxMembers = (origins: RoleOrigins, keys: MemberKeys): readonly ConfiguredSubordinate[] => [
  toSubordinate(origins.walletProvider, keys['wallet-provider'].federation[0], 'wallet_provider'),
  {
    ...toSubordinate(
      origins.pidProvider,
      keys['pid-provider'].federation[0],
      'openid_credential_issuer',
      'oauth_authorization_server',
      'openid_relying_party',
    ),
    credentialTypes: [pidSupport.credentialType, pidSupport.doctype],
  },
  toSubordinate(
    origins.relyingParty,
    keys['relying-party'].federation[0],
    'wallet_relying_party',
    'openid_credential_verifier',
  ),
]

/** Returns a subordinate with these entity types and `federation_entity`. */
export const toSubordinate = (
  entityId: string,
  { publicJwk }: { readonly publicJwk: object },
  ...types: readonly string[]
): ConfiguredSubordinate =>
  ({ entityId, jwks: { keys: [publicJwk] }, entityTypes: ['federation_entity', ...types] }) as ConfiguredSubordinate

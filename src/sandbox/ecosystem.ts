/**
 * The whole ecosystem as four apps. Clock, `fetch` and other infrastructure are injected (`infrastructureOf`). The
 * sandbox serves the apps on the network, and tests run them in memory.
 */
import { failed, type NumericDate } from '../base/index.ts'
import { createRingKeys, parseEntityStatement, type TrustAnchors } from '../federation/index.ts'
import type { App } from '../http/index.ts'
import { defaultAlgorithms } from '../jose/index.ts'
import { type ProfileName, trustAnchorWire } from '../profiles/index.ts'
import {
  composeRole,
  type EntityKeys,
  type PinnedAnchor,
  type RoleKeys,
  type RoleServices,
  type RoleSettings,
  roleNames,
  type ServedRole,
  type Service,
  type ServiceParts,
  type WatchedEntity,
} from '../serve/index.ts'
import type { RoleStores } from '../stores/index.ts'
import { type ConfiguredSubordinate, grantRegistrationMarks, seedSubordinates } from '../trust-anchor/index.ts'
import { type PinnedAnchors, pinAnchors, profileMembers, sandboxMembers } from './settings.ts'

export interface EcosystemParts {
  readonly settings: RoleSettings
  readonly keys: { readonly [R in ServedRole]: EntityKeys<R> }
  readonly stores: RoleStores
  /** Infrastructure of a role, without its stores. */
  readonly infrastructureOf: (role: ServedRole) => Omit<ServiceParts<ServedRole>, 'stores'>
  /** Anchors of other federations. Every role except the Trust Anchor trusts them. Defaults to none. */
  readonly furtherAnchors?: readonly PinnedAnchor[]
  /** Additional members of the federation of the profile `seed`. Defaults to none. */
  readonly furtherMembers?: readonly ConfiguredSubordinate[]
  /** Returns additional members of the federation of another profile than `seed`. Defaults to none. */
  readonly furtherProfileMembers?: (profile: ProfileName, trustAnchor: string) => readonly ConfiguredSubordinate[]
}

export interface EcosystemRole {
  readonly name: ServedRole
  /** Entity identifier and public URL. */
  readonly origin: string
  readonly app: App
}

export interface Ecosystem {
  readonly services: RoleServices
  /** All four roles, in the order of their ports. */
  readonly roles: readonly EcosystemRole[]
  /** Trust Anchors for a wallet of the profile `seed`. */
  readonly anchors: TrustAnchors
  /** The Trust Anchor's entity for each profile, for a wallet of that profile. */
  readonly profileAnchors: PinnedAnchors
}

/**
 * Composes the roles. Each role except the Trust Anchor pins the Trust Anchor's current keys. Sends no request. Rejects
 * with `ConfigError` if the active key of a key ring in a store is not available.
 */
export async function createEcosystem(parts: EcosystemParts): Promise<Ecosystem> {
  const { settings, keys, stores, infrastructureOf, furtherAnchors } = parts
  const compose = <R extends ServedRole>(role: R, roleSettings: RoleSettings[R]): Promise<RoleServices[R]> =>
    composeRole(role, roleSettings, keys[role], { ...infrastructureOf(role), stores: stores[role] })
  const trustAnchor = await compose('trust-anchor', settings['trust-anchor'])
  const anchors = await registerMembers(parts, trustAnchor)
  const pin = <R extends ServedRole>(role: R): RoleSettings[R] => pinAnchors(settings[role], anchors, furtherAnchors)
  const services: RoleServices = {
    'trust-anchor': trustAnchor,
    'wallet-provider': await compose('wallet-provider', pin('wallet-provider')),
    'pid-provider': await compose('pid-provider', pin('pid-provider')),
    'relying-party': await compose('relying-party', pin('relying-party')),
  }
  const roleOf = (name: ServedRole): EcosystemRole => ({
    name,
    origin: settings[name].publicUrl,
    app: services[name].app,
  })
  const { entityId, keys: published } = anchors.get('seed') as PinnedAnchor
  return { services, roles: roleNames.map(roleOf), anchors: new Map([[entityId, published]]), profileAnchors: anchors }
}

/**
 * Registers the members at the Trust Anchor's entity for each profile. Returns the Trust Anchor's entities with their
 * current keys.
 */
async function registerMembers(parts: EcosystemParts, { furtherEntities = [] }: Service): Promise<PinnedAnchors> {
  const { settings, keys, stores, infrastructureOf, furtherMembers = [] } = parts
  const now = infrastructureOf('trust-anchor').clock.now()
  const byProfile = new Map<ProfileName, PinnedAnchor>()
  for (const anchor of [settings['trust-anchor'], ...settings['trust-anchor'].profileEntities]) {
    const { profile } = anchor.role
    const urlOf = (role: ServedRole): string => entitySettings(settings[role], profile).publicUrl
    const keysOf = <R extends ServedRole>(role: R): RoleKeys[R] => entityKeys(keys[role], profile)
    const { subordinates, federationKeys, trustMarkGrants } = stores['trust-anchor'].ofProfile(profile)
    const { vault } = keysOf('trust-anchor')
    const origins = {
      trustAnchor: anchor.publicUrl,
      walletProvider: urlOf('wallet-provider'),
      pidProvider: urlOf('pid-provider'),
      relyingParty: urlOf('relying-party'),
    }
    const memberKeys = {
      'wallet-provider': keysOf('wallet-provider'),
      'pid-provider': keysOf('pid-provider'),
      'relying-party': keysOf('relying-party'),
    }
    const members =
      profile === 'seed'
        ? [...sandboxMembers(origins, memberKeys), ...furtherMembers]
        : [
            ...profileMembers(profile, origins, memberKeys),
            ...(parts.furtherProfileMembers?.(profile, anchor.publicUrl) ?? []),
          ]
    const act = { at: now, actor: 'sandbox' }
    await seedSubordinates(subordinates, members, anchor.role, act)
    if (trustAnchorWire[profile].marksRegistration)
      for (const { intermediate = false, ...member } of members)
        await grantRegistrationMarks(trustMarkGrants, { ...member, intermediate }, anchor.role, act)
    const entity = furtherEntities.find(({ publicUrl }) => publicUrl === anchor.publicUrl)
    const { published } = await createRingKeys(federationKeys, vault).current(now)
    byProfile.set(profile, { entityId: anchor.publicUrl, keys: entity ? await certifiedKeys(entity, now) : published })
  }
  return byProfile
}

/**
 * Returns the keys that an entity of the Trust Anchor publishes. They contain the certificates that other roles pin as
 * roots.
 */
async function certifiedKeys({ publisher }: WatchedEntity, now: NumericDate): Promise<PinnedAnchor['keys']> {
  const { jwt } = await publisher.entityConfiguration(now)
  const policy = { algorithms: defaultAlgorithms, urls: { loopbackHttp: true } }
  const statement = parseEntityStatement(jwt, policy, 'configuration')
  if (failed(statement)) throw new TypeError(`the configuration of the anchor is not valid: ${statement.code}`)
  return statement.keys
}

function entitySettings(settings: RoleSettings[ServedRole], profile: ProfileName): RoleSettings[ServedRole] {
  const entity = [settings, ...settings.profileEntities].find(({ role }) => role.profile === profile)
  if (entity === undefined) throw new Error(`${settings.publicUrl} has no entity for ${profile}`)
  return entity
}

function entityKeys<R extends ServedRole>(keys: EntityKeys<R>, profile: ProfileName): RoleKeys[R] {
  const entity = profile === 'seed' ? keys : keys.profiles?.[profile]
  if (entity === undefined) throw new Error(`there are no keys for ${profile}`)
  return entity
}

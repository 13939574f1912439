/** Opens the keys of the named role, and composes the role. Loads only the code of this role. */
import { describeTestSwitches } from '../member/index.ts'
import { ConfigError, closeOnFault } from '../node/index.ts'
import type { ProfileName } from '../profiles/index.ts'
import { combineEntities } from './combine-entities.ts'
import type { PidProviderKeys, PidProviderService } from './compose-pid-provider.ts'
import type { RelyingPartyKeys, RelyingPartyService } from './compose-relying-party.ts'
import type { TrustAnchorKeys } from './compose-trust-anchor.ts'
import type { WalletProviderKeys } from './compose-wallet-provider.ts'
import { ownErrorPage, withOwnPages } from './own-pages.ts'
import type { KeyParts } from './private-files.ts'
import type { ServedRole } from './role-names.ts'
import type { RoleSettings, ServiceSettings } from './role-settings.ts'
import type { Service, ServiceParts } from './service.ts'

/** Keys and secrets of each role. */
export interface RoleKeys {
  readonly 'trust-anchor': TrustAnchorKeys
  readonly 'wallet-provider': WalletProviderKeys
  readonly 'pid-provider': PidProviderKeys
  readonly 'relying-party': RelyingPartyKeys
}

/** Composed service of each role. */
export interface RoleServices {
  readonly 'trust-anchor': Service
  readonly 'wallet-provider': Service
  readonly 'pid-provider': PidProviderService
  readonly 'relying-party': RelyingPartyService
}

/** Keys of a role, and those of its entities of further profiles. */
export type EntityKeys<R extends ServedRole> = RoleKeys[R] & {
  readonly profiles?: Readonly<Partial<Record<ProfileName, RoleKeys[R]>>>
}

type FurtherServices<R extends ServedRole> = ReadonlyMap<ProfileName, RoleServices[R]>

interface Composer<R extends ServedRole> {
  readonly open: (settings: RoleSettings[R], parts: KeyParts) => Promise<RoleKeys[R]>
  readonly compose: (
    settings: RoleSettings[R],
    keys: RoleKeys[R],
    parts: ServiceParts<R>,
    further: FurtherServices<R>,
  ) => Promise<RoleServices[R]>
}

const composers: { readonly [R in ServedRole]: () => Promise<Composer<R>> } = {
  'trust-anchor': async () => {
    const { openTrustAnchorKeys: open, composeTrustAnchor: compose } = await import('./compose-trust-anchor.ts')
    return { open, compose }
  },
  'wallet-provider': async () => {
    const { openWalletProviderKeys: open, composeWalletProvider: compose } = await import(
      './compose-wallet-provider.ts'
    )
    return { open, compose }
  },
  'pid-provider': async () => {
    const { openPidProviderKeys: open, composePidProvider: compose } = await import('./compose-pid-provider.ts')
    return { open, compose }
  },
  'relying-party': async () => {
    const { openRelyingPartyKeys: open, composeRelyingParty: compose } = await import('./compose-relying-party.ts')
    return { open, compose }
  },
}

/**
 * Opens the keys and secrets of a role that its settings name, and those of its further entities. Creates missing keys
 * and secrets if `makeKeys` is true. If the keys of a further entity cannot be opened, closes all opened keys and
 * rejects with the same error.
 */
export async function openKeys<R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  parts: KeyParts,
): Promise<EntityKeys<R>> {
  const { open } = await composers[role]()
  const own = await open(settings, parts)
  if (settings.profileEntities.length === 0) return own
  const profiles: Partial<Record<ProfileName, RoleKeys[R]>> = {}
  const keys = { ...own, profiles }
  await closeOnFault({ close: () => closeKeys(keys) }, async () => {
    for (const entity of settings.profileEntities as readonly RoleSettings[R][])
      profiles[entity.role.profile] = await open(entity, parts)
  })
  return keys
}

function closeKeys<R extends ServedRole>(keys: EntityKeys<R>): void {
  for (const opened of [keys, ...Object.values(keys.profiles ?? {})]) opened.close?.()
}

/**
 * Composes a role from its settings, its keys and its infrastructure, with its entities of further profiles. Sends no
 * request. Writes a new key ring and the configured subordinates into the store. Closes the keys if composition fails.
 * Rejects with `ConfigError` for faults of the settings that only composition finds.
 */
export async function composeRole<R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  keys: EntityKeys<R>,
  parts: ServiceParts<R>,
): Promise<RoleServices[R]> {
  return closeOnFault({ close: () => closeKeys(keys) }, async () => {
    const entities = settings.profileEntities as readonly RoleSettings[R][]
    const services = new Map<ProfileName, RoleServices[R]>()
    for (const entity of entities) {
      const { profile } = entity.role
      const entityKeys = keys.profiles?.[profile]
      if (entityKeys === undefined) throw new ConfigError([`profiles.${profile}: there are no keys of this entity`])
      services.set(profile, await composeEntity(role, entity, entityKeys, parts, new Map()))
    }
    const own = await composeEntity(role, settings, keys, parts, services)
    const further = entities.flatMap((entity) => {
      const service = services.get(entity.role.profile)
      return service ? [{ publicUrl: entity.publicUrl, anchors: entity.anchors.length, service }] : []
    })
    const combined = combineEntities(own, settings.publicUrl, further)
    refuseUnknownSurfaces(settings, combined)
    return combined
  })
}

async function composeEntity<R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  keys: RoleKeys[R],
  parts: ServiceParts<R>,
  further: FurtherServices<R>,
): Promise<RoleServices[R]> {
  const { compose } = await composers[role]()
  const service = await compose(settings, keys, { renderPage: ownErrorPage(settings), ...parts }, further)
  const app = withOwnPages(service.app, settings, role)
  return {
    ...service,
    app,
    relaxations: [
      ...relaxationsOf(settings),
      ...describeTestSwitches(parts.testSwitches ?? {}),
      ...service.relaxations,
    ],
  }
}

/** Throws `ConfigError` for a rate of a surface (route) that the service does not have. */
function refuseUnknownSurfaces({ limits }: ServiceSettings, { app: { surfaces } }: Service): void {
  const unknownSurfaces = Object.keys(limits.rate.surfaces).filter((surface) => !surfaces.includes(surface))
  if (unknownSurfaces.length === 0) return
  throw new ConfigError([
    ...unknownSurfaces.map((surface) => `limits.rate.surfaces: this service has no surface ${surface}`),
    `limits.rate.surfaces: it has ${[...new Set(surfaces)].toSorted().join(', ')}`,
  ])
}

/** Opens the keys and secrets of a role and composes it, as `composeRole` does. */
export const composeService = async <R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  parts: ServiceParts<R> & KeyParts,
): Promise<RoleServices[R]> => composeRole(role, settings, await openKeys(role, settings, parts), parts)

/**
 * Returns a sentence for each check that the shared settings relax. Omits plain http for an http `publicUrl`, because
 * everybody sees that URL.
 */
function relaxationsOf({ limits, network, publicUrl }: ServiceSettings): readonly string[] {
  return [
    ...(limits.rate.enabled ? [] : ['requests of clients are not limited']),
    ...(network.loopbackHttp && publicUrl.startsWith('https:') ? ['plain http is accepted on loopback hosts'] : []),
    ...(network.trustedHosts.length === 0
      ? []
      : [`these hosts are accepted in private networks too: ${network.trustedHosts.join(', ')}`]),
  ]
}

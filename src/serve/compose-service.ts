/** Composes a role by its name. Loads the code of this role only. */
import { ConfigError } from '../node/index.ts'
import type { PidProviderKeys, PidProviderService } from './compose-pid-provider.ts'
import type { RelyingPartyKeys } from './compose-relying-party.ts'
import type { TrustAnchorKeys } from './compose-trust-anchor.ts'
import type { WalletProviderKeys } from './compose-wallet-provider.ts'
import { withOwnPages } from './own-pages.ts'
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
  readonly 'relying-party': Service
}

interface Composer<R extends ServedRole> {
  readonly open: (settings: RoleSettings[R], parts: KeyParts) => Promise<RoleKeys[R]>
  readonly compose: (settings: RoleSettings[R], keys: RoleKeys[R], parts: ServiceParts<R>) => Promise<RoleServices[R]>
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

/** Opens the keys and secrets of a role that its settings name. */
export const openKeys = async <R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  parts: KeyParts,
): Promise<RoleKeys[R]> => (await composers[role]()).open(settings, parts)

/**
 * Composes a role from its settings, its keys and its infrastructure. Sends no request. Rejects with `ConfigError` for
 * settings whose fault appears only then.
 */
export async function composeRole<R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  keys: RoleKeys[R],
  parts: ServiceParts<R>,
): Promise<RoleServices[R]> {
  const { compose } = await composers[role]()
  const service = await compose(settings, keys, parts)
  const limited = Object.keys(settings.limits.rate.surfaces)
  const { surfaces } = service.app
  const unknown = limited.filter((surface) => !surfaces.includes(surface))
  if (unknown.length === 0) {
    const app = withOwnPages(service.app, settings, role === 'relying-party')
    return { ...service, app, relaxations: [...relaxationsOf(settings), ...service.relaxations] }
  }
  service.close()
  throw new ConfigError([
    ...unknown.map((surface) => `limits.rate.surfaces: this service has no surface ${surface}`),
    `limits.rate.surfaces: it has ${surfaces.toSorted().join(', ')}`,
  ])
}

/** Opens the keys and secrets of a role and composes it, as `composeRole` does. */
export const composeService = async <R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  parts: ServiceParts<R> & KeyParts,
): Promise<RoleServices[R]> => composeRole(role, settings, await openKeys(role, settings, parts), parts)

/**
 * Returns the relaxations that all roles have in their settings. An http `publicUrl` is not among them, because
 * everybody sees it.
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

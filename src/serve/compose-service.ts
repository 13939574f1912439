/** Composes a role by its name, and loads no other. */
import { ConfigError } from '../node/index.ts'
import type { KeyParts } from './private-files.ts'
import type { ServedRole } from './role-names.ts'
import type { RoleSettings, ServiceSettings } from './role-settings.ts'
import type { Service, ServiceParts } from './service.ts'

interface Composer<R extends ServedRole, K> {
  readonly open: (settings: RoleSettings[R], parts: KeyParts) => Promise<K>
  readonly compose: (settings: RoleSettings[R], keys: K, parts: ServiceParts<R>) => Promise<Service>
}

const composer = <R extends ServedRole, K>(
  open: Composer<R, K>['open'],
  compose: Composer<R, K>['compose'],
): Composer<R, unknown> => ({ open, compose }) as Composer<R, unknown>

const composers: { readonly [R in ServedRole]: () => Promise<Composer<R, unknown>> } = {
  'trust-anchor': async () => {
    const { openTrustAnchorKeys, composeTrustAnchor } = await import('./compose-trust-anchor.ts')
    return composer(openTrustAnchorKeys, composeTrustAnchor)
  },
  'wallet-provider': async () => {
    const { openWalletProviderKeys, composeWalletProvider } = await import('./compose-wallet-provider.ts')
    return composer(openWalletProviderKeys, composeWalletProvider)
  },
  'pid-provider': async () => {
    const { openPidProviderKeys, composePidProvider } = await import('./compose-pid-provider.ts')
    return composer(openPidProviderKeys, composePidProvider)
  },
  'relying-party': async () => {
    const { openRelyingPartyKeys, composeRelyingParty } = await import('./compose-relying-party.ts')
    return composer(openRelyingPartyKeys, composeRelyingParty)
  },
}

/**
 * Loads the role's keys and puts it together over the given parts. Nothing is sent yet. Rejects with `ConfigError` for
 * settings that only then show a fault.
 */
export async function composeService<R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  parts: ServiceParts<R> & KeyParts,
): Promise<Service> {
  const { open, compose } = await composers[role]()
  const service = await compose(settings, await open(settings, parts), parts)
  const limited = Object.keys(settings.limits.rate.surfaces)
  const { surfaces } = service.app
  const unknown = limited.filter((surface) => !surfaces.includes(surface))
  if (unknown.length === 0) return { ...service, relaxations: [...relaxationsOf(settings), ...service.relaxations] }
  service.close()
  throw new ConfigError([
    ...unknown.map((surface) => `limits.rate.surfaces: this service has no surface ${surface}`),
    `limits.rate.surfaces: it has ${surfaces.toSorted().join(', ')}`,
  ])
}

/** Of what every role has. Where the service itself has an http URL, that is for all to see. */
function relaxationsOf({ limits, network, publicUrl }: ServiceSettings): readonly string[] {
  return [
    ...(limits.rate.enabled ? [] : ['no client is limited in how much it asks']),
    ...(network.loopbackHttp && publicUrl.startsWith('https:') ? ['plain http is taken on loopback hosts'] : []),
    ...(network.trustedHosts.length === 0
      ? []
      : [`these hosts are asked in private networks too: ${network.trustedHosts.join(', ')}`]),
  ]
}

/** Composes a role by its name, and loads no other. */
import { ConfigError } from '../node/index.ts'
import type { ServedRole } from './role-names.ts'
import type { RoleSettings, ServiceSettings } from './role-settings.ts'
import type { Service, ServiceParts } from './service.ts'

type Compose<R extends ServedRole> = (settings: RoleSettings[R], parts: ServiceParts<R>) => Promise<Service>

const composers: { readonly [R in ServedRole]: () => Promise<Compose<R>> } = {
  'trust-anchor': async () => (await import('./compose-trust-anchor.ts')).composeTrustAnchor,
  'wallet-provider': async () => (await import('./compose-wallet-provider.ts')).composeWalletProvider,
  'pid-provider': async () => (await import('./compose-pid-provider.ts')).composePidProvider,
  'relying-party': async () => (await import('./compose-relying-party.ts')).composeRelyingParty,
}

/**
 * Loads the role's keys and puts it together over the given parts. Nothing is sent yet. Rejects with `ConfigError` for
 * settings that only then show a fault.
 */
export async function composeService<R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  parts: ServiceParts<R>,
): Promise<Service> {
  const compose = await composers[role]()
  const service = await compose(settings, parts)
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

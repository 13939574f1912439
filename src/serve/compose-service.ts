/** Composes a role by its name. */
import { ConfigError } from '../node/index.ts'
import { composePidProvider } from './compose-pid-provider.ts'
import { composeRelyingParty } from './compose-relying-party.ts'
import { composeTrustAnchor } from './compose-trust-anchor.ts'
import { composeWalletProvider } from './compose-wallet-provider.ts'
import type { RoleSettings, ServedRole } from './role-settings.ts'
import type { Service, ServiceParts } from './service.ts'

type Compose = { readonly [R in ServedRole]: (settings: RoleSettings[R], parts: ServiceParts<R>) => Promise<Service> }

const compose: Compose = {
  'trust-anchor': composeTrustAnchor,
  'wallet-provider': composeWalletProvider,
  'pid-provider': composePidProvider,
  'relying-party': composeRelyingParty,
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
  const service = await compose[role](settings, parts)
  const limited = Object.keys(settings.limits.rate.surfaces)
  const { surfaces } = service.app
  const unknown = limited.filter((surface) => !surfaces.includes(surface))
  if (unknown.length === 0) return service
  service.close()
  throw new ConfigError([
    ...unknown.map((surface) => `limits.rate.surfaces: this service has no surface ${surface}`),
    `limits.rate.surfaces: it has ${surfaces.toSorted().join(', ')}`,
  ])
}

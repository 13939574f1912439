/** Composes a role by its name. */
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

/** Loads the role's keys and puts it together over the given parts. Nothing is sent yet. */
export const composeService = <R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  parts: ServiceParts<R>,
): Promise<Service> => compose[role](settings, parts)

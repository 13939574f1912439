/**
 * The whole ecosystem as four apps over the injected network. The sandbox serves them on the network, and tests run
 * them in memory. `serve` composes each role.
 */
import { createRingKeys, type TrustAnchors } from '../federation/index.ts'
import type { App } from '../http/index.ts'
import {
  composeRole,
  type RoleKeys,
  type RoleServices,
  type RoleSettings,
  roleNames,
  type ServedRole,
  type ServiceParts,
} from '../serve/index.ts'
import type { RoleStores } from '../stores/index.ts'
import { type ConfiguredSubordinate, seedSubordinates } from '../trust-anchor/index.ts'
import { pinAnchor, sandboxMembers } from './settings.ts'

export interface EcosystemParts {
  readonly settings: RoleSettings
  readonly keys: RoleKeys
  readonly stores: RoleStores
  /** Infrastructure of a role, without its stores. */
  readonly infrastructureOf: (role: ServedRole) => Omit<ServiceParts<ServedRole>, 'stores'>
  /** Members of the federation in addition to the three services. */
  readonly furtherMembers?: readonly ConfiguredSubordinate[]
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
  /** Trust anchors for a wallet. */
  readonly anchors: TrustAnchors
}

/**
 * Composes the roles. The other roles pin the current keys of the anchor. Sends no request. Rejects with `ConfigError`
 * if the anchor's store names a key that is not available.
 */
export async function createEcosystem(parts: EcosystemParts): Promise<Ecosystem> {
  const { settings, keys, stores, infrastructureOf, furtherMembers = [] } = parts
  const { publicUrl: entityId, role: config } = settings['trust-anchor']
  const compose = <R extends ServedRole>(role: R, pinned: RoleSettings[R]): Promise<RoleServices[R]> =>
    composeRole(role, pinned, keys[role], { ...infrastructureOf(role), stores: stores[role] })
  const trustAnchor = await compose('trust-anchor', settings['trust-anchor'])
  const now = infrastructureOf('trust-anchor').clock.now()
  const { federationKeys, subordinates } = stores['trust-anchor']
  const origins = {
    trustAnchor: entityId,
    walletProvider: settings['wallet-provider'].publicUrl,
    pidProvider: settings['pid-provider'].publicUrl,
    relyingParty: settings['relying-party'].publicUrl,
  }
  const members = [...sandboxMembers(origins, keys), ...furtherMembers]
  await seedSubordinates(subordinates, members, config, { at: now, actor: 'sandbox' })
  const { published } = await createRingKeys(federationKeys, keys['trust-anchor'].vault).current(now)
  const pin = <R extends ServedRole>(role: R): RoleSettings[R] =>
    pinAnchor(settings[role], { entityId, keys: published })
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
  return { services, roles: roleNames.map(roleOf), anchors: new Map([[entityId, published]]) }
}

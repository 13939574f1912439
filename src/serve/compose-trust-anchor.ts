/** A Trust Anchor, or with superiors an intermediate, in service: its members and keys stand in the store. */
import { configuredActor, entityConfigurationPath } from '../federation/index.ts'
import { keyPlans, openRoleKeys } from '../node/index.ts'
import { createTrustAnchor, takeInSubordinates } from '../trust-anchor/index.ts'
import { beginKeyRing } from './begin-key-ring.ts'
import { openDelegations } from './open-delegations.ts'
import type { TrustAnchorSettings } from './role-settings.ts'
import { administratorOf, anchorsOf, nothing, privateFilesOf, type Service, type ServiceParts } from './service.ts'

export async function composeTrustAnchor(
  settings: TrustAnchorSettings,
  { stores, ...parts }: ServiceParts<'trust-anchor'>,
): Promise<Service> {
  const { role: config } = settings
  const delegations = await openDelegations(settings, parts)
  const files = privateFilesOf(settings, parts)
  const keys = await openRoleKeys(parts, files.keys, keyPlans['trust-anchor'], files.environment)
  const now = parts.clock.now()
  const ring = { store: stores.federationKeys, vault: keys.vault('federation', files.ring('federation')) }
  const keyRing = await beginKeyRing(ring, keys.signers.federation, now, parts.onTrouble)
  const act = { at: now, actor: configuredActor }
  await takeInSubordinates(stores.subordinates, settings.subordinates, config, act)
  const administrator = administratorOf(settings)
  const { app, publisher } = createTrustAnchor({
    ...parts,
    config,
    signer: keys.signers.federation[0],
    keyRing,
    subordinates: stores.subordinates,
    trustMarkGrants: stores.trustMarkGrants,
    anchors: anchorsOf(settings),
    ...(administrator && { adminToken: administrator.token, adminName: administrator.name }),
  })
  return {
    role: 'trust-anchor',
    app,
    publisher,
    advertised: [entityConfigurationPath, '/list'],
    relaxations: [],
    notes: () => delegations.notes(parts.clock.now()),
    start: nothing,
    stop: nothing,
    close: () => keys.close(),
    forget: async () => undefined,
  }
}

/** A Trust Anchor, or with superiors an intermediate, in service: its members and keys stand in the store. */
import { configuredActor, entityConfigurationPath, type KeyVault } from '../federation/index.ts'
import { keyPlans, openRoleKeys } from '../node/index.ts'
import { createTrustAnchor, takeInSubordinates } from '../trust-anchor/index.ts'
import { beginKeyRing } from './begin-key-ring.ts'
import { openDelegations } from './open-delegations.ts'
import { type KeyParts, privateFilesOf } from './private-files.ts'
import type { TrustAnchorSettings } from './role-settings.ts'
import { administratorOf, anchorsOf, nothing, type Service, type ServiceParts, type Signers } from './service.ts'

/** The keys of a Trust Anchor or intermediate. */
export interface TrustAnchorKeys {
  /** The ring begins with them. */
  readonly federation: Signers
  /** Holds the keys of the ring. */
  readonly vault: KeyVault
  close?(): void
}

/** Opens the keys where the settings say. */
export async function openTrustAnchorKeys(settings: TrustAnchorSettings, parts: KeyParts): Promise<TrustAnchorKeys> {
  const files = privateFilesOf(settings, parts)
  const { signers, vault, close } = await openRoleKeys(parts, files.keys, keyPlans['trust-anchor'], files.environment)
  return { federation: signers.federation, vault: vault('federation', files.ring('federation')), close }
}

/** Puts the role together. Rejects with `ConfigError` where the store names a key that is not at hand. */
export async function composeTrustAnchor(
  settings: TrustAnchorSettings,
  keys: TrustAnchorKeys,
  { stores, ...parts }: ServiceParts<'trust-anchor'>,
): Promise<Service> {
  const { role: config } = settings
  const delegations = await openDelegations(settings, parts)
  const now = parts.clock.now()
  const ring = { store: stores.federationKeys, vault: keys.vault }
  const keyRing = await beginKeyRing(ring, keys.federation, now, parts.onTrouble)
  const act = { at: now, actor: configuredActor }
  await takeInSubordinates(stores.subordinates, settings.subordinates, config, act)
  const administrator = administratorOf(settings)
  const { app, publisher } = createTrustAnchor({
    ...parts,
    config,
    signer: keys.federation[0],
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
    close: () => keys.close?.(),
    forget: async () => undefined,
  }
}

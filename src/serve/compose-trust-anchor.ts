/**
 * Opens the keys of a Trust Anchor or intermediate, and composes it. Its members and the states of its keys are in the
 * store.
 */
import { configuredActor, entityConfigurationPath, type KeyVault } from '../federation/index.ts'
import { keyPlans, openRoleKeys } from '../node/index.ts'
import { trustAnchorWire } from '../profiles/index.ts'
import { addConfiguredSubordinates, createTrustAnchor } from '../trust-anchor/index.ts'
import { openKeyRing } from './open-key-ring.ts'
import { type KeyParts, privateFilesOf } from './private-files.ts'
import type { TrustAnchorSettings } from './role-settings.ts'
import { administratorsOf, anchorsOf, doNothing, type Service, type ServiceParts, type Signers } from './service.ts'
import { verifyDelegations } from './verify-delegations.ts'

/** Keys of a Trust Anchor or intermediate. */
export interface TrustAnchorKeys {
  /** Keys of the key file, with which a new ring begins. */
  readonly federation: Signers
  /** Vault of the ring's keys. */
  readonly vault: KeyVault
  close?(): void
}

/** Opens the keys that the settings name. Rejects as `openRoleKeys` does. */
export async function openTrustAnchorKeys(settings: TrustAnchorSettings, parts: KeyParts): Promise<TrustAnchorKeys> {
  const files = privateFilesOf(settings, parts)
  const { signers, vault, close } = await openRoleKeys(parts, files.keys, keyPlans['trust-anchor'], files.environment)
  return { federation: signers.federation, vault: vault('federation', files.ring('federation')), close }
}

/**
 * Composes the role from its settings, keys and infrastructure. Writes the keys of the key file into a ring without an
 * active key, and the configured subordinates into the store. Rejects with `ConfigError` if the active key of the store
 * is not available, or if a trust mark delegation does not permit this service to issue marks of its type.
 */
export async function composeTrustAnchor(
  settings: TrustAnchorSettings,
  keys: TrustAnchorKeys,
  { stores: all, ...parts }: ServiceParts<'trust-anchor'>,
): Promise<Service> {
  const { role: config } = settings
  const stores = all.ofProfile(config.profile)
  const delegations = await verifyDelegations(settings, parts)
  const now = parts.clock.now()
  const ring = { store: stores.federationKeys, vault: keys.vault }
  const keyRing = await openKeyRing(ring, keys.federation, now, parts.onTrouble)
  const act = { at: now, actor: configuredActor }
  const { marksRegistration } = trustAnchorWire[config.profile]
  const marks = marksRegistration ? config : undefined
  await addConfiguredSubordinates(stores.subordinates, settings.subordinates, config, act, marks)
  const administrators = administratorsOf(settings)
  const { app, publisher, upkeep, notes } = createTrustAnchor({
    ...parts,
    config,
    signer: keys.federation[0],
    keyRing,
    subordinates: stores.subordinates,
    trustMarkGrants: stores.trustMarkGrants,
    certificates: stores.certificates,
    keyAnnouncements: stores.keyAnnouncements,
    anchors: anchorsOf(settings),
    ...(administrators && { administrators }),
  })
  return {
    role: 'trust-anchor',
    app,
    publisher,
    advertised: [entityConfigurationPath, '/list'],
    relaxations: [],
    notes: () => [...delegations.notes(parts.clock.now()), ...notes()],
    start: doNothing,
    stop: doNothing,
    close: () => keys.close?.(),
    runUpkeep: (_, end) => upkeep(end),
  }
}

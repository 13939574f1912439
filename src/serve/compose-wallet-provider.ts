/** Opens the keys of a Wallet Provider, and composes it with the device vendors of its settings. */
import { type Failure, type NonceKeys, runTogether } from '../base/index.ts'
import { entityConfigurationPath, type KeyVault } from '../federation/index.ts'
import { ConfigError, closeOnFault, keyPlans, loadSecrets, openRoleKeys } from '../node/index.ts'
import { walletProviderWire } from '../profiles/index.ts'
import { createWalletProvider } from '../wallet-provider/index.ts'
import { createDeviceVendors, type DeviceVendors, type DeviceVendorsConfig } from '../wallet-provider-adapters/index.ts'
import { openKeyRing } from './open-key-ring.ts'
import { openTrustMarks } from './own-trust-marks.ts'
import { type KeyParts, privateFilesOf } from './private-files.ts'
import type { WalletProviderSettings } from './role-settings.ts'
import { administratorsOf, leafPartsOf, type Service, type ServiceParts, type Signers } from './service.ts'
import { reportStatusPlaces } from './status-places.ts'

/** Keys and secrets of a Wallet Provider. */
export interface WalletProviderKeys {
  readonly federation: Signers
  /** Keys of the key file, with which a new ring of attestation keys begins. */
  readonly attestation: Signers
  /** Vault of that ring's keys. */
  readonly vault: KeyVault
  /** Secrets of challenges. */
  readonly challenge: NonceKeys
  close?(): void
}

/**
 * Opens the keys and secrets that the settings name. Rejects with `ConfigError` if the secrets differ from those of
 * other replicas. Also rejects as `openRoleKeys` does.
 */
export async function openWalletProviderKeys(
  settings: WalletProviderSettings,
  parts: KeyParts,
): Promise<WalletProviderKeys> {
  const files = privateFilesOf(settings, parts)
  const keys = await openRoleKeys(parts, files.keys, keyPlans['wallet-provider'], files.environment)
  const secrets = await closeOnFault(keys, async () => {
    const loaded = loadSecrets(parts, files.at('secrets.json'), ['challenge'], files.options)
    await parts.compareSecrets?.(files.at('secrets.json'), loaded)
    return loaded
  })
  const { signers, vault, close } = keys
  return { ...signers, ...secrets, vault: vault('attestation', files.ring('attestation')), close }
}

/**
 * Composes the role from its settings, keys and infrastructure. Writes the attestation keys of the key file into a ring
 * without an active key. Rejects with `ConfigError` if a production service would accept test devices (DIS-02), or if
 * the active attestation key of the store is not available.
 */
export async function composeWalletProvider(
  settings: WalletProviderSettings,
  keys: WalletProviderKeys,
  { stores: { attestationKeys, keptTrustMarks, ...stores }, ...parts }: ServiceParts<'wallet-provider'>,
): Promise<Service> {
  const vendors = parts.vendors ?? openVendors(settings, parts)
  const testDevices = settings.role.environment === 'production' ? vendors.deviceIntegrity.unfitForProduction : []
  if (testDevices.length > 0)
    throw new ConfigError(testDevices.map((what) => `role.environment: "production" accepts no test devices: ${what}`)) // DIS-02
  const ring = { store: attestationKeys, vault: keys.vault }
  const now = parts.clock.now()
  // An entity whose profile has no attestation opens no ring: the store has only the ring of the default profile.
  const { isImplemented } = walletProviderWire[settings.role.profile]
  const attestationKeyRing = isImplemented ? await openKeyRing(ring, keys.attestation, now, parts.onTrouble) : undefined
  const trustMarks = openTrustMarks(settings, parts, keptTrustMarks)
  const administrators = administratorsOf(settings)
  const provider = createWalletProvider({
    ...parts,
    ...leafPartsOf(settings, keys.federation, trustMarks),
    stores,
    config: settings.role,
    attestationSigner: keys.attestation[0],
    ...(attestationKeyRing && { attestationKeyRing }),
    challengeKeys: keys.challenge,
    deviceIntegrity: vendors.deviceIntegrity,
    ...(administrators && { administrators }),
  })
  await provider.statusPlaces.estimate(now)
  const places = reportStatusPlaces(provider.statusPlaces, settings.role.statusLists.count)
  return {
    role: 'wallet-provider',
    app: provider.app,
    publisher: provider.publisher,
    advertised: [entityConfigurationPath, '/nonce'],
    relaxations: vendors.relaxations,
    notes: () => [
      ...places.notes(),
      ...(vendors.statusList()?.usable === false
        ? ['there is no usable list of revoked Android certificates: no Android device can register']
        : []),
      ...trustMarks.notes(parts.clock.now()),
    ],
    gauges: places.gauges,
    start: () => vendors.start(provider),
    stop: () => vendors.stop(),
    close: () => keys.close?.(),
    runUpkeep: (at) => runTogether([() => trustMarks.renew(), () => provider.statusPlaces.estimate(at)]),
  }
}

function openVendors(
  settings: WalletProviderSettings,
  parts: Omit<ServiceParts<'wallet-provider'>, 'stores'>,
): DeviceVendors {
  const onTrouble = (trouble: Failure | Error, ageSeconds: number | undefined): void => {
    const what = trouble instanceof Error ? trouble.message : `it was not refreshed (${trouble.code} at ${trouble.at})`
    const state = ageSeconds === undefined ? 'no copy' : `a copy ${ageSeconds} seconds old`
    parts.onTrouble?.(`the list of revoked Android certificates (${state}): ${what}`)
  }
  const onListed = (change: 'revoked' | 'held', count: number): void =>
    parts.onTrouble?.(`the list of revoked Android certificates has newly ${change} Wallet Instances: ${count}`)
  const files = privateFilesOf(settings, parts).options
  return createDeviceVendors({ ...parts, onTrouble, onListed, files }, locate(settings.devices, settings.resolve))
}

/** Resolves paths that are relative to the file of settings. */
function locate({ android, ...rest }: DeviceVendorsConfig, resolve: (path: string) => string): DeviceVendorsConfig {
  if (android === undefined) return rest
  const { decoder } = android.play
  const locatedDecoder =
    decoder.kind === 'google'
      ? { ...decoder, accountFile: resolve(decoder.accountFile) }
      : { ...decoder, keysFile: resolve(decoder.keysFile) }
  const { file } = android.statusList
  return {
    ...rest,
    android: {
      ...android,
      play: { ...android.play, decoder: locatedDecoder },
      statusList: { ...android.statusList, ...(file !== undefined && { file: resolve(file) }) },
    },
  }
}

/**
 * Device vendors of a Wallet Provider, created from its configuration (WP-08, WP-52, WP-62). Android has a decoder of
 * Play tokens and the vendor's status list, which is fetched in the background. Apple has App Attest.
 */
import { createPublicKey } from 'node:crypto'
import { z } from 'zod'
import {
  type Clock,
  type CryptoContext,
  decodeLenientBase64,
  type Failure,
  type Fetch,
  type PublicJwk,
} from '../base/index.ts'
import {
  appleAppAttestRoots,
  createAndroidVendor,
  createAppleVendor,
  createDeviceIntegrity,
  createLocalPlayDecoder,
  type DeviceIntegrity,
  type DeviceVendor,
  googleAttestationRoots,
  type ListedCertificates,
  type ListedStatus,
  type PlayIntegrityDecoder,
} from '../device-integrity/index.ts'
import { bareJwk } from '../jose/index.ts'
import { PrivateFileError, type PrivateFileOptions, requirePrivateFile } from '../node/index.ts'
import { type CertificateCache, createCertificateCache, type IssuerKey, pinKey } from '../x509/index.ts'
import { type AndroidStatusList, createAndroidStatusList, type StatusListRefreshCode } from './android-status-list.ts'
import {
  type AndroidVendorConfig,
  type DeviceVendorsConfig,
  type PlayConfig,
  relaxationsOf,
} from './device-vendors-config.ts'
import { createGooglePlayDecoder, googleServiceAccount } from './google-play-decoder.ts'

/** Clock, client, callback and file options. */
export interface DeviceVendorsParts extends CryptoContext {
  readonly clock: Clock
  /** Guarded client for requests to the vendors. */
  readonly fetch: Fetch
  /**
   * Receives every failure of refreshing, applying or storing the status list, with the age of the copy in seconds.
   * The age is `undefined` without a copy.
   */
  readonly onTrouble: (trouble: Failure<StatusListRefreshCode> | Error, ageSeconds: number | undefined) => void
  /** Receives the number of instances that the status list has revoked or held, unless it is 0. */
  readonly onListed?: (change: 'revoked' | 'held', count: number) => void
  /** Options for reading the files of the Play decoder. */
  readonly files?: PrivateFileOptions
}

/** State for a readiness probe. Without a usable list no Android device can register. */
export interface StatusListState {
  readonly usable: boolean
  /** Seconds since the copy was last confirmed. `undefined` without a copy. */
  readonly ageSeconds: number | undefined
}

/** The methods of a Wallet Provider that apply a status list to its instances. */
export interface ListedInstances {
  /** Revokes the instances below these certificates. Returns the number of newly revoked instances. */
  revokeBelowCertificates(serials: readonly string[]): Promise<number>
  /** Holds the instances below these certificates. Returns the number of newly held instances. */
  holdBelowCertificates(serials: readonly string[]): Promise<number>
}

/** Verifiers of the configured platforms and their background work. */
export interface DeviceVendors {
  /** Input of `createWalletProvider`, which refuses `unfitForProduction` in production (DIS-02). */
  readonly deviceIntegrity: DeviceIntegrity
  /** Sentences about relaxed checks, for display at start (WP-79). */
  readonly relaxations: readonly string[]
  /** Returns the state of the status list, or `undefined` if no Android device is accepted. */
  statusList(): StatusListState | undefined
  /** Starts fetching the status list. Applies every fetched list to the instances of the provider (WP-52, WP-197). */
  start(provider: ListedInstances): void
  /** Stops refreshing. The current list stays in use. */
  stop(): void
}

/**
 * Creates the vendors. Throws a `PrivateFileError` for an unusable file, or for an unusable key in a file.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import * as node from 'fiducia/node'
 * import { createDeviceVendors, deviceVendorsConfig } from 'fiducia/wallet-provider-adapters'
 *
 * const [crypto, clock, fetch] = [node.createNodeCrypto(), node.createSystemClock(), node.createGuardedFetch()]
 * const outside = { crypto, clock, fetch, onTrouble: console.warn }
 * const config = deviceVendorsConfig.parse({ apple: { appIds: ['TEAM000000.org.example.wallet'] } })
 * const { deviceIntegrity, relaxations } = createDeviceVendors(outside, config)
 * assert.deepEqual(deviceIntegrity.unfitForProduction, [])
 * assert.deepEqual(relaxations, [])
 * ```
 */
export function createDeviceVendors(parts: DeviceVendorsParts, config: DeviceVendorsConfig): DeviceVendors {
  const cache = createCertificateCache()
  let instances: ListedInstances | undefined
  const { onTrouble } = parts
  const list =
    config.android &&
    createAndroidStatusList(
      { ...parts, onTrouble, onList: async (certificates) => instances && applyList(instances, certificates, parts) },
      config.android.statusList,
    )
  const vendors: DeviceVendor[] = []
  if (config.android && list) vendors.push(androidVendor(parts, config.android, { list, cache }))
  if (config.apple) {
    const { roots, ...policy } = config.apple
    const trust = { cache, roots: pinnedRoots(roots, appleAppAttestRoots), policy }
    vendors.push(createAppleVendor({ crypto: parts.crypto, trust }))
  }
  const deviceIntegrity = createDeviceIntegrity(vendors)
  return {
    deviceIntegrity,
    relaxations: [...deviceIntegrity.unfitForProduction, ...relaxationsOf(config)],
    statusList: () => list && { usable: list.certificates() !== undefined, ageSeconds: list.ageSeconds() },
    start: (provider) => {
      instances = provider
      list?.start()
    },
    stop: () => list?.stop(),
  }
}

/** Revokes the instances below revoked certificates, then holds those below suspended ones. */
async function applyList(
  instances: ListedInstances,
  certificates: ListedCertificates,
  { onListed }: Pick<DeviceVendorsParts, 'onListed'>,
): Promise<void> {
  const serialsOf = (status: ListedStatus) => [...certificates].filter(([, one]) => one === status).map(([one]) => one)
  const revoked = await instances.revokeBelowCertificates(serialsOf('revoked')) // WP-52
  if (revoked > 0) onListed?.('revoked', revoked)
  const held = await instances.holdBelowCertificates(serialsOf('suspended')) // WP-197
  if (held > 0) onListed?.('held', held)
}

const pinnedRoots = (roots: readonly Uint8Array[] | undefined, own: readonly IssuerKey[]): readonly IssuerKey[] =>
  roots?.map(pinKey) ?? own

interface AndroidParts {
  readonly list: AndroidStatusList
  readonly cache: CertificateCache
}

function androidVendor(
  parts: DeviceVendorsParts,
  { applications, play, roots, ...policy }: AndroidVendorConfig,
  { list, cache }: AndroidParts,
): DeviceVendor {
  const { statusList: _, ...requirements } = policy
  return createAndroidVendor({
    crypto: parts.crypto,
    trust: {
      cache,
      roots: pinnedRoots(roots, googleAttestationRoots),
      listedSerials: () => list.certificates(), // WP-52
      policy: { ...requirements, applications },
    },
    play: {
      decoder: playDecoder(parts, play, applications),
      policy: {
        ...play.policy,
        applications: applications.map(({ packageName, signatureDigests, storeDigests, minimumVersion }) => ({
          packageName,
          certificateDigests: storeDigests ?? signatureDigests,
          minimumVersion,
        })),
      },
    },
  })
}

function playDecoder(
  parts: DeviceVendorsParts,
  { decoder }: PlayConfig,
  applications: AndroidVendorConfig['applications'],
): PlayIntegrityDecoder {
  if (decoder.kind === 'local') {
    const keys = readPlayKeys(parts, decoder.keysFile)
    const lacking = applications.find(({ packageName }) => !keys.has(packageName))
    if (lacking !== undefined)
      throw new PrivateFileError(decoder.keysFile, `has no keys for ${lacking.packageName}: ${copyKeys}`)
    return createLocalPlayDecoder(parts, keys)
  }
  const { kind: _, accountFile, ...options } = decoder
  const account = googleServiceAccount.safeParse(readContent(parts, accountFile))
  if (!account.success) throw new PrivateFileError(accountFile, 'is not a key file of a Google service account.')
  try {
    return createGooglePlayDecoder(parts, { ...options, account: account.data })
  } catch {
    throw new PrivateFileError(accountFile, 'contains a private key that is not a readable RSA key.')
  }
}

const readContent = ({ files = {} }: DeviceVendorsParts, path: string): unknown => requirePrivateFile(path, files)

const copyKeys = 'copy them from the Play Console.'

/** Keys as Google's console provides them, in base64. `verificationKey` is a SubjectPublicKeyInfo. */
const playKeysSchema = z.record(
  z.string(),
  z.strictObject({ decryptionKey: z.string().min(1), verificationKey: z.string().min(1) }),
)

function readPlayKeys(parts: DeviceVendorsParts, path: string) {
  const parsed = playKeysSchema.safeParse(readContent(parts, path))
  if (!parsed.success)
    throw new PrivateFileError(path, 'contains no Play keys: {"<package>": {"decryptionKey", "verificationKey"}}.')
  const keys = Object.entries(parsed.data).map(([packageName, { decryptionKey, verificationKey }]) => {
    const encryptionKey = decodeLenientBase64(decryptionKey)
    const publicKey = p256Key(decodeLenientBase64(verificationKey))
    if (encryptionKey?.length !== 32 || publicKey === undefined)
      throw new PrivateFileError(path, `has unusable keys for ${packageName}: ${copyKeys}`)
    return [packageName, { encryptionKey, verificationKey: publicKey }] as const
  })
  return new Map(keys)
}

/** Returns the key of a SubjectPublicKeyInfo in DER, or `undefined` if it is malformed or not on P-256. */
function p256Key(spki: Uint8Array | undefined): PublicJwk | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(spki ?? []), format: 'der', type: 'spki' })
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return undefined
    return bareJwk(key.export({ format: 'jwk' }) as PublicJwk)
  } catch {
    return undefined
  }
}

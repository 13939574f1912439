/**
 * Device vendor of sandbox and tests: roots, Play keys, status list and devices. A provider verifies these devices with
 * the same code as real devices, and only configures other roots and a local decoder (DIS-01). A vendor that is not
 * saved ends with the process.
 */
import type { Clock, CryptoContext, Random } from '../base/index.ts'
import type { NestedJweKeys } from '../jose/index.ts'
import { type AndroidAuthorities, createAndroidAuthorities, renewRemoteBranchIfDue } from './android-authority.ts'
import {
  type AndroidApp,
  type AndroidDeviceContext,
  type AndroidDeviceOptions,
  createAndroidDevice,
  type SavedDevice,
  type SoftwareDevice,
} from './android-device.ts'
import { type AppleAuthorities, createAppleAuthorities } from './apple-authority.ts'
import {
  type AppleApp,
  type AppleDevice,
  type AppleDeviceOptions,
  createAppleDevice,
  type SavedAppleDevice,
} from './apple-device.ts'
import { type SavedRoot, saveRoot } from './authority.ts'
import { createPlayKeys, type SavedPlayKeys } from './play-token.ts'

/** Context of the simulated device vendor. */
export interface SoftwareVendorContext extends CryptoContext {
  readonly clock: Clock
  readonly random: Random
}

/** The simulated device vendor. Creates any number of devices. */
export interface SoftwareVendor {
  /** App on every Android device, for the provider's allow-list. */
  readonly app: AndroidApp
  /** SubjectPublicKeyInfo of the Android root as DER, for the provider's pinned keys. */
  readonly androidRoots: readonly Uint8Array[]
  /** Keys for the provider's local decoder. */
  readonly playKeys: ReadonlyMap<string, NestedJweKeys>
  createDevice(options?: AndroidDeviceOptions): Promise<SoftwareDevice>
  /** Restores a device with its key and tag, and a new attestation certificate. */
  restoreDevice(saved: SavedDevice): Promise<SoftwareDevice>
  /** The sandbox's app on iPhones, for the provider's allow-list. */
  readonly appleApp: AppleApp
  /** SubjectPublicKeyInfo of the App Attest root as DER, for the provider's pinned keys. */
  readonly appleRoots: readonly Uint8Array[]
  createAppleDevice(options?: AppleDeviceOptions): Promise<AppleDevice>
  /** Restores a device with its key and counter. */
  restoreAppleDevice(saved: SavedAppleDevice): Promise<AppleDevice>
  /** Adds a serial in hexadecimal to the status list (DIS-09). `status` defaults to `REVOKED`. */
  revoke(serial: string, status?: 'REVOKED' | 'SUSPENDED'): void
  /** Returns the status list as JSON, in the format of Android's list. */
  statusList(): string
  /** Returns the state for saving. Contains private keys. */
  save(): SavedVendor
  /** Returns a vendor in another context, with the same roots and keys and an empty status list. */
  elsewhere(ctx: SoftwareVendorContext): SoftwareVendor
}

/**
 * Saved state of a vendor, so that a provider still accepts the vendor's devices after a restart. Does not contain the
 * status list.
 */
export interface SavedVendor {
  readonly root: SavedRoot
  readonly play: SavedPlayKeys
  readonly appleRoot: SavedRoot
}

/** App of the sandbox on an Android phone. Its signing certificate does not exist, only the digest. */
export const sandboxApp: AndroidApp = {
  packageName: 'org.fiducia.sandbox.wallet',
  version: 7,
  certificateDigest: '5f'.repeat(32),
}

/** App of the sandbox on an iPhone. */
const sandboxAppleApp: AppleApp = { appId: 'SANDBOX000.org.fiducia.sandbox.wallet' }

/**
 * Creates a vendor with new roots and keys, or with saved ones. `app` is the Android app and defaults to the sandbox's.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createNodeCrypto, createNodeRandom, createSystemClock } from 'fiducia/node'
 * import { createSoftwareVendor } from 'fiducia/software-device'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom(), clock: createSystemClock() }
 * const vendor = await createSoftwareVendor(ctx)
 * const phone = await vendor.createDevice({ strongBox: true })
 * const { hardware_signature, integrity_assertion } = await phone.assertion('client data')
 * assert.ok(hardware_signature && integrity_assertion)
 * ```
 */
export async function createSoftwareVendor(
  ctx: SoftwareVendorContext,
  app = sandboxApp,
  saved?: Partial<SavedVendor>,
): Promise<SoftwareVendor> {
  return vendorOf(ctx, app, {
    android: createAndroidAuthorities(ctx, saved?.root),
    play: { own: createPlayKeys(ctx, saved?.play), foreign: createPlayKeys(ctx) },
    apple: createAppleAuthorities(ctx, saved?.appleRoot),
  })
}

interface VendorKeys {
  readonly android: AndroidAuthorities
  readonly play: AndroidDeviceContext['playKeys']
  readonly apple: AppleAuthorities
}

function vendorOf(ctx: SoftwareVendorContext, app: AndroidApp, keys: VendorKeys): SoftwareVendor {
  const { play, apple } = keys
  let { android } = keys
  const { encryptionKey, verificationKey } = play.own
  const entries = new Map<string, { readonly status: string; readonly reason: string }>()
  const create = async (options?: AndroidDeviceOptions): Promise<SoftwareDevice> => {
    android = renewRemoteBranchIfDue(ctx, android)
    return createAndroidDevice({ ...ctx, authorities: android, app, playKeys: play }, options)
  }
  const createApple = async (options?: AppleDeviceOptions): Promise<AppleDevice> =>
    createAppleDevice({ ...ctx, authorities: apple, app: sandboxAppleApp }, options)
  return {
    app,
    androidRoots: [android.root.spki],
    playKeys: new Map([[app.packageName, { encryptionKey, verificationKey }]]),
    createDevice: create,
    restoreDevice: create,
    appleApp: sandboxAppleApp,
    appleRoots: [apple.root.spki],
    createAppleDevice: createApple,
    restoreAppleDevice: createApple,
    revoke: (serial, status = 'REVOKED') => {
      entries.set(serial, { status, reason: 'KEY_COMPROMISE' })
    },
    statusList: () => JSON.stringify({ entries: Object.fromEntries(entries) }),
    save: () => ({ root: saveRoot(android.root), play: play.own.save(), appleRoot: saveRoot(apple.root) }),
    elsewhere: (otherContext) => vendorOf(otherContext, app, keys),
  }
}

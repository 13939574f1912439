/**
 * The device vendor of sandbox and tests: its roots, its Play keys, its status list, and the devices it makes. The
 * provider's verifiers see no difference but the roots that are configured (DIS-01). Everything dies with the process,
 * unless a sandbox that keeps its state saves and restores it.
 */
import type { Clock, CryptoContext, Random } from '../base/index.ts'
import type { NestedJweKeys } from '../jose/index.ts'
import {
  type AndroidAuthorities,
  createAndroidAuthorities,
  type SavedRoot,
  saveRoot,
  withLivingRemote,
} from './android-authority.ts'
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
import { createPlayKeys, type SavedPlayKeys } from './play-token.ts'

/** What the simulated device vendor is made with. */
export interface SoftwareVendorContext extends CryptoContext {
  readonly clock: Clock
  readonly random: Random
}

/** The simulated device vendor, for as many devices as are wanted. */
export interface SoftwareVendor {
  /** The app that every device runs: for the provider's allow-list. */
  readonly app: AndroidApp
  /** SubjectPublicKeyInfo of the Android root, DER: for the provider's pinned keys. */
  readonly androidRoots: readonly Uint8Array[]
  /** For the provider's local decoder. */
  readonly playKeys: ReadonlyMap<string, NestedJweKeys>
  createDevice(options?: AndroidDeviceOptions): Promise<SoftwareDevice>
  /** The device that was saved, with its key and tag. */
  restoreDevice(saved: SavedDevice): Promise<SoftwareDevice>
  /** The same app on the other platform: for the provider's allow-list. */
  readonly appleApp: AppleApp
  /** SubjectPublicKeyInfo of the App Attest root, DER: for the provider's pinned keys. */
  readonly appleRoots: readonly Uint8Array[]
  createAppleDevice(options?: AppleDeviceOptions): Promise<AppleDevice>
  /** The device that was saved, with its key and counter. */
  restoreAppleDevice(saved: SavedAppleDevice): Promise<AppleDevice>
  /** Puts a serial on the status list (DIS-09). */
  revoke(serial: string, status?: 'REVOKED' | 'SUSPENDED'): void
  /** The list in the vendor's form. */
  statusList(): string
  /** For a sandbox that keeps its state. Holds private keys. */
  save(): SavedVendor
  /** The same vendor in surroundings of its own: the same roots and keys, and a status list on which nothing stands. */
  elsewhere(ctx: SoftwareVendorContext): SoftwareVendor
}

/** What must live on so that the devices of a vendor stay genuine; its status list does not. */
export interface SavedVendor {
  readonly root: SavedRoot
  readonly play: SavedPlayKeys
  readonly appleRoot: SavedRoot
}

/** The app of the sandbox. Its signing certificate does not exist; a digest is all that is ever compared. */
export const sandboxApp: AndroidApp = {
  packageName: 'org.fiducia.sandbox.wallet',
  version: 7,
  certificateDigest: '5f'.repeat(32),
}

/** The app of the sandbox on an iPhone. */
export const sandboxAppleApp: AppleApp = { appId: 'SANDBOX000.org.fiducia.sandbox.wallet' }

/** Makes roots and keys afresh, or goes on with those that were saved. */
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
    android = withLivingRemote(ctx, android)
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
    elsewhere: (there) => vendorOf(there, app, keys),
  }
}

/**
 * The device vendor of sandbox and tests: its roots, its Play keys, its status list, and the devices it makes. The
 * provider's verifiers see no difference but the roots that are configured (DIS-01). Everything dies with the process.
 */
import type { Clock, CryptoContext, Random } from '../base/index.ts'
import { generateSigner, type NestedJweKeys } from '../jose/index.ts'
import { createAndroidAuthorities } from './android-authority.ts'
import {
  type AndroidApp,
  type AndroidDeviceOptions,
  createAndroidDevice,
  type SoftwareDevice,
} from './android-device.ts'
import { createAppleAuthorities } from './apple-authority.ts'
import { type AppleApp, type AppleDevice, type AppleDeviceOptions, createAppleDevice } from './apple-device.ts'
import type { PlayAppKeys } from './play-token.ts'

export interface SoftwareVendorContext extends CryptoContext {
  readonly clock: Clock
  readonly random: Random
}

export interface SoftwareVendor {
  /** The app that every device runs: for the provider's allow-list. */
  readonly app: AndroidApp
  /** SubjectPublicKeyInfo of the Android root, DER: for the provider's pinned keys. */
  readonly androidRoots: readonly Uint8Array[]
  /** For the provider's local decoder. */
  readonly playKeys: ReadonlyMap<string, NestedJweKeys>
  createDevice(options?: AndroidDeviceOptions): Promise<SoftwareDevice>
  /** The same app on the other platform: for the provider's allow-list. */
  readonly appleApp: AppleApp
  /** SubjectPublicKeyInfo of the App Attest root, DER: for the provider's pinned keys. */
  readonly appleRoots: readonly Uint8Array[]
  createAppleDevice(options?: AppleDeviceOptions): Promise<AppleDevice>
  /** Puts a serial on the status list (DIS-09). */
  revoke(serial: string, status?: 'REVOKED' | 'SUSPENDED'): void
  /** The list in the vendor's form. */
  statusList(): string
}

/** The app of the sandbox. Its signing certificate does not exist; a digest is all that is ever compared. */
export const sandboxApp: AndroidApp = {
  packageName: 'org.fiducia.sandbox.wallet',
  version: 7,
  certificateDigest: '5f'.repeat(32),
}

export const sandboxAppleApp: AppleApp = { appId: 'SANDBOX000.org.fiducia.sandbox.wallet' }

/** Makes roots and keys afresh. */
export async function createSoftwareVendor(ctx: SoftwareVendorContext, app = sandboxApp): Promise<SoftwareVendor> {
  const authorities = await createAndroidAuthorities(ctx)
  const playKeys = { own: await createPlayKeys(ctx), foreign: await createPlayKeys(ctx) }
  const appleAuthorities = await createAppleAuthorities(ctx)
  const entries = new Map<string, { readonly status: string; readonly reason: string }>()
  const { encryptionKey, verificationKey } = playKeys.own
  return {
    app,
    androidRoots: [authorities.root.spki],
    playKeys: new Map([[app.packageName, { encryptionKey, verificationKey }]]),
    createDevice: (options) => createAndroidDevice({ ...ctx, authorities, app, playKeys }, options),
    appleApp: sandboxAppleApp,
    appleRoots: [appleAuthorities.root.spki],
    createAppleDevice: async (options) =>
      createAppleDevice({ ...ctx, authorities: appleAuthorities, app: sandboxAppleApp }, options),
    revoke: (serial, status = 'REVOKED') => {
      entries.set(serial, { status, reason: 'KEY_COMPROMISE' })
    },
    statusList: () => JSON.stringify({ entries: Object.fromEntries(entries) }),
  }
}

async function createPlayKeys(ctx: SoftwareVendorContext): Promise<PlayAppKeys> {
  const signer = await generateSigner(ctx)
  return { signer, verificationKey: signer.publicJwk, encryptionKey: ctx.random.bytes(32) }
}

/**
 * The device's secure hardware, as the operating system lets an app use it. The only variant there is (WI-21): keys are
 * made inside and stay inside; the port has no way to bring one in or to take one out.
 */
import type { MaybePromise, PublicJwk } from '../../base/index.ts'

/** Parts of a device that keep keys. Nothing else can be named. */
export type SecureEnvironment = 'strongbox' | 'trusted-environment' | 'secure-element'

/** The operating system that the app runs on. */
export type DevicePlatform = 'android' | 'ios'

/** A key of the secure hardware. EC on P-256; signs with ES256. */
export interface SecureKey {
  readonly tag: string
  readonly publicJwk: PublicJwk
  /** r‖s over SHA-256 of the data. */
  sign(data: Uint8Array): MaybePromise<Uint8Array>
}

/** A hardware key by its name; it signs through `DeviceIntegrityService` only. */
export interface HardwareKey {
  /** As the operating system names it, or as we asked where it lets us. */
  readonly tag: string
}

/** The keys of the app. None can be exported. */
export interface SecureKeys {
  readonly platform: DevicePlatform
  /** Which environments this device has just now. */
  environments(): Promise<readonly SecureEnvironment[]>
  /**
   * Deletes every hardware key of this app, also those of an earlier installation. Where the system deletes none (App
   * Attest), forgets their names.
   */
  deleteHardwareKeys(): Promise<void>
  /**
   * Makes a hardware key that will be attested for this challenge and no other: Android takes the challenge when the key
   * is made (`setAttestationChallenge`), iOS when it is attested. Called for each attempt at a registration, after
   * `deleteHardwareKeys`. `suggestedTag` is for systems that let the app choose.
   */
  generateHardwareKey(environment: SecureEnvironment, suggestedTag: string, challenge: string): Promise<HardwareKey>
  /** Makes any other key: ephemeral, DPoP, credential. */
  generateKey(environment: SecureEnvironment): Promise<SecureKey>
  /** A key made earlier. */
  openKey(tag: string): Promise<SecureKey | undefined>
  deleteKey(tag: string): Promise<void>
}

/**
 * Where keys are to live: on Android the dedicated element first and the trusted environment only without it (WI-23), on
 * iOS the secure element and nothing else (WI-24). `undefined` when the device has no such place.
 */
export function chooseEnvironment(
  platform: DevicePlatform,
  available: readonly SecureEnvironment[],
): SecureEnvironment | undefined {
  const order: readonly SecureEnvironment[] =
    platform === 'ios' ? ['secure-element'] : ['strongbox', 'trusted-environment']
  return order.find((environment) => available.includes(environment))
}

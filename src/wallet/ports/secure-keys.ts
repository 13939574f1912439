/**
 * Port for the device's secure hardware, where all keys are created and stay (WI-21). The port can neither import nor
 * export a key.
 */
import type { MaybePromise, PublicJwk } from '../../base/index.ts'

/** Secure environments of a device. There are no others. */
export type SecureEnvironment = 'strongbox' | 'trusted-environment' | 'secure-element'

/** Operating system of the device. */
export type DevicePlatform = 'android' | 'ios'

/** A key of the secure hardware: EC on P-256, signs with ES256. */
export interface SecureKey {
  readonly tag: string
  readonly publicJwk: PublicJwk
  /** Returns r‖s over SHA-256 of the data. */
  sign(data: Uint8Array): MaybePromise<Uint8Array>
}

/** A hardware key. It signs only through `DeviceIntegrityService`. */
export interface HardwareKey {
  /** Name from the operating system, or the suggested tag if the system lets the app choose. */
  readonly tag: string
}

/** Keys of the app. None can be exported. */
export interface SecureKeys {
  readonly platform: DevicePlatform
  /** Returns the environments that are available now. */
  environments(): Promise<readonly SecureEnvironment[]>
  /**
   * Deletes every hardware key of this app, also those of an earlier installation. If the system cannot delete keys
   * (App Attest), forgets their names.
   */
  deleteHardwareKeys(): Promise<void>
  /**
   * Creates a hardware key. It will be attested only for this challenge. Android receives the challenge when the key is
   * created (`setAttestationChallenge`), iOS when it is attested. The wallet calls this for each attempt at a
   * registration, after `deleteHardwareKeys`. A system that does not let the app choose the tag ignores `suggestedTag`.
   */
  generateHardwareKey(environment: SecureEnvironment, suggestedTag: string, challenge: string): Promise<HardwareKey>
  /** Creates any other key: ephemeral, DPoP, credential. */
  generateKey(environment: SecureEnvironment): Promise<SecureKey>
  /** Returns an existing key, or `undefined`. */
  openKey(tag: string): Promise<SecureKey | undefined>
  deleteKey(tag: string): Promise<void>
}

/**
 * Returns the environment for keys: on Android StrongBox if available, otherwise the trusted environment (WI-23); on
 * iOS only the secure element (WI-24). Returns `undefined` if the device has none of them.
 */
export function chooseEnvironment(
  platform: DevicePlatform,
  available: readonly SecureEnvironment[],
): SecureEnvironment | undefined {
  const order: readonly SecureEnvironment[] =
    platform === 'ios' ? ['secure-element'] : ['strongbox', 'trusted-environment']
  return order.find((environment) => available.includes(environment))
}

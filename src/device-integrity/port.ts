/**
 * Device integrity for the Wallet Provider: input and results of the verifiers. This folder contains no access to a
 * network, store or clock. Time, roots, revocation and policy are parameters, so that the same code can verify objects
 * that vendors issued in the past (DIS-10). Only the vendors' roots are trusted, because the Device Integrity Service
 * is not an entity of the federation (DIS-03).
 */
import type { NumericDate, PublicJwk } from '../base/index.ts'
import type { AppleDistribution } from './apple/app-extensions.ts'

/** Platform of the evidence. */
export type Platform = 'android' | 'apple'

/**
 * Information about a device that a registration may keep. Many devices share these properties, and none identifies a
 * device (WP-11). Stores contain the information as JSON. SQL statements read its member `platform`.
 */
export interface DeviceInformation {
  readonly platform: Platform
  /** Android: origin of the attestation key. */
  readonly provisioning?: 'remote' | 'factory'
  readonly attestationVersion?: number
  /** `strongbox` only if the certificate chain states a StrongBox too (D-1088). Also applies to the key's level. */
  readonly attestationSecurityLevel?: 'trusted-environment' | 'strongbox'
  readonly keyMintVersion?: number
  readonly keyMintSecurityLevel?: 'trusted-environment' | 'strongbox'
  readonly osVersion?: number
  /** YYYYMM. */
  readonly osPatchLevel?: number
  /** YYYYMMDD or YYYYMM. */
  readonly vendorPatchLevel?: number
  /** YYYYMMDD or YYYYMM. */
  readonly bootPatchLevel?: number
  /** The app that created the key: Android package or Apple App ID. */
  readonly application: string
  /**
   * Android: all packages that share the app's user id and so the key, `application` first. Absent in records of older
   * versions. Verdicts about each of them are accepted (D-56).
   */
  readonly packageNames?: readonly string[]
  /**
   * Android: versionCode, as decimal digits above 2^53. Apple: CFBundleVersion. Absent if the evidence does not contain
   * it, as on iOS 26 and older.
   */
  readonly applicationVersion?: number | string
  /** Apple: how the app came to the device. Absent on iOS 26 and older. */
  readonly distribution?: AppleDistribution
  /**
   * Android: SHA-256 of the app's signing certificates at registration, in lower-case hexadecimal. Contains the digests
   * in the key attestation. If none of them was configured for the store, also contains the configured ones. A verdict
   * with another digest that is not configured now counts as a denial of the app (WP-92).
   */
  readonly applicationDigests?: readonly string[]
}

/** A hardware key that a vendor attests. */
export interface AttestedDevice {
  readonly hardwareKey: PublicJwk
  readonly device: DeviceInformation
  /**
   * Serials of all received certificates above the leaf, lower-case hexadecimal. They are stored because a revocation
   * list that is fetched after the registration may contain them (WP-52).
   */
  readonly certificateSerials: readonly string[]
  /** Apple: counter in the attestation, always 0 (WP-61). */
  readonly counter?: number
  /** Apple: the unverified receipt in base64, for a later assessment by the vendor's fraud service. */
  readonly receipt?: string
}

/**
 * Registration: evidence about a new hardware key for this challenge. The caller must check that the Wallet Provider
 * issued the challenge and that the challenge is unused.
 */
export interface KeyAttestationInput {
  /** Value as received in the registration request. */
  readonly key_attestation: string
  readonly hardware_key_tag: string
  readonly challenge: string
  readonly now: NumericDate
}

/** Attestation request: proof of possession of the registered hardware key over the client data. */
export interface HardwareSignatureInput {
  readonly hardwareKey: PublicJwk
  readonly hardware_signature: string
  /** Part of the data that Apple devices sign. */
  readonly integrity_assertion: string
  /** The text from `wallet-attestation/client-data.ts`. */
  readonly clientData: string
}

/** A verified hardware signature, and the data that were signed (WP-59). */
export interface HardwareSignature {
  readonly reading: 'client_data' | 'client_data_hash' | 'authenticator_data'
  /** Apple: counter of this assertion. The caller must store it by compare-and-set (WP-61). */
  readonly counter?: number
}

/** Attestation request: the vendor's statement about device and app for this client data. */
export interface IntegrityAssertionInput {
  readonly integrity_assertion: string
  readonly clientData: string
  /** Information stored at registration. */
  readonly device: DeviceInformation
  readonly now: NumericDate
}

/** The vendor's current verdict on the device. */
export interface IntegrityVerdict {
  /** True if the vendor made the verdict for a tester and the policy accepts that (WP-98). False for Apple. */
  readonly isTestResponse: boolean
}

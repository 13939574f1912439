/**
 * Device integrity as the Wallet Provider sees it: what goes into the verifiers and what they vouch for. No network, no
 * store, no clock in this folder: time, roots, revocation and policy are given, so genuine objects of another time are judged
 * by the same code (DIS-10). The vendors' roots are all the trust there is: the Device Integrity Service is no entity of the
 * federation (DIS-03).
 */
import type { NumericDate, PublicJwk } from '../base/index.ts'

/** The two platforms of evidence. */
export type Platform = 'android' | 'apple'

/** What a registration may keep about a device: properties it shares with many others, no identifier (WP-11). */
export interface DeviceInformation {
  readonly platform: Platform
  /** Android: how the attestation key came into the device. */
  readonly provisioning?: 'remote' | 'factory'
  readonly attestationVersion?: number
  readonly attestationSecurityLevel?: 'trusted-environment' | 'strongbox'
  readonly keyMintVersion?: number
  readonly keyMintSecurityLevel?: 'trusted-environment' | 'strongbox'
  readonly osVersion?: number
  /** YYYYMM. */
  readonly osPatchLevel?: number
  /** YYYYMMDD or YYYYMM. */
  readonly vendorPatchLevel?: number
  readonly bootPatchLevel?: number
  /** The app that made the key: Android package or Apple App ID. */
  readonly application: string
  readonly applicationVersion?: number
  /**
   * Android: SHA-256 of the certificates that the app had at registration, lower-case hexadecimal. A verdict that names
   * another one denies the app (WP-92).
   */
  readonly applicationDigests?: readonly string[]
}

/** A hardware key that a vendor vouches for. */
export interface AttestedDevice {
  readonly hardwareKey: PublicJwk
  readonly device: DeviceInformation
  /** Of every certificate above the leaf, lower-case hexadecimal: a later entry in the status list names them (WP-52). */
  readonly certificateSerials: readonly string[]
  /** Apple: where the counter starts (WP-61). */
  readonly counter?: number
  /** Apple: base64 of the receipt, unverified: what the vendor's fraud service takes in a later assessment. */
  readonly receipt?: string
}

/**
 * Registration: evidence about a fresh hardware key, made for this challenge. That the challenge is ours and unused is
 * the caller's to check.
 */
export interface KeyAttestationInput {
  /** As received in the registration. */
  readonly key_attestation: string
  readonly hardware_key_tag: string
  readonly challenge: string
  readonly now: NumericDate
}

/** Attestation request: proof of possession of the registered hardware key over the client data. */
export interface HardwareSignatureInput {
  readonly hardwareKey: PublicJwk
  readonly hardware_signature: string
  /** Apple signs over a part of it. */
  readonly integrity_assertion: string
  /** The text, from `wallet-attestation/client-data.ts`. */
  readonly clientData: string
}

/** That the registered hardware key signed this client data, and in which of the forms in use (WP-59). */
export interface HardwareSignature {
  readonly reading: 'client_data' | 'client_data_hash' | 'authenticator_data'
  readonly encoding: 'der' | 'raw'
  /** Apple: the counter of this assertion, to be stored by compare-and-set (WP-61). */
  readonly counter?: number
}

/** Attestation request: the vendor's word on device and app, made for this client data. */
export interface IntegrityAssertionInput {
  readonly integrity_assertion: string
  readonly clientData: string
  /** As stored at registration. */
  readonly device: DeviceInformation
  readonly now: NumericDate
}

/** The vendor's verdict on the device, today. */
export interface IntegrityVerdict {
  readonly platform: Platform
  /** Android: the labels of the device verdict. */
  readonly labels: readonly string[]
  /** Android: true where the vendor made the verdict for a tester, which the policy takes (WP-98). */
  readonly isTestResponse?: boolean
}

/** Why evidence reaches no vendor's verifier. */
export type RegistryCode = 'evidence_too_large' | 'evidence_undecodable' | 'platform_unsupported' | 'platform_mismatch'

/** Of these, what can be said before a vendor is chosen. */
export type EvidenceReadCode = Exclude<RegistryCode, 'platform_unsupported' | 'platform_mismatch'>

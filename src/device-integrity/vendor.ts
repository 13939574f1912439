/**
 * Verifiers of one platform. To add a platform, write a file that creates a `DeviceVendor`, add the platform to
 * `Platform` and to `evidence-encoding.ts`, and add the failure codes to the unions of this file and to
 * `evidence-class.ts`.
 */
import type { Failure, Verified } from '../base/index.ts'
import type { AndroidKeyAttestationCode } from './android/verify-key-attestation.ts'
import type { AppleHardwareSignatureCode, AppleIntegrityAssertionCode } from './apple/assertion.ts'
import type { AppleKeyAttestationCode } from './apple/verify-key-attestation.ts'
import type { KeyAttestationObject, KeyAttestationObjectCode } from './evidence-encoding.ts'
import type { AndroidHardwareSignatureCode } from './hardware-signature.ts'
import type { PlayIntegrityCode } from './play-integrity.ts'
import type {
  AttestedDevice,
  HardwareSignature,
  HardwareSignatureInput,
  IntegrityAssertionInput,
  IntegrityVerdict,
  KeyAttestationInput,
  Platform,
} from './port.ts'

/** Reasons to refuse a key attestation, on any platform. */
export type KeyAttestationCode =
  | KeyAttestationObjectCode
  | 'platform_unsupported'
  | AndroidKeyAttestationCode
  | AppleKeyAttestationCode
/** Reasons to refuse an integrity assertion, on any platform. */
export type IntegrityAssertionCode =
  | 'platform_unsupported'
  | 'platform_mismatch'
  | PlayIntegrityCode
  | AppleIntegrityAssertionCode
/** Reasons to refuse a hardware signature, on any platform. */
export type HardwareSignatureCode = AndroidHardwareSignatureCode | AppleHardwareSignatureCode

/** Verifiers of one platform (DIS-02). */
export interface DeviceVendor {
  readonly platform: Platform
  /**
   * Test settings, one sentence each: a pinned root that is not the vendor's own, a development environment, verdicts
   * for testers. A service in production refuses to start with any of them (DIS-02, WP-50, WP-98).
   */
  readonly unfitForProduction: readonly string[]
  verifyKeyAttestation(
    input: KeyAttestationInput & Pick<KeyAttestationObject, 'parts'>,
  ): Promise<Verified<AttestedDevice> | Failure<KeyAttestationCode>>
  /** Verifies the signature over the client data. Sends no request. */
  verifyHardwareSignature(
    input: HardwareSignatureInput,
  ): Promise<Verified<HardwareSignature> | Failure<HardwareSignatureCode>>
  /** True if `verifyIntegrityAssertion` sends no request. */
  readonly verifiesLocally?: true
  /**
   * Verifies the vendor's statement. May send a request to the vendor's service, so the caller must mark the challenge
   * as used first (WP-35). May rely on `verifyHardwareSignature`, which the caller must call first with the same
   * assertion.
   */
  verifyIntegrityAssertion(
    input: IntegrityAssertionInput,
  ): Promise<Verified<IntegrityVerdict> | Failure<IntegrityAssertionCode>>
}

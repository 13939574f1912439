/**
 * What the verifiers of one platform do: the seam at which a platform is added (a file that makes a `DeviceVendor`, its
 * codes in these unions and in `evidence-class.ts`).
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

/** Why a key attestation does not vouch for a hardware key, on any platform. */
export type KeyAttestationCode =
  | KeyAttestationObjectCode
  | 'platform_unsupported'
  | AndroidKeyAttestationCode
  | AppleKeyAttestationCode
/** Why an integrity assertion does not vouch for device and app, on any platform. */
export type IntegrityAssertionCode =
  | 'platform_unsupported'
  | 'platform_mismatch'
  | PlayIntegrityCode
  | AppleIntegrityAssertionCode
/** Why a hardware signature does not hold, on any platform. */
export type HardwareSignatureCode = AndroidHardwareSignatureCode | AppleHardwareSignatureCode

/** One platform's verifiers (DIS-02). */
export interface DeviceVendor {
  readonly platform: Platform
  /**
   * What makes this configuration one for tests: a pinned root that is not the vendor's own, an environment of
   * development, verdicts made for testers. One sentence each; a service in production refuses to start with any (DIS-02,
   * WP-50, WP-98).
   */
  readonly unfitForProduction: readonly string[]
  verifyKeyAttestation(
    input: KeyAttestationInput & Pick<KeyAttestationObject, 'parts'>,
  ): Promise<Verified<AttestedDevice> | Failure<KeyAttestationCode>>
  /** Local: no call to anybody. */
  verifyHardwareSignature(
    input: HardwareSignatureInput,
  ): Promise<Verified<HardwareSignature> | Failure<HardwareSignatureCode>>
  /** May ask the vendor's service; what that costs is for the caller to plan (WP-35). */
  verifyIntegrityAssertion(
    input: IntegrityAssertionInput,
  ): Promise<Verified<IntegrityVerdict> | Failure<IntegrityAssertionCode>>
}

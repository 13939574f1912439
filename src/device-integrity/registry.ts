/**
 * One entrance for all platforms. At registration the object itself says which one it is of (WP-08); afterwards the
 * instance's record does, and evidence of the other platform is refused (WP-65). A platform whose verifier is not
 * configured is recognised and refused by name.
 */
import { type Failure, fail, failed, type Verified } from '../base/index.ts'
import { platformOfAssertion, readKeyAttestation } from './evidence-encoding.ts'
import type {
  AttestedDevice,
  HardwareSignature,
  HardwareSignatureInput,
  IntegrityAssertionInput,
  IntegrityVerdict,
  KeyAttestationInput,
  Platform,
} from './port.ts'
import type { DeviceVendor, HardwareSignatureCode, IntegrityAssertionCode, KeyAttestationCode } from './vendor.ts'

/** What a Wallet Provider asks about devices: the verifiers of all vendors behind one port. */
export interface DeviceIntegrity {
  /** Of all vendors (DIS-02, WP-50, WP-98). */
  readonly unfitForProduction: readonly string[]
  /** Object, key and challenge belong together (DIS-04). Does not check that the challenge is ours, fresh or unused, nor that the tag is free. */
  verifyKeyAttestation(input: KeyAttestationInput): Promise<Verified<AttestedDevice> | Failure<KeyAttestationCode>>
  /** Local: no call to anybody, so it may come before the challenge is claimed (WP-35). */
  verifyHardwareSignature(
    input: HardwareSignatureInput & { readonly platform: Platform },
  ): Promise<Verified<HardwareSignature> | Failure<HardwareSignatureCode | 'platform_unsupported'>>
  /** For this client data and signed by the vendor (DIS-05). May ask the vendor's service. */
  verifyIntegrityAssertion(
    input: IntegrityAssertionInput,
  ): Promise<Verified<IntegrityVerdict> | Failure<IntegrityAssertionCode>>
}

/** At most one vendor of each platform; evidence of a platform that has none fails with `platform_unsupported`. */
export function createDeviceIntegrity(vendors: readonly DeviceVendor[]): DeviceIntegrity {
  const vendorOf = (platform: Platform) => vendors.find((vendor) => vendor.platform === platform)
  return {
    unfitForProduction: vendors.flatMap((vendor) => vendor.unfitForProduction),
    verifyKeyAttestation: async (input) => {
      const object = readKeyAttestation(input.key_attestation)
      if (failed(object)) return object
      const vendor = vendorOf(object.platform)
      if (vendor === undefined)
        return fail('platform_unsupported', 'key_attestation', { found: object.platform, isOwnWords: true })
      return vendor.verifyKeyAttestation({ ...input, parts: object.parts })
    },
    verifyHardwareSignature: async (input) => {
      const vendor = vendorOf(input.platform)
      if (vendor === undefined)
        return fail('platform_unsupported', 'payload.hardware_signature', { found: input.platform, isOwnWords: true })
      return vendor.verifyHardwareSignature(input)
    },
    verifyIntegrityAssertion: async (input) => {
      const { platform } = input.device
      const vendor = vendorOf(platform)
      if (vendor === undefined)
        return fail('platform_unsupported', 'payload.integrity_assertion', { found: platform, isOwnWords: true })
      const foreign = platformOfAssertion(input.integrity_assertion) !== platform
      if (foreign) return fail('platform_mismatch', 'payload.integrity_assertion') // WP-65
      return vendor.verifyIntegrityAssertion(input)
    },
  }
}

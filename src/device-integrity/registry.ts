/**
 * Verifiers of all platforms behind one port. At registration the evidence itself determines the platform (WP-08). At
 * an attestation request the record of the instance determines the platform, and evidence of the other platform is
 * refused (WP-65). Evidence of a platform without a configured vendor is refused with `platform_unsupported`.
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

/** Device integrity of all vendors. */
export interface DeviceIntegrity {
  /** Test settings of all vendors, which a service in production refuses (DIS-02, WP-50, WP-98). One sentence each. */
  readonly unfitForProduction: readonly string[]
  /**
   * Verifies that the vendor attests the hardware key for this challenge (DIS-04). Also verifies that the hardware key
   * tag belongs to the key of an Apple device. Android attests no tag. Does not check that the challenge is ours, fresh
   * or unused, or that no other instance has the tag.
   */
  verifyKeyAttestation(input: KeyAttestationInput): Promise<Verified<AttestedDevice> | Failure<KeyAttestationCode>>
  /**
   * Verifies the signature over the client data. Sends no request, so it may run before the challenge is marked as used
   * (WP-35).
   */
  verifyHardwareSignature(
    input: HardwareSignatureInput & { readonly platform: Platform },
  ): Promise<Verified<HardwareSignature> | Failure<HardwareSignatureCode | 'platform_unsupported'>>
  /** Returns true if `verifyIntegrityAssertion` sends no request for devices of this platform. */
  verifiesLocally(platform: Platform): boolean
  /**
   * Verifies the vendor's statement for this client data (DIS-05). May send a request to the vendor's service. For
   * Apple devices, checks only the app. The caller must first call `verifyHardwareSignature` with the same assertion,
   * because only that call verifies that the assertion is bound to the client data.
   */
  verifyIntegrityAssertion(
    input: IntegrityAssertionInput,
  ): Promise<Verified<IntegrityVerdict> | Failure<IntegrityAssertionCode>>
}

/**
 * Creates the port. Uses the first vendor of each platform.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { appleAppAttestRoots, createAppleVendor, createDeviceIntegrity } from 'fiducia/device-integrity'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 * import { createCertificateCache } from 'fiducia/x509'
 *
 * const policy = { appIds: ['TEAM000000.org.example.wallet'], environment: 'production' } as const
 * const trust = { roots: appleAppAttestRoots, policy, cache: createCertificateCache() }
 * const integrity = createDeviceIntegrity([createAppleVendor({ crypto: createNodeCrypto(), trust })])
 * const evidence = { key_attestation: 'bm90aGluZw', hardware_key_tag: 'tag', challenge: 'challenge' }
 * const verdict = await integrity.verifyKeyAttestation({ ...evidence, now: createSystemClock().now() })
 * assert.ok(failed(verdict))
 * assert.deepEqual(integrity.unfitForProduction, [])
 * ```
 */
export function createDeviceIntegrity(vendors: readonly DeviceVendor[]): DeviceIntegrity {
  const vendorOf = (platform: Platform) => vendors.find((vendor) => vendor.platform === platform)
  const requireVendor = (platform: Platform, at: string) => {
    const vendor = vendorOf(platform)
    if (vendor === undefined) return fail('platform_unsupported', at, { found: platform, isShownAnywhere: true })
    return vendor
  }
  return {
    unfitForProduction: vendors.flatMap((vendor) => vendor.unfitForProduction),
    verifyKeyAttestation: async (input) => {
      const object = readKeyAttestation(input.key_attestation)
      if (failed(object)) return object
      const vendor = requireVendor(object.platform, 'key_attestation')
      return failed(vendor) ? vendor : vendor.verifyKeyAttestation({ ...input, parts: object.parts })
    },
    verifyHardwareSignature: async (input) => {
      const vendor = requireVendor(input.platform, 'payload.hardware_signature')
      return failed(vendor) ? vendor : vendor.verifyHardwareSignature(input)
    },
    verifiesLocally: (platform) => vendorOf(platform)?.verifiesLocally === true,
    verifyIntegrityAssertion: async (input) => {
      const { platform } = input.device
      const vendor = requireVendor(platform, 'payload.integrity_assertion')
      if (failed(vendor)) return vendor
      const isForeign = platformOfAssertion(input.integrity_assertion) !== platform
      if (isForeign) return fail('platform_mismatch', 'payload.integrity_assertion') // WP-65
      return vendor.verifyIntegrityAssertion(input)
    },
  }
}

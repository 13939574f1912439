/** Verifiers for Apple: App Attest at registration and at each attestation request. They send no request. */
import type { CryptoContext } from '../../base/index.ts'
import type { DeviceVendor } from '../vendor.ts'
import { verifyAppleHardwareSignature, verifyAppleIntegrityAssertion } from './assertion.ts'
import { isAppleAppAttestRoot } from './roots.ts'
import { type AppleTrust, verifyAppleKeyAttestation } from './verify-key-attestation.ts'

/** Policies for Apple evidence. */
export interface AppleVendorContext extends CryptoContext {
  readonly trust: AppleTrust
}

/**
 * Creates the verifiers. A root that is not Apple's, or App Attest's development environment, makes the configuration
 * unfit for production (DIS-02, WP-50).
 */
export const createAppleVendor = (ctx: AppleVendorContext): DeviceVendor => ({
  platform: 'apple',
  unfitForProduction: [
    ...ctx.trust.roots
      .filter((root) => !isAppleAppAttestRoot(root))
      .map(({ spkiDigest }) => `the App Attest root ${spkiDigest} is not Apple's`), // DIS-02
    ...(ctx.trust.policy.environment === 'production' ? [] : ['App Attest is of the development environment']), // WP-50
  ],
  verifyKeyAttestation: async ({ parts: [object = new Uint8Array()], ...input }) =>
    verifyAppleKeyAttestation(ctx, { ...input, object }),
  verifyHardwareSignature: (input) => verifyAppleHardwareSignature(ctx, input),
  verifyIntegrityAssertion: async (input) =>
    verifyAppleIntegrityAssertion({ crypto: ctx.crypto, policy: ctx.trust.policy }, input),
})

/** Verifiers for Apple: App Attest at registration and at each attestation request. They send no request. */
import type { CryptoContext } from '../../base/index.ts'
import type { DeviceVendor } from '../vendor.ts'
import { verifyAppleHardwareSignature, verifyAppleIntegrityAssertion } from './assertion.ts'
import { isAppleAppAttestRoot } from './roots.ts'
import { type AppleTrust, verifyAppleKeyAttestation } from './verify-key-attestation.ts'

/** Roots, policy and cache for Apple evidence. */
export interface AppleVendorContext extends CryptoContext {
  readonly trust: AppleTrust
}

/**
 * Creates the verifiers. A root that is not Apple's, or App Attest's development environment, makes the configuration
 * unfit for production (DIS-02, WP-50).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { createAppleVendor, createDeviceIntegrity } from 'fiducia/device-integrity'
 * import { createNodeCrypto, createNodeRandom, createSystemClock } from 'fiducia/node'
 * import { createSoftwareVendor } from 'fiducia/software-device'
 * import { createCertificateCache, pinKey } from 'fiducia/x509'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom(), clock: createSystemClock() }
 * const phones = await createSoftwareVendor(ctx)
 * const policy = { appIds: [phones.appleApp.appId], environment: 'production' } as const
 * const trust = { roots: phones.appleRoots.map(pinKey), policy, cache: createCertificateCache() }
 * const integrity = createDeviceIntegrity([createAppleVendor({ ...ctx, trust })])
 * const phone = await phones.createAppleDevice()
 * const [challenge, now] = ['challenge', ctx.clock.now()] as const
 * const evidence = { key_attestation: await phone.keyAttestation(challenge), hardware_key_tag: phone.hardwareKeyTag }
 * assert.ok(!failed(await integrity.verifyKeyAttestation({ ...evidence, challenge, now })))
 * ```
 */
export const createAppleVendor = (ctx: AppleVendorContext): DeviceVendor => ({
  platform: 'apple',
  unfitForProduction: [
    ...ctx.trust.roots
      .filter((root) => !isAppleAppAttestRoot(root))
      .map(({ spkiDigest }) => `the App Attest root ${spkiDigest} is not Apple's`), // DIS-02
    ...(ctx.trust.policy.environment === 'production'
      ? []
      : ['App Attest keys of the development environment are accepted']), // WP-50
  ],
  verifyKeyAttestation: async ({ parts: [object = new Uint8Array()], ...input }) =>
    verifyAppleKeyAttestation(ctx, { ...input, object }),
  verifyHardwareSignature: (input) => verifyAppleHardwareSignature(ctx, input),
  verifiesLocally: true,
  verifyIntegrityAssertion: async (input) =>
    verifyAppleIntegrityAssertion({ crypto: ctx.crypto, policy: ctx.trust.policy }, input),
})

/**
 * Verifiers for Android: key attestation at registration, hardware signature and Play Integrity at each attestation
 * request.
 */
import type { CryptoContext } from '../../base/index.ts'
import { verifyAndroidHardwareSignature } from '../hardware-signature.ts'
import { type PlayIntegrityDecoder, verifyPlayIntegrity } from '../play-integrity.ts'
import type { PlayIntegrityPolicy } from '../play-verdict.ts'
import type { DeviceVendor } from '../vendor.ts'
import { isGoogleAttestationRoot } from './roots.ts'
import { type AndroidTrust, verifyAndroidKeyAttestation } from './verify-key-attestation.ts'

/** Roots and policies for Android evidence, and the decoder of Play Integrity tokens. */
export interface AndroidVendorContext extends CryptoContext {
  readonly trust: AndroidTrust
  readonly play: { readonly decoder: PlayIntegrityDecoder; readonly policy: PlayIntegrityPolicy }
}

/**
 * Creates the verifiers. `verifyIntegrityAssertion` asks Google through `play.decoder`, or decodes locally with a local
 * decoder. The configuration is unfit for production if a root is not Google's (DIS-02), or if the policy accepts test
 * responses (WP-98).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createAndroidVendor, createLocalPlayDecoder } from 'fiducia/device-integrity'
 * import { createNodeCrypto, createNodeRandom, createSystemClock } from 'fiducia/node'
 * import { createSoftwareVendor } from 'fiducia/software-device'
 * import { createCertificateCache, pinKey } from 'fiducia/x509'
 *
 * const ctx = { crypto: createNodeCrypto(), random: createNodeRandom(), clock: createSystemClock() }
 * const { app, androidRoots, playKeys } = await createSoftwareVendor(ctx)
 * const [packageName, digests] = [app.packageName, [app.certificateDigest]] as const
 * const policy = { applications: [{ packageName, signatureDigests: digests }], requireStrongBox: false }
 * const listedSerials = () => new Set<string>() // in production, those of a current list (`parseAndroidStatusList`)
 * const trust = { roots: androidRoots.map(pinKey), policy, cache: createCertificateCache(), listedSerials }
 * const applications = [{ packageName, certificateDigests: digests }]
 * const strictness = { maximumAgeSeconds: 900, skewSeconds: 60, requireStrongIntegrity: true, requireLicence: false }
 * const play = { decoder: createLocalPlayDecoder(ctx, playKeys), policy: { applications, ...strictness } }
 * const vendor = createAndroidVendor({ ...ctx, trust, play })
 * assert.equal(vendor.unfitForProduction.length, 1)
 * ```
 */
export const createAndroidVendor = (ctx: AndroidVendorContext): DeviceVendor => ({
  platform: 'android',
  unfitForProduction: [
    ...ctx.trust.roots
      .filter((root) => !isGoogleAttestationRoot(root))
      .map(({ spkiDigest }) => `the Android root ${spkiDigest} is not Google's`), // DIS-02
    ...(ctx.play.policy.acceptTestResponses ? ['test responses of Play Integrity are accepted'] : []), // WP-98
  ],
  verifyKeyAttestation: ({ parts, challenge, now }) =>
    verifyAndroidKeyAttestation(ctx, {
      ...{ certificates: parts, challenge, now },
      storeApplications: ctx.play.policy.applications,
    }),
  verifyHardwareSignature: (input) => verifyAndroidHardwareSignature(ctx, input),
  ...(ctx.play.decoder.isLocal && { verifiesLocally: true }),
  verifyIntegrityAssertion: ({ integrity_assertion, clientData, device, now }) =>
    verifyPlayIntegrity(
      { crypto: ctx.crypto, ...ctx.play },
      {
        ...{ integrity_assertion, clientData, now },
        packageName: device.application,
        packageNames: device.packageNames,
        recordedDigests: device.applicationDigests,
      },
    ),
})

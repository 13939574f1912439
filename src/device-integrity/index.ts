export * from './android/android-vendor.ts'
export type { AndroidApplication, AndroidPolicy } from './android/evaluate-key-description.ts'
export * from './android/key-description.ts'
export * from './android/roots.ts'
export * from './android/status-list.ts'
export type { AndroidTrust } from './android/verify-key-attestation.ts'
export {
  type AppleAppPolicy,
  type AppleDistribution,
  appleDistributions,
  bundleVersionPattern,
} from './apple/app-extensions.ts'
export * from './apple/apple-vendor.ts'
export * from './apple/operating-system.ts'
export * from './apple/roots.ts'
export type { AppAttestEnvironment, ApplePolicy, AppleTrust } from './apple/verify-key-attestation.ts'
export { aaguids, appAttestNonceOid } from './apple/verify-key-attestation.ts'
export * from './evidence-class.ts'
export * from './hardware-signature.ts'
export * from './play-integrity.ts'
export * from './play-local-decoder.ts'
export type { PlayApplication, PlayIntegrityPolicy, PlayVerdictCode } from './play-verdict.ts'
export * from './port.ts'
export * from './registry.ts'
export type * from './vendor.ts'

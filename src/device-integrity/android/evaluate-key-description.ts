/**
 * Checks that an attested Android device and key meet the policy (WP-10, WP-32, WP-43 to WP-46). The record is the key
 * description in the attestation. Properties of device and key are read from the record's hardware-enforced list,
 * because the operating system itself writes the software-enforced list. The app is read from the software-enforced
 * list first, and a key that is open to all apps is detected in both lists.
 */
import { type Failure, fail } from '../../base/index.ts'
import {
  type AttestedApplication,
  type AuthorizationList,
  type KeyDescription,
  securityLevels,
} from './key-description.ts'

/** An app whose keys are accepted. */
export interface AndroidApplication {
  readonly packageName: string
  /** SHA-256 of the accepted signing certificates, lower-case hexadecimal. */
  readonly signatureDigests: readonly string[]
  /** Minimum versionCode. Defaults to none. */
  readonly minimumVersion?: number | undefined
}

/**
 * Accepted devices and apps. A device that does not meet the policy is refused, but its genuine evidence does not count
 * as forged (D-55).
 */
export interface AndroidPolicy {
  readonly applications: readonly AndroidApplication[]
  /**
   * Requires StrongBox in the record and in the names of the chain. If false, the trusted execution environment is
   * accepted too.
   */
  readonly requireStrongBox: boolean
  /** Minimum patch level of the operating system, YYYYMM. If absent, the level is recorded but not checked. */
  readonly minimumOsPatchLevel?: number | undefined
  /** Minimum patch level of the vendor image, YYYYMM. If absent, the level is recorded but not checked. */
  readonly minimumVendorPatchLevel?: number | undefined
  /** Minimum patch level of the boot image, YYYYMM. If absent, the level is recorded but not checked. */
  readonly minimumBootPatchLevel?: number | undefined
}

export type KeyDescriptionPolicyCode =
  | 'attestation_level_too_low'
  | 'keymint_level_too_low'
  | 'security_levels_differ'
  | 'attester_level_too_low'
  | 'root_of_trust_missing'
  | 'device_unlocked'
  | 'boot_not_verified'
  | 'key_algorithm_mismatch'
  | 'key_curve_mismatch'
  | 'key_not_generated'
  | 'key_purpose_mismatch'
  | 'key_digest_mismatch'
  | 'key_open_to_all_applications'
  | 'application_id_missing'
  | 'application_unknown'
  | 'application_foreign'
  | 'application_digest_foreign'
  | 'application_version_too_low'
  | 'patch_level_too_low'

// Values in the record, as KeyMint defines them.
const algorithmEc = 3
const curveP256 = 1
const purposeSign = 2
const purposeVerify = 3
const digestSha256 = 4
const originGenerated = 0
const bootVerified = 0

const at = 'key_attestation[0].key_description'

/**
 * Returns the first failure, or `undefined`. `namesStrongBox` is true if the names in the chain state a StrongBox. Does
 * not verify certificates or challenge.
 */
export function evaluateKeyDescription(
  description: KeyDescription,
  namesStrongBox: boolean,
  policy: AndroidPolicy,
): undefined | Failure<KeyDescriptionPolicyCode> {
  const hardware = description.hardwareEnforced
  return (
    checkSecurityLevels(description, policy) ??
    checkAttester(namesStrongBox, policy) ??
    checkRootOfTrust(hardware) ??
    checkKey(description) ??
    checkApplication(description.softwareEnforced.application ?? hardware.application, policy) ??
    checkPatchLevels(hardware, policy)
  )
}

function checkSecurityLevels(
  { attestationSecurityLevel, keyMintSecurityLevel }: KeyDescription,
  { requireStrongBox }: AndroidPolicy,
): undefined | Failure<KeyDescriptionPolicyCode> {
  const accepted: readonly number[] = requireStrongBox
    ? [securityLevels.strongBox]
    : [securityLevels.trustedEnvironment, securityLevels.strongBox]
  if (!accepted.includes(attestationSecurityLevel))
    return fail('attestation_level_too_low', `${at}.attestationSecurityLevel`) // WP-43
  if (!accepted.includes(keyMintSecurityLevel)) return fail('keymint_level_too_low', `${at}.keyMintSecurityLevel`) // WP-43
  if (attestationSecurityLevel !== keyMintSecurityLevel)
    return fail('security_levels_differ', `${at}.keyMintSecurityLevel`) // WP-43
  return undefined
}

/**
 * Checks that the attesting environment, which creates the record, is a StrongBox, if the policy requires one. The
 * vendor writes the name of the environment into the chain.
 */
function checkAttester(
  namesStrongBox: boolean,
  { requireStrongBox }: AndroidPolicy,
): undefined | Failure<KeyDescriptionPolicyCode> {
  if (requireStrongBox && !namesStrongBox) return fail('attester_level_too_low', 'key_attestation[1].subject') // WP-43
  return undefined
}

function checkRootOfTrust({ rootOfTrust }: AuthorizationList): undefined | Failure<KeyDescriptionPolicyCode> {
  const place = `${at}.hardwareEnforced.rootOfTrust`
  if (rootOfTrust === undefined) return fail('root_of_trust_missing', place) // WP-44
  if (!rootOfTrust.deviceLocked) return fail('device_unlocked', `${place}.deviceLocked`) // WP-44
  if (rootOfTrust.verifiedBootState !== bootVerified) return fail('boot_not_verified', `${place}.verifiedBootState`) // WP-44
  return undefined
}

function checkKey({
  hardwareEnforced: key,
  softwareEnforced: software,
}: KeyDescription): undefined | Failure<KeyDescriptionPolicyCode> {
  const place = `${at}.hardwareEnforced`
  const purposes = key.purposes ?? []
  const isForSigning =
    purposes.includes(purposeSign) && purposes.every((purpose) => purpose === purposeSign || purpose === purposeVerify)
  if (key.algorithm !== algorithmEc) return fail('key_algorithm_mismatch', `${place}.algorithm`) // WP-45
  if (key.ecCurve !== curveP256) return fail('key_curve_mismatch', `${place}.ecCurve`) // WP-45
  if (key.origin !== originGenerated) return fail('key_not_generated', `${place}.origin`) // WP-45
  if (!isForSigning) return fail('key_purpose_mismatch', `${place}.purpose`) // WP-45
  if (!key.digests?.includes(digestSha256)) return fail('key_digest_mismatch', `${place}.digest`) // WP-45
  if (key.allApplications || software.allApplications)
    return fail('key_open_to_all_applications', `${at}.allApplications`) // WP-45
  return undefined
}

/** Names that Android writes for an unknown app and for itself. */
const placeholders = ['UnknownPackage', 'AndroidSystem']

/**
 * Checks the app. Several packages may share a user id, so each of them must be configured. An app may have two
 * signers, so each package must be configured with every digest in the record.
 */
function checkApplication(
  application: AttestedApplication | undefined,
  policy: AndroidPolicy,
): undefined | Failure<KeyDescriptionPolicyCode> {
  const place = `${at}.attestationApplicationId`
  if (application === undefined || application.packages.length === 0) return fail('application_id_missing', place) // WP-46
  const isPlaceholder = application.packages.some(({ name }) => placeholders.includes(name))
  if (isPlaceholder) return fail('application_unknown', `${place}.package_infos`) // WP-46
  for (const { name, version } of application.packages) {
    const configured = policy.applications.find(({ packageName }) => packageName === name)
    if (configured === undefined) return fail('application_foreign', `${place}.package_infos`, { found: name }) // WP-46, WP-32
    const digestsMatch =
      application.signatureDigests.length > 0 &&
      application.signatureDigests.every((digest) => configured.signatureDigests.includes(digest))
    if (!digestsMatch) return fail('application_digest_foreign', `${place}.signature_digests`) // WP-46, WP-32
    const { minimumVersion } = configured
    const isTooOld = minimumVersion !== undefined && (version === undefined || version < BigInt(minimumVersion))
    if (isTooOld) return fail('application_version_too_low', `${place}.package_infos`) // WP-10
  }
  return undefined
}

/** Checks each patch level that has a configured minimum. A level that the record lacks is too low. */
function checkPatchLevels(
  hardware: AuthorizationList,
  policy: AndroidPolicy,
): undefined | Failure<KeyDescriptionPolicyCode> {
  const minimums = [
    ['osPatchLevel', hardware.osPatchLevel, policy.minimumOsPatchLevel],
    ['vendorPatchLevel', hardware.vendorPatchLevel, policy.minimumVendorPatchLevel],
    ['bootPatchLevel', hardware.bootPatchLevel, policy.minimumBootPatchLevel],
  ] as const
  for (const [name, level, minimum] of minimums) {
    const isTooLow = minimum !== undefined && monthOf(level ?? 0) < minimum
    if (isTooLow) return fail('patch_level_too_low', `${at}.hardwareEnforced.${name}`) // WP-10
  }
  return undefined
}

/** Removes the day, which newer devices add to vendor and boot levels. */
const monthOf = (level: number): number => (level > 999_999 ? Math.floor(level / 100) : level)

/**
 * The verdict of a Play Integrity token for this request: whether the vendor confirms app and device
 * (https://developer.android.com/google/play/integrity/verdicts; WP-10, WP-23, WP-62).
 */
import { type Failure, fail, isJsonObject, type Json, type JsonObject } from '../base/index.ts'
import {
  type AppIntegrity,
  accountDetails,
  deviceIntegrity,
  findMalformed,
  readableDigests,
  recognisedApp,
  recognition,
} from './play-payload.ts'

/** An app whose verdicts are accepted. */
export interface PlayApplication {
  readonly packageName: string
  /** SHA-256 of the store's signing certificates of the app, lower-case hexadecimal. */
  readonly certificateDigests: readonly string[]
  /** Minimum versionCode. Defaults to none. */
  readonly minimumVersion?: number | undefined
}

/** Accepted verdicts. A device that does not meet the policy is refused (D-55). */
export interface PlayIntegrityPolicy {
  readonly applications: readonly PlayApplication[]
  /** Maximum age of a token in seconds. */
  readonly maximumAgeSeconds: number
  /** Seconds by which the vendor's clock may be ahead. */
  readonly skewSeconds: number
  /** Requires `MEETS_STRONG_INTEGRITY` instead of `MEETS_DEVICE_INTEGRITY`. */
  readonly requireStrongIntegrity: boolean
  /** Requires that the user's account has a licence for the app from the store. */
  readonly requireLicence: boolean
  /** Accepts verdicts that the app's owner configured for testers. Defaults to false. */
  readonly acceptTestResponses?: boolean | undefined
}

/**
 * Reasons to refuse a verdict. Four are denials by the vendor (WP-29): `play_app_unrecognised`,
 * `play_app_package_mismatch`, `play_app_digest_foreign` and `play_device_verdict_too_weak`.
 */
export type PlayVerdictCode =
  | 'play_verdict_field_missing'
  | 'play_app_unrecognised'
  | 'play_app_unevaluated'
  | 'play_app_package_mismatch'
  | 'play_app_digest_foreign'
  | 'play_app_digest_unconfigured'
  | 'play_app_version_too_low'
  | 'play_device_verdict_too_weak'
  | 'play_device_label_unknown'
  | 'play_device_level_unmet'
  | 'play_app_unlicensed'
  | 'play_app_licence_unevaluated'

/** The app with which the instance was registered, for comparison. */
interface RegisteredApp {
  readonly packageName: string
  readonly recordedDigests?: readonly string[] | undefined
}

const at = 'integrity_assertion'

/** Returns the first failure of a verdict, or `undefined`. Denials by the vendor come first, then the policy. */
export const checkVerdict = (
  policy: PlayIntegrityPolicy,
  payload: JsonObject,
  registered: RegisteredApp,
): undefined | Failure<PlayVerdictCode> =>
  checkDenial(policy, payload, registered) ??
  checkApp(policy, payload, registered.packageName) ??
  checkDevice(policy, payload)

/**
 * Checks that the vendor does not deny app or device (WP-29). Runs first, so that a failure of the policy, such as an
 * old app version, does not hide a denial. Missing members, malformed members and unknown values deny nothing (WP-210).
 * A missing list of labels counts as empty.
 *
 * A verdict with neither a recognized app nor labels is not a denial, because the vendor clears both in a token that
 * was decoded too often.
 */
function checkDenial(
  policy: PlayIntegrityPolicy,
  payload: JsonObject,
  { packageName, recordedDigests = [] }: RegisteredApp,
): undefined | Failure<PlayVerdictCode> {
  const place = `${at}.appIntegrity`
  const app = isJsonObject(payload.appIntegrity) ? payload.appIntegrity : {}
  const { appRecognitionVerdict: verdict, packageName: name, certificateSha256Digest: digests } = app
  if (verdict === 'UNRECOGNIZED_VERSION') return fail('play_app_unrecognised', `${place}.appRecognitionVerdict`) // WP-62
  const recognised = verdict === 'PLAY_RECOGNIZED'
  if (recognised && typeof name === 'string' && name !== '' && name !== packageName)
    return fail('play_app_package_mismatch', `${place}.packageName`) // WP-62
  const unconfigured = unconfiguredDigests(policy, digests, packageName)
  const foreign = recordedDigests.length > 0 && unconfigured.some((digest) => !recordedDigests.includes(digest))
  if (recognised && foreign) return fail('play_app_digest_foreign', `${place}.certificateSha256Digest`) // WP-62
  if (findMalformed(payload, 'deviceIntegrity', deviceIntegrity)) return undefined
  const labels = readLabels(payload)
  const isEvaluated = recognised || labels.length > 0
  if (isEvaluated && labels.every((label) => weakLabels.includes(label)))
    return fail('play_device_verdict_too_weak', labelsPlace) // WP-62, WP-23
  return undefined
}

/** Checks that the app is a configured one from the store with a sufficient version. */
function checkApp(
  policy: PlayIntegrityPolicy,
  payload: JsonObject,
  packageName: string,
): undefined | Failure<PlayVerdictCode> {
  const malformed = findMalformed(payload, 'appIntegrity', recognition)
  if (malformed !== undefined) return fail('play_verdict_field_missing', malformed) // WP-62
  const recognised = readApp(payload).appRecognitionVerdict === 'PLAY_RECOGNIZED'
  if (!recognised) return fail('play_app_unevaluated', `${at}.appIntegrity.appRecognitionVerdict`) // WP-62
  const malformedApp = findMalformed(payload, 'appIntegrity', recognisedApp)
  if (malformedApp !== undefined) return fail('play_verdict_field_missing', malformedApp) // WP-62
  const app = readApp(payload)
  const areConfigured = unconfiguredDigests(policy, app.certificateSha256Digest, packageName).length === 0
  if (!areConfigured) return fail('play_app_digest_unconfigured', `${at}.appIntegrity.certificateSha256Digest`) // WP-62
  const tooOld = Number(app.versionCode) < (applicationOf(policy, packageName)?.minimumVersion ?? 0)
  if (tooOld) return fail('play_app_version_too_low', `${at}.appIntegrity.versionCode`) // WP-10
  return undefined
}

/** Documented labels of devices that fail the vendor's integrity checks. */
const weakLabels = ['MEETS_BASIC_INTEGRITY', 'MEETS_VIRTUAL_INTEGRITY']
const documentedLabels = [...weakLabels, 'MEETS_DEVICE_INTEGRITY', 'MEETS_STRONG_INTEGRITY']
const labelsPlace = `${at}.deviceIntegrity.deviceRecognitionVerdict`

/** Checks the required label of the device, and the licence if the policy requires it. */
function checkDevice(policy: PlayIntegrityPolicy, payload: JsonObject): undefined | Failure<PlayVerdictCode> {
  const malformed = findMalformed(payload, 'deviceIntegrity', deviceIntegrity)
  if (malformed !== undefined) return fail('play_verdict_field_missing', malformed) // WP-62
  const labels = readLabels(payload)
  const needed = policy.requireStrongIntegrity ? 'MEETS_STRONG_INTEGRITY' : 'MEETS_DEVICE_INTEGRITY'
  if (!labels.includes(needed)) {
    const areKnown = labels.every((label) => documentedLabels.includes(label))
    if (!areKnown) return fail('play_device_label_unknown', labelsPlace) // WP-210
    return fail('play_device_level_unmet', labelsPlace) // WP-62, WP-23
  }
  if (policy.requireLicence) {
    const malformedAccount = findMalformed(payload, 'accountDetails', accountDetails)
    if (malformedAccount !== undefined) return fail('play_verdict_field_missing', malformedAccount) // WP-62
    const { appLicensingVerdict: licence } = payload.accountDetails as JsonObject
    const place = `${at}.accountDetails.appLicensingVerdict`
    if (licence === 'UNLICENSED') return fail('play_app_unlicensed', place) // WP-62
    if (licence !== 'LICENSED') return fail('play_app_licence_unevaluated', place) // WP-62
  }
  return undefined
}

const readApp = (payload: JsonObject): AppIntegrity => payload.appIntegrity as unknown as AppIntegrity
const readLabels = (payload: JsonObject): readonly string[] =>
  ((payload.deviceIntegrity as JsonObject).deviceRecognitionVerdict ?? []) as readonly string[]

/** Returns the accepted app with this package name, or `undefined`. */
export const applicationOf = (policy: PlayIntegrityPolicy, name: string): PlayApplication | undefined =>
  policy.applications.find(({ packageName }) => packageName === name)

/** Returns the readable digests of a verdict that are not configured for this package. */
function unconfiguredDigests(
  policy: PlayIntegrityPolicy,
  digests: Json | undefined,
  packageName: string,
): readonly string[] {
  const configured = applicationOf(policy, packageName)?.certificateDigests ?? []
  return readableDigests(digests).filter((digest) => !configured.includes(digest))
}

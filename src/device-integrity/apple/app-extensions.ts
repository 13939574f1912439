/**
 * Statements of the operating system about the running app: extensions of the authenticator data since iOS 27. The
 * leaf's nonce or the hardware signature covers them. Older systems do not send them (D-1085).
 */
import { type Failure, fail, failed } from '../../base/index.ts'
import { decodeCbor, isCborBytes, isCborMap } from '../../cose/index.ts'

/** Ways in which an app came to the device, with Apple's number (`apple_validation_category_01`). */
const categories = {
  'operating-system': 1,
  testflight: 2,
  development: 3,
  'app-store': 4,
  enterprise: 5,
  'developer-id': 6,
  other: 10,
} as const

type NamedDistribution = keyof typeof categories

/**
 * Way in which an Apple app came to the device. `enterprise` includes ad hoc distribution. `unknown` is any other value
 * than the numbers with a name here, for example that of another marketplace (D-1085).
 */
export type AppleDistribution = NamedDistribution | 'unknown'

const namedDistributions = Object.keys(categories) as [NamedDistribution, ...NamedDistribution[]]

/** All distributions, for settings. */
export const appleDistributions = [...namedDistributions, 'unknown'] as const

/** Accepted distributions and versions of the app. */
export interface AppleAppPolicy {
  /**
   * Accepted distributions. A device that states none is accepted. Defaults to `app-store` in App Attest's production
   * environment, and to all distributions in its development environment.
   */
  readonly distributions?: readonly AppleDistribution[] | undefined
  /** Minimum CFBundleVersion. Not checked on devices that state no version. Defaults to none. */
  readonly minimumVersion?: string | undefined
}

/** The app as the operating system describes it. A member is absent if the device does not state it. */
export interface AppExtensions {
  readonly distribution?: AppleDistribution
  /** CFBundleVersion. Empty if it is not a text. */
  readonly version?: string
}

export type AppPolicyCode =
  | 'app_attest_distribution_foreign'
  | 'app_attest_version_too_low'
  | 'app_attest_version_unreadable'

/** Form of a minimum CFBundleVersion: one to three numbers with points between them. */
export const bundleVersionPattern = /^\d{1,15}(?:\.\d{1,15}){0,2}$/
/** Form of a CFBundleVersion that a device states. Apple ignores all numbers after the third one. */
const statedVersionPattern = /^\d{1,15}(?:\.\d{1,15})*$/

const categoryName = 'apple_validation_category_01'
const versionName = 'apple_bundle_version_01'

/**
 * Parses one CBOR map with text keys (WebAuthn Level 2 §9.5). Returns `undefined` for anything else. Ignores unknown
 * extensions.
 */
export function parseAppExtensions(bytes: Uint8Array): AppExtensions | undefined {
  const extensions = decodeCbor(bytes, 'extensions')
  if (failed(extensions) || !isCborMap(extensions)) return undefined
  if (![...extensions.keys()].every((name) => typeof name === 'string')) return undefined
  const [category, version] = [extensions.get(categoryName), extensions.get(versionName)]
  return {
    ...(category !== undefined && { distribution: distributionOf(category) }),
    ...(version !== undefined && { version: typeof version === 'string' ? version : '' }),
  }
}

/** Returns the name of a category: a little-endian number of four bytes, or a CBOR number. */
function distributionOf(category: unknown): AppleDistribution {
  const isFourBytes = isCborBytes(category) && category.length === 4
  const number = isFourBytes ? new DataView(category.buffer, category.byteOffset).getUint32(0, true) : category
  return namedDistributions.find((name) => categories[name] === number) ?? 'unknown'
}

/**
 * Checks that distribution and version of the app are accepted. Accepts an app without these statements. `at` is the
 * place of the authenticator data.
 */
export function checkAppPolicy(
  { distribution, version }: AppExtensions,
  { distributions, minimumVersion }: AppleAppPolicy,
  at: string,
): undefined | Failure<AppPolicyCode> {
  if (distribution !== undefined && distributions?.includes(distribution) === false)
    return fail('app_attest_distribution_foreign', `${at}.extensions.${categoryName}`, { found: distribution }) // WP-195
  if (version === undefined || minimumVersion === undefined) return undefined
  const place = `${at}.extensions.${versionName}`
  if (!statedVersionPattern.test(version)) return fail('app_attest_version_unreadable', place) // WP-195
  return isBelow(version, minimumVersion) ? fail('app_attest_version_too_low', place) : undefined // WP-195
}

/** Compares the first three numbers, as Apple's systems do. A missing number is 0. */
function isBelow(version: string, minimum: string): boolean {
  const [numbers, least] = [version, minimum].map((text) => text.split('.').map(Number))
  for (const index of [0, 1, 2]) {
    const difference = (numbers?.[index] ?? 0) - (least?.[index] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

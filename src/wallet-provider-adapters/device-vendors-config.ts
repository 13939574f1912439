/**
 * Settings of accepted devices. A platform without settings is not accepted. The roots and URLs default to the vendors'
 * own. No default accepts a test device or an outdated status list.
 */
import { z } from 'zod'
import { areUnique, decodeLenientBase64 } from '../base/index.ts'
import { appleDistributions, bundleVersionPattern } from '../device-integrity/index.ts'
import { pinKey } from '../x509/index.ts'

/** SHA-256 in hexadecimal, with or without colons, as `keytool` and Google's console print it. */
const digest = z
  .string()
  .regex(/^[0-9a-fA-F]{2}(?::?[0-9a-fA-F]{2}){31}$/)
  .transform((text) => text.replaceAll(':', '').toLowerCase())

/** A SubjectPublicKeyInfo or a certificate, as DER in base64. */
const rootKey = z.string().transform((text, context) => {
  const bytes = decodeLenientBase64(text)
  if (bytes !== undefined && isPinnable(bytes)) return bytes
  context.addIssue({ code: 'custom', message: 'is not a public key in base64' })
  return z.NEVER
})

function isPinnable(key: Uint8Array): boolean {
  try {
    return pinKey(key) !== undefined
  } catch {
    return false
  }
}

/**
 * Replaces the vendor's own roots, for tests. A provider in production refuses to start with any other root (DIS-02).
 */
const roots = z.array(rootKey).min(1).optional()

const packageName = z.string().regex(/^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/)
const application = z.strictObject({
  packageName: packageName.describe('Package name of the app.'),
  signatureDigests: z
    .array(digest)
    .min(1)
    .describe(
      'SHA-256 digests of the certificates that sign the app on the device, in hexadecimal or as `keytool` prints them.',
    ),
  storeDigests: z
    .array(digest)
    .min(1)
    .optional()
    .describe('Digests that the store reports. Defaults to `signatureDigests`.'),
  minimumVersion: z.int().min(0).optional().describe('Minimum versionCode of the app. Defaults to none.'),
})
/** YYYYMM. Levels with a day are compared by month (WP-10). */
const month = z
  .int()
  .refine((level) => /^20\d\d(0[1-9]|1[0-2])$/.test(String(level)), 'is not a month in the form YYYYMM')
  .optional()

const googleStatusListUrl = 'https://android.googleapis.com/attestation/status'
const googleDecoderUrl = 'https://playintegrity.googleapis.com'

const statusList = z.strictObject({
  url: z.url().default(googleStatusListUrl).describe("URL of Google's list of revoked certificates."),
  maximumAgeSeconds: z
    .int()
    .min(60)
    .default(72 * 3600)
    .describe('Maximum age of a copy in seconds.'),
  whenTooOld: z
    .enum(['refuse', 'accept'])
    .default('refuse')
    .describe('Effect of an older copy on registrations: `refuse` (503) or `accept`.'),
  minimumIntervalSeconds: z.int().min(1).default(60).describe('Minimum seconds between two requests for the list.'),
  maximumIntervalSeconds: z
    .int()
    .min(1)
    .default(3600)
    .describe('Maximum seconds between two requests for the list. A larger minimum takes precedence.'),
  timeoutMilliseconds: z.int().min(1).default(10_000).describe('Time limit of one request, in milliseconds.'),
  file: z.string().min(1).optional().describe('File that keeps the last copy over restarts.'),
})

const googleDecoder = z.strictObject({
  kind: z.literal('google').describe('`google` asks Google, `local` decodes with the keys of the app.'),
  accountFile: z.string().min(1).describe('Key file of the service account, as Google provides it.'),
  url: z.url().default(googleDecoderUrl).describe('URL of the Play Integrity API.'),
  timeoutMilliseconds: z.int().min(1).default(4000).describe('Time limit of one request, in milliseconds.'),
  breakerFailures: z
    .int()
    .min(1)
    .default(5)
    .describe('Consecutive failures after which no request is sent for `breakerPauseSeconds`.'),
  breakerPauseSeconds: z.int().min(1).default(30).describe('Seconds of the pause after `breakerFailures` failures.'),
})
/** Decoder for tokens of classic API requests. The app's owner gets the keys in the Play Console. */
const localDecoder = z.strictObject({
  kind: z.literal('local'),
  keysFile: z.string().min(1).describe('File with the keys of the app from the Play Console.'),
})

const playConfig = z.strictObject({
  decoder: z
    .discriminatedUnion('kind', [googleDecoder, localDecoder])
    .describe('How tokens are decoded: by Google or locally.'),
  policy: z
    .strictObject({
      maximumAgeSeconds: z.int().min(10).max(3600).default(900).describe('Maximum age of a verdict in seconds.'),
      skewSeconds: z.int().min(0).max(300).default(60).describe("Seconds by which Google's clock may be ahead."),
      requireStrongIntegrity: z.boolean().default(false).describe('Requires `MEETS_STRONG_INTEGRITY`.'),
      requireLicence: z.boolean().default(false).describe("Requires a licence for the app in the user's account."),
      acceptTestResponses: z
        .boolean()
        .default(false)
        .describe('Accepts test responses. If true, a provider in production refuses to start.'), // WP-98
    })
    .prefault({}),
})

const androidVendorConfig = z.strictObject({
  applications: z
    .array(application)
    .min(1)
    .refine((apps) => areUnique(apps.map(({ packageName }) => packageName)), {
      message: 'two entries have the same packageName: list all digests of an app in one entry',
    })
    .describe('Apps that are accepted, each once.'),
  requireStrongBox: z.boolean().default(false).describe('Requires keys in a StrongBox.'),
  minimumOsPatchLevel: month.describe(
    'Minimum patch level of the operating system, YYYYMM. If absent, the level is recorded but not checked.',
  ),
  minimumVendorPatchLevel: month.describe(
    'Minimum patch level of the vendor, YYYYMM. If absent, the level is recorded but not checked.',
  ),
  minimumBootPatchLevel: month.describe(
    'Minimum patch level of the boot image, YYYYMM. If absent, the level is recorded but not checked.',
  ),
  play: playConfig,
  statusList: statusList.prefault({}),
  roots: roots.describe("Replaces Google's root keys (base64). For tests only."),
})

const appleVendorConfig = z.strictObject({
  appIds: z
    .array(z.string().regex(/^[A-Z0-9]{10}\.[\w.-]+$/))
    .min(1)
    .describe('App IDs that are accepted, as `<team>.<bundle>`.'),
  environment: z
    .enum(['production', 'development'])
    .default('production')
    .describe('Accepted environment of App Attest. `development` is for test builds.'),
  distributions: z
    .array(z.enum(appleDistributions))
    .min(1)
    .optional()
    .describe(
      'Accepted ways in which the app came to the device. Devices with iOS 26 and older do not state any, and are accepted. `enterprise` includes ad hoc distribution. `unknown` accepts every value without a name here. Defaults to `app-store`, and to all with `development` in `environment`.',
    ), // WP-195
  minimumVersion: z
    .string()
    .regex(bundleVersionPattern)
    .optional()
    .describe(
      'Minimum CFBundleVersion of the app. Not checked on devices with iOS 26 and older, which do not state it. Defaults to none.',
    ), // WP-195
  roots: roots.describe("Replaces Apple's root keys (base64). For tests only."),
})

/** Accepted Android and Apple devices. At least one platform is required. */
export const deviceVendorsConfig = z
  .strictObject({ android: androidVendorConfig.optional(), apple: appleVendorConfig.optional() })
  .refine(({ android, apple }) => android !== undefined || apple !== undefined, {
    message: 'names no platform. It must name android, apple or both',
  })

/** Parsed settings of Play Integrity, with defaults. */
export type PlayConfig = Readonly<z.output<typeof playConfig>>
/** Parsed settings of Android devices, with defaults. */
export type AndroidVendorConfig = Readonly<z.output<typeof androidVendorConfig>>
/** Parsed settings of both platforms, with defaults. */
export type DeviceVendorsConfig = Readonly<z.output<typeof deviceVendorsConfig>>

/**
 * Returns a sentence if a status list that is too old is used, one for each URL that is not the vendor's own, and one
 * for each accepted distribution other than the App Store (WP-79). Does not return the sentences of
 * `unfitForProduction`.
 */
export const relaxationsOf = ({ android, apple }: DeviceVendorsConfig): readonly string[] => [
  ...(android ? androidRelaxations(android) : []),
  ...(apple?.distributions ?? [])
    .filter((distribution) => distribution !== 'app-store')
    .map((distribution) =>
      distribution === 'unknown'
        ? 'Apple apps of every distribution without a known name are accepted'
        : `Apple apps of the distribution ${distribution} are accepted`,
    ),
]

function androidRelaxations({ play, statusList: list }: AndroidVendorConfig): readonly string[] {
  const relaxations: readonly (readonly [applies: boolean, sentence: string])[] = [
    [list.whenTooOld === 'accept', 'a list of revoked Android certificates is used even if it is too old'],
    [list.url !== googleStatusListUrl, "the list of revoked Android certificates is not fetched from Google's own URL"],
    [
      play.decoder.kind === 'google' && play.decoder.url !== googleDecoderUrl,
      "Play Integrity tokens are not decoded at Google's own URL",
    ],
  ]
  return relaxations.filter(([applies]) => applies).map(([, sentence]) => sentence)
}

/**
 * The integrity assertion of an Android device: a Play Integrity token, decoded by a port (the vendor's service, or
 * locally with the app's own keys), and the verdict inside judged here, fail-closed: a member that is missing or of
 * another type is a failure, never a pass (https://developer.android.com/google/play/integrity/verdicts; WP-62, WP-63).
 */
import {
  type CryptoContext,
  decodeLenientBase64,
  decodeUtf8,
  type Failure,
  fail,
  failed,
  isJsonObject,
  type Json,
  type JsonObject,
  type NumericDate,
  type Verified,
  verified,
} from '../base/index.ts'
import type { IntegrityVerdict } from './port.ts'

/** Why a token was not decoded. The last two say nothing of the device: an outage, and a fault of our configuration. */
export type PlayDecodeCode =
  | 'play_token_undecodable'
  | 'play_token_forged'
  | 'play_token_unknown'
  | 'play_service_unavailable'
  | 'play_app_unconfigured'

/** Turns a token into its payload, having proved that the vendor made it. Judges nothing inside. */
export interface PlayIntegrityDecoder {
  decode(token: string, packageName: string): Promise<JsonObject | Failure<PlayDecodeCode>>
}

/** Why a token does not vouch for device, app and this request. */
export type PlayIntegrityCode =
  | PlayDecodeCode
  | 'play_request_field_missing'
  | 'play_request_package_mismatch'
  | 'play_request_hash_mismatch'
  | 'play_token_stale'
  | 'play_token_from_future'
  | 'play_verdict_field_missing'
  | 'play_app_unrecognised'
  | 'play_app_unevaluated'
  | 'play_app_package_mismatch'
  | 'play_app_digest_foreign'
  | 'play_app_digest_unconfigured'
  | 'play_app_version_too_low'
  | 'play_device_verdict_too_weak'
  | 'play_device_level_unmet'
  | 'play_app_unlicensed'
  | 'play_app_licence_unevaluated'

/** An app for which a verdict is taken. */
export interface PlayApplication {
  readonly packageName: string
  /** SHA-256 of the certificates of the app as the store signs it, lower-case hexadecimal. */
  readonly certificateDigests: readonly string[]
  /** versionCode. */
  readonly minimumVersion?: number | undefined
}

/** Which verdicts of Play Integrity a Wallet Provider takes. A device that falls short of them is below the minimum (D-55). */
export interface PlayIntegrityPolicy {
  readonly applications: readonly PlayApplication[]
  /** Seconds between the token and its verification. */
  readonly maximumAgeSeconds: number
  /** Seconds by which the vendor's clock may be ahead. */
  readonly skewSeconds: number
  /** Demands `MEETS_STRONG_INTEGRITY`; `MEETS_DEVICE_INTEGRITY` is enough otherwise. */
  readonly requireStrongIntegrity: boolean
  /** Demands that the store gave this user the app. */
  readonly requireLicence: boolean
}

/** A token of the standard request, and what its `requestHash` must be the SHA-256 of. */
export interface PlayIntegrityInput {
  readonly integrity_assertion: string
  readonly clientData: string
  /** The app that the instance was registered with. */
  readonly packageName: string
  /** SHA-256 of the certificates that this app had then, lower-case hexadecimal; absent where they were not recorded. */
  readonly recordedDigests?: readonly string[] | undefined
  readonly now: NumericDate
}

const at = 'integrity_assertion'

const isString = (value: Json | undefined): boolean => typeof value === 'string'
const areStrings = (value: Json | undefined): boolean => Array.isArray(value) && value.every(isString)
/** A 64-bit integer travels as text. */
const isCount = (value: Json | undefined): boolean =>
  typeof value === 'string' ? /^\d{1,15}$/.test(value) : Number.isSafeInteger(value) && (value as number) >= 0

/** What a group must have, by hand and not by a schema: each verdict is read once, at the busiest endpoint. */
type Shape<T> = readonly (readonly [member: keyof T & string, holds: (value: Json | undefined) => boolean])[]

interface RequestDetails {
  readonly requestPackageName: string
  readonly requestHash: string
  readonly timestampMillis: string | number
}
interface AppIntegrity {
  readonly appRecognitionVerdict: string
  readonly packageName: string
  readonly certificateSha256Digest: readonly string[]
  readonly versionCode: string | number
}
interface DeviceIntegrityLabels {
  readonly deviceRecognitionVerdict: readonly string[]
}
interface AccountDetails {
  readonly appLicensingVerdict: string
}

const requestDetails: Shape<RequestDetails> = [
  ['requestPackageName', isString],
  ['requestHash', isString],
  ['timestampMillis', isCount],
]
const recognition: Shape<AppIntegrity> = [['appRecognitionVerdict', isString]]
const recognisedApp: Shape<AppIntegrity> = [
  ['packageName', isString],
  ['certificateSha256Digest', (value) => areStrings(value) && (value as readonly string[]).length > 0],
  ['versionCode', isCount],
]
const deviceIntegrity: Shape<DeviceIntegrityLabels> = [['deviceRecognitionVerdict', areStrings]]
const accountDetails: Shape<AccountDetails> = [['appLicensingVerdict', isString]]

/** Where a group is not what it must be: in itself, or in its first member that is absent or of another type. */
function misfitOf<T>(payload: JsonObject, group: string, shape: Shape<T>): string | undefined {
  const members = payload[group]
  if (!isJsonObject(members)) return `${at}.${group}`
  for (const [member, holds] of shape) if (!holds(members[member])) return `${at}.${group}.${member}`
  return undefined
}

/**
 * Decodes and judges. An app that is not ours any more is asked about nowhere: no keys are there for its tokens, and
 * nothing is wrong with its device. Does not check that the challenge inside the client data is fresh.
 */
export async function verifyPlayIntegrity(
  ctx: CryptoContext & { readonly decoder: PlayIntegrityDecoder; readonly policy: PlayIntegrityPolicy },
  input: PlayIntegrityInput,
): Promise<Verified<IntegrityVerdict> | Failure<PlayIntegrityCode>> {
  const configured = applicationOf(ctx.policy, input.packageName)
  if (configured === undefined) return fail('play_app_unconfigured', at) // WP-32
  const payload = await ctx.decoder.decode(readToken(input.integrity_assertion), input.packageName)
  if (failed(payload)) return payload
  const fault =
    checkRequest(ctx, payload, input) ??
    checkDenial(ctx.policy, payload, input) ??
    checkApp(ctx.policy, payload, input.packageName)
  return fault ?? checkDevice(ctx.policy, payload)
}

/** A JWE in compact form (RFC 7516 §7.1), as the vendor makes them. */
const compactJwe = /^[\w-]+(\.[\w-]*){4}$/

/** The token, which travels as it is or once more in base64 (D-171). What is neither is its decoder's to judge. */
function readToken(assertion: string): string {
  const bytes = assertion.includes('.') ? undefined : decodeLenientBase64(assertion)
  const text = bytes && decodeUtf8(bytes)
  return text !== undefined && compactJwe.test(text) ? text : assertion
}

/** That the token was asked for by this app, for this client data, now. */
function checkRequest(
  ctx: CryptoContext & { readonly policy: PlayIntegrityPolicy },
  payload: JsonObject,
  { clientData, packageName, now }: PlayIntegrityInput,
): undefined | Failure<PlayIntegrityCode> {
  const misfit = misfitOf(payload, 'requestDetails', requestDetails)
  if (misfit !== undefined) return fail('play_request_field_missing', misfit) // WP-62
  const { requestPackageName, requestHash, timestampMillis } = payload.requestDetails as unknown as RequestDetails
  const place = `${at}.requestDetails`
  if (requestPackageName !== packageName) return fail('play_request_package_mismatch', `${place}.requestPackageName`) // WP-62
  const digest = ctx.crypto.digest('sha-256', clientData)
  const hash = readDigest(requestHash)
  if (hash === undefined || !ctx.crypto.equal(hash, digest))
    return fail('play_request_hash_mismatch', `${place}.requestHash`) // WP-62
  const madeAt = Number(timestampMillis) / 1000
  if (now - madeAt > ctx.policy.maximumAgeSeconds) return fail('play_token_stale', `${place}.timestampMillis`) // WP-63
  if (madeAt - now > ctx.policy.skewSeconds) return fail('play_token_from_future', `${place}.timestampMillis`) // WP-63
  return undefined
}

/**
 * That the vendor does not deny app or device (WP-29). Comes before everything that only falls short, so that an old
 * version hides no denial. Reads the members that are in the verdict: a member that is missing denies nothing.
 *
 * A verdict without app and without labels is left open: the vendor clears both of a token that was shown too often.
 */
function checkDenial(
  policy: PlayIntegrityPolicy,
  payload: JsonObject,
  { packageName, recordedDigests = [] }: PlayIntegrityInput,
): undefined | Failure<PlayIntegrityCode> {
  const place = `${at}.appIntegrity`
  const app = isJsonObject(payload.appIntegrity) ? payload.appIntegrity : {}
  const { appRecognitionVerdict: verdict, packageName: name, certificateSha256Digest: digests } = app
  if (verdict === 'UNRECOGNIZED_VERSION') return fail('play_app_unrecognised', `${place}.appRecognitionVerdict`) // WP-62
  const recognised = verdict === 'PLAY_RECOGNIZED'
  if (recognised && typeof name === 'string' && name !== packageName)
    return fail('play_app_package_mismatch', `${place}.packageName`) // WP-62
  const unconfigured = areStrings(digests) ? unconfiguredDigests(policy, digests as readonly string[], packageName) : []
  const foreign = recordedDigests.length > 0 && unconfigured.some((digest) => !recordedDigests.includes(digest))
  if (recognised && foreign) return fail('play_app_digest_foreign', `${place}.certificateSha256Digest`) // WP-62
  if (misfitOf(payload, 'deviceIntegrity', deviceIntegrity)) return undefined
  const labels = readLabels(payload)
  const judged = recognised || labels.length > 0
  if (judged && !labels.some((label) => deviceLabels.includes(label)))
    return fail('play_device_verdict_too_weak', labelsPlace) // WP-62, WP-23
  return undefined
}

/** That the app is the provider's own, as the store delivered it, and new enough. */
function checkApp(
  policy: PlayIntegrityPolicy,
  payload: JsonObject,
  packageName: string,
): undefined | Failure<PlayIntegrityCode> {
  const unjudged = misfitOf(payload, 'appIntegrity', recognition)
  if (unjudged !== undefined) return fail('play_verdict_field_missing', unjudged) // WP-62
  const recognised = readApp(payload).appRecognitionVerdict === 'PLAY_RECOGNIZED'
  if (!recognised) return fail('play_app_unevaluated', `${at}.appIntegrity.appRecognitionVerdict`) // WP-62
  const misfit = misfitOf(payload, 'appIntegrity', recognisedApp)
  if (misfit !== undefined) return fail('play_verdict_field_missing', misfit) // WP-62
  const app = readApp(payload)
  const digestsHold = unconfiguredDigests(policy, app.certificateSha256Digest, packageName).length === 0
  if (!digestsHold) return fail('play_app_digest_unconfigured', `${at}.appIntegrity.certificateSha256Digest`) // WP-62
  const tooOld = Number(app.versionCode) < (applicationOf(policy, packageName)?.minimumVersion ?? 0)
  if (tooOld) return fail('play_app_version_too_low', `${at}.appIntegrity.versionCode`) // WP-10
  return undefined
}

const deviceLabels = ['MEETS_DEVICE_INTEGRITY', 'MEETS_STRONG_INTEGRITY']
const labelsPlace = `${at}.deviceIntegrity.deviceRecognitionVerdict`

/** That the device has the label that the policy asks for, and the app a licence where the policy asks for one. */
function checkDevice(
  policy: PlayIntegrityPolicy,
  payload: JsonObject,
): Verified<IntegrityVerdict> | Failure<PlayIntegrityCode> {
  const misfit = misfitOf(payload, 'deviceIntegrity', deviceIntegrity)
  if (misfit !== undefined) return fail('play_verdict_field_missing', misfit) // WP-62
  const labels = readLabels(payload)
  const needed = policy.requireStrongIntegrity ? 'MEETS_STRONG_INTEGRITY' : 'MEETS_DEVICE_INTEGRITY'
  if (!labels.includes(needed)) return fail('play_device_level_unmet', labelsPlace) // WP-62, WP-23
  if (policy.requireLicence) {
    const unlicensed = misfitOf(payload, 'accountDetails', accountDetails)
    if (unlicensed !== undefined) return fail('play_verdict_field_missing', unlicensed) // WP-62
    const { appLicensingVerdict: licence } = payload.accountDetails as unknown as AccountDetails
    const place = `${at}.accountDetails.appLicensingVerdict`
    if (licence === 'UNLICENSED') return fail('play_app_unlicensed', place) // WP-62
    if (licence !== 'LICENSED') return fail('play_app_licence_unevaluated', place) // WP-62
  }
  return verified({ platform: 'android', labels })
}

const readApp = (payload: JsonObject): AppIntegrity => payload.appIntegrity as unknown as AppIntegrity
const readLabels = (payload: JsonObject): readonly string[] =>
  (payload.deviceIntegrity as unknown as DeviceIntegrityLabels).deviceRecognitionVerdict

const applicationOf = (policy: PlayIntegrityPolicy, name: string): PlayApplication | undefined =>
  policy.applications.find(({ packageName }) => packageName === name)

/** The digests of a verdict that the configuration does not name for this package. */
function unconfiguredDigests(
  policy: PlayIntegrityPolicy,
  digests: readonly string[],
  packageName: string,
): readonly string[] {
  const configured = applicationOf(policy, packageName)?.certificateDigests ?? []
  return digests.map(digestHex).filter((digest) => !configured.includes(digest))
}

/** A SHA-256 as wallets and the vendor write it: hexadecimal or base64 in either alphabet. */
function readDigest(text: string): Uint8Array | undefined {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Uint8Array.from(Buffer.from(text, 'hex')) : decodeLenientBase64(text)
  return bytes?.length === 32 ? bytes : undefined
}

const digestHex = (text: string): string => Buffer.from(readDigest(text) ?? []).toString('hex')

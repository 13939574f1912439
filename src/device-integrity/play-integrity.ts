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
  type JsonObject,
  type NumericDate,
  type Verified,
  verified,
} from '../base/index.ts'
import { misfitOf, type RequestDetails, readDigest, requestDetails } from './play-payload.ts'
import { applicationOf, judgeVerdict, type PlayIntegrityPolicy, type PlayVerdictCode } from './play-verdict.ts'
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
  | 'play_test_response'
  | 'play_token_stale'
  | 'play_token_from_future'
  | PlayVerdictCode

/** A token, and the client data whose SHA-256 binds it. */
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
  const fault = checkRequest(ctx, payload, input) ?? checkOrigin(ctx.policy, payload)
  if (fault) return fault
  const labels = judgeVerdict(ctx.policy, payload, input)
  if (failed(labels)) return labels
  return verified({ platform: 'android', labels, ...(isTestResponse(payload) && { isTestResponse: true }) })
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
  if (misfit !== undefined) return fail('play_request_field_missing', misfit) // WP-97
  const details = payload.requestDetails as unknown as RequestDetails
  const { requestPackageName, timestampMillis } = details
  const place = `${at}.requestDetails`
  // The binding comes first: nothing that the token says counts before it is known to be of this request.
  const unbound = checkBinding(ctx, details, clientData)
  if (unbound) return unbound
  if (requestPackageName !== packageName) return fail('play_request_package_mismatch', `${place}.requestPackageName`) // WP-62
  const madeAt = Number(timestampMillis) / 1000
  if (now - madeAt > ctx.policy.maximumAgeSeconds) return fail('play_token_stale', `${place}.timestampMillis`) // WP-63
  if (madeAt - now > ctx.policy.skewSeconds) return fail('play_token_from_future', `${place}.timestampMillis`) // WP-63
  return undefined
}

/** The members that bind a token to its request: a standard token has the first, a classic token the second (D-443). */
const bindings = ['requestHash', 'nonce'] as const

/**
 * Each binding that is present must be the hash of the client data. A value that is no hash at all is a form that is not
 * known, and not forged.
 */
function checkBinding(
  { crypto }: CryptoContext,
  details: RequestDetails,
  clientData: string,
): undefined | Failure<PlayIntegrityCode> {
  const place = `${at}.requestDetails`
  const present = bindings.filter((name) => details[name] !== undefined)
  if (present.length === 0) return fail('play_request_field_missing', `${place}.requestHash`) // WP-97
  const digest = crypto.digest('sha-256', clientData)
  for (const name of present) {
    const value = details[name]
    const hash = typeof value === 'string' ? readDigest(value) : undefined
    if (hash === undefined) return fail('play_request_field_missing', `${place}.${name}`) // WP-97
    if (!crypto.equal(hash, digest)) return fail('play_request_hash_mismatch', `${place}.${name}`) // WP-22
  }
  return undefined
}

/** Whether the vendor made the verdict for a tester. Anything but a clear no counts as yes. */
function isTestResponse({ testingDetails }: JsonObject): boolean {
  if (testingDetails === undefined) return false
  return !isJsonObject(testingDetails) || testingDetails.isTestingResponse !== false
}

/** Checks that the verdict is about the device, and was not set up for a tester. */
function checkOrigin(policy: PlayIntegrityPolicy, payload: JsonObject): undefined | Failure<PlayIntegrityCode> {
  if (isTestResponse(payload) && policy.acceptTestResponses !== true)
    return fail('play_test_response', `${at}.testingDetails`) // WP-98
  return undefined
}

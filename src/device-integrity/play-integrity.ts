/**
 * Integrity assertion of an Android device: a Play Integrity token. A `PlayIntegrityDecoder` decodes the token, at the
 * vendor's service or with the app's keys. This file checks the content. A missing member, or a member of another type,
 * is a failure (https://developer.android.com/google/play/integrity/verdicts; WP-62, WP-63).
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
import { findMalformed, type RequestDetails, readDigest, requestDetails } from './play-payload.ts'
import { applicationOf, checkVerdict, type PlayIntegrityPolicy, type PlayVerdictCode } from './play-verdict.ts'
import type { IntegrityVerdict } from './port.ts'

/**
 * Reasons why a token was not decoded. `play_token_forged` revokes the Wallet Instance, the others only refuse the
 * request:
 *
 * - `play_token_undecodable`: the text does not have the form of a token.
 * - `play_token_forged`: the token was decrypted, and Google has not signed it.
 * - `play_token_unknown`: the decoder cannot read the token, which does not prove that the token is forged.
 * - `play_service_unavailable`: no verdict was obtained. Google did not answer, or refused the service account.
 * - `play_app_unconfigured`: the configuration lacks the app.
 */
export type PlayDecodeCode =
  | 'play_token_undecodable'
  | 'play_token_forged'
  | 'play_token_unknown'
  | 'play_service_unavailable'
  | 'play_app_unconfigured'

/** Decodes a token and verifies that the vendor made it. Does not check its content. */
export interface PlayIntegrityDecoder {
  /** True if `decode` sends no request. */
  readonly isLocal?: true
  decode(token: string, packageName: string): Promise<JsonObject | Failure<PlayDecodeCode>>
}

/** Reasons to refuse a token. */
export type PlayIntegrityCode =
  | PlayDecodeCode
  | 'play_request_field_missing'
  | 'play_request_package_mismatch'
  | 'play_request_package_unrecorded'
  | 'play_request_hash_mismatch'
  | 'play_test_response'
  | 'play_token_stale'
  | 'play_token_from_future'
  | PlayVerdictCode

/** A token, and the client data that it must be bound to. */
export interface PlayIntegrityInput {
  readonly integrity_assertion: string
  readonly clientData: string
  /** The app with which the instance was registered. */
  readonly packageName: string
  /** All packages that share its user id, if they were recorded. Defaults to the app alone. */
  readonly packageNames?: readonly string[] | undefined
  /** SHA-256 of the app's certificates at registration, lower-case hexadecimal. Absent if they were not recorded. */
  readonly recordedDigests?: readonly string[] | undefined
  readonly now: NumericDate
}

const at = 'integrity_assertion'

/**
 * Decodes and checks a token. If no package of the registration is configured any more, fails with
 * `play_app_unconfigured` without decoding, because the device is not at fault. Decodes the token as one of each
 * configured package in turn. Does not check the challenge in the client data.
 */
export async function verifyPlayIntegrity(
  ctx: CryptoContext & { readonly decoder: PlayIntegrityDecoder; readonly policy: PlayIntegrityPolicy },
  input: PlayIntegrityInput,
): Promise<Verified<IntegrityVerdict> | Failure<PlayIntegrityCode>> {
  const payload = await decodeToken(ctx, input)
  if (failed(payload)) return payload
  const requestFault = checkRequest(ctx, payload, input)
  if (requestFault) return requestFault
  const isTest = isTestResponse(payload)
  if (isTest && ctx.policy.acceptTestResponses !== true) return fail('play_test_response', `${at}.testingDetails`) // WP-98
  const { requestPackageName: packageName } = payload.requestDetails as unknown as RequestDetails
  const registered = { packageName, recordedDigests: input.recordedDigests }
  return checkVerdict(ctx.policy, payload, registered) ?? verified({ isTestResponse: isTest })
}

/** Returns the packages of the registration. */
const registeredPackages = ({ packageName, packageNames = [packageName] }: PlayIntegrityInput): readonly string[] =>
  packageNames

/** Returns the payload of a token of any configured package of the registration, or the last failure. */
async function decodeToken(
  { decoder, policy }: { readonly decoder: PlayIntegrityDecoder; readonly policy: PlayIntegrityPolicy },
  input: PlayIntegrityInput,
): Promise<JsonObject | Failure<PlayDecodeCode>> {
  const token = readToken(input.integrity_assertion)
  let payload: JsonObject | Failure<PlayDecodeCode> = fail('play_app_unconfigured', at) // WP-32
  for (const packageName of registeredPackages(input)) {
    if (applicationOf(policy, packageName) === undefined) continue
    payload = await decoder.decode(token, packageName)
    const isOfAnother = failed(payload) && ['play_token_unknown', 'play_app_unconfigured'].includes(payload.code)
    if (!isOfAnother) return payload
  }
  return payload
}

/** A compact JWE (RFC 7516 §7.1), the vendor's format. */
const compactJwe = /^[\w-]+(\.[\w-]*){4}$/

/** Returns the token. Removes an additional encoding in base64 (D-171). Returns any other text unchanged. */
function readToken(assertion: string): string {
  const bytes = assertion.includes('.') ? undefined : decodeLenientBase64(assertion)
  const text = bytes && decodeUtf8(bytes)
  return text !== undefined && compactJwe.test(text) ? text : assertion
}

/** Checks that this app requested the token for this client data, recently. */
function checkRequest(
  ctx: CryptoContext & { readonly policy: PlayIntegrityPolicy },
  payload: JsonObject,
  input: PlayIntegrityInput,
): undefined | Failure<PlayIntegrityCode> {
  const malformed = findMalformed(payload, 'requestDetails', requestDetails)
  if (malformed !== undefined) return fail('play_request_field_missing', malformed) // WP-97
  const details = payload.requestDetails as unknown as RequestDetails
  const { requestPackageName, timestampMillis } = details
  const { clientData, now } = input
  const place = `${at}.requestDetails`
  // The binding is checked first, because an unbound token says nothing about this request.
  const bindingFault = checkBinding(ctx, details, clientData)
  if (bindingFault) return bindingFault
  const isRecorded = registeredPackages(input).includes(requestPackageName)
  const isConfigured = applicationOf(ctx.policy, requestPackageName) !== undefined
  const mayShareUserId = input.packageNames === undefined && isConfigured
  if (!isRecorded && mayShareUserId) return fail('play_request_package_unrecorded', `${place}.requestPackageName`) // WP-211
  if (!isRecorded) return fail('play_request_package_mismatch', `${place}.requestPackageName`) // WP-62
  if (!isConfigured) return fail('play_app_unconfigured', `${place}.requestPackageName`) // WP-32
  const madeAt = Number(timestampMillis) / 1000
  if (now - madeAt > ctx.policy.maximumAgeSeconds) return fail('play_token_stale', `${place}.timestampMillis`) // WP-63
  if (madeAt - now > ctx.policy.skewSeconds) return fail('play_token_from_future', `${place}.timestampMillis`) // WP-63
  return undefined
}

/** Members that bind a token to its request: of a standard token, and of a classic token (D-443). */
const bindings = ['requestHash', 'nonce'] as const

/**
 * Checks that the token has a binding, and that each binding is the hash of the client data. A value that is not a hash
 * counts as malformed, not as forged.
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

/**
 * Returns true if the vendor made the verdict for a tester: `testingDetails` is present, and its `isTestingResponse` is
 * not false.
 */
function isTestResponse({ testingDetails }: JsonObject): boolean {
  if (testingDetails === undefined) return false
  return !isJsonObject(testingDetails) || testingDetails.isTestingResponse !== false
}

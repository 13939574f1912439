/**
 * Capabilities of a wallet. The wallet states them in its attestation request, and the Wallet Provider copies them into
 * the attestation (WP-57, WP-72). They describe only what the wallet supports, because every recipient of the
 * attestation sees them (D-230).
 */
import { hasUserInfo, isJsonObject, type Json, type JsonObject, lacksHost, opensApplication } from '../base/index.ts'

/** Wallet metadata in an attestation (it-wallet §Data formats). */
export interface WalletCapabilities {
  /** URL that opens the wallet: a universal link, or a URL with a custom scheme. */
  readonly authorization_endpoint: string
  readonly response_types_supported: readonly string[]
  readonly response_modes_supported: readonly string[]
  /** Formats and algorithms: `{"dc+sd-jwt": {"sd-jwt_alg_values": ["ES256"]}}`. */
  readonly vp_formats_supported: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly request_object_signing_alg_values_supported: readonly string[]
}

const maximumEndpointLength = 2048
const maximumListLength = 32
const maximumFormatCount = 16

/** Names of algorithm and proof lists in the drafts and final texts of OpenID4VP and in IT-Wallet. */
const algorithmLists = [
  'alg',
  'alg_values',
  'alg_values_supported',
  'sd-jwt_alg_values',
  'kb-jwt_alg_values',
  'issuerauth_alg_values',
  'deviceauth_alg_values',
  'proof_type',
  'proof_type_values',
  'cryptosuite_values',
]

const namePattern = /^[\w.+-]{1,64}$/

/** Excludes `none` and MAC algorithms in any letter case (GEN-01, GEN-02). */
const algorithmPattern = /^(?!none$|hs\d)[\w.+-]{1,64}$/i

const isList = (value: Json, holds: (one: Json) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.length <= maximumListLength && value.every(holds)

/** Names separated by one space (RFC 6749 §3.1.1). */
const responseTypePattern = /^(?=.{1,64}$)[\w.+-]+(?: [\w.+-]+)*$/

const areResponseTypes = (value: Json): boolean =>
  isList(value, (one) => typeof one === 'string' && responseTypePattern.test(one))

const areNames = (value: Json): boolean => isList(value, (one) => typeof one === 'string' && namePattern.test(one))

const isAlgorithm = (value: Json): boolean => typeof value === 'string' && algorithmPattern.test(value)

/** Returns true for an algorithm of a format. COSE algorithms are numbers (RFC 9053). */
const isFormatAlgorithm = (value: Json): boolean => isAlgorithm(value) || Number.isSafeInteger(value)

const isFormat = ([format, members]: readonly [string, Json]): boolean =>
  namePattern.test(format) &&
  isJsonObject(members) &&
  Object.entries(members).every(([name, values]) => !algorithmLists.includes(name) || isList(values, isFormatAlgorithm))

function areFormats(value: Json): boolean {
  if (!isJsonObject(value)) return false
  const formats = Object.entries(value)
  return formats.length <= maximumFormatCount && formats.every(isFormat)
}

/**
 * Returns true for a URL that opens an application. Refuses spaces, control and non-ASCII characters, backslashes, a
 * fragment, and user info, even an empty one.
 */
function isEndpoint(value: Json): boolean {
  if (typeof value !== 'string' || value.length > maximumEndpointLength) return false
  if (/[^!-~]|[\\#]/.test(value) || lacksHost(value) || hasUserInfo(value)) return false
  const url = URL.parse(value)
  return url !== null && opensApplication(url.protocol.slice(0, -1))
}

/**
 * Checks of the capabilities. Each returns true for a well-formed value, and false for `undefined`: callers skip an
 * absent capability. Hand-written for speed, because every attestation request needs these checks.
 */
export const capabilityChecks: { readonly [name in keyof WalletCapabilities]: (value: Json) => boolean } = {
  authorization_endpoint: isEndpoint,
  response_types_supported: areResponseTypes,
  response_modes_supported: areNames,
  vp_formats_supported: areFormats,
  request_object_signing_alg_values_supported: (value) => isList(value, isAlgorithm),
}

export const capabilityNames = Object.keys(capabilityChecks) as readonly (keyof WalletCapabilities)[]

/**
 * Returns the name of the first malformed capability, or `undefined`. Accepts an absent capability, because the Wallet
 * Provider adds its own value.
 */
export function malformedCapability(source: JsonObject): keyof WalletCapabilities | undefined {
  for (const name of capabilityNames) {
    const value = source[name]
    if (value !== undefined && !capabilityChecks[name](value)) return name
  }
  return undefined
}

/**
 * Returns the capabilities in `source` without any other member. Of each format, keeps only the members named in
 * `algorithmLists`. The capabilities must be well-formed.
 */
export function pickCapabilities(source: JsonObject | Partial<WalletCapabilities>): Partial<WalletCapabilities> {
  const picked: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(source))
    if (value !== undefined && Object.hasOwn(capabilityChecks, name))
      picked[name] = name === 'vp_formats_supported' ? pickAlgorithmLists(value as JsonObject) : value
  return picked
}

const pickAlgorithmLists = (formats: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(formats).map(([format, members]) => [
      format,
      Object.fromEntries(Object.entries(members as JsonObject).filter(([name]) => algorithmLists.includes(name))),
    ]),
  )

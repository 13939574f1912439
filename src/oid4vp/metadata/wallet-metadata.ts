/**
 * Wallet metadata (it-wallet §Wallet metadata): capabilities that the wallet sends, with a `wallet_nonce`, when it
 * fetches a Request Object by POST. They contain no information about the user, the hardware or its use (WI-16).
 */
import { z } from 'zod'
import {
  type Failure,
  fail,
  failed,
  isJsonObject,
  type Json,
  type JsonCode,
  type JsonObject,
  parseJsonObject,
  placeOf,
} from '../../base/index.ts'
import { formatDcSdJwt, formatMdoc, formatSdJwt } from '../../credential/index.ts'
import { type ProfileName, walletWire } from '../../profiles/index.ts'
import type { ResponseMode } from '../request/request-object-claims.ts'

/** A list of strings. It has a limit, because the schema reports each malformed element of an untrusted list. */
const strings = z.array(z.string()).max(64)

/** Any list, because an element of another type matches no algorithm. `null` counts as absent (D-342). */
const algorithms = z.array(z.json()).max(64).nullish()

/** Entry of a format whose algorithms are compared. */
const formatEntry = z.looseObject({
  'sd-jwt_alg_values': algorithms,
  'kb-jwt_alg_values': algorithms,
  alg_values_supported: algorithms,
  alg: algorithms,
  issuerauth_alg_values: algorithms,
  deviceauth_alg_values: algorithms,
})

const walletMetadata = z.looseObject({
  vp_formats_supported: z.looseObject({
    [formatDcSdJwt]: formatEntry.optional(),
    [formatSdJwt]: formatEntry.optional(),
    [formatMdoc]: formatEntry.optional(),
  }),
  alg_values_supported: strings.optional(),
  client_id_schemes_supported: strings.optional(),
  authorization_endpoint: z.string().refine(URL.canParse).optional(),
  response_types_supported: strings.optional(),
  response_modes_supported: strings.optional(),
  request_object_signing_alg_values_supported: strings.optional(),
  request_object_encryption_alg_values_supported: strings.optional(),
  request_object_encryption_enc_values_supported: strings.optional(),
  jwks: z.looseObject({ keys: z.array(z.record(z.string(), z.json())).max(16) }).optional(),
})

/** Parsed wallet metadata. Not authenticated. */
export type WalletMetadata = z.infer<typeof walletMetadata>

/** Capabilities of a wallet. */
export interface WalletCapabilities {
  /** Format → `{ "sd-jwt_alg_values": […] }`. */
  readonly vpFormats: JsonObject
  /** Authorization endpoint of the wallet, preferably a universal link. */
  readonly authorizationEndpoint: string
  readonly responseModes: readonly ResponseMode[]
  readonly requestObjectAlgorithms: readonly string[]
  /** Profile that decides which members the metadata have. Defaults to `seed`. */
  readonly profile?: ProfileName
}

/**
 * Creates the form of the POST: metadata as JSON, and a nonce. The caller creates `walletNonce` with at least 128
 * random bits (WI-67).
 */
export function createWalletMetadataForm(
  capabilities: WalletCapabilities,
  walletNonce: string,
): { readonly wallet_metadata: string; readonly wallet_nonce: string } {
  const { statesNoDefinitionUri, clientIdNames } = walletWire[capabilities.profile ?? 'seed']
  const metadata = {
    vp_formats_supported: capabilities.vpFormats, // WI-69
    ...(statesNoDefinitionUri && { presentation_definition_uri_supported: false }), // WI-69
    ...clientIdNames, // WI-70, WI-141
    authorization_endpoint: capabilities.authorizationEndpoint, // WI-70
    response_types_supported: ['vp_token'], // WI-69
    response_modes_supported: [...capabilities.responseModes], // WI-69
    request_object_signing_alg_values_supported: [...capabilities.requestObjectAlgorithms], // WI-69
  }
  return { wallet_metadata: JSON.stringify(metadata), wallet_nonce: walletNonce } // WI-67
}

/** Reasons to refuse wallet metadata (OpenID4VP D22 §9). */
export type WalletMetadataCode =
  | JsonCode
  | 'vp_formats_supported_missing'
  | 'presentation_definition_uri_supported'
  | 'response_types_unsupported'
  | 'wallet_metadata_malformed'

/**
 * Parses the form parameter `wallet_metadata` (RP-41). Does not check unknown members or formats, and drops members and
 * formats that are `null` (D-342). `checksDefinitionUri` defaults to true.
 */
export function parseWalletMetadata(
  text: string,
  { checksDefinitionUri = true }: { readonly checksDefinitionUri?: boolean } = {},
): WalletMetadata | Failure<WalletMetadataCode> {
  const members = parseJsonObject(text, 'wallet_metadata')
  if (failed(members)) return members // RP-41
  const value = dropNulls(members)
  if (value.response_types_supported === 'vp_token') value.response_types_supported = ['vp_token'] // D-476
  if (value.vp_formats_supported === undefined)
    return fail('vp_formats_supported_missing', 'wallet_metadata.vp_formats_supported') // RP-41
  const { presentation_definition_uri_supported: uriSupported } = value
  if (checksDefinitionUri && uriSupported !== undefined && uriSupported !== false)
    return fail('presentation_definition_uri_supported', 'wallet_metadata.presentation_definition_uri_supported') // RP-41
  if (value.response_types_supported !== undefined && !onlyVpToken(value.response_types_supported))
    return fail('response_types_unsupported', 'wallet_metadata.response_types_supported') // RP-41
  if (isJsonObject(value.vp_formats_supported)) value.vp_formats_supported = dropNulls(value.vp_formats_supported)
  const parsed = walletMetadata.safeParse(value)
  if (!parsed.success) return fail('wallet_metadata_malformed', placeOf('wallet_metadata', parsed.error)) // RP-41
  return parsed.data
}

/** Returns a copy without members that are `null` (D-342). */
const dropNulls = (members: JsonObject): Record<string, Json> =>
  Object.fromEntries(Object.entries(members).filter(([, member]) => member !== null))

const onlyVpToken = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((one) => one === 'vp_token')

/**
 * Returns a `wallet_nonce` of 1 to 512 characters. Refuses any other value, and a text with half a surrogate pair. The
 * Request Object repeats the nonce (RP-40).
 */
export function parseWalletNonce(value: unknown): string | Failure<'wallet_nonce_malformed'> {
  if (typeof value !== 'string' || value.length < 1 || value.length > 512 || !value.isWellFormed())
    return fail('wallet_nonce_malformed', 'wallet_nonce') // RP-40
  return value
}

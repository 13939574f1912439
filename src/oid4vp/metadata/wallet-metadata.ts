/**
 * Wallet metadata (it-wallet §Wallet metadata): capabilities that the wallet sends, with a `wallet_nonce`, when it
 * fetches a Request Object by POST. They contain no information about the user, the hardware or its use (WI-16).
 */
import { z } from 'zod'
import {
  type Failure,
  fail,
  failed,
  type Json,
  type JsonCode,
  type JsonObject,
  parseJsonObject,
  placeOf,
} from '../../base/index.ts'
import {
  algorithmsOf,
  formatDcSdJwt,
  formatMdoc,
  formatSdJwt,
  keyBindingAlgorithmsOf,
  sameFormat,
} from '../../credential/index.ts'
import { type ProfileName, walletWire } from '../../profiles/index.ts'
import type { ResponseMode } from '../request/request-object-claims.ts'

/** A list of strings. It has a limit, because the schema reports each malformed element of an untrusted list. */
const strings = z.array(z.string()).max(64)

/** Any list, because an element of another type matches no algorithm. `null` counts as absent (D-342). */
const algorithms = z.array(z.json()).max(64).nullish()

/** Entry of a format whose algorithms are compared. */
const formatEntry = z
  .looseObject({
    'sd-jwt_alg_values': algorithms,
    'kb-jwt_alg_values': algorithms,
    alg_values_supported: algorithms,
    alg: algorithms,
    issuerauth_alg_values: algorithms,
    deviceauth_alg_values: algorithms,
  })
  .nullish()

const walletMetadata = z.looseObject({
  vp_formats_supported: z.looseObject({
    [formatDcSdJwt]: formatEntry,
    [formatSdJwt]: formatEntry,
    [formatMdoc]: formatEntry,
  }),
  presentation_definition_uri_supported: z.boolean().optional(),
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
 * Parses the form parameter `wallet_metadata` (RP-41). Does not check unknown members or formats, and drops members
 * that are `null` (D-342).
 */
export function parseWalletMetadata(text: string): WalletMetadata | Failure<WalletMetadataCode> {
  const members = parseJsonObject(text, 'wallet_metadata')
  if (failed(members)) return members // RP-41
  const value = Object.fromEntries(Object.entries(members).filter(([, member]) => member !== null)) // D-342
  if (value.response_types_supported === 'vp_token') value.response_types_supported = ['vp_token'] // D-476
  if (value.vp_formats_supported === undefined)
    return fail('vp_formats_supported_missing', 'wallet_metadata.vp_formats_supported') // RP-41
  const { presentation_definition_uri_supported: uriSupported } = value
  if (uriSupported !== undefined && uriSupported !== false)
    return fail('presentation_definition_uri_supported', 'wallet_metadata.presentation_definition_uri_supported') // RP-41
  if (value.response_types_supported !== undefined && !onlyVpToken(value.response_types_supported))
    return fail('response_types_unsupported', 'wallet_metadata.response_types_supported') // RP-41
  const parsed = walletMetadata.safeParse(value)
  if (!parsed.success) return fail('wallet_metadata_malformed', placeOf('wallet_metadata', parsed.error)) // RP-41
  return parsed.data
}

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

/** Formats, response modes and algorithms that the Relying Party supports. */
export interface RequestOffer {
  /**
   * `vp_formats` with every format and algorithm that the Relying Party verifies, including `kb-jwt_alg_values`, which
   * is not always published.
   */
  readonly vpFormats: JsonObject
  /** Response modes in order of preference. */
  readonly responseModes: readonly ResponseMode[]
  /** False to ignore the wallet's `client_id_schemes_supported`. Defaults to true. */
  readonly checksClientIdSchemes?: boolean
  /**
   * Response modes in wallet metadata that are ignored. A wallet that lists only such modes is assumed to accept any.
   * Defaults to none.
   */
  readonly ignoredResponseModes?: readonly string[]
  /** Algorithms of the Relying Party's signing keys. */
  readonly signingAlgorithms: readonly string[]
}

/** Reasons why wallet and Relying Party are incompatible. No Request Object is created then. */
export type NegotiationCode =
  | 'client_id_scheme_unsupported'
  | 'no_common_format'
  | 'no_common_format_algorithm'
  | 'no_common_response_mode'
  | 'no_common_signing_algorithm'

/**
 * Response modes of wallet metadata in the specification's example, with the names that Request Objects use for them
 * (D-121).
 */
const postedModes: ReadonlyMap<string, ResponseMode> = new Map([
  ['form_post', 'direct_post'],
  ['form_post.jwt', 'direct_post.jwt'],
])

/**
 * Schemes whose client identifier is an entity identifier: `entity_id` up to OpenID4VP draft 21, `https` in drafts 22
 * and 23 (D-380).
 */
const federationSchemes = ['entity_id', 'https']

/**
 * Returns the response mode that the Relying Party prefers of those that the wallet supports. Fails if wallet and
 * Relying Party share no client identifier scheme, no format with its algorithms, no response mode or no signing
 * algorithm (RP-42). An absent member sets no limit, but an absent `client_id_schemes_supported` means `entity_id`. An
 * empty list has nothing in common with ours.
 */
export function negotiateRequest(
  metadata: WalletMetadata,
  offer: RequestOffer,
): ResponseMode | Failure<NegotiationCode> {
  const schemes = metadata.client_id_schemes_supported ?? ['entity_id']
  if (offer.checksClientIdSchemes !== false && !schemes.some((scheme) => federationSchemes.includes(scheme)))
    return fail('client_id_scheme_unsupported', 'wallet_metadata.client_id_schemes_supported') // RP-42
  const formatFault = checkFormats(metadata.vp_formats_supported as JsonObject, offer.vpFormats)
  if (formatFault !== undefined) return formatFault
  const { ignoredResponseModes: ignoredModes = [] } = offer
  const modes = metadata.response_modes_supported?.map((mode) => postedModes.get(mode) ?? mode)
  const onlyIgnored = modes !== undefined && modes.length > 0 && modes.every((mode) => ignoredModes.includes(mode))
  const responseMode = offer.responseModes.find((mode) => onlyIgnored || (modes?.includes(mode) ?? true))
  if (responseMode === undefined)
    return fail('no_common_response_mode', 'wallet_metadata.response_modes_supported', {
      expected: offer.responseModes,
      found: modes,
    }) // RP-42
  const algorithms = metadata.request_object_signing_alg_values_supported
  if (!offer.signingAlgorithms.some((name) => algorithms?.includes(name) ?? true))
    return fail('no_common_signing_algorithm', 'wallet_metadata.request_object_signing_alg_values_supported', {
      expected: offer.signingAlgorithms,
      found: algorithms,
    }) // RP-42
  return responseMode
}

function checkFormats(
  theirs: JsonObject,
  ours: JsonObject,
): Failure<'no_common_format' | 'no_common_format_algorithm'> | undefined {
  const at = 'wallet_metadata.vp_formats_supported'
  const common = Object.entries(ours).flatMap(([name, our]) =>
    Object.entries(theirs).flatMap(([their, entry]) => (sameFormat(their, name) ? [[our, entry] as const] : [])),
  )
  if (common.length === 0)
    return fail('no_common_format', at, { expected: Object.keys(ours), found: Object.keys(theirs) }) // RP-42
  if (common.some(([our, their]) => algorithmsShared(our, their))) return undefined
  return fail('no_common_format_algorithm', at, {
    expected: describeAlgorithms(ours),
    found: describeAlgorithms(theirs),
  }) // RP-42
}

/** Returns the algorithms of each format, of the credential and of its Key Binding JWT, for display. */
const describeAlgorithms = (formats: JsonObject): readonly string[] =>
  Object.entries(formats).map(([name, entry]) => {
    const keyBinding = keyBindingAlgorithmsOf(entry)
    const further = keyBinding === undefined ? '' : `, KB-JWT ${keyBinding.join(' ')}`
    return `${name} ${(algorithmsOf(entry) ?? ['any']).join(' ')}${further}`
  })

/** Compares the algorithms of the credential and of its Key Binding JWT (D-410). */
const algorithmsShared = (a: Json, b: Json): boolean =>
  overlap(algorithmsOf(a), algorithmsOf(b)) && overlap(keyBindingAlgorithmsOf(a), keyBindingAlgorithmsOf(b))

const overlap = (a: readonly Json[] | undefined, b: readonly Json[] | undefined): boolean =>
  a === undefined || b === undefined || a.some((name) => b.includes(name))

/** Negotiates a Request Object that wallet and Relying Party both support (it-wallet §Wallet metadata). */
import { type Failure, fail, type Json, type JsonObject } from '../../base/index.ts'
import { algorithmsOf, keyBindingAlgorithmsOf, sameFormat } from '../../credential/index.ts'
import type { ResponseMode } from '../request/request-object-claims.ts'
import type { WalletMetadata } from './wallet-metadata.ts'

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

/**
 * Parses a Relying Party's resolved metadata in the wallet (it-wallet §Entity configuration of a Relying Party), in the
 * current and the earlier form, under either name.
 */
import { z } from 'zod'
import { type Failure, fail, failed, isJsonObject, type JsonObject, type PublicJwk, placeOf } from '../../base/index.ts'
import type { EntityType, TrustedEntity } from '../../federation/trust-evaluator.ts'
import { type JwkCode, parsePublicJwk } from '../../jose/index.ts'
import { type ProfileName, relyingPartyWire } from '../../profiles/index.ts'
import { type PresentationDefinition, parsePresentationDefinition } from '../presentation-definition/schema.ts'
import { type RelyingPartyType, relyingPartyTypes } from './relying-party-metadata.ts'

const strings = z.array(z.string())

/** Algorithms of a response: one name, or a list in the earlier form (D-427). */
const oneOrMore = z.union([z.string().transform((one) => [one]), strings]).optional()

/** Algorithms of a signed response. `none` is forbidden (WI-115). */
const signing = oneOrMore.refine((algs) => !algs?.some((alg) => alg.toLowerCase() === 'none'))

/** Members of later versions. A malformed one counts as absent. */
const ifStrings = strings.optional().catch(undefined)

/** Members that the wallet needs. Others are ignored (WI-57). */
const readableMetadata = z.looseObject({
  client_id: z.string().optional(),
  client_name: z.string().optional(),
  /** A malformed one counts as absent. */
  erasure_endpoint: z.url().optional().catch(undefined),
  application_type: z.literal('web').optional(), // WI-115
  request_uris: strings.optional(),
  response_uris_supported: strings.optional(),
  response_uris: strings.optional(),
  redirect_uris: strings.optional(),
  authorization_signed_response_alg: signing, // WI-115
  authorization_encrypted_response_alg: oneOrMore,
  authorization_encrypted_response_enc: oneOrMore,
  /** OpenID Connect Relying Party Metadata Choices 1.0. */
  authorization_signing_alg_values_supported: ifStrings,
  authorization_encryption_alg_values_supported: ifStrings,
  authorization_encryption_enc_values_supported: ifStrings,
  /** OpenID4VP 1.0 §5.1. */
  encrypted_response_enc_values_supported: ifStrings,
  credential_types_allowed: strings.optional(),
  claims_allowed: strings.optional(),
  jwks: z.looseObject({ keys: z.array(z.looseObject({})).max(64) }).optional(),
})

/** A Relying Party for the wallet: its resolved metadata, independent of the published names. */
export interface RelyingPartyMetadata {
  /** The name under which they were found. */
  readonly type: RelyingPartyType
  readonly clientName: string | undefined
  /** URL at which a person may ask for the deletion of presented claims. */
  readonly erasureEndpoint: string | undefined
  readonly requestUris: readonly string[]
  /** Union of `response_uris_supported` and `response_uris` (WI-76). */
  readonly responseUris: readonly string[]
  readonly redirectUris: readonly string[]
  readonly vpFormats: JsonObject
  readonly presentationDefinitions: readonly PresentationDefinition[]
  /**
   * Accepted algorithms of signature, key management and encryption, the preferred first. `undefined` if absent
   * (D-359).
   */
  readonly signedResponseAlgs: readonly string[] | undefined
  readonly encryptedResponseAlgs: readonly string[] | undefined
  readonly encryptedResponseEncs: readonly string[] | undefined
  /** Limits set by superiors. `undefined` without a limit (WI-83). */
  readonly credentialTypesAllowed: readonly string[] | undefined
  readonly claimsAllowed: readonly string[] | undefined
  /** Protocol keys. Defaults to the federation keys (D-25). */
  readonly keys: readonly PublicJwk[]
}

/** Reasons to refuse a Relying Party's metadata. */
export type RelyingPartyMetadataCode =
  | JwkCode
  | 'rp_metadata_missing'
  | 'rp_metadata_malformed'
  | 'rp_metadata_incomplete'
  | 'client_id_mismatch'

/**
 * Parses the metadata of a trusted Relying Party (WI-57). Prefers the name of the variant, and accepts the other one.
 * Skips malformed definitions, so that requesting one is an unknown scope. `client_id` must be the entity identifier
 * (WI-73). `profile` decides the entity type and the members without which the metadata are refused. Defaults to
 * `seed`.
 */
export function readRelyingPartyMetadata(
  entity: TrustedEntity,
  preferred: RelyingPartyType,
  profile: ProfileName = 'seed',
): RelyingPartyMetadata | Failure<RelyingPartyMetadataCode> {
  const { entityTypes, requiredMembers } = relyingPartyWire[profile]
  const names = [preferred, ...relyingPartyTypes].filter((name) => entityTypes.includes(name))
  const type = names.find((name) => isJsonObject(entity.metadata[name as EntityType]))
  const members = type && entity.metadata[type]
  if (type === undefined || members === undefined) return fail('rp_metadata_missing', 'metadata') // WI-72
  const missing = requiredMembers.find((name) => members[name] === undefined)
  if (missing !== undefined) return fail('rp_metadata_incomplete', `metadata.${type}.${missing}`)
  const parsed = readableMetadata.safeParse(members)
  if (!parsed.success) return fail('rp_metadata_malformed', placeOf(`metadata.${type}`, parsed.error))
  const own = parsed.data
  if (own.client_id !== undefined && own.client_id !== entity.entityId)
    return fail('client_id_mismatch', `metadata.${type}.client_id`) // WI-73
  const keys = readKeys(own.jwks?.keys as readonly JsonObject[] | undefined, `metadata.${type}.jwks`)
  if (failed(keys)) return keys
  return {
    type,
    clientName: own.client_name,
    erasureEndpoint: own.erasure_endpoint,
    requestUris: own.request_uris ?? [],
    responseUris: [...new Set([...(own.response_uris_supported ?? []), ...(own.response_uris ?? [])])],
    redirectUris: own.redirect_uris ?? [],
    vpFormats: readFormats(members),
    presentationDefinitions: readDefinitions(members),
    signedResponseAlgs: own.authorization_signed_response_alg ?? own.authorization_signing_alg_values_supported,
    encryptedResponseAlgs:
      own.authorization_encrypted_response_alg ?? own.authorization_encryption_alg_values_supported,
    encryptedResponseEncs:
      own.authorization_encrypted_response_enc ??
      own.authorization_encryption_enc_values_supported ??
      own.encrypted_response_enc_values_supported,
    credentialTypesAllowed: own.credential_types_allowed,
    claimsAllowed: own.claims_allowed,
    keys: keys ?? entity.federationKeys,
  }
}

/** Parses the keys. Skips unusable ones. A private member invalidates the whole set (GEN-15). */
function readKeys(
  keys: readonly JsonObject[] | undefined,
  at: string,
): readonly PublicJwk[] | undefined | Failure<JwkCode> {
  if (keys === undefined) return undefined
  const usable: PublicJwk[] = []
  for (const key of keys) {
    const parsed = parsePublicJwk(key, at)
    if (!failed(parsed)) usable.push(parsed)
    else if (parsed.code === 'jwk_private') return parsed
  }
  return usable
}

/** Returns `vp_formats`, otherwise OpenID4VP 1.0's member (D-363). */
function readFormats({ vp_formats: formats, vp_formats_supported: final }: JsonObject): JsonObject {
  const stated = formats === undefined ? final : formats
  return isJsonObject(stated) ? stated : {}
}

function readDefinitions(members: JsonObject): readonly PresentationDefinition[] {
  const lists = [members.presentation_definitions_supported, members.presentation_definitions].filter(Array.isArray)
  const definitions = lists.flat().map((one) => parsePresentationDefinition(one, 'presentation_definitions_supported'))
  const seen = new Set<string>()
  return definitions.filter((one) => !failed(one) && !seen.has(one.id) && seen.add(one.id)) as PresentationDefinition[]
}

/**
 * A Relying Party as a wallet sees it (it-wallet §Entity configuration of a Relying Party): its resolved metadata, in this form
 * and in the earlier one, under either of the two names.
 */
import { z } from 'zod'
import { type Failure, fail, failed, isJsonObject, type JsonObject, type PublicJwk, placeOf } from '../../base/index.ts'
import { algorithmsOf, sameFormat } from '../../credential/index.ts'
import type { EntityType, TrustedEntity } from '../../federation/trust-evaluator.ts'
import { type JwkCode, parsePublicJwk } from '../../jose/index.ts'
import { formatDcSdJwt } from '../../oauth/index.ts'
import { type PresentationDefinition, parsePresentationDefinition } from '../presentation-definition/schema.ts'
import { type RelyingPartyType, relyingPartyTypes } from './relying-party-metadata.ts'

const strings = z.array(z.string())

/** The algorithm of a response as a list of one; in the earlier form it is a list (D-427). */
const oneOrMore = z.union([z.string().transform((one) => [one]), strings]).optional()

/** That of a signed response: `none` is forbidden (WI-115). */
const signing = oneOrMore.refine((algs) => !algs?.some((alg) => alg.toLowerCase() === 'none'))

/** Of later versions: what cannot be read stands for nothing. */
const ifStrings = strings.optional().catch(undefined)

/** What the wallet needs; everything else in the metadata is ignored (WI-57). */
const readableMetadata = z.looseObject({
  client_id: z.string().optional(),
  client_name: z.string().optional(),
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

/** A Relying Party as the wallet sees it: resolved metadata, whatever names it was published under. */
export interface RelyingPartyMetadata {
  /** Which of the two names it was taken from. */
  readonly type: RelyingPartyType
  readonly clientName: string | undefined
  readonly requestUris: readonly string[]
  /** Of `response_uris_supported` and `response_uris` together (WI-76). */
  readonly responseUris: readonly string[]
  readonly redirectUris: readonly string[]
  readonly vpFormats: JsonObject
  readonly presentationDefinitions: readonly PresentationDefinition[]
  /** Of these three, what it takes, the most welcome first; `undefined` where it states nothing (D-359). */
  readonly signedResponseAlgs: readonly string[] | undefined
  readonly encryptedResponseAlgs: readonly string[] | undefined
  readonly encryptedResponseEncs: readonly string[] | undefined
  /** What superiors let it ask for; `undefined` where they set no bound (WI-83). */
  readonly credentialTypesAllowed: readonly string[] | undefined
  readonly claimsAllowed: readonly string[] | undefined
  /** Its protocol keys; the federation keys where the metadata has none (D-25). */
  readonly keys: readonly PublicJwk[]
}

/** Why resolved metadata are none of a Relying Party, or are another's. */
export type RelyingPartyMetadataCode = JwkCode | 'rp_metadata_missing' | 'rp_metadata_malformed' | 'client_id_mismatch'

/**
 * Reads a trusted Relying Party's metadata (WI-57). The variant's own name is preferred, the other one serves too.
 * Definitions that cannot be read are left out: asking for one of them is an unknown scope. A `client_id` is the entity's
 * own identifier (WI-73).
 */
export function readRelyingPartyMetadata(
  entity: TrustedEntity,
  preferred: RelyingPartyType,
): RelyingPartyMetadata | Failure<RelyingPartyMetadataCode> {
  const type = [preferred, ...relyingPartyTypes].find((name) => isJsonObject(entity.metadata[name as EntityType]))
  const members = type && entity.metadata[type]
  if (type === undefined || members === undefined) return fail('rp_metadata_missing', 'metadata') // WI-72
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

/** A key that cannot be used is passed over; one that holds a private member spoils the whole set (GEN-15). */
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

/** Under its own name or, where that is not there, OpenID4VP 1.0's (D-363). */
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

/** The `sd-jwt_alg_values` that a Relying Party published, of both spellings of the format (RP-61). */
export const sdJwtAlgorithms = (vpFormats: JsonObject): readonly string[] =>
  Object.entries(vpFormats)
    .filter(([name]) => sameFormat(name, formatDcSdJwt))
    .flatMap(([, entry]) => algorithmsOf(entry) ?? [])

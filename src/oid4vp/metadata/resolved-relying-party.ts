/**
 * Parses a Relying Party's resolved metadata in the wallet (it-wallet §Entity configuration of a Relying Party).
 * Accepts the member names of current and earlier drafts, and both entity types.
 */
import { z } from 'zod'
import {
  type Failure,
  fail,
  failed,
  isJsonObject,
  type Json,
  type JsonObject,
  type PublicJwk,
  placeOf,
} from '../../base/index.ts'
import type { EntityType, TrustedEntity } from '../../federation/trust-evaluator.ts'
import { type JwkCode, parsePublicJwk } from '../../jose/index.ts'
import { type ProfileName, relyingPartyWire } from '../../profiles/index.ts'
import { type PresentationDefinition, parsePresentationDefinition } from '../presentation-definition/schema.ts'
import { type RelyingPartyType, relyingPartyTypes } from './relying-party-metadata.ts'

const strings = z.array(z.string())

/** Algorithms of a response: one name, or a list of names as in earlier drafts (D-427). */
const oneOrMore = z.union([z.string().transform((one) => [one]), strings]).optional()

/** Algorithms of a signed response. `none` is forbidden (WI-115). */
const signing = oneOrMore.refine((algs) => !algs?.some((alg) => alg.toLowerCase() === 'none'))

/** Schema of the members of later versions: as before, but a malformed member counts as absent. */
const oneOrMoreOrAbsent = oneOrMore.catch(undefined)

/** Members that the wallet needs. Other members are ignored (WI-57). */
const readableMetadata = z.looseObject({
  client_id: z.string().optional(),
  client_name: z.string().optional(),
  /** A malformed URL counts as absent. */
  erasure_endpoint: z.url().optional().catch(undefined),
  application_type: z.literal('web').optional(), // WI-115
  request_uris: strings.optional(),
  response_uris_supported: strings.optional(),
  response_uris: strings.optional(),
  redirect_uris: strings.optional(),
  authorization_signed_response_alg: signing, // WI-115
  authorization_encrypted_response_alg: oneOrMore,
  authorization_encrypted_response_enc: oneOrMore,
  /** `authorization_…_values_supported`: OpenID Connect Relying Party Metadata Choices 1.0. */
  authorization_signing_alg_values_supported: oneOrMoreOrAbsent,
  authorization_encryption_alg_values_supported: oneOrMoreOrAbsent,
  authorization_encryption_enc_values_supported: oneOrMoreOrAbsent,
  /** OpenID4VP 1.0 §5.1. */
  encrypted_response_enc_values_supported: oneOrMoreOrAbsent,
  credential_types_allowed: strings.optional(),
  claims_allowed: strings.optional(),
  jwks: z.looseObject({ keys: z.array(z.looseObject({})).max(64) }).optional(),
})

/** Schemas of members that some profiles lack. In such a profile, a malformed member counts as absent (D-1037). */
const membersOfProfiles = {
  response_uris_supported: strings,
  authorization_signed_response_alg: oneOrMore,
  authorization_encrypted_response_alg: oneOrMore,
  authorization_encrypted_response_enc: oneOrMore,
} as const

/** Resolved metadata of a Relying Party, independent of the published member names. */
export interface RelyingPartyMetadata {
  /** Entity type under which the metadata were found. */
  readonly type: RelyingPartyType
  readonly clientName: string | undefined
  /** URL of any scheme at which a user may request the deletion of presented claims. */
  readonly erasureEndpoint: string | undefined
  readonly requestUris: readonly string[]
  /** Union of `response_uris_supported` and `response_uris` (WI-76). */
  readonly responseUris: readonly string[]
  readonly redirectUris: readonly string[]
  /** `vp_formats` or `vp_formats_supported`, the profile's own first (WI-204). Empty if absent or malformed (D-363). */
  readonly vpFormats: JsonObject
  readonly presentationDefinitions: readonly PresentationDefinition[]
  /** Accepted signature algorithms of responses, the preferred first. `undefined` if absent (D-359). */
  readonly signedResponseAlgs: readonly string[] | undefined
  /** Accepted key management algorithms of responses, the preferred first. `undefined` if absent (D-359). */
  readonly encryptedResponseAlgs: readonly string[] | undefined
  /**
   * Accepted content encryptions of responses, the preferred first. If absent, `A128GCM` in metadata of OpenID4VP 1.0
   * and otherwise `undefined` (D-359).
   */
  readonly encryptedResponseEncs: readonly string[] | undefined
  /** Credential types that superiors allow. `undefined` without a limit (WI-83). */
  readonly credentialTypesAllowed: readonly string[] | undefined
  /** Claims that superiors allow. `undefined` without a limit (WI-83). */
  readonly claimsAllowed: readonly string[] | undefined
  /** Protocol keys without the unusable ones. The federation keys if the metadata have no `jwks` (D-25). */
  readonly keys: readonly PublicJwk[]
}

/**
 * Reasons to refuse a Relying Party's metadata. `rp_metadata_missing` means that no entity type of the profile is
 * present. `rp_metadata_incomplete` means that a member is absent that the profile requires.
 */
export type RelyingPartyMetadataCode =
  | JwkCode
  | 'rp_metadata_missing'
  | 'rp_metadata_malformed'
  | 'rp_metadata_incomplete'
  | 'client_id_mismatch'

/**
 * Parses the metadata of a trusted Relying Party (WI-57). Prefers the entity type `preferred`, and accepts the other
 * one if the profile has it. Skips unusable keys and malformed definitions: a scope that names such a definition is
 * unknown. Of several definitions with one id, keeps the first. Refuses a private key (GEN-15), more than 64 keys, and
 * a `client_id` that is not the entity identifier (WI-73). `profile` defines the accepted entity types and the required
 * members. It defaults to `seed`.
 */
export function readRelyingPartyMetadata(
  entity: TrustedEntity,
  preferred: RelyingPartyType,
  profile: ProfileName = 'seed',
): RelyingPartyMetadata | Failure<RelyingPartyMetadataCode> {
  const { entityTypes, requiredMembers, metadataMembers } = relyingPartyWire[profile]
  const names = [preferred, ...relyingPartyTypes].filter((name) => entityTypes.includes(name))
  const type = names.find((name) => isJsonObject(entity.metadata[name as EntityType]))
  const members = type && entity.metadata[type]
  if (type === undefined || members === undefined) return fail('rp_metadata_missing', 'metadata') // WI-72
  const missing = requiredMembers.find((name) => members[name] === undefined)
  if (missing !== undefined) return fail('rp_metadata_incomplete', `metadata.${type}.${missing}`)
  const parsed = readableMetadata.safeParse(omitMalformed(members, metadataMembers))
  if (!parsed.success) return fail('rp_metadata_malformed', placeOf(`metadata.${type}`, parsed.error))
  const values = parsed.data
  if (values.client_id !== undefined && values.client_id !== entity.entityId)
    return fail('client_id_mismatch', `metadata.${type}.client_id`, {
      expected: entity.entityId,
      found: values.client_id,
    }) // WI-73
  const keys = readKeys(values.jwks?.keys as readonly JsonObject[] | undefined, `metadata.${type}.jwks`)
  if (failed(keys)) return keys
  return {
    type,
    clientName: values.client_name,
    erasureEndpoint: values.erasure_endpoint,
    requestUris: values.request_uris ?? [],
    responseUris: [...new Set([...(values.response_uris_supported ?? []), ...(values.response_uris ?? [])])],
    redirectUris: values.redirect_uris ?? [],
    vpFormats: readFormats(firstStated(members, ownFirst(formatMembers, metadataMembers))),
    presentationDefinitions: readDefinitions(members),
    signedResponseAlgs: values.authorization_signed_response_alg ?? values.authorization_signing_alg_values_supported,
    encryptedResponseAlgs:
      values.authorization_encrypted_response_alg ?? values.authorization_encryption_alg_values_supported,
    encryptedResponseEncs:
      firstStated(values, ownFirst(contentEncryptionMembers, metadataMembers)) ??
      (isOfFinalVersion(members, metadataMembers) ? ['A128GCM'] : undefined), // WI-208
    credentialTypesAllowed: values.credential_types_allowed,
    claimsAllowed: values.claims_allowed,
    keys: keys ?? entity.federationKeys,
  }
}

/** Returns the members without malformed ones that the profile does not have (WI-204). */
function omitMalformed(members: JsonObject, own: readonly string[]): JsonObject {
  const malformed = Object.entries(membersOfProfiles).flatMap(([name, schema]) =>
    own.includes(name) || members[name] === undefined || schema.safeParse(members[name]).success ? [] : [name],
  )
  return Object.fromEntries(Object.entries(members).filter(([name]) => !malformed.includes(name)))
}

/**
 * Parses the keys. Returns `undefined` if there is no key set. Skips unusable keys. Refuses the whole set if a key has
 * a private member (GEN-15).
 */
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

/** Members that state the content encryptions of responses, the specification's own first (D-359). */
const contentEncryptionMembers = [
  'authorization_encrypted_response_enc',
  'authorization_encryption_enc_values_supported',
  'encrypted_response_enc_values_supported',
] as const

/** Members of JARM, and of drafts before OpenID4VP 1.0. */
const earlierMembers = [
  'authorization_signed_response_alg',
  'authorization_encrypted_response_alg',
  'authorization_encrypted_response_enc',
  'authorization_signing_alg_values_supported',
  'authorization_encryption_alg_values_supported',
  'authorization_encryption_enc_values_supported',
  'vp_formats',
] as const

/** Members that OpenID4VP has since 1.0. */
const finalMembers = ['encrypted_response_enc_values_supported', 'vp_formats_supported'] as const

/**
 * Returns true for metadata of OpenID4VP 1.0: the profile has its member for content encryptions, or the metadata have
 * members of this version and none of earlier ones.
 */
function isOfFinalVersion(members: JsonObject, ofProfile: readonly string[]): boolean {
  const states = (name: string): boolean => members[name] !== undefined
  return ofProfile.includes(finalMembers[0]) || (finalMembers.some(states) && !earlierMembers.some(states))
}

/** Members that state the accepted formats, the specification's own first (D-363). */
const formatMembers = ['vp_formats', 'vp_formats_supported'] as const

/** Returns the names with those of the profile first (WI-204). Otherwise keeps their order. */
const ownFirst = <N extends string>(names: readonly N[], own: readonly string[]): readonly N[] =>
  names.toSorted((a, b) => Number(own.includes(b)) - Number(own.includes(a)))

/** Returns the value of the first member that is present, or `undefined`. */
function firstStated<M extends object, N extends keyof M>(members: M, names: readonly N[]): M[N] | undefined {
  const name = names.find((one) => members[one] !== undefined)
  return name && members[name]
}

/** Returns the formats. Returns an empty object if they are absent or malformed. */
const readFormats = (stated: Json | undefined): JsonObject => (isJsonObject(stated) ? stated : {})

function readDefinitions(members: JsonObject): readonly PresentationDefinition[] {
  const lists = [members.presentation_definitions_supported, members.presentation_definitions].filter(Array.isArray)
  const definitions = lists.flat().map((one) => parsePresentationDefinition(one, 'presentation_definitions_supported'))
  const seen = new Set<string>()
  return definitions.filter((one) => !failed(one) && !seen.has(one.id) && seen.add(one.id)) as PresentationDefinition[]
}

/**
 * The port that decides which entities to trust, and with which keys. `createFederationTrustEvaluator` implements it
 * with trust chains. Roles get the verification keys of other entities from this port.
 */
import type {
  CertificateTrustCode,
  Failure,
  Json,
  JsonObject,
  NumericDate,
  PublicJwk,
  Verified,
} from '../base/index.ts'

/** Entity types of the ecosystem: members of `metadata`. */
export const entityTypes = [
  'federation_entity',
  'wallet_provider',
  'wallet_solution',
  'openid_credential_issuer',
  'oauth_authorization_server',
  'openid_relying_party',
  'openid_provider',
  'wallet_relying_party',
  'openid_credential_verifier',
] as const

/** An entity type of the ecosystem. */
export type EntityType = (typeof entityTypes)[number]

/** Reasons not to trust an entity. After `trust_unavailable` and `crl_unavailable`, a later attempt may succeed. */
export type TrustCode =
  /** No path from the entity to a pinned anchor is valid. */
  | 'no_trust_chain'
  /** The chain in a header has expired, and the superiors provide no new one. */
  | 'trust_chain_expired'
  /** The chain is valid, but the resolved metadata lack the required entity type. */
  | 'entity_type_missing'
  /** The chain is valid, but the metadata of the entity type name the protocol keys only by a URL (D-1112). */
  | 'key_set_by_reference'
  /** The chain is valid, but the entity has none of the required trust marks for this type, or none that is valid. */
  | 'trust_mark_missing'
  /**
   * The entity, a superior or the issuer of a required trust mark does not answer, or too many entities are being
   * evaluated.
   */
  | 'trust_unavailable'
  /** The chain is valid, but the certificates of the entity's federation key are not (`withCertifiedKeys`). */
  | CertificateTrustCode

/** An entity that is trusted until `expiresAt`, with its resolved metadata. */
export interface TrustedEntity {
  readonly entityId: string
  /** Resolved metadata, after superiors' metadata, constraints and policies. Roles use no other metadata. */
  readonly metadata: { readonly [type in EntityType]?: JsonObject }
  /** Federation keys of the entity according to its superior. For an anchor, its pinned keys. */
  readonly federationKeys: readonly PublicJwk[]
  /** Statements, subject first, as in a `trust_chain` header. */
  readonly trustChain: readonly string[]
  /** Types of the required trust marks that are valid. */
  readonly trustMarks?: readonly string[]
  /** Types of required trust marks that cannot be verified now because of an outage. */
  readonly unknownMarks?: readonly string[]
  readonly expiresAt: NumericDate
}

/** Information about the signer in the header of a signed object. Not trusted. */
export interface TrustHint {
  /** `trust_chain` of the header. Validated as strictly as a fetched chain, with the pinned anchors. */
  readonly trustChain?: readonly string[]
  /** `kid` of the signing key. If the cached entity lacks this key, the entity may be evaluated again. */
  readonly kid?: Json | undefined
  /**
   * True if the header names no key and no known key verifies the signature. Then the entity may be evaluated again.
   */
  readonly unverified?: boolean
}

/** Evaluates trust in other entities. Roles use it and do not depend on trust chains. */
export interface TrustEvaluator {
  /** Evaluates the trust in an entity. The entity needs one of `types`, which are alternative names of one role. */
  evaluate(
    entityId: string,
    types: readonly EntityType[],
    hint?: TrustHint,
  ): Promise<Verified<TrustedEntity> | Failure<TrustCode>>
}

/** Returns true for a non-empty list of non-empty strings. `evaluate` checks the length and content of the chain. */
export const isTrustChainHeader = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((statement) => typeof statement === 'string' && statement !== '')

/** Members of metadata that name a key set by its URL (OpenID Federation 1.0 §5.2.1). They are not fetched (D-1112). */
const keySetUrls = ['signed_jwks_uri', 'jwks_uri']

/**
 * Returns the name of the member of `metadata.<type>` that has the URL of the protocol keys, if the keys are not also
 * there by value. Returns `undefined` otherwise.
 */
function findKeySetUrl({ metadata }: Pick<TrustedEntity, 'metadata'>, type: EntityType): string | undefined {
  const parameters = metadata[type] ?? {}
  return Object.hasOwn(parameters, 'jwks') ? undefined : keySetUrls.find((name) => Object.hasOwn(parameters, name))
}

/** An entity type whose protocol keys the metadata name only by a URL, with the member that has the URL. */
export interface KeySetUrl {
  readonly entityType: string
  readonly member: string
}

/** Entity type of clients of an OpenID Provider. The provider fetches their `jwks_uri` itself. */
const fetchedKeysType: EntityType = 'openid_relying_party'

/**
 * Returns the entity types whose protocol keys the metadata name only by a URL. An entity is not trusted in such a role
 * (D-1112). Leaves out `openid_relying_party`, whose keys an OpenID Provider fetches.
 */
export const findKeySetUrls = (metadata: TrustedEntity['metadata']): readonly KeySetUrl[] =>
  (Object.keys(metadata) as EntityType[]).flatMap((entityType) => {
    const member = entityType === fetchedKeysType ? undefined : findKeySetUrl({ metadata }, entityType)
    return member === undefined ? [] : [{ entityType, member }]
  })

/**
 * Returns the key set of the first of these types if the metadata name the keys of each of them only by a URL
 * (FED-131). `types` are alternative names of one role that the metadata have. Returns `undefined` if there are no
 * types.
 */
export function findRefusedKeySet(
  metadata: TrustedEntity['metadata'],
  types: readonly string[],
): KeySetUrl | undefined {
  const byReference = findKeySetUrls(metadata)
  const keySets = types.map((type) => byReference.find(({ entityType }) => entityType === type))
  return keySets.includes(undefined) ? undefined : keySets[0]
}

/**
 * Returns the protocol keys of a trusted entity: `metadata.<type>.jwks`. Returns the federation keys if the metadata of
 * the type name no keys, and no keys if they name them only by a URL.
 */
export function protocolKeys(
  entity: Pick<TrustedEntity, 'metadata' | 'federationKeys'>,
  type: EntityType,
): readonly PublicJwk[] {
  const jwks = entity.metadata[type]?.jwks as { readonly keys?: readonly PublicJwk[] } | undefined
  return jwks?.keys ?? (findKeySetUrl(entity, type) === undefined ? entity.federationKeys : []) // FED-131
}

/**
 * Returns true if the entity has a key with this `kid`, among the keys of these types or the federation keys. Also
 * returns true if `kid` is not a string, or if the entity has none of the types, because `kid` then gives no reason to
 * evaluate the entity again.
 */
export function hasKey(entity: TrustedEntity, types: readonly EntityType[], kid: Json | undefined): boolean {
  const presentTypes = types.filter((type) => Object.hasOwn(entity.metadata, type))
  if (typeof kid !== 'string' || presentTypes.length === 0) return true
  const keys = [...presentTypes.flatMap((type) => protocolKeys(entity, type)), ...entity.federationKeys]
  return keys.some((key) => key.kid === kid)
}

/** Returns the key with this `kid`. Returns `undefined` if there is none, or more than one. */
export function findKey(keys: readonly PublicJwk[], kid: unknown): PublicJwk | undefined {
  if (typeof kid !== 'string') return undefined
  const first = keys.find((key) => key.kid === kid)
  return first && keys.findLast((key) => key.kid === kid) === first ? first : undefined
}

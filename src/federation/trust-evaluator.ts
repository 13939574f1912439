/**
 * The port that decides whom to trust, and with which keys. Trust chains implement it today, and trusted lists may do
 * so later. Every verification key of another party comes from it.
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

/** An entity type that roles ask for. */
export type EntityType = (typeof entityTypes)[number]

/** Reasons not to trust an entity. `trust_unavailable` is an outage, and a later attempt may succeed. */
export type TrustCode =
  /** No path from the entity to one of our anchors is valid. */
  | 'no_trust_chain'
  /** The chain of a header has expired, and the superiors provide no new one. */
  | 'trust_chain_expired'
  /** The chain is valid, but the resolved metadata lack the required entity type. */
  | 'entity_type_missing'
  /** The chain is valid, but none of the required trust marks for this type is. */
  | 'trust_mark_missing'
  /** The superiors are unreachable. */
  | 'trust_unavailable'
  /** The chain is valid, but the certificates of the entity's federation key are not (`withCertifiedKeys`). */
  | CertificateTrustCode

/** An entity that is trusted until `expiresAt`, with its resolved metadata. */
export interface TrustedEntity {
  readonly entityId: string
  /** Resolved metadata, after superiors' metadata and policies. No other metadata are used. */
  readonly metadata: { readonly [type in EntityType]?: JsonObject }
  /** Federation keys of the entity according to its superior. */
  readonly federationKeys: readonly PublicJwk[]
  /** Statements, subject first, as in a `trust_chain` header. */
  readonly trustChain: readonly string[]
  /** Types of the required trust marks that are valid. */
  readonly trustMarks?: readonly string[]
  /** Types of required trust marks that cannot be verified now, because nobody answers. */
  readonly unknownMarks?: readonly string[]
  readonly expiresAt: NumericDate
}

/** Information about the signer in the header of a signed object. Not trusted. */
export interface TrustHint {
  /** Validated as strictly as a fetched chain, with our own pinned anchors. */
  readonly trustChain?: readonly string[]
  /** Identifier of the signing key. If the known entity lacks it, the entity may be evaluated again. */
  readonly kid?: Json | undefined
  /** The header names no key, and no known key verifies the signature: the entity may be evaluated again. */
  readonly unverified?: boolean
}

/** The port. Roles use it and do not know trust chains. */
export interface TrustEvaluator {
  /** Evaluates the trust in an entity for any of the given types, which are several names of one role. */
  evaluate(
    entityId: string,
    types: readonly EntityType[],
    hint?: TrustHint,
  ): Promise<Verified<TrustedEntity> | Failure<TrustCode>>
}

/** Returns true if a `trust_chain` header has the right shape. `evaluate` checks its length and content. */
export const isTrustChainHeader = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((statement) => typeof statement === 'string' && statement !== '')

/**
 * Returns the protocol keys of a trusted entity: `metadata.<type>.jwks`, or the federation keys if the type publishes
 * none.
 */
export function protocolKeys(
  entity: Pick<TrustedEntity, 'metadata' | 'federationKeys'>,
  type: EntityType,
): readonly PublicJwk[] {
  const jwks = entity.metadata[type]?.jwks as { readonly keys?: readonly PublicJwk[] } | undefined
  return jwks?.keys ?? entity.federationKeys
}

/**
 * Returns true if an entity has the key that a header names in one of the types. Also returns true if the header names
 * none.
 */
export function hasKey(entity: TrustedEntity, types: readonly EntityType[], kid: Json | undefined): boolean {
  const plays = types.filter((type) => Object.hasOwn(entity.metadata, type))
  if (typeof kid !== 'string' || plays.length === 0) return true
  const keys = [...plays.flatMap((type) => protocolKeys(entity, type)), ...entity.federationKeys]
  return keys.some((key) => key.kid === kid)
}

/** Returns the key that `kid` names, if there is exactly one. */
export function findKey(keys: readonly PublicJwk[], kid: unknown): PublicJwk | undefined {
  if (typeof kid !== 'string') return undefined
  const found = keys.find((key) => key.kid === kid)
  return found && keys.findLast((key) => key.kid === kid) === found ? found : undefined
}

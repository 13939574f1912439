/**
 * Who may be trusted, and with which keys: the port behind which trust chains stand today and trusted lists may stand
 * tomorrow. Every verification key of another party comes out of what this returns.
 */
import type { Failure, Json, JsonObject, NumericDate, PublicJwk, Verified } from '../base/index.ts'

/** Entity types of the ecosystem, as they stand in `metadata`. */
export const entityTypes = [
  'federation_entity',
  'wallet_provider',
  'openid_credential_issuer',
  'oauth_authorization_server',
  'openid_relying_party',
  'openid_provider',
  'wallet_relying_party',
  'openid_credential_verifier',
] as const

/** A type of entity that roles ask for: a key of `metadata`. */
export type EntityType = (typeof entityTypes)[number]

/** Why an entity is not trusted. `trust_unavailable` is an outage and no verdict: another time it may be. */
export type TrustCode =
  /** No path from the entity to one of our anchors holds. */
  | 'no_trust_chain'
  /** The chain of a header is out of date, and the superiors give no new one. */
  | 'trust_chain_expired'
  /** The chain holds but the resolved metadata does not have the type that the role demands. */
  | 'entity_type_missing'
  /** The chain holds, and none of the trust marks that the configuration demands of this type does. */
  | 'trust_mark_missing'
  /** The superiors cannot be reached, so that nothing can be said. */
  | 'trust_unavailable'

/** An entity that is trusted until `expiresAt`, with what its superiors say and leave of it. */
export interface TrustedEntity {
  readonly entityId: string
  /** Resolved: superiors' metadata and policies applied. The only metadata that anybody uses. */
  readonly metadata: { readonly [type in EntityType]?: JsonObject }
  /** The entity's federation keys, as its superior states them. */
  readonly federationKeys: readonly PublicJwk[]
  /** Subject first, as it would stand in a `trust_chain` header. */
  readonly trustChain: readonly string[]
  /** Types of the marks that were found valid, of those that the configuration demands. */
  readonly trustMarks?: readonly string[]
  /** Types of demanded marks that would be needed and of which nothing can be said now: nobody answers who could. */
  readonly unknownMarks?: readonly string[]
  readonly expiresAt: NumericDate
}

/** What the header of a signed object says about its signer. None of it is trusted for being there. */
export interface TrustHint {
  /** Judged as strictly as a chain that was fetched, by our own pinned anchors. */
  readonly trustChain?: readonly string[]
  /** The key that it names. Where what is known of the entity has no such key, the entity may be looked at anew. */
  readonly kid?: Json | undefined
  /** It names no key, and what is known of the entity does not verify it: the entity may be looked at anew. */
  readonly unverified?: boolean
}

/** The port: a role asks it and knows nothing of trust chains. */
export interface TrustEvaluator {
  /** Establishes trust in an entity for one of the given types (any of them suffices; several names of one role). */
  evaluate(
    entityId: string,
    types: readonly EntityType[],
    hint?: TrustHint,
  ): Promise<Verified<TrustedEntity> | Failure<TrustCode>>
}

/** Whether a `trust_chain` header has the shape of one: what it is worth, and how long it may be, `evaluate` says. */
export const isTrustChainHeader = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((statement) => typeof statement === 'string' && statement !== '')

/**
 * The protocol keys of a trusted entity: `metadata.<type>.jwks`, and the federation keys where the type publishes none.
 */
export function protocolKeys(
  entity: Pick<TrustedEntity, 'metadata' | 'federationKeys'>,
  type: EntityType,
): readonly PublicJwk[] {
  const jwks = entity.metadata[type]?.jwks as { readonly keys?: readonly PublicJwk[] } | undefined
  return jwks?.keys ?? entity.federationKeys
}

/** Whether an entity has the key that a header names, in a type that it plays; also where none is named. */
export function hasKey(entity: TrustedEntity, types: readonly EntityType[], kid: Json | undefined): boolean {
  const plays = types.filter((type) => Object.hasOwn(entity.metadata, type))
  if (typeof kid !== 'string' || plays.length === 0) return true
  const keys = [...plays.flatMap((type) => protocolKeys(entity, type)), ...entity.federationKeys]
  return keys.some((key) => key.kid === kid)
}

/** The key that a header's `kid` names, if it is exactly one. */
export function findKey(keys: readonly PublicJwk[], kid: unknown): PublicJwk | undefined {
  if (typeof kid !== 'string') return undefined
  const found = keys.find((key) => key.kid === kid)
  return found && keys.findLast((key) => key.kid === kid) === found ? found : undefined
}

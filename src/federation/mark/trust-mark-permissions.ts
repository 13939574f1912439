/**
 * A Trust Anchor's claims about trust marks in its configuration (OpenID Federation 1.0 §3.1.2): permitted issuers of a
 * type (`trust_mark_issuers`) and owners of a type (`trust_mark_owners`). These claims have no meaning in other
 * configurations.
 */
import { failed, isJsonObject, type Json, type JsonObject, type PublicJwk } from '../../base/index.ts'
import { parsePublicJwk } from '../../jose/index.ts'

/** Owner of a type, which delegates the issuance of its marks (OpenID Federation 1.0 §7.2). */
export interface TrustMarkOwner {
  readonly entityId: string
  readonly keys: readonly PublicJwk[]
}

/** Parsed `trust_mark_issuers` and `trust_mark_owners`. */
export interface TrustMarkPermissions {
  /** Permitted issuers by type. An empty list permits every entity. Marks of an absent type are refused. */
  readonly issuers: ReadonlyMap<string, readonly string[]>
  /** Owners by type. A mark of a type without owner must have no delegation. */
  readonly owners: ReadonlyMap<string, TrustMarkOwner>
}

/**
 * Parses both claims. SPID and CIE still publish the issuers under the draft name `trust_marks_issuers` (FED-36). A
 * type with a malformed list of issuers is omitted, so that nobody may issue its marks. An owner without `sub` has an
 * empty identifier, and an owner without a key set has no keys. Skips malformed keys of an owner.
 */
export function readTrustMarkPermissions(configuration: JsonObject): TrustMarkPermissions {
  const { trust_marks_issuers, trust_mark_issuers = trust_marks_issuers, trust_mark_owners } = configuration
  return {
    issuers: new Map(entriesOf(trust_mark_issuers).flatMap(([type, names]) => issuersOf(type, names))), // FED-36
    owners: new Map(entriesOf(trust_mark_owners).map(([type, owner]) => [type, ownerOf(owner)])),
  }
}

const entriesOf = (claim: Json | undefined): readonly [string, Json | undefined][] =>
  isJsonObject(claim) ? Object.entries(claim) : []

const issuersOf = (type: string, names: Json | undefined): readonly [string, readonly string[]][] =>
  Array.isArray(names) && names.every((name) => typeof name === 'string') ? [[type, names]] : []

function ownerOf(value: Json | undefined): TrustMarkOwner {
  const { sub, jwks } = isJsonObject(value) ? value : {}
  const keys = isJsonObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys : []
  const validKeys = keys.map((key) => parsePublicJwk(key, 'jwks')).filter((key): key is PublicJwk => !failed(key))
  return { entityId: typeof sub === 'string' ? sub : '', keys: validKeys }
}

/** Returns `trust_mark_owners` for an anchor's configuration. */
export const trustMarkOwnersClaim = (owners: ReadonlyMap<string, TrustMarkOwner>): JsonObject =>
  Object.fromEntries(
    [...owners].map(([type, { entityId, keys }]) => [type, { sub: entityId, jwks: { keys } as never }]),
  )

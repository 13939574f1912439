/**
 * What a Trust Anchor says about trust marks in its own configuration (OpenID Federation 1.0 §3.1.2): who may issue the
 * marks of a type (`trust_mark_issuers`), and who owns a type (`trust_mark_owners`). In anybody else's configuration
 * these claims mean nothing.
 */
import { failed, isJsonObject, type Json, type JsonObject, type PublicJwk } from '../../base/index.ts'
import { parsePublicJwk } from '../../jose/index.ts'

/** Who owns a type of trust mark and lets others issue it (OpenID Federation 1.0 §7.2). */
export interface TrustMarkOwner {
  readonly entityId: string
  readonly keys: readonly PublicJwk[]
}

/** What an anchor recognises: `trust_mark_issuers` and `trust_mark_owners` of its configuration. */
export interface TrustMarkAuthority {
  /** By type. An empty list lets any member issue; a type that is absent is not recognised. */
  readonly issuers: ReadonlyMap<string, readonly string[]>
  /** By type; one without an owner needs no delegation. */
  readonly owners: ReadonlyMap<string, TrustMarkOwner>
}

/**
 * Reads the claims; `trust_marks_issuers` is the drafts' name, which SPID and CIE publish (FED-36). An issuer list that
 * cannot be read lets nobody issue; an owner that cannot be read has no key.
 */
export function readTrustMarkAuthority(configuration: JsonObject): TrustMarkAuthority {
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
  const readable = keys.map((key) => parsePublicJwk(key, 'jwks')).filter((key): key is PublicJwk => !failed(key))
  return { entityId: typeof sub === 'string' ? sub : '', keys: readable }
}

/** The claims as they stand in an anchor's configuration. */
export const trustMarkOwnersClaim = (owners: ReadonlyMap<string, TrustMarkOwner>): JsonObject =>
  Object.fromEntries(
    [...owners].map(([type, { entityId, keys }]) => [type, { sub: entityId, jwks: { keys } as never }]),
  )

/**
 * Parts of a member's record in the profiles with certificates: federation keys, protocol keys, and the organization in
 * its certificates. They come from the member's Entity Configuration.
 */
import {
  type CryptoContext,
  encodeUtf8,
  failed,
  isJsonObject,
  type Json,
  type JsonObject,
  type PublicJwk,
} from '../../base/index.ts'
import type { Metadata } from '../../federation/index.ts'
import { jwkThumbprint, parsePublicJwk, sameKey } from '../../jose/index.ts'
import type { CertifiedOrganization } from '../../x509/index.ts'
import type { ProtocolKeys, SubordinateEntry } from '../stores.ts'

const bareMembers: ReadonlySet<string> = new Set('kty crv x y n e kid use alg key_ops'.split(' '))

/**
 * Maximum length of the `kid` of a certified key, in bytes of UTF-8. A `kid` of this length and the longest entity
 * identifier together fit into a row of an index of PostgreSQL (D-1064).
 */
export const maximumKidBytes = 512

/** Returns true if each `kid` has at most `maximumKidBytes`. */
export const hasStorableKids = (keys: readonly PublicJwk[]): boolean =>
  keys.every(({ kid = '' }) => encodeUtf8(kid).length <= maximumKidBytes)

/**
 * Returns the key material with `kid`, `use`, `alg` and `key_ops`, and without other members. The superior's statement
 * must not contain the `x5c` that is in the member's own Entity Configuration (FED-101).
 */
export const bareKey = (jwk: PublicJwk): PublicJwk =>
  Object.fromEntries(
    Object.entries(jwk).filter(([name, value]) => bareMembers.has(name) && value !== undefined),
  ) as unknown as PublicJwk

/** Returns the supported keys with a `kid` in a key set, each as `bareKey` returns it. */
function keysIn(jwks: Json | undefined): readonly PublicJwk[] {
  const keys = isJsonObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys : []
  return keys.flatMap((value) => {
    const key = parsePublicJwk(value, 'jwks')
    return failed(key) || (key.kid ?? '') === '' ? [] : [bareKey(key)]
  })
}

/** Returns the protocol keys of each entity type except `federation_entity`. A type without keys has an empty set. */
export const protocolKeysIn = (metadata: Metadata, entityTypes: readonly string[]): ProtocolKeys =>
  Object.fromEntries(
    entityTypes
      .filter((type) => type !== 'federation_entity')
      .map((type) => [type, { keys: keysIn(metadata[type]?.jwks) }]),
  )

/** Returns a type without protocol keys, or `undefined` if each has one. */
export const findTypeWithoutKeys = (keys: ProtocolKeys): string | undefined =>
  Object.keys(keys).find((type) => keys[type]?.keys.length === 0)

/** Returns true if both have the same keys, by `kid` and key material. Ignores `use`, `alg` and `key_ops`. */
export function hasSameKeys(
  { keys, protocolKeys = {} }: Pick<SubordinateEntry, 'keys' | 'protocolKeys'>,
  other: Pick<SubordinateEntry, 'keys' | 'protocolKeys'>,
): boolean {
  const types = new Set([...Object.keys(protocolKeys), ...Object.keys(other.protocolKeys ?? {})])
  return (
    sameKeys(keys, other.keys) &&
    [...types].every((type) => sameKeys(protocolKeys[type]?.keys ?? [], other.protocolKeys?.[type]?.keys ?? []))
  )
}

const includesKeys = (keys: readonly PublicJwk[], subset: readonly PublicJwk[]): boolean =>
  subset.every((key) => keys.some((other) => other.kid === key.kid && sameKey(key, other)))

const sameKeys = (a: readonly PublicJwk[], b: readonly PublicJwk[]): boolean =>
  a.length === b.length && includesKeys(a, b) && includesKeys(b, a)

/** A key of a member, and its change by an announcement. */
interface KeyChange extends JsonObject {
  readonly entity_type: string
  readonly kid: string
  /** RFC 7638. The member chooses `kid` freely, so an operator must compare the thumbprint. */
  readonly thumbprint: string
  readonly change: 'kept' | 'added' | 'removed'
}

/** Returns all keys of both records, each with its change if `next` replaces `former`. */
export function changesOfKeys(
  ctx: CryptoContext,
  former: Pick<SubordinateEntry, 'keys' | 'protocolKeys'>,
  next: Pick<SubordinateEntry, 'keys' | 'protocolKeys'>,
): readonly KeyChange[] {
  const types = new Set([...Object.keys(next.protocolKeys ?? {}), ...Object.keys(former.protocolKeys ?? {})])
  const viewOf = (entity_type: string, key: PublicJwk, change: KeyChange['change']): KeyChange => ({
    ...{ entity_type, kid: key.kid ?? '', thumbprint: jwkThumbprint(ctx, key), change },
  })
  const compare = (type: string, before: readonly PublicJwk[], after: readonly PublicJwk[]): readonly KeyChange[] => [
    ...after.map((key) => viewOf(type, key, includesKeys(before, [key]) ? 'kept' : 'added')),
    ...before.filter((key) => !includesKeys(after, [key])).map((key) => viewOf(type, key, 'removed')),
  ]
  return [
    ...compare('federation_entity', former.keys, next.keys),
    ...[...types].flatMap((type) =>
      compare(type, former.protocolKeys?.[type]?.keys ?? [], next.protocolKeys?.[type]?.keys ?? []),
    ),
  ]
}

/**
 * Returns the organization in a member's metadata, for the subject of its certificates. The country is always IT. The
 * email address is the first among the contacts. Returns `undefined` if the metadata have no name.
 */
export function organizationIn({ federation_entity: entity = {} }: Metadata): CertifiedOrganization | undefined {
  const { organization_name: name, contacts = [] } = entity
  if (typeof name !== 'string' || name === '') return undefined
  const texts = Array.isArray(contacts) ? contacts.map((contact) => String(contact).replace(/^mailto:/i, '')) : []
  const email = texts.find((contact) => contact.length < 256 && /^[\x21-\x7e]+@[\x21-\x7e]+$/.test(contact))
  return {
    country: 'IT',
    organizationName: name,
    ...(email && { emailAddress: email }),
  }
}

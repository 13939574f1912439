/** Compares the metadata of an entity on two paths, or before and after the policies. */
import { isJsonObject, type Json } from '../../base/index.ts'
import type { Metadata } from '../statement/metadata-form.ts'
import { canonicalText } from './json-sets.ts'

/** Returns the names (`type.name`) of the members that differ, or that only one of the two has. */
export function findMetadataDifferences(selected: Metadata, other: Metadata): readonly string[] {
  const [selectedMembers, otherMembers] = [membersOf(selected), membersOf(other)]
  const names = new Set([...selectedMembers.keys(), ...otherMembers.keys()])
  return [...names].filter((name) => selectedMembers.get(name) !== otherMembers.get(name)).sort()
}

const membersOf = (metadata: Metadata): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(metadata).flatMap(([type, members]) =>
      Object.entries(members).map(([name, value]) => [`${type}.${name}`, canonicalText(value)] as const),
    ),
  )

/**
 * Returns the names (`type.name`) of the lists and JWK sets that the entity has filled in its own metadata, and that
 * are empty or absent in the resolved metadata (D-389).
 */
export function emptiedLists(own: Metadata, resolved: Metadata): readonly string[] {
  return Object.entries(resolved).flatMap(([type, resolvedMembers]) =>
    Object.entries(own[type] ?? {}).flatMap(([name, value]) =>
      isFilled(value) && !isFilled(resolvedMembers[name]) ? [`${type}.${name}`] : [],
    ),
  )
}

/** Returns true for a list or JWK set that is not empty. */
const isFilled = (value: Json | undefined): boolean =>
  Array.isArray(value) ? value.length > 0 : isJsonObject(value) && isFilled(value.keys)

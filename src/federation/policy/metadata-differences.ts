/** Compares the metadata of an entity on two paths. */
import type { Metadata } from '../statement/entity-statement.ts'
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

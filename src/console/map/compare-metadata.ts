/** Compares the published metadata of an entity with the resolved ones, member by member. */
import { isJsonObject, type Json, type JsonObject } from '../../base/index.ts'
import type { ExplainedLink, Metadata } from '../../federation/index.ts'

/** Effect of the superiors on one member. */
export type MemberChange = 'same' | 'changed' | 'added' | 'removed'

/** One member of the metadata, before and after policy. */
export interface ComparedMember {
  readonly entityType: string
  readonly name: string
  readonly published?: Json
  readonly resolved?: Json
  readonly change: MemberChange
  /** Policy operators for the member, each with the superior that sets it: `subset_of (https://ta.example)`. */
  readonly operators: readonly string[]
}

const textOf = (value: Json | undefined): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value)

/**
 * Compares all members of all entity types. `links` are the statements of the chain, whose policy operators are listed
 * for each member.
 */
export function compareMetadata(
  published: Metadata,
  resolved: Metadata,
  links: readonly ExplainedLink[] = [],
): readonly ComparedMember[] {
  const types = [...new Set([...Object.keys(published), ...Object.keys(resolved)])]
  return types.flatMap((entityType) => {
    const [before, after] = [membersOfType(published, entityType), membersOfType(resolved, entityType)]
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return names.map((name): ComparedMember => {
      const [publishedValue, resolvedValue] = [memberOf(before, name), memberOf(after, name)]
      return {
        ...{ entityType, name },
        ...(publishedValue !== undefined && { published: publishedValue }),
        ...(resolvedValue !== undefined && { resolved: resolvedValue }),
        change: changeOf(publishedValue, resolvedValue),
        operators: operatorsFor(links, entityType, name),
      }
    })
  })
}

const membersOfType = (metadata: Metadata, type: string): JsonObject =>
  (Object.hasOwn(metadata, type) ? metadata[type] : undefined) ?? {}
const memberOf = (members: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined

function changeOf(before: Json | undefined, after: Json | undefined): MemberChange {
  if (before === undefined) return 'added'
  if (after === undefined) return 'removed'
  return textOf(before) === textOf(after) ? 'same' : 'changed'
}

const operatorsFor = (links: readonly ExplainedLink[], type: string, name: string): readonly string[] =>
  links.flatMap(({ issuer, metadataPolicy = {} }) => {
    const ofType = memberOf(metadataPolicy, type)
    const ofMember = isJsonObject(ofType) ? memberOf(ofType, name) : undefined
    return isJsonObject(ofMember) ? Object.keys(ofMember).map((operator) => `${operator} (${issuer})`) : []
  })

/**
 * Compares metadata of an entity member by member: the published metadata with the resolved metadata, or the metadata
 * resolved with two policies.
 */
import { isJsonObject, type Json, type JsonObject, sameJson } from '../../base/index.ts'
import type { ExplainedLink, Metadata } from '../../federation/index.ts'
import { ownMember } from '../own-member.ts'

export type MemberChange = 'same' | 'changed' | 'added' | 'removed'

/** One member of the metadata. `before` or `after` is absent if the metadata do not have the member. */
export interface ComparedMember {
  readonly entityType: string
  readonly name: string
  readonly before?: Json
  readonly after?: Json
  readonly change: MemberChange
  /** Policy operators for the member, each with the superior that sets it: `subset_of (https://ta.example)`. */
  readonly operators: readonly string[]
}

/**
 * Compares all members of all entity types. Another order of members in a value does not count as a difference.
 * `operators` come from `links`, the statements of the chain.
 */
export function compareMetadata(
  before: Metadata,
  after: Metadata,
  links: readonly ExplainedLink[] = [],
): readonly ComparedMember[] {
  const types = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return types.flatMap((entityType) => {
    const membersBefore: JsonObject = ownMember(before, entityType) ?? {}
    const membersAfter: JsonObject = ownMember(after, entityType) ?? {}
    const names = [...new Set([...Object.keys(membersBefore), ...Object.keys(membersAfter)])]
    return names.map((name): ComparedMember => {
      const [valueBefore, valueAfter] = [ownMember(membersBefore, name), ownMember(membersAfter, name)]
      return {
        ...{ entityType, name },
        ...(valueBefore !== undefined && { before: valueBefore }),
        ...(valueAfter !== undefined && { after: valueAfter }),
        change: changeOf(valueBefore, valueAfter),
        operators: operatorsFor(links, entityType, name),
      }
    })
  })
}

function changeOf(before: Json | undefined, after: Json | undefined): MemberChange {
  if (before === undefined) return 'added'
  if (after === undefined) return 'removed'
  return sameJson(before, after) ? 'same' : 'changed'
}

const operatorsFor = (links: readonly ExplainedLink[], type: string, name: string): readonly string[] =>
  links.flatMap(({ issuer, metadataPolicy = {} }) => {
    const ofType = ownMember(metadataPolicy, type)
    const ofMember = isJsonObject(ofType) ? ownMember(ofType, name) : undefined
    return isJsonObject(ofMember) ? Object.keys(ofMember).map((operator) => `${operator} (${issuer})`) : []
  })

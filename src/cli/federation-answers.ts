/** Answers of `fiducia federation`, as text and as data for `--json`. */
import { type Json, type JsonObject, printable, printableJson, shellWord } from '../base/index.ts'
import type { CertificateList } from '../x509/index.ts'
import { dateOf, inWords } from './date-of.ts'
import type { Answer } from './print-answer.ts'
import { renderFacts, renderTable } from './table.ts'

/** Returns the answer of a change for which the server returns no data. */
export const outcomeAnswer = (outcome: string, subject: JsonObject, text: string): Answer => ({
  data: { outcome, ...subject },
  text,
})

/**
 * Returns a member in an answer of the authority. The text says what happened to the member, and names its entity
 * types, keys, policy and constraints. `next` is the next step of the operator.
 */
export function memberAnswer(outcome: string, member: Json, next?: string): Answer {
  const { entity_id, status, entity_types = [], intermediate, kids = [], ...rest } = member as unknown as MemberView
  const policy = Object.entries(rest.metadata_policy ?? {}).map(
    ([type, rows]) => `${type} (${Object.keys(rows).join(', ')})`,
  )
  const protocolKids = Object.entries(rest.protocol_kids ?? {}).map(([type, ids]) => `${type} ${ids.join(', ')}`)
  const constraints = JSON.stringify(rest.constraints ?? {})
  const facts = {
    status,
    kind: intermediate ? 'intermediate' : 'leaf',
    ...(protocolKids.length > 0 && { 'protocol kids': protocolKids.join('; ') }),
    policy: policy.join(', ') || 'none',
    constraints: constraints === '{}' ? 'none' : constraints,
    next,
  }
  const headline = `${outcome} ${entity_id} as ${entity_types.join(', ')} (${kids.length === 1 ? 'kid' : 'kids'} ${kids.join(', ')})`
  return { data: member, text: `${printable(headline)}\n${renderFacts(facts)}` }
}

/** Returns the answer of `add` at an authority, with the next step of the operator. */
export const registrationAnswer = (authority: string, member: Json, { dryRun }: { readonly dryRun?: true }): Answer =>
  dryRun
    ? memberAnswer('would be registered:', member, 'repeat without --dry-run; --json shows the resolved metadata')
    : memberAnswer('registered', member, explainCommand(member, authority))

const explainCommand = (member: Json, authority: string): string =>
  `fiducia trust explain ${shellWord((member as unknown as MemberView).entity_id)} --anchor ${shellWord(authority)}`

interface MemberView {
  readonly entity_id: string
  readonly status: string
  readonly entity_types?: readonly string[]
  readonly intermediate?: boolean
  readonly kids?: readonly string[]
  readonly protocol_kids?: Readonly<Record<string, readonly string[]>>
  readonly metadata_policy?: Readonly<Record<string, object>>
  readonly constraints?: object
}

/** Returns a document, such as a metadata policy. It is printed as JSON with and without `--json`. */
export const documentAnswer = (data: unknown): Answer => ({ data, text: printableJson(data) })

/** Returns the entries with this entity identifier in `member`. Returns all entries if `entity` is undefined. */
export const ofEntity = (
  entries: readonly JsonObject[],
  member: 'entity_id' | 'sub',
  entity: string | undefined,
): readonly JsonObject[] => entries.filter((entry) => entity === undefined || entry[member] === entity)

export const membersAnswer = (members: readonly JsonObject[]): Answer => ({
  data: members,
  text: renderTable(members, [
    ['entity', ({ entity_id }) => entity_id],
    ['status', ({ status }) => status],
    ['types', ({ entity_types }) => (entity_types as readonly string[]).join(',')],
    ['kind', ({ intermediate }) => (intermediate ? 'intermediate' : 'leaf')],
  ]),
})

/** Returns the log as data and as a table. Times in the table are relative to `now`. */
export const logAnswer = (events: readonly JsonObject[], now: number): Answer => ({
  data: events,
  text: renderTable(events, [
    ['when', ({ at }) => inWords(Number(at), now)],
    ['exactly', ({ at }) => dateOf(Number(at))],
    ['change', ({ action }) => action],
    ['entity', ({ entity_id }) => entity_id],
    ['by', ({ actor }) => actor],
    [
      'what',
      ({ trust_mark_type, serial, members }) =>
        trust_mark_type ?? serial ?? (members as readonly string[] | undefined)?.join(','),
    ],
    ['reason', ({ reason }) => reason],
  ]),
})

/** Returns the granted trust marks as data and as a table. Times in the table are relative to `now`. */
export const marksAnswer = (marks: readonly JsonObject[], now: number): Answer => ({
  data: marks,
  text: renderTable(marks, [
    ['holder', ({ sub }) => sub],
    ['granted', ({ granted_at }) => inWords(Number(granted_at), now)],
    ['trust mark', ({ trust_mark_type }) => trust_mark_type],
  ]),
})

/** Returns facts of a revocation list, and the file that it was written into. Leaves out an absent next update. */
export function revocationListAnswer(
  url: string,
  { size, thisUpdate, nextUpdate }: Pick<CertificateList, 'size' | 'thisUpdate' | 'nextUpdate'>,
  file: string | undefined,
): Answer {
  const facts = { url, entries: size }
  const shown = { this_update: dateOf(thisUpdate), next_update: nextUpdate && dateOf(nextUpdate), file }
  return {
    data: {
      ...{ ...facts, this_update: thisUpdate },
      ...(nextUpdate !== undefined && { next_update: nextUpdate }),
      ...(file !== undefined && { file }),
    },
    text: renderFacts({ ...facts, ...shown }),
  }
}

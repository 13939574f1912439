/** Filters of the list of flows, in the query of its URL. */
import type { DecisionRecord } from '../../base/index.ts'
import type { Parameters } from '../../http/index.ts'
import type { Message } from '../traffic/message.ts'
import { type FlowOutcome, outcomeOf } from './flow.ts'
import type { MessageGroup } from './message-group.ts'

/** Criteria of the list. An empty text matches everything. */
export interface FlowFilter {
  /** Name of a sender or receiver of a message that is not in the background. */
  readonly role: string
  readonly outcome: string
  /** ID of a rule that a decision of the flow checked. */
  readonly rule: string
  /**
   * Text that a flow contains: in its ID, a trace ID, a URL or a body, or in the surface, code or place of a refusal.
   * Upper and lower case differ.
   */
  readonly text: string
  /** True to also show flows that only fetch documents or poll. */
  readonly all: boolean
  /** Number of the page, from 1. */
  readonly page: number
}

export const filterOutcomes: readonly FlowOutcome[] = ['accepted', 'refused', 'declined', 'failed', 'open']

const maximumTextLength = 200

/** Reads the filter from the query parameters. Cuts each text to 200 characters. An invalid page number becomes 1. */
export function readFilter(query: Parameters): FlowFilter {
  const get = (name: string): string => (query.get(name) ?? '').trim().slice(0, maximumTextLength)
  const page = Number(get('page'))
  return {
    ...{ role: get('role'), outcome: get('outcome'), rule: get('rule').toUpperCase(), text: get('text') },
    all: get('all') !== '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** Returns the query string of a filter, with `?`. Returns an empty string for a filter without criteria. */
export function filterQuery({ role, outcome, rule, text, all, page }: FlowFilter): string {
  const values = { role, outcome, rule, text, all: all ? '1' : '', page: page > 1 ? String(page) : '' }
  const search = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
  return search.size === 0 ? '' : `?${search}`
}

/** Returns true if the filter has a criterion besides `all` and `page`. */
export const isFiltering = ({ role, outcome, rule, text }: FlowFilter): boolean =>
  `${role}${outcome}${rule}${text}` !== ''

interface FlowSources {
  readonly findMessage: (id: string) => Message | undefined
  readonly findDecision: (trace: string) => DecisionRecord | undefined
}

/**
 * Returns true if a group matches the filter. Without `all`, a background group matches only if it has a refusal. Reads
 * the messages only if the filter has a rule or a text.
 */
export function groupMatches(group: MessageGroup, filter: FlowFilter, sources: FlowSources): boolean {
  const { role, outcome, rule, text, all } = filter
  if (group.isBackground && !all && group.refusals.length === 0) return false
  if (role !== '' && !group.parties.has(role)) return false
  if (outcome !== '' && outcomeOf(group) !== outcome) return false
  if (rule !== '' && !decisionsOf(group, sources).some((one) => hasChecked(one, rule))) return false
  return text === '' || contains(group, text, sources)
}

const messagesOf = ({ messages }: MessageGroup, { findMessage }: FlowSources): readonly Message[] =>
  Array.from(messages, findMessage).filter((one) => one !== undefined)

const decisionsOf = (group: MessageGroup, sources: FlowSources): readonly DecisionRecord[] =>
  messagesOf(group, sources)
    .flatMap(({ traces }) => traces.map(sources.findDecision))
    .filter((one) => one !== undefined)

const hasChecked = (decision: DecisionRecord, rule: string): boolean =>
  decision.checks.some(({ requirement }) => requirement === rule)

function contains(group: MessageGroup, text: string, sources: FlowSources): boolean {
  const isIn = (...places: readonly (string | undefined)[]): boolean => places.some((place) => place?.includes(text))
  return (
    isIn(group.id) ||
    group.refusals.some(({ decision: { trace, surface, checks } }) =>
      isIn(trace, surface, ...checks.flatMap(({ code, at, passed }) => (passed ? [] : [code, at]))),
    ) ||
    messagesOf(group, sources).some(({ request, response, traces }) =>
      isIn(request.url, request.body, response?.body, ...traces),
    )
  )
}

/**
 * Returns true if the filter matches a decision without a message. Without `all`, an accepted decision about the HTTP
 * request itself does not match. The surface of such a decision ends in ` envelope` (`createApp`).
 */
export function decisionMatches(decision: DecisionRecord, { role, outcome, rule, text, all }: FlowFilter): boolean {
  const { surface, outcome: actual, checks } = decision
  if (!all && actual === 'accepted' && surface.endsWith(' envelope')) return false
  if (role !== '' && !surface.startsWith(`${role}/`)) return false
  if (outcome !== '' && outcome !== actual) return false
  if (rule !== '' && !hasChecked(decision, rule)) return false
  return (
    text === '' || [decision.trace, surface, checks.at(-1)?.code, checks.at(-1)?.at].some((one) => one?.includes(text))
  )
}

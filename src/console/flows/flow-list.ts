/** Renders the list of flows: filters, one row for each flow, and decisions about which no message is recorded. */
import type { DecisionRecord, NumericDate } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { describeDecision, type RefusalBlock } from '../../rules/index.ts'
import { type ApiCall, renderApiCall, renderTime } from '../shell/parts.ts'
import { type FlowOutcome, outcomeOf } from './flow.ts'
import { type FlowFilter, filterOutcomes, filterQuery, isFiltering } from './flow-filter.ts'
import { type MessageGroup, mainRefusal } from './message-group.ts'
import { type FlowTexts, texts } from './texts.ts'

export interface FlowList {
  readonly filter: FlowFilter
  /** Flows of this page, newest first. */
  readonly groups: readonly MessageGroup[]
  /** Number of flows that match the filter. */
  readonly matchCount: number
  readonly total: number
  readonly parties: readonly string[]
  /** Decisions without a message, newest first. */
  readonly decisions: readonly DecisionRecord[]
  /** False if the console records no messages. */
  readonly hasTraffic: boolean
  readonly now: NumericDate
  /** True if the page updates while it is open. */
  readonly isLive: boolean
  /** API call with which a program clears the log. Absent if the console accepts no programs. */
  readonly clearCall?: ApiCall | undefined
}

export const pageSize = 50

export function renderListPage(language: Language, list: FlowList): Html {
  const text = texts[language]
  const { filter, hasTraffic, isLive, clearCall } = list
  const live = html` hx-get="/flows/list${filterQuery(filter)}" hx-trigger="flows from:#flows-live" hx-swap="innerMorph"`
  return html`${hasTraffic ? '' : html`<p id="flows-no-traffic">${text.noTraffic}</p>`}
${renderFilter(text, list)}
${isLive ? html`<div id="flows-live" hx-sse:connect="/flows/events" hx-swap="none"></div>` : ''}
<div id="flows-list"${isLive ? live : ''}>
${renderList(language, list)}</div>
${
  hasTraffic
    ? html`<div class="d-flex flex-wrap gap-2 mt-3"><a class="btn btn-outline-primary btn-sm button" id="flows-load" href="/flows/load">${text.load}</a>
<a class="btn btn-outline-danger btn-sm button" id="flows-clear" href="/flows/clear">${text.clear}</a></div>
${clearCall ? renderApiCall(language, 'flows-clear-call', clearCall) : ''}`
    : ''
}`
}

function renderFilter(text: FlowTexts, { filter, parties }: FlowList): Html {
  const selectedIf = (is: boolean): Html | '' => (is ? html` selected` : '')
  return html`<form method="get" action="/flows" id="flows-filter" class="flows-filter mb-3">
<div><label class="form-label" for="flows-role">${text.role}</label><select class="form-select" id="flows-role" name="role">
<option value="">${text.any}</option>${parties.map((name) => html`<option value="${name}"${selectedIf(name === filter.role)}>${partyName(text, name)}</option>`)}</select></div>
<div><label class="form-label" for="flows-outcome">${text.outcome}</label><select class="form-select" id="flows-outcome" name="outcome">
<option value="">${text.any}</option>${filterOutcomes.map((one) => html`<option value="${one}"${selectedIf(one === filter.outcome)}>${text.outcomes[one]}</option>`)}</select></div>
<div><label class="form-label" for="flows-rule">${text.rule}</label><input class="form-control" id="flows-rule" name="rule" value="${filter.rule}" placeholder="WP-17" autocomplete="off"></div>
<div><label class="form-label" for="flows-text">${text.text}</label><input class="form-control" id="flows-text" name="text" value="${filter.text}" autocomplete="off"></div>
<div class="form-check"><input class="form-check-input" type="checkbox" id="flows-all" name="all" value="1"${filter.all ? html` checked` : ''}><label class="form-check-label" for="flows-all">${text.all}</label></div>
<div class="d-flex flex-wrap gap-2"><button class="btn btn-primary btn-sm" id="flows-filter-apply">${text.filter}</button>
${isFiltering(filter) || filter.all ? html`<a class="btn btn-outline-primary btn-sm button" id="flows-filter-reset" href="/flows">${text.reset}</a>` : ''}</div>
</form>`
}

/** Renders the part of the page that live updates replace. */
export function renderList(language: Language, list: FlowList): Html {
  const text = texts[language]
  const { groups, matchCount, total, filter, decisions, hasTraffic, now, isLive } = list
  const rows = decisions.map((decision) => renderDecisionRow(language, decision, now))
  const isEmpty = decisions.length === 0
  const loneDecisions = hasTraffic
    ? html`<details class="mt-3"><summary id="flows-decisions">${text.decisions} (${decisions.length})</summary><ol class="flows-rows">${rows}</ol></details>`
    : html`<section><h2>${text.decisions}</h2>${isEmpty ? html`<p>${text.noDecisions}</p>` : html`<ol class="flows-rows">${rows}</ol>`}</section>`
  if (!hasTraffic) return loneDecisions
  return html`<p id="flows-count"><span>${text.shown(groups.length, matchCount)}</span>${isLive ? html` <span class="flows-note">${text.live}</span>` : ''}</p>
${groups.length === 0 ? html`<p id="flows-none">${total === 0 || !isFiltering(filter) ? text.empty : text.none}</p>` : html`<ol class="flows-rows" id="flows-rows">${groups.map((group) => renderRow(language, group, now))}</ol>`}
${renderPages(text, list)}
${isEmpty ? '' : loneDecisions}`
}

function renderRow(language: Language, group: MessageGroup, now: NumericDate): Html {
  const text = texts[language]
  const outcome = outcomeOf(group)
  const refusal = mainRefusal(group)
  const names = [...group.parties].map((name) => partyName(text, name)).join(' · ')
  return html`<li class="flows-row" id="flows-row-${group.id}"><p class="flows-head"><a id="flows-go-${group.id}" href="/flows/${encodeURIComponent(group.id)}">${text.kinds[group.kind]}</a>
${renderFlowOutcome(text, outcome)} ${renderTime(language, Math.floor(group.startedAt / 1000), now)}</p>
<p class="flows-note">${names === '' ? '' : `${names} · `}${text.steps(group.messages.size, 0)} · ${text.duration(group.endedAt - group.startedAt)}</p>
${renderReason(refusal && describeDecision(refusal))}</li>
`
}

function renderDecisionRow(language: Language, decision: DecisionRecord, now: NumericDate): Html {
  const text = texts[language]
  return html`<li class="flows-row"><p class="flows-head"><a id="flows-decision-${decision.trace}" href="/flows/trace/${encodeURIComponent(decision.trace)}">${decision.surface}</a>
${renderFlowOutcome(text, decision.outcome)} ${renderTime(language, decision.at, now)}</p>
${renderReason(describeDecision(decision))}</li>
`
}

/**
 * Renders reason, code and place of a refusal in one line, and `more` at its end. Renders nothing without a refusal.
 */
export const renderReason = (block: RefusalBlock | undefined, more: Html | '' = ''): Html | '' =>
  block === undefined
    ? ''
    : html`<p class="flows-reason"><span lang="en">${block.reason}</span> <code>${block.code}</code>${block.at === '' ? '' : html` <code>${block.at}</code>`}${more}</p>`

function renderPages(text: FlowTexts, { filter, matchCount }: FlowList): Html | '' {
  const link = (page: number, label: string, id: string): Html =>
    html`<a class="btn btn-outline-primary btn-sm button" id="${id}" href="/flows${filterQuery({ ...filter, page })}">${label}</a>`
  const hasOlder = matchCount > filter.page * pageSize
  if (!hasOlder && filter.page === 1) return ''
  return html`<p class="d-flex flex-wrap gap-2 mt-3">${filter.page > 1 ? link(filter.page - 1, text.newer, 'flows-newer') : ''}${hasOlder ? link(filter.page + 1, text.older, 'flows-older') : ''}</p>`
}

/** Renders the outcome of a flow as a badge. The badge shows the outcome as a word, not only by colour. */
export const renderFlowOutcome = (text: FlowTexts, outcome: FlowOutcome): Html =>
  html`<span class="badge outcome ${outcome === 'open' ? 'pending' : outcome}">${text.outcomes[outcome]}</span>`

export const partyName = (text: FlowTexts, name: string): string => (name === 'unknown' ? text.unknown : name)

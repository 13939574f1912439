/** Renders the armed and the used faults, with their results. */
import type { NumericDate } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { adviceOf } from '../../rules/index.ts'
import { ownMember } from '../own-member.ts'
import { renderEmpty } from '../shell/blocks.ts'
import { renderTime } from '../shell/parts.ts'
import type { MessageLog } from '../traffic/message-log.ts'
import { texts } from './break-texts.ts'
import { renderFault } from './fault-words.ts'
import type { ArmedFault } from './faults.ts'

export interface FaultList {
  readonly faults: readonly ArmedFault[]
  readonly now: NumericDate
  readonly messages: Pick<MessageLog, 'find'>
}

/** Renders the list, which live updates replace. */
export function renderFaultList(language: Language, { faults, now, messages }: FaultList): Html {
  const text = texts[language]
  if (faults.length === 0) return renderEmpty('break-none', text.none, text.noneHint)
  return html`<div class="table-responsive break-scroll" id="break-scroll" tabindex="0" role="region" aria-label="${text.armedTitle}"><table class="table break-table" id="break-table">
<thead><tr><th scope="col">${text.columns.fault}</th><th scope="col">${text.columns.state}</th><th scope="col">${text.columns.outcome}</th><th scope="col"><span class="visually-hidden">${text.action}</span></th></tr></thead>
<tbody>${faults.map((fault) => renderRow(language, fault, now, messages))}</tbody></table></div>`
}

function renderRow(language: Language, fault: ArmedFault, now: NumericDate, messages: FaultList['messages']): Html {
  const text = texts[language]
  const { id, state } = fault
  const isArmed = state === 'armed'
  return html`<tr id="break-fault-${id}"><th scope="row">${renderFault(language, fault.fault)}<br><code class="break-step">${fault.step}</code></th>
<td><span class="badge ${isArmed ? 'bg-warning' : 'bg-secondary'}">${text.states[state]}</span><br>${renderTime(language, fault.usedAt ?? fault.at, now)}</td>
<td>${isArmed ? renderWaiting(language, fault) : renderEnd(language, fault, messages)}</td>
<td><form method="post" action="/break/cancel"><input type="hidden" name="id" value="${id}"><button class="btn btn-xs btn-outline-secondary" id="break-cancel-${id}">${isArmed ? text.cancel : text.forget}<span class="visually-hidden"> ${fault.step}: ${fault.fault}</span></button></form></td></tr>
`
}

const renderWaiting = (language: Language, { missed }: ArmedFault): Html => {
  const text = texts[language]
  return html`${ownMember(text.missed, missed ?? '') ?? text.waitsFor}`
}

function renderEnd(language: Language, { id, refusal, message }: ArmedFault, messages: FaultList['messages']): Html {
  const text = texts[language]
  const trace = refusal?.trace ?? (message === undefined ? undefined : messages.find(message)?.traces[0])
  const [reason] = adviceOf(refusal?.code ?? '') ?? []
  const link = trace === undefined ? '/flows' : `/flows/trace/${encodeURIComponent(trace)}`
  return html`${refusal === undefined ? text.noRefusal : html`${text.refuses(refusal.surface)} <code>${refusal.code}</code>${reason === undefined ? '' : html` <span lang="en">${reason}</span>`}`}
<br><a id="break-flow-${id}" href="${link}">${trace === undefined ? text.all : text.flow}</a>`
}

/** The page of "Break it": the messages, the faults of the chosen message, and the armed faults. */
import { type Html, html, type Language } from '../../http/index.ts'
import { adviceOf } from '../../rules/index.ts'
import { type ApiCall, renderApiCall } from '../shell/parts.ts'
import { texts } from './break-texts.ts'
import { type FaultList, renderFaultList } from './fault-list.ts'
import { renderFault } from './fault-words.ts'
import type { ArmCode, ExpectedEnd, FaultFlow, FaultStep } from './faults.ts'

export interface BreakPage extends FaultList {
  /** Returns the call of a program that arms a fault, or `undefined` if the console accepts no programs. */
  readonly armCall: (step: string, fault: string | undefined) => ApiCall | undefined
  readonly steps: readonly FaultStep[]
  /** Words that the names of a step and of one of its faults must contain. Empty to show all. */
  readonly search: string
  readonly chosen: FaultStep | undefined
  /** True if the list of faults updates while the page is open. */
  readonly isLive: boolean
  /** Step whose fault was armed, or the code of the refusal (`ArmCode`). */
  readonly notice?: { readonly armed: FaultStep } | { readonly refused: ArmCode }
}

export function renderBreakPage(language: Language, page: BreakPage): Html {
  const text = texts[language]
  return html`<p class="lead">${text.lead}</p>
${renderNotice(language, page.notice)}
<section class="mb-4"><h2 id="break-armed" class="h4">${text.armedTitle}</h2>
${page.isLive ? html`<div id="break-live" hx-sse:connect="/break/events" hx-swap="none"></div>` : ''}
<div id="break-list"${page.isLive ? html` hx-get="/break/list" hx-trigger="faults from:#break-live" hx-swap="innerMorph"` : ''}>
${renderFaultList(language, page)}</div></section>
${
  page.chosen === undefined
    ? html`<div class="break-all">${renderSteps(language, page)}</div>`
    : html`<div class="row g-4"><div class="col-lg-7">${renderStep(language, page.armCall, page.chosen, page.search)}</div>
<div class="col-lg-5">${renderSteps(language, page)}</div></div>`
}`
}

function renderNotice(language: Language, notice: BreakPage['notice']): Html | '' {
  const text = texts[language]
  if (notice === undefined) return ''
  if ('refused' in notice)
    return html`<p class="alert alert-danger" id="break-refused" role="status">${text.cannot[notice.refused]}</p>`
  const how = text.how[notice.armed.flow]
  return html`<p class="alert alert-success" id="break-done" role="status">${text.armedNow} ${how}</p>`
}

/** Returns the faults that match a search: the names of step and fault together contain every word. Ignores case. */
function matchingFaults({ step, faults }: FaultStep, search: string): FaultStep['faults'] {
  const words = search.toLowerCase().split(/\s+/)
  const containsAll = (name: string): boolean => words.every((word) => name.toLowerCase().includes(word))
  return containsAll(step) ? faults : faults.filter(({ fault }) => containsAll(`${step} ${fault}`))
}

function renderSteps(language: Language, { steps, search, chosen }: BreakPage): Html {
  const text = texts[language]
  const matching = steps
    .map((step) => ({ step, count: matchingFaults(step, search).length }))
    .filter(({ count }) => count > 0)
  const groups = [...Map.groupBy(matching, ({ step }) => step.flow)]
  const total = matching.reduce((sum, { count }) => sum + count, 0)
  return html`<section aria-labelledby="break-steps"><h2 id="break-steps" class="h4">${text.steps}</h2>
<p>${text.chooseHint}</p>
<form method="get" action="/break" class="mb-3"><label class="form-label" for="break-search">${text.search}</label>
<div class="input-group"><input class="form-control" id="break-search" name="q" value="${search}" autocomplete="off" spellcheck="false"><button class="btn btn-outline-primary" id="break-find">${text.find}</button></div></form>
<p id="break-count" class="small">${matching.length === 0 ? text.nothing : text.found(matching.length, total)}${search === '' ? '' : html` <a id="break-reset" href="/break">${text.reset}</a>`}</p>
<div class="break-groups">${groups.map(([flow, rows]) => renderGroup(language, flow, rows, { search, chosen }))}</div></section>`
}

interface Choice {
  readonly search: string
  readonly chosen: FaultStep | undefined
}

function renderGroup(
  language: Language,
  flow: FaultFlow,
  rows: readonly { readonly step: FaultStep; readonly count: number }[],
  { search, chosen }: Choice,
): Html {
  const text = texts[language]
  const isOpen = search !== '' || chosen?.flow === flow
  return html`<details class="break-group"${isOpen ? html` open` : ''}><summary id="break-group-${flow}">${text.flows[flow]} <span class="badge bg-light">${rows.length}</span></summary>
<ul class="list-group list-group-flush">${rows.map(({ step, count }) => renderChoice(language, step, count, { search, chosen }))}</ul></details>
`
}

function renderChoice(language: Language, step: FaultStep, count: number, { search, chosen }: Choice): Html {
  const text = texts[language]
  const query = new URLSearchParams({ step: step.step, ...(search !== '' && { q: search }) })
  const current = chosen === step ? html` aria-current="true"` : ''
  return html`<li class="list-group-item"><a class="break-choice" id="break-go-${idOf(step)}" href="/break?${query}"${current}><span>${step.from} → ${step.to}</span>
<code>${step.method} ${step.path}</code> <span class="small">${text.sides[step.side]} · ${count}</span></a></li>
`
}

/** Returns the step's name as part of an HTML ID: letters, digits and hyphens. */
const idOf = ({ step }: FaultStep): string => step.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase()

function renderStep(language: Language, armCall: BreakPage['armCall'], step: FaultStep, search: string): Html {
  const text = texts[language]
  const faults = matchingFaults(step, search)
  const shown = faults.length > 0 ? faults : step.faults
  const call = armCall(step.step, shown[0]?.fault)
  return html`<section class="card"><div class="card-body">
<h2 id="break-step" class="card-title h4">${step.from} → ${step.to} <code>${step.method} ${step.path}</code> <span class="badge bg-primary">${text.sides[step.side]}</span></h2>
<p id="break-how">${text.how[step.flow]}</p>
<form method="post" action="/break"><input type="hidden" name="step" value="${step.step}"><input type="hidden" name="q" value="${search}">
<div class="table-responsive break-scroll" id="break-faults-scroll" tabindex="0" role="region" aria-labelledby="break-step"><table class="table break-table" id="break-faults">
<thead><tr><th scope="col">${text.fault}</th><th scope="col">${text.expected}</th><th scope="col"><span class="visually-hidden">${text.action}</span></th></tr></thead>
<tbody>${shown.map(
    ({
      fault,
      expected,
    }) => html`<tr><th scope="row">${renderFault(language, fault)}</th><td>${renderExpected(language, expected)}</td>
<td><button class="btn btn-sm btn-outline-primary" id="break-arm-${fault.replace('.', '-')}" name="fault" value="${fault}">${text.arm}<span class="visually-hidden"> ${fault}</span></button></td></tr>
`,
  )}</tbody></table></div></form>
<p class="small">${text.devices} <code>GET /devices/profiles</code></p>
${call === undefined ? '' : html`<h3 class="h5" id="break-api-title">${text.api}</h3><p>${text.apiLead}</p>${renderApiCall(language, 'break-api', call)}`}
</div></section>`
}

function renderExpected(language: Language, expected: ExpectedEnd): Html {
  const text = texts[language]
  if ('answer' in expected) return html`${text.answers(expected.answer)}`
  if ('tolerated' in expected) return html`${text.tolerated} ${expected.tolerated[language]}`
  const [reason] = adviceOf(expected.code) ?? []
  return html`<span class="small">${text.refuses(expected.surface)}</span> <code>${expected.code}</code>${reason === undefined ? '' : html` <span lang="en" class="small">${reason}</span>`}`
}

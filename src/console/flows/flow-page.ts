/**
 * Renders the page of one flow: the failed check first, then the messages as a diagram and as a list.
 * `renderLoneDecision` renders the page of a decision without a recorded message.
 */
import type { DecisionRecord, NumericDate } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { describeDecision } from '../../rules/index.ts'
import { renderCode, renderRefusal, renderTime } from '../shell/parts.ts'
import { shownPath } from '../traffic/background.ts'
import type { Message } from '../traffic/message.ts'
import type { Flow, Step } from './flow.ts'
import { partyName, renderFlowOutcome, renderReason } from './flow-list.ts'
import { renderDecision } from './message-part.ts'
import { renderSequence } from './sequence-diagram.ts'
import { type FlowTexts, texts } from './texts.ts'

interface FlowView {
  readonly language: Language
  readonly now: NumericDate
  /** True if saved files contain no personal data. */
  readonly isRedacted: boolean
}

export function renderFlow(flow: Flow, { language, now, isRedacted }: FlowView): Html {
  const text = texts[language]
  const steps = flow.steps.filter(({ background }) => background === undefined).length
  return html`<p class="flows-head mb-3">${renderFlowOutcome(text, flow.outcome)} ${renderTime(language, Math.floor(flow.startedAt / 1000), now)}
<span class="flows-note">${text.duration(flow.endedAt - flow.startedAt)} · ${text.steps(steps, flow.steps.length - steps)}</span></p>
${flow.isLoaded ? html`<p id="flows-loaded">${text.loaded}</p>` : ''}
${renderFault(language, flow)}
${renderSequence(flow, text)}
<section id="flows-messages"><h2 class="mt-4">${text.messages}</h2>
<ol class="flows-steps">${foldBackground(flow.steps).map((part) => (Array.isArray(part) ? renderFolded(text, flow, part) : renderStep(text, flow, part)))}</ol></section>
<div class="d-flex flex-wrap gap-2 align-items-center mt-3">
${flow.isLoaded ? '' : html`<a class="btn btn-outline-primary btn-sm button" id="flows-save" href="${addressOf(flow)}/file">${text.save}</a>`}</div>
${flow.isLoaded ? '' : html`<p class="flows-note">${text.saveNote(isRedacted)}</p>`}`
}

export const addressOf = ({ id }: Pick<Flow, 'id'>): string => `/flows/${encodeURIComponent(id)}`

/** Renders why a flow failed: place, values, remedy and rule. */
function renderFault(language: Language, flow: Flow): Html | '' {
  const { refusal, faulty } = flow
  const text = texts[language]
  if (refusal === undefined && faulty === undefined) return ''
  const block = refusal && describeDecision(refusal)
  return html`<section id="flows-fault">
${block === undefined ? '' : renderRefusal(language, 'flows-refusal', block)}
${refusal === undefined ? html`<p class="alert alert-danger" id="flows-rejected">${text.rejected}</p>` : ''}
${refusal?.outcome === 'failed' ? html`<p class="alert alert-danger">${text.notDecided} ${refusal.evidence.out_of_reach ?? ''}</p>` : ''}
${faulty === undefined ? '' : html`<p>${text.faultyStep} <a id="flows-faulty" href="${addressOf(flow)}/messages/${faulty.message.id}">${stepTitle(text, faulty)}</a></p>`}
${refusal === undefined ? '' : html`<p class="flows-note mb-3">${text.traceOf} <code>${refusal.trace}</code> · <code>npx fiducia explain ${refusal.trace}</code></p>`}
</section>`
}

export const stepTitle = (text: FlowTexts, { number, message }: Step): string =>
  `${number}. ${partyName(text, message.from)} ${text.to} ${partyName(text, message.to)}: ${message.request.method} ${shownPath(message)}`

/** Groups adjacent background steps. A step with a refused or failed decision stays outside of the groups. */
function foldBackground(steps: readonly Step[]): readonly (Step | Step[])[] {
  const parts: (Step | Step[])[] = []
  for (const step of steps) {
    const last = parts.at(-1)
    const isFolded = step.background !== undefined && step.decisions.every(({ outcome }) => outcome === 'accepted')
    if (!isFolded) parts.push(step)
    else if (Array.isArray(last)) last.push(step)
    else parts.push([step])
  }
  return parts
}

const renderFolded = (text: FlowTexts, flow: Flow, steps: readonly Step[]): Html =>
  html`<li class="flows-folded"><details><summary id="flows-fold-${steps[0]?.message.id}">${text.folded(steps.length)}</summary><ol class="flows-steps">${steps.map((step) => renderStep(text, flow, step))}</ol></details></li>
`

function renderStep(text: FlowTexts, flow: Flow, step: Step): Html {
  const { message, decisions } = step
  const { id } = message
  const address = `${addressOf(flow)}/messages/${id}`
  const isFaulty = step === flow.faulty
  return html`<li class="flows-step${isFaulty ? ' faulty' : ''}" id="flows-${id}" value="${step.number}">
<p class="flows-head"><a id="flows-open-${id}" href="${address}" hx-get="${address}/part" hx-target="#flows-in-${id}">${stepTitle(text, step)}</a>
<span class="flows-status">${responseText(text, message)}</span></p>
${decisions.filter(({ outcome }) => outcome !== 'accepted').map((one) => renderShortRefusal(one))}
<div id="flows-in-${id}"></div></li>
`
}

const responseText = (text: FlowTexts, { response, milliseconds }: Message): string =>
  response === undefined ? text.noAnswer : `${response.status} · ${Math.round(milliseconds)} ms`

function renderShortRefusal(decision: DecisionRecord): Html | '' {
  const block = describeDecision(decision)
  return renderReason(block, block && html` <span lang="en">[${block.requirement}]</span>`)
}

/** Renders a decision about which no message is recorded. */
export function renderLoneDecision(
  decision: DecisionRecord,
  { language, now }: Pick<FlowView, 'language' | 'now'>,
): Html {
  const text = texts[language]
  return html`<p>${renderTime(language, decision.at, now)} <span class="flows-note">${text.noMessage}</span></p>
${renderDecision(language, 'flows-decision', decision)}
${renderCode(`npx fiducia explain ${decision.trace}`, 'flows-explain', text.traceOf)}`
}

/** Renders one ordered presentation: QR code, link, state, and the response with the checks of its decision. */
import {
  type DecisionRecord,
  isJsonObject,
  type Json,
  type JsonObject,
  joinUrl,
  type NumericDate,
} from '../../base/index.ts'
import { type Html, html, type Language, raw } from '../../http/index.ts'
import { fitsQrCode, renderQrCode } from '../../relying-party/pages/qr-code.ts'
import { describeDecision, ruleText } from '../../rules/index.ts'
import { renderAnswerRefusal } from '../answer-refusal.ts'
import { renderFacts } from '../shell/blocks.ts'
import { renderTable } from '../shell/fields.ts'
import { renderApiCall, renderCode, renderJson, renderRefusal, renderTime } from '../shell/parts.ts'
import { type Text, texts } from './ask-texts.ts'
import { isOpen, type Order } from './orders.ts'

interface OrderPart {
  readonly language: Language
  readonly now: NumericDate
  readonly order: Order
  readonly relyingParty: string
  readonly findDecision: (trace: string) => DecisionRecord | undefined
  /** True if the state updates while the presentation is open. */
  readonly isLive: boolean
}

/** Renders the order. htmx refreshes the state every second while the presentation is open. */
export function renderOrder(part: OrderPart): Html {
  const { language, order, relyingParty } = part
  const text = texts[language]
  const url = joinUrl(relyingParty, '/api/presentations')
  return html`<section id="ask-presentation" class="card mb-3" aria-label="${text.presentation}"><div class="card-body">
<div id="ask-state">${renderState(part)}</div>
${renderApiCall(language, 'ask-order-call', {
  method: 'POST',
  url,
  headers: { authorization: 'Bearer $APPLICATION_KEY', 'content-type': 'application/json' },
  body: JSON.stringify(order.body),
})}
<details class="api-call"><summary id="ask-typescript-summary">${text.typescript}</summary>${renderCode(orderInTypescript(url, order.body), 'ask-typescript', text.typescript, language)}</details>
<p><a class="btn btn-sm btn-outline-primary" id="ask-again" href="/ask">${text.again}</a></p>
</div></section>`
}

/** Returns the source of a module that sends the order. The module reads its key from the variable APPLICATION_KEY. */
const orderInTypescript = (
  url: string,
  body: JsonObject,
): string => `const response = await fetch(${JSON.stringify(url)}, {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.APPLICATION_KEY}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),
})
const { id, start_url } = await response.json()
// Send the browser to start_url. It returns to return_url with a reference, which POST /api/results redeems.
`

/**
 * Renders the part that htmx refreshes: the state of the presentation, and its result. An ended one is not refreshed.
 */
export function renderState(part: OrderPart): Html {
  const { language, order, isLive } = part
  const text = texts[language]
  const path = `/ask/orders/${order.key}/state`
  return html`<p id="ask-status" role="status" class="lead">${text.statuses[order.status]}</p>
${isOpen(order) ? renderOpenOrder(part, text) : renderEndedOrder(part, text)}
${order.failure === undefined ? '' : renderAnswerRefusal(language, 'ask-failure', order.failure)}
${renderRefusals(part, text)}
${isLive && isOpen(order) ? html`<div id="ask-poll" hx-get="${path}" hx-trigger="every 1s" hx-target="#ask-state" hx-swap="innerMorph"></div>` : ''}`
}

function renderOpenOrder(
  { language, order: { key, engagementUrl, startUrl, switches, expiresAt }, now, isLive }: OrderPart,
  text: Text,
): Html {
  const timeLeft = html`<p id="ask-left">${text.left(Math.max(0, Math.ceil(expiresAt - now)))} <a${isLive ? html` class="without-script"` : ''} id="ask-refresh" href="/ask/orders/${key}">${text.refresh}</a></p>`
  if (switches.flow === 'same-device')
    return html`<p>${text.openHereLead}</p>
<p><a class="btn btn-primary" id="ask-open" href="${startUrl}">${text.openHere}</a></p>${timeLeft}`
  if (engagementUrl === undefined) return html`<p class="alert alert-danger" id="ask-no-link">${text.noLink}</p>`
  return html`<div class="row"><div class="col-md-5 col-lg-4">${
    fitsQrCode(engagementUrl)
      ? html`<div class="ask-qr" id="ask-qr" role="img" aria-label="${text.qr}">${raw(renderQrCode(engagementUrl))}</div>`
      : ''
  }</div><div class="col-md-7 col-lg-8">${timeLeft}
<p>${text.link}: <a id="ask-wallet-link" href="${engagementUrl}">${startOf(engagementUrl)}</a></p>
${renderCode(engagementUrl, 'ask-link', text.link, language)}</div></div>`
}

/** Returns the origin of an http(s) link. For a link with a custom scheme, returns the scheme with its colon. */
const startOf = (url: string): string => {
  const { origin, protocol } = new URL(url)
  return origin === 'null' ? protocol : origin
}

function renderEndedOrder({ language, now, order, findDecision }: OrderPart, text: Text): Html {
  const { result } = order
  if (result === undefined) return html``
  const { trace, reason, wallet, credentials } = result
  return html`<h2 class="h3" id="ask-result-heading">${text.result}</h2>
${reason === undefined ? '' : html`<p>${text.reason}: <code id="ask-reason">${reason}</code></p>`}
${isJsonObject(credentials) ? Object.entries(credentials).flatMap(([id, value]) => listOf(value).map((one, index) => renderCredential(language, now, text, `${id}-${index}`, one))) : ''}
${isJsonObject(wallet) ? renderFacts('ask-wallet', [[text.wallet, describeWallet(text, wallet)]]) : ''}
${typeof trace === 'string' ? renderChecks(text, trace, findDecision(trace)) : ''}
<details><summary id="ask-raw-summary">${text.raw}</summary>${renderJson(result, 'ask-raw', text.raw)}</details>`
}

const describeWallet = (text: Text, { attested, level, level_proven: isProven }: JsonObject): string =>
  attested === true ? text.attested(String(level), isProven === true) : text.notAttested(String(level))

const listOf = (value: Json): readonly JsonObject[] => (Array.isArray(value) ? value : [value]).filter(isJsonObject)

/** Returns the text of each leaf value with its path, for example `address › locality`. `[]` and `{}` are leaves. */
const leavesOf = (value: Json, path: readonly string[] = []): readonly (readonly [path: string, text: string])[] => {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (members.length > 0) return members.flatMap(([name, member]) => leavesOf(member as Json, [...path, name]))
  return [[path.join(' › '), typeof value === 'string' ? value : JSON.stringify(value)]]
}

function renderCredential(language: Language, now: NumericDate, text: Text, id: string, credential: JsonObject): Html {
  const { type, issuer, status, format, issued_at, expires_at, surplus_dropped, claims } = credential
  const dropped = Array.isArray(surplus_dropped) ? surplus_dropped.join(', ') : ''
  return html`<article class="card" id="ask-credential-${id}"><div class="card-body">
<h3 class="h4">${text.credential} <code>${format}</code></h3>
${renderTable(
  `ask-claims-${id}`,
  text.claims,
  [text.claim, text.value],
  Object.entries(claims ?? {})
    .flatMap(([name, value]) => leavesOf(value as Json, [name]))
    .map(([path, shown]) => html`<tr><td><code>${path}</code></td><td>${shown}</td></tr>`),
)}
${renderFacts(`ask-facts-${id}`, [
  [text.type, html`<code>${type}</code>`],
  [text.issuer, html`<code>${issuer}</code>`],
  [text.state, String(status)],
  ...(typeof issued_at === 'number' ? [[text.issued, renderTime(language, issued_at, now)] as const] : []),
  ...(typeof expires_at === 'number' ? [[text.expires, renderTime(language, expires_at, now)] as const] : []),
  ...(dropped === '' ? [] : [[text.dropped, dropped] as const]),
])}</div></article>`
}

const flowLink = (text: Text, trace: string): Html =>
  html`<p><a class="btn btn-outline-primary" id="ask-flow-${trace}" href="/flows/trace/${trace}">${text.flowLink}</a></p>`

/** Renders a link to the flow and, if the log still has the decision, the rules of its checks. */
function renderChecks(text: Text, trace: string, decision: DecisionRecord | undefined): Html {
  const requirements = [...new Set(decision?.checks.map(({ requirement }) => requirement) ?? [])]
  if (decision === undefined) return flowLink(text, trace)
  return html`<details><summary id="ask-checks-summary">${text.checks}: ${text.passed(decision.checks.length)}</summary>
<ul class="ask-checks" id="ask-checks">${requirements.map((id) => html`<li><span class="accepted"></span><code>${id}</code> <span lang="en">${ruleText(id) ?? ''}</span></li>`)}</ul></details>
${flowLink(text, trace)}`
}

function renderRefusals({ language, order, findDecision }: OrderPart, text: Text): Html {
  if (order.refusals.length === 0) return html``
  return html`<h2 class="h3" id="ask-refusals-heading">${text.refusals}</h2>
${order.refusals.map((trace) => {
  const decision = findDecision(trace)
  const block = decision && describeDecision(decision)
  return html`${block === undefined ? '' : renderRefusal(language, `ask-refusal-${trace}`, block)}${flowLink(text, trace)}`
})}`
}

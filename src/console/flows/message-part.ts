/** Renders one message of a flow: its checks with the text of their rules, request and response as sent and decoded. */
import type { CheckRecord, DecisionRecord } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { describeDecision, ruleText } from '../../rules/index.ts'
import { renderCode, renderJson, renderOutcome, renderRefusal } from '../shell/parts.ts'
import type { HeaderLines, Message } from '../traffic/message.ts'
import { toCurlCommand, toTypeScript } from './copy-message.ts'
import {
  contentOf,
  decodeJws,
  isCompact,
  isJwe,
  type NamedText,
  queryOf,
  renderJws,
  textsOf,
} from './decode-message.ts'
import type { Flow, Step } from './flow.ts'
import { membersOf } from './message-change.ts'
import { parseBoundedJson } from './parse-bounded-json.ts'
import { type FlowTexts, texts } from './texts.ts'

/** Decoders that the sandbox adds. */
export interface MessageDecoders {
  /** Decodes and explains an artefact. Resolves to `undefined` for a text that it does not recognise. */
  readonly decode?: (language: Language, text: string, id: string) => Promise<Html | undefined>
  /** Decrypts a JWE for a key of this sandbox. Resolves to `undefined` without the key. */
  readonly decrypt?: (jwe: string) => Promise<string | undefined>
}

/** Language of the page, and abilities of this sandbox. */
interface MessageView extends MessageDecoders {
  readonly language: Language
  /** True if this sandbox can send the message again. */
  readonly canResend: boolean
}

/** Renders a message: its checks, request, response, the request as code, and the form that sends it again. */
export async function renderMessage(flow: Flow, step: Step, view: MessageView): Promise<Html> {
  const { language, canResend } = view
  const text = texts[language]
  const { message } = step
  const { id, request, response } = message
  const requestPart = await renderPart(`flows-${id}-request`, text.request, request, view)
  const responsePart =
    response === undefined
      ? html`<h3>${text.response}</h3><p>${text.noAnswer}</p>`
      : await renderPart(`flows-${id}-response`, text.response, response, view)
  return html`<div class="flows-message">
${renderChecks(language, id, step.decisions)}
${requestPart}
${responsePart}
${renderCopies(language, text, id, request)}
${canResend && !flow.isLoaded ? renderResend(text, flow.id, message) : ''}
</div>`
}

/** Renders the decisions about a message, refused and failed ones first. */
function renderChecks(language: Language, id: string, decisions: readonly DecisionRecord[]): Html {
  const text = texts[language]
  const failedFirst = decisions.toSorted((one, other) => rankOf(one) - rankOf(other))
  return html`<h3>${text.checks}</h3>
${decisions.length === 0 ? html`<p>${text.noChecks}</p>` : failedFirst.map((decision, index) => renderDecision(language, `flows-${id}-${index}`, decision))}`
}

const rankOf = ({ outcome }: DecisionRecord): number => (outcome === 'accepted' ? 1 : 0)

/** Renders one decision: the failed check, the evidence, and the passed checks. */
export function renderDecision(language: Language, id: string, decision: DecisionRecord): Html {
  const text = texts[language]
  const refusal = describeDecision(decision)
  const passed = decision.checks.filter((check) => check.passed)
  const evidence = Object.entries(decision.evidence)
  return html`<section class="flows-checks">
<p><code>${decision.surface}</code> ${renderOutcome(language, decision.outcome)} <span class="flows-note">${text.traceOf} <code>${decision.trace}</code></span></p>
${refusal === undefined ? '' : renderRefusal(language, `${id}-refusal`, refusal)}
${decision.outcome === 'failed' ? html`<p>${text.notDecided}</p>` : ''}
${evidence.length === 0 ? '' : html`<dl class="flows-list">${evidence.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`}
${passed.length === 0 ? '' : html`<details><summary id="${id}-passed">${text.passed(passed.length)}</summary><ul class="flows-rules" lang="en">${passed.map(renderPassed)}</ul></details>`}
</section>`
}

const renderPassed = ({ requirement }: CheckRecord): Html =>
  html`<li><code>${requirement}</code> ${ruleText(requirement) ?? ''}</li>`

async function renderPart(
  id: string,
  label: string,
  part: Message['request'] | NonNullable<Message['response']>,
  view: MessageView,
): Promise<Html> {
  const text = texts[view.language]
  const { headers, body } = part
  const startLine = 'url' in part ? `${part.method} ${part.url}` : `HTTP ${part.status}`
  const lines = [startLine, ...headers.map(([name, value]) => `${name}: ${value}`)]
  const raw = [lines.join('\n'), ...(body === undefined ? [] : [body])].join('\n\n')
  const query = 'url' in part ? queryOf(part.url) : []
  const named = [...textsOf(headers, body), ...query]
  const decoded = await Promise.all(named.map((one, at) => renderText(one, `${id}-${at}`, view)))
  return html`<h3>${label}</h3>
<details><summary id="${id}-raw-open">${text.raw}</summary>${renderCode(raw, `${id}-raw`, `${label}: ${text.raw}`)}</details>
${renderParameters(text, query)}${body === undefined ? '' : renderBody(text, headers, body, id, label)}
${decoded.map((one) => one ?? '')}`
}

/** Renders a body. Renders nothing for a JWS or JWE, which `renderText` renders. */
function renderBody(text: FlowTexts, headers: HeaderLines, body: string, id: string, label: string): Html | '' {
  const content = contentOf(headers, body)
  if (content.kind === 'form') return renderParameters(text, content.parameters)
  if (content.kind === 'json') return renderJson(content.json, `${id}-json`, label)
  const isDecoded = isJwe(body.trim()) || decodeJws(body.trim()) !== undefined
  return isDecoded ? '' : renderCode(content.text, `${id}-text`, label)
}

const renderParameters = (text: FlowTexts, parameters: readonly NamedText[]): Html | '' =>
  parameters.length === 0
    ? ''
    : html`<dl class="flows-list">${parameters.map(({ name, value }) => html`<dt><code>${name}</code></dt><dd>${cutValue(text, value)}</dd>`)}</dl>`

/** Maximum length of a shown parameter. Longer values are cut. The text as sent contains them whole. */
const maximumValueLength = 160

const cutValue = (text: FlowTexts, value: string): string =>
  value.length <= maximumValueLength
    ? value
    : `${value.slice(0, maximumValueLength)}… (${text.characters(value.length)})`

/** Renders the content of a compact JWS, JWE or SD-JWT. Resolves to `undefined` for a text that cannot be decoded. */
async function renderText(
  { name, value }: NamedText,
  id: string,
  { language, decode, decrypt }: MessageView,
): Promise<Html | undefined> {
  if (!isCompact(value)) return undefined
  const text = texts[language]
  const plaintext = isJwe(value) ? await decrypt?.(value) : undefined
  const shown =
    plaintext === undefined
      ? ((await decode?.(language, value, id)) ?? renderJws(value, id, text))
      : renderPlaintext(plaintext, id, text)
  const label = plaintext === undefined ? text.decoded : text.decrypted
  return (
    shown &&
    html`<details><summary id="${id}-open">${label}${name === '' ? '' : html`: <code>${name}</code>`}</summary>${shown}</details>`
  )
}

function renderPlaintext(plaintext: string, id: string, text: FlowTexts): Html {
  try {
    return renderJson(parseBoundedJson(plaintext), `${id}-clear`, text.decrypted)
  } catch {
    return renderJws(plaintext, id, text) ?? renderCode(plaintext, `${id}-clear`, text.decrypted)
  }
}

const renderCopies = (language: Language, text: FlowTexts, id: string, request: Message['request']): Html =>
  html`<details><summary id="flows-${id}-curl-open">${text.copyCurl}</summary>${renderCode(toCurlCommand(request), `flows-${id}-curl`, text.copyCurl, language)}</details>
<details><summary id="flows-${id}-typescript-open">${text.copyTypeScript}</summary>${renderCode(toTypeScript(request), `flows-${id}-typescript`, text.copyTypeScript, language)}</details>`

function renderResend(text: FlowTexts, flow: string, { id, request }: Message): Html {
  const prefix = `flows-${id}-resend`
  return html`<details><summary id="${prefix}-open">${text.resend}</summary>
<form method="post" action="/flows/${encodeURIComponent(flow)}/messages/${id}/resend" id="${prefix}">
<p>${text.resendLead}</p>
<div class="mb-3"><label class="form-label" for="${prefix}-member">${text.member}</label>
<select class="form-select" id="${prefix}-member" name="member"><option value="">${text.unchanged}</option>${membersOf(request).map((member) => html`<option value="${member}">${member === 'body' ? text.wholeBody : member}</option>`)}</select></div>
<div class="mb-3"><label class="form-label" for="${prefix}-value">${text.value}</label><textarea class="form-control" id="${prefix}-value" name="value" rows="3" spellcheck="false"></textarea></div>
<div class="form-check mb-3"><input class="form-check-input" type="checkbox" id="${prefix}-remove" name="remove" value="1"><label class="form-check-label" for="${prefix}-remove">${text.remove}</label></div>
<button class="btn btn-primary btn-sm" id="${prefix}-send">${text.resend}</button>
</form></details>`
}

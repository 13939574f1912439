/** Renders the request builder: the switches, and next to them the query as text. */
import type { Json } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { renderCheckbox, renderField, renderSelect } from '../shell/fields.ts'
import { renderJson } from '../shell/parts.ts'
import { nameClaim } from '../wallet/claim-words.ts'
import { type Text, texts } from './ask-texts.ts'
import { queryOf } from './query-of.ts'
import { claimNames, formats, type Switches } from './switches.ts'

interface BuilderPart {
  readonly language: Language
  /** Presentation Definitions that the Relying Party offers for variant 1, from its metadata. Unused in variant 2. */
  readonly definitions: readonly Json[]
  readonly switches: Switches
  /** Text of the query. Defaults to the query that the switches describe. */
  readonly query?: string
  /** Response modes that an order may name. Absent if the Relying Party decides. */
  readonly responseModes?: readonly string[] | undefined
}

/** Returns the ID of the first offered definition, or an empty string. */
const firstScope = (definitions: readonly Json[]): string => {
  const [first] = definitions as readonly { readonly id?: unknown }[]
  return typeof first?.id === 'string' ? first.id : ''
}

/** Returns the query that the switches describe, as text: a DCQL query, or a scope. */
const queryText = (switches: Switches, definitions: readonly Json[]): string =>
  switches.variant === 'dcql' ? JSON.stringify(queryOf(switches), null, 2) : firstScope(definitions)

/** Renders the form. htmx rewrites the query when a switch changes. */
export function renderBuilder(part: BuilderPart): Html {
  const text = texts[part.language]
  return html`<form method="post" action="/ask" id="ask-form">
<input type="hidden" name="switches" value="1">
<div class="row">
<div class="col-lg-5" id="ask-switches" hx-get="/ask/query" hx-trigger="change" hx-include="#ask-form" hx-target="#ask-query-part" hx-swap="outerHTML">
<h2>${text.switches}</h2>
${renderSwitches(part, text)}
</div>
<div class="col-lg-7">${renderQuery(part)}
<div class="d-flex flex-wrap gap-2 mt-3"><button class="btn btn-primary" id="ask-send">${text.send}</button>
<button class="btn btn-outline-primary" id="ask-rewrite" formmethod="get" formaction="/ask">${text.rewrite}</button></div>
</div></div></form>`
}

function renderSwitches({ language, switches, responseModes }: BuilderPart, text: Text): Html {
  return html`${renderSelect('ask', 'variant', text.variant, Object.entries(text.variants), switches.variant)}
${renderSelect('ask', 'flow', text.flow, Object.entries(text.flows), switches.flow)}
${renderSelect('ask', 'method', text.method, Object.entries(text.methods), switches.method)}
<p class="form-text">${text.methodHint}</p>
${renderMode(text, switches.mode, responseModes)}
<p class="form-text" id="ask-encryption"><strong>${text.encryption}</strong>: ${text.encryptionFixed}</p>
${renderSelect(
  'ask',
  'format',
  text.format,
  formats.map((one) => [one, text.formats[one]] as const),
  switches.format,
)}
<fieldset id="ask-claims"><legend class="h6">${text.claims}</legend>
<p class="form-text">${text.enoughHint}</p>
${renderClaims(language, text, switches)}</fieldset>
<div class="mb-3">${renderCheckbox('ask', 'wallet_attestation', text.walletAttestation, switches.walletAttestation)}</div>
${renderField('ask', 'purpose', text.purpose, { value: switches.purpose, length: 200 })}`
}

const renderClaims = (
  language: Language,
  text: Text,
  { claims, sufficient }: Switches,
): Html => html`<table class="table ask-claims" id="ask-claim-table">
<thead><tr><th scope="col">${text.claim}</th><th scope="col">${text.ask}</th><th scope="col">${text.enough}</th></tr></thead>
<tbody>${claimNames.map((name) => {
  const label = nameClaim(language, name)
  const tick = (of: string, column: string, isTicked: boolean): Html =>
    html`<td><input class="form-check-input" type="checkbox" id="ask-${of}.${name}" name="${of}.${name}" value="on" aria-label="${column}: ${label}"${isTicked ? html` checked` : ''}></td>`
  return html`<tr><th scope="row">${label}<br><code>${name}</code></th>${tick('claim', text.ask, claims.includes(name))}${tick('enough', text.enough, sufficient.includes(name))}</tr>`
})}</tbody></table>`

/** Renders the choice of a response mode. Without `modes`, renders the reason why there is no choice. */
const renderMode = (text: Text, mode: string, modes: readonly string[] | undefined): Html =>
  modes === undefined
    ? html`<div class="mb-3"><label class="form-label" for="ask-mode">${text.mode}</label>
<select class="form-select" id="ask-mode" disabled aria-describedby="ask-mode-hint"><option>${text.modeDefault}</option></select>
<div class="form-text" id="ask-mode-hint">${text.modeFixed}</div></div>`
    : renderSelect('ask', 'mode', text.mode, [['', text.modeDefault], ...modes.map((one) => [one, one] as const)], mode)

/** Renders the query as text, which htmx replaces when a switch changes. */
export function renderQuery({ language, switches, definitions, query }: BuilderPart): Html {
  const text = texts[language]
  const isDcql = switches.variant === 'dcql'
  const shown = query ?? queryText(switches, definitions)
  return html`<div id="ask-query-part" aria-live="polite">
<label class="h2 form-label" for="ask-query">${isDcql ? text.query : text.scope}</label>
<textarea class="form-control ask-query" id="ask-query" name="query" rows="${isDcql ? Math.min(40, shown.split('\n').length + 1) : 1}" spellcheck="false" autocomplete="off">${shown}</textarea>
${
  isDcql
    ? ''
    : html`<h3 class="h5">${text.definitions}</h3><p class="form-text">${text.definitionsLead}</p>${renderJson(definitions, 'ask-definitions', text.definitions)}`
}
</div>`
}

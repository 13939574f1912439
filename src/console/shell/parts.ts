/** Renders parts that several screens use: JSON, an API call, a time, an outcome, and the block of a refusal. */
import { type DecisionRecord, encodeUtf8, type NumericDate, printable } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { formatEvidence, type RefusalBlock } from '../../rules/index.ts'
import { describeTime, isInCalendar } from './describe-time.ts'
import { renderJsonTokens } from './json.ts'

const copyTexts = { it: { copy: 'Copia', done: 'Copiato' }, en: { copy: 'Copy', done: 'Copied' } } as const

/**
 * Renders a value as JSON text. `id` and `label` name the element. The element is focusable, so that the keyboard can
 * scroll it. With `language`, adds a copy button.
 */
export const renderJson = (value: unknown, id: string, label: string, language?: Language): Html =>
  renderBlock(renderJsonTokens(value), id, label, language)

/** Renders a text as a code block, which the keyboard can scroll. With `language`, adds a copy button. */
export const renderCode = (text: string, id: string, label: string, language?: Language): Html =>
  renderBlock(html`${text}`, id, label, language)

const renderBlock = (content: Html, id: string, label: string, language: Language | undefined): Html => {
  const block = html`<pre id="${id}" class="code" tabindex="0" role="region" aria-label="${label}">${content}</pre>`
  return language === undefined ? block : html`<div class="copied">${block}${renderCopy(language, id, label)}</div>`
}

/**
 * Renders a button that copies the text or the value of the element `source`. `console.js` reads the `data-`
 * attributes. CSS hides the button without script.
 */
const renderCopy = (language: Language, source: string, label: string): Html => {
  const { copy, done } = copyTexts[language]
  return html`<button type="button" class="btn btn-xs" id="${source}-copy" data-copy="#${source}" data-done="${done}">${copy}<span class="visually-hidden"> ${label}</span></button>`
}

/** API request that an action of the console sends. Contains variables instead of secrets: `$ADMIN_TOKEN`. */
export interface ApiCall {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Returns the call as a curl command for a POSIX shell. */
export function toCurl({ method, url, headers = {}, body }: ApiCall): string {
  const words = [
    `curl -X ${method} ${quoteUrlForCurl(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteHeader(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoteForShell(body)}`]),
  ]
  return words.join(' \\\n  ')
}

const [beginPrintf, endPrintf] = [`'"$(printf '`, `')"'`]

/**
 * Quotes a text so that a shell changes nothing in it, because other parties may have chosen a part of it. `printf`
 * writes the invisible characters: a terminal obeys a control character in a pasted command, also inside quotes
 * (D-1146).
 */
export const quoteForShell = (text: string): string =>
  `'${text
    .replaceAll("'", `'\\''`)
    .replace(/[^\n -~]/gu, (one) => (printable(one) === one ? one : beginPrintf + octal(one) + endPrintf))
    .replaceAll(endPrintf + beginPrintf, '')}'`

const octal = (text: string): string =>
  Array.from(encodeUtf8(text), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')

/** Quotes a URL for curl, which otherwise expands brackets and braces in it. */
export const quoteUrlForCurl = (url: string): string =>
  `${/[[\]{}]/.test(url) ? '--globoff ' : ''}${quoteForShell(url)}`

/**
 * Quotes a header line. Uses double quotes for a line with the name of a secret (`$ADMIN_TOKEN`), so that the shell
 * inserts the secret. Uses single quotes if the line contains another special character.
 */
const quoteHeader = (line: string): string =>
  /\$[A-Z_]+/.test(line) && !/["`\\!]|\$(?![A-Z_])/.test(line) ? `"${line}"` : quoteForShell(line)

const apiLabel = { it: 'Chiamata API', en: 'API call' } as const

/** Renders the API call of an action as a collapsed curl command. */
export const renderApiCall = (language: Language, id: string, call: ApiCall): Html =>
  html`<details class="api-call"><summary id="${id}">${apiLabel[language]}</summary>${renderCode(toCurl(call), `${id}-curl`, apiLabel[language], language)}</details>`

/**
 * Renders a time relative to `now`, with the exact time as its title. Renders "outside of the calendar" for a time
 * before 1970 or after 9999.
 */
export const renderTime = (language: Language, at: NumericDate, now: NumericDate): Html => {
  if (!isInCalendar(at)) return html`<span>${describeTime(language, at, now)}</span>`
  const exact = new Date(at * 1000).toISOString()
  return html`<time datetime="${exact}" title="${exact}">${describeTime(language, at, now)}</time>`
}

const outcomes = {
  it: { accepted: 'accettata', refused: 'rifiutata', failed: 'non decisa' },
  en: { accepted: 'accepted', refused: 'refused', failed: 'not decided' },
} as const

/** Renders the outcome of a decision as a badge. The badge shows the outcome as a word, not only by colour. */
export const renderOutcome = (language: Language, outcome: DecisionRecord['outcome']): Html =>
  html`<span class="badge outcome ${outcome}">${outcomes[language][outcome]}</span>`

const blockTexts = {
  it: { change: 'Che cosa cambiare', rule: 'Regola', place: 'Dove' },
  en: { change: 'What to change', rule: 'Rule', place: 'Where' },
} as const

/** Renders the block of a refusal: reason, place, values, remedy, rule. The content of the block is always English. */
export function renderRefusal(language: Language, id: string, block: RefusalBlock & { readonly rule?: string }): Html {
  const text = blockTexts[language]
  const evidence = formatEvidence(block.expected, block.found)
  return html`<div class="refusal alert alert-danger" id="${id}">
<p lang="en" class="reason"><strong>${block.reason}</strong> <code>${block.code}</code></p>
${block.at === '' ? '' : html`<p>${text.place}: <code>${block.at}</code></p>`}
${evidence === '' ? '' : html`<p lang="en" class="evidence">${evidence}</p>`}
<p>${text.change}: <span lang="en" class="remedy">${block.remedy}</span></p>
<p class="rule">${text.rule} <code>${block.requirement}</code>${block.rule === undefined ? '' : html`: <span lang="en">${block.rule}</span>`}</p>
</div>`
}

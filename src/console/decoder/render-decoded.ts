/** Renders the result of the decoder as HTML: verdicts first, then each section as a tree of explained members. */
import { type Html, html, type Language } from '../../http/index.ts'
import { formatEvidence } from '../../rules/index.ts'
import type { Decoded, Member, Section, Verdict } from '../decode/decoded.ts'
import {
  formatCheck,
  formatMemberTime,
  formatVerdictCounts,
  formatVerdictDetail,
  sortedVerdicts,
  titleOf,
  valueText,
} from '../decode/format-decoded.ts'
import { resultWords, sectionTitles } from '../decode/words.ts'
import { renderCode } from '../shell/parts.ts'

const texts = {
  it: {
    checks: 'Verifiche',
    whole: 'Testo intero',
    decoded: 'Decodificato',
    change: 'Che cosa cambiare',
    members: 'membri',
  },
  en: { checks: 'Checks', whole: 'Whole text', decoded: 'Decoded', change: 'What to change', members: 'members' },
} as const

/** Maximum length of a value that is not collapsed, in characters. */
const maximumShownLength = 120

interface DecodedView {
  readonly language: Language
  readonly decoded: Decoded
}

/**
 * Renders a decoded artefact. All HTML IDs begin with `idPrefix`, which must be unique on the page. Explanations,
 * reasons and remedies are always English, and have `lang="en"`.
 */
export function renderDecoded(language: Language, decoded: Decoded, idPrefix: string): Html {
  const view = { language, decoded }
  return html`<div class="decoder-decoded" id="${idPrefix}">
${renderVerdicts(view, idPrefix)}
${decoded.sections.map((section, index) => renderSection(view, section, `${idPrefix}-${index}`))}
</div>`
}

function renderVerdicts({ language, decoded }: DecodedView, id: string): Html | '' {
  if (decoded.verdicts.length === 0) return ''
  const rows = sortedVerdicts(decoded)
  return html`<ul class="decoder-verdicts list-group mb-3" id="${id}-checks" aria-label="${texts[language].checks}">
${rows.map((verdict) => renderVerdict(language, verdict))}</ul>`
}

/** CSS class of the symbol before each result. */
const resultClasses = { verified: 'accepted', not_valid: 'refused', not_verifiable: 'decoder-open' } as const

function renderVerdict(language: Language, verdict: Verdict): Html {
  const { result, reason, remedy, code, at, expected, found } = verdict
  const evidence = formatEvidence(expected, found)
  const words = result === 'not_valid' ? '' : formatVerdictDetail(language, verdict)
  const line = html`<span class="${resultClasses[result]}">${resultWords[result][language]}</span> <strong>${formatCheck(language, verdict)}</strong>${words === '' ? '' : html`<span class="decoder-more"> ${words}</span>`}`
  if (result !== 'not_valid') return html`<li class="list-group-item decoder-verdict ${result}">${line}</li>\n`
  return html`<li class="list-group-item decoder-verdict ${result}">${line}
<p class="mb-1" lang="en">${reason ?? ''} <code>${code}</code>${at === undefined || at === '' ? '' : html` <code>${at}</code>`}${evidence === '' ? '' : html` ${evidence}`}</p>
${remedy === undefined ? '' : html`<p class="mb-0">${texts[language].change}: <span lang="en">${remedy}</span></p>`}</li>\n`
}

const renderSection = (view: DecodedView, { name, members }: Section, id: string): Html | '' =>
  members.length === 0
    ? ''
    : html`<section class="decoder-section mb-3">
<h3 class="h5" id="${id}-title">${sectionTitles[name][view.language]}</h3>
${renderMembers(view, members, id)}
</section>`

const renderMembers = (view: DecodedView, members: readonly Member[], id: string): Html =>
  html`<dl class="decoder-members">
${members.map((member, index) => renderMember(view, member, `${id}-${index}`))}</dl>`

function renderMember(view: DecodedView, member: Member, id: string): Html {
  const { language, decoded } = view
  const { name, value, words, time, explanation, members = [], nested } = member
  return html`<div class="decoder-member"><dt id="${id}"><code>${name}</code></dt>
<dd>${value === undefined ? '' : renderValue(language, valueText(value), name, id)}
${time === undefined ? '' : html`<p class="decoder-words"><time datetime="${isoOf(time.at)}">${formatMemberTime(language, time, decoded.now)}</time> <span class="decoder-exact">${isoOf(time.at)}</span></p>`}
${words === undefined ? '' : html`<p class="decoder-words">${words[language]}</p>`}
${explanation === undefined ? '' : html`<p class="decoder-explanation" lang="en">${explanation.text} <cite>${explanation.source}</cite></p>`}
${members.length === 0 ? '' : renderInner(view, members, name, id)}
${nested === undefined ? '' : renderNested(language, nested, id)}</dd></div>\n`
}

const isoOf = (at: number): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z')

function renderValue(language: Language, text: string, name: string, id: string): Html {
  if (text.length <= maximumShownLength) return html`<code class="decoder-value">${text}</code>`
  return html`<details><summary id="${id}-more"><code class="decoder-value">${text.slice(0, 40)}…</code></summary>
${renderCode(text, `${id}-value`, `${texts[language].whole}: ${name}`)}</details>`
}

/** Maximum number of members, at all depths, of an object that is not collapsed. */
const maximumOpenMembers = 12

const countAll = (members: readonly Member[]): number =>
  members.reduce((count, { members: inner = [] }) => count + 1 + countAll(inner), 0)

function renderInner(view: DecodedView, members: readonly Member[], name: string, id: string): Html {
  const count = countAll(members)
  const shown = renderMembers(view, members, id)
  if (count <= maximumOpenMembers) return shown
  return html`<details><summary id="${id}-fold"><code>${name}</code>: ${count} ${texts[view.language].members}</summary>
${shown}</details>`
}

function renderNested(language: Language, nested: Decoded, id: string): Html {
  const counts = formatVerdictCounts(language, nested)
  return html`<details class="decoder-nested"><summary id="${id}-nested">${texts[language].decoded}: ${titleOf(language, nested)}${counts === '' ? '' : ` (${counts})`}</summary>
${renderDecoded(language, nested, `${id}-inner`)}</details>`
}

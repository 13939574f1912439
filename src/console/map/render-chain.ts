/** Renders the paths of an entity towards its anchors, valid ones first: each statement with its checks. */
import { printable, printableJson } from '../../base/index.ts'
import type { ExplainedCheck, ExplainedLink, ExplainedPath, LinkCheck, ResolveCode } from '../../federation/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { formatEvidence, pathAdviceOf } from '../../rules/index.ts'
import { trustAdvice } from '../../serve/trust-advice.ts'
import { isFailing } from '../../serve/trust-verdict.ts'
import { renderCode, renderTime } from '../shell/parts.ts'
import type { InspectedEntity, InspectedPath } from './inspect-entity.ts'
import { shownName } from './name-entity.ts'
import { renderEnglish, renderResult } from './render-result.ts'
import { renderWideTable } from './render-wide-table.ts'

const texts = {
  it: {
    path: (number: number) => `Percorso ${number}`,
    taken: 'valido, in uso',
    valid: 'valido, non in uso',
    invalid: 'non valido',
    itself: (name: string) => `${name} su sé stessa (Entity Configuration)`,
    about: (issuer: string, subject: string) => `${issuer} su ${subject}`,
    check: 'Controllo',
    result: 'Esito',
    detail: 'Dettaglio',
    signed: 'firmata',
    expires: 'scade',
    key: 'chiave',
    ends: 'Il percorso finisce qui',
    change: 'Che cosa cambiare',
    stated: 'Che cosa impone',
    hinted: 'nomina il superiore in authority_hints',
    linked: 'parla di chi ha firmato la dichiarazione prima',
    pinned: 'le sue chiavi sono fissate in questa console',
    limits: 'limita',
    policyFor: 'politica per',
    checks: {
      times: 'Tempi',
      link: 'Collegamento',
      signature: 'Firma',
      constraints: 'Vincoli',
      policy: 'Politica dei metadati',
      anchor: 'Trust Anchor',
    },
  },
  en: {
    path: (number: number) => `Path ${number}`,
    taken: 'valid, in use',
    valid: 'valid, not in use',
    invalid: 'not valid',
    itself: (name: string) => `${name} about itself (Entity Configuration)`,
    about: (issuer: string, subject: string) => `${issuer} about ${subject}`,
    check: 'Check',
    result: 'Result',
    detail: 'Detail',
    signed: 'signed',
    expires: 'expires',
    key: 'key',
    ends: 'The path ends here',
    change: 'What to change',
    stated: 'What it demands',
    hinted: 'names its superior in authority_hints',
    linked: 'is about the issuer of the previous statement',
    pinned: 'its keys are pinned in this console',
    limits: 'limits',
    policyFor: 'policy for',
    checks: {
      times: 'Times',
      link: 'Link',
      signature: 'Signature',
      constraints: 'Constraints',
      policy: 'Metadata policy',
      anchor: 'Trust Anchor',
    },
  },
} as const satisfies Record<Language, { readonly checks: Record<LinkCheck, string> } & Record<string, unknown>>

/** Language, time in seconds, and names of the page of an entity. */
export interface EntityView {
  readonly language: Language
  readonly now: number
  /** Returns the name of an entity by its identifier. */
  readonly nameOf: (entityId: string) => string
}

/** Renders the paths. */
export function renderChain(view: EntityView, { paths, explanation }: InspectedEntity): Html {
  return html`${paths.map((path, index) => renderPath(view, path, explanation.paths[index], index))}`
}

function renderPath(view: EntityView, path: InspectedPath, explained: ExplainedPath | undefined, index: number): Html {
  const text = texts[view.language]
  const id = `map-path-${index + 1}`
  const failing = explained?.steps.find(isFailing)
  const isShown = path.links.some(({ checks }) =>
    checks.some(({ code }) => code !== undefined && code === failing?.code),
  )
  const state = path.isValid ? (index === 0 ? text.taken : text.valid) : text.invalid
  return html`<section id="${id}" class="map-path">
<h3 class="h5">${text.path(index + 1)}: ${state}</h3>
<ol class="map-links">
${path.links.map((link, place) => renderLink(view, link, { id, place, path: text.path(index + 1) }))}
${
  failing === undefined || isShown
    ? ''
    : html`<li id="${id}-end" class="map-link"><p><strong>${text.ends}: <span class="text-break">${path.path.map(view.nameOf).join(' › ')}</span></strong></p>${renderFailure(view, failing)}</li>`
}
</ol>
</section>`
}

/** Place of a link: ID and name of its path, and its index in the path. */
interface LinkPlace {
  readonly id: string
  readonly place: number
  readonly path: string
}

function renderLink(view: EntityView, link: ExplainedLink, { id: pathId, place, path }: LinkPlace): Html {
  const [id, isFirst] = [`${pathId}-${place + 1}`, place === 0]
  const text = texts[view.language]
  const { kind, issuer, subject, constraints, metadataPolicy, checks } = link
  const from = view.nameOf(issuer)
  const title = kind === 'configuration' ? text.itself(from) : text.about(from, view.nameOf(subject))
  const demands = { ...(constraints && { constraints }), ...(metadataPolicy && { metadata_policy: metadataPolicy }) }
  return html`<li id="${id}" class="map-link">
<p class="text-break"><strong>${title}</strong></p>
${renderWideTable(
  { label: `${path}: ${title}` },
  [text.check, text.result, text.detail],
  checks.map(
    (check) =>
      html`<tr><th scope="row">${text.checks[check.check]}</th><td>${renderResult(view.language, check.result)}</td><td>${renderDetail(view, link, check, isFirst)}</td></tr>\n`,
  ),
)}
${Object.keys(demands).length === 0 ? '' : html`<details><summary id="${id}-stated">${text.stated}</summary>${renderCode(printableJson(demands), `${id}-demands`, text.stated)}</details>`}
</li>
`
}

/** Renders the values that a check compared, or why it fails. */
function renderDetail(view: EntityView, link: ExplainedLink, check: ExplainedCheck, isFirst: boolean): Html {
  const { language, now } = view
  const text = texts[language]
  const { kid, issuedAt, expiresAt, constraints = {}, metadataPolicy = {} } = link
  if (check.code !== undefined) return renderFailure(view, { ...check, code: check.code })
  if (check.check === 'signature') return html`${text.key} <code class="text-break">${shownName(kid)}</code>`
  if (check.check === 'times')
    return html`${issuedAt === undefined ? '' : html`${text.signed} ${renderTime(language, issuedAt, now)}`}${expiresAt === undefined ? '' : html`, ${text.expires} ${renderTime(language, expiresAt, now)}`}`
  if (check.result !== 'holds') return html``
  if (check.check === 'link') return html`${isFirst ? text.hinted : text.linked}`
  if (check.check === 'anchor') return html`${text.pinned}`
  const [words, names] =
    check.check === 'constraints'
      ? [text.limits, Object.keys(constraints)]
      : [text.policyFor, Object.keys(metadataPolicy)]
  return html`${words} <code class="text-break">${names.slice(0, 8).map(shownName).join(', ')}</code>`
}

interface ShownFailure {
  readonly code: ResolveCode
  readonly at?: string
  readonly expected?: string
  readonly found?: string
}

/** Renders reason, place, values and remedy. */
function renderFailure({ language }: EntityView, { code, at = '', expected, found }: ShownFailure): Html {
  const text = texts[language]
  const [reason = ''] = pathAdviceOf({ code, at }) ?? []
  const evidence = formatEvidence(expected, found)
  return html`${reason === '' ? '' : html`${renderEnglish(printable(reason))} `}<code class="text-break">${code}</code> <code class="text-break">${printable(at)}</code>
${evidence === '' ? '' : html`<br>${renderEnglish(evidence)}`}
<br>${text.change}: ${renderEnglish(printable(trustAdvice(code, at)))}`
}

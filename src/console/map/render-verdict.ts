/** Renders whether an entity is trusted, with the reason and what to change. */
import { printable } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { describeTrustNotes, describeTrustVerdict } from '../../serve/trust-verdict.ts'
import { describeTime } from '../shell/describe-time.ts'
import { renderTime } from '../shell/parts.ts'
import type { InspectedEntity } from './inspect-entity.ts'
import { shownName, typeWords } from './name-entity.ts'
import { renderEnglish } from './render-result.ts'

const texts = {
  it: {
    trusted: 'Affidabile',
    untrusted: 'Non affidabile',
    because: (links: number, anchor: string) =>
      `Perché: ${links} dichiarazioni firmate portano da qui al Trust Anchor ${anchor}, le cui chiavi sono note a questa console. Firme, scadenze, vincoli e politiche sono tutti validi.`,
    anchor: 'Perché: è il Trust Anchor, le cui chiavi sono note a questa console.',
    roles: 'Ruoli',
    until: 'Vale fino a',
    reason: 'Perché no',
    change: 'Che cosa cambiare',
  },
  en: {
    trusted: 'Trusted',
    untrusted: 'Not trusted',
    because: (links: number, anchor: string) =>
      `Why: ${links} signed statements lead from here to the Trust Anchor ${anchor}, whose keys are pinned in this console. No signature, time, constraint or policy fails.`,
    anchor: 'Why: it is the Trust Anchor, whose keys are pinned in this console.',
    roles: 'Roles',
    until: 'Valid until',
    reason: 'Why not',
    change: 'What to change',
  },
} as const

/** Renders the verdict about an entity. `now` is the time in seconds. */
export function renderVerdict(language: Language, { explanation, paths }: InspectedEntity, now: number): Html {
  const text = texts[language]
  const advice = describeTrustVerdict(explanation, (at) => describeTime(language, at, now))
  if (explanation.verdict !== 'trusted')
    return html`<div class="alert alert-danger" id="map-verdict">
<p class="h5 mb-2"><strong>${text.untrusted}</strong></p>
${
  advice === undefined
    ? ''
    : html`<p id="map-verdict-reason">${text.reason}: ${renderEnglish(printable(advice.reason))}</p>
<p class="mb-1">${text.change}:</p>
<ul id="map-verdict-remedies">${advice.remedies.map((remedy) => html`<li>${renderEnglish(printable(remedy))}</li>`)}</ul>`
}
</div>`
  const [{ path = [], links = [] } = {}] = paths
  const notes = describeTrustNotes(explanation)
  const anchor = path.at(-1) ?? ''
  return html`<div class="alert ${notes.length > 0 ? 'alert-warning' : 'alert-success'}" id="map-verdict">
<p class="h5 mb-2"><strong>${text.trusted}</strong></p>
<p id="map-verdict-reason">${path.length <= 1 ? text.anchor : text.because(links.length, shownName(anchor))}</p>
<p class="mb-0">${text.roles}: ${explanation.entityTypes
    .filter((type) => type !== 'federation_entity')
    .map((type) => typeWords(language, type))
    .join(
      ', ',
    )}.${explanation.expiresAt === undefined ? '' : html` ${text.until}: ${renderTime(language, explanation.expiresAt, now)}.`}</p>${
    notes.length === 0
      ? ''
      : html`
<ul class="mt-2 mb-0" id="map-verdict-notes">${notes.map(({ reason, remedy }) => html`<li>${renderEnglish(printable(reason))}. ${text.change}: ${renderEnglish(printable(remedy))}</li>`)}</ul>`
  }
</div>`
}

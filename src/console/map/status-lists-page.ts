/** Renders the overview of the status lists of PID Provider and Wallet Provider. */
import { type Html, html, type Language } from '../../http/index.ts'
import { renderTime } from '../shell/parts.ts'
import { renderEntityLink, shownIdentifier } from './name-entity.ts'
import type { ObservedStatusLists } from './observe-status-lists.ts'
import { renderWideTable } from './render-wide-table.ts'

export const statusListTexts = {
  it: {
    title: 'Liste di stato',
    lead: 'Una lista di stato dice quali PID o quali attestazioni dei wallet sono stati revocati o sospesi. Il ruolo la firma di nuovo quando viene richiesta.',
    fill: 'Quanti posti sono già assegnati non è pubblico: lo dice la metrica fiducia_status_places_used_ratio del ruolo.',
    count: (count: number, shown: number) =>
      `${count === 1 ? 'Una lista' : `${count} liste`}.${shown < count ? ` Qui sotto: ${shown}.` : ''}`,
    none: 'Nessun ruolo pubblica ora le sue liste di stato.',
    list: 'Lista',
    places: 'Posti',
    notValid: 'Revocati o sospesi',
    signed: 'Firmata',
    expires: 'Scade',
  },
  en: {
    title: 'Status lists',
    lead: 'A status list says which PIDs or Wallet Attestations are revoked or suspended. The role signs it again when somebody requests it.',
    fill: "How many places are taken is not public: the role's metric fiducia_status_places_used_ratio says it.",
    count: (count: number, shown: number) =>
      `${count === 1 ? 'One list' : `${count} lists`}.${shown < count ? ` Shown below: ${shown}.` : ''}`,
    none: 'No role publishes its status lists at the moment.',
    list: 'List',
    places: 'Places',
    notValid: 'Revoked or suspended',
    signed: 'Signed',
    expires: 'Expires',
  },
} as const satisfies Record<Language, Record<string, unknown>>

/** Renders the lists of each role. `now` is the time in seconds. */
export function renderStatusLists(language: Language, observed: readonly ObservedStatusLists[], now: number): Html {
  const text = statusListTexts[language]
  if (observed.length === 0) return html`<p>${text.lead}</p><p id="map-lists-none">${text.none}</p>`
  return html`<p>${text.lead}</p>
<p>${text.fill}</p>
${observed.map(
  ({ entityId, role, count, lists }) => html`<section aria-labelledby="map-lists-of-${role}">
<h2 class="h4" id="map-lists-of-${role}">${renderEntityLink(`map-lists-open-${role}`, entityId, role)}</h2>
<p id="map-lists-count-${role}">${text.count(count, lists.length)}</p>
${renderWideTable(
  { titleId: `map-lists-of-${role}` },
  [text.list, text.places, text.notValid, text.signed, text.expires],
  lists.map(
    ({ uri, places, notValid, signedAt, expiresAt }) =>
      html`<tr><th scope="row" class="text-break">${shownIdentifier(uri)}</th><td>${places}</td><td>${notValid}</td><td>${signedAt === undefined ? '' : renderTime(language, signedAt, now)}</td><td>${expiresAt === undefined ? '' : renderTime(language, expiresAt, now)}</td></tr>\n`,
  ),
)}
</section>
`,
)}`
}

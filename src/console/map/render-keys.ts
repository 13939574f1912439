/** Renders the keys and the trust marks of an entity. */
import { printable } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { trustMarkAdviceFor } from '../../serve/trust-mark-advice.ts'
import { trustMarkFaultOf } from '../../serve/trust-verdict.ts'
import { renderTime } from '../shell/parts.ts'
import type { InspectedMark } from './inspect-entity.ts'
import type { EntityKey, KeyState } from './keys-of-entity.ts'
import { shownIdentifier, shownName, typeWords } from './name-entity.ts'
import { renderEnglish, renderResult } from './render-result.ts'
import { renderWideTable } from './render-wide-table.ts'

const keyTexts = {
  it: {
    caption: 'Chiavi',
    key: 'Chiave',
    use: 'Uso',
    algorithm: 'Algoritmo',
    state: 'Stato',
    federation: 'federazione',
    ends: 'fino a',
    stated: 'il superiore la conferma',
    unstated: 'il superiore non la conferma',
    none: 'Nessuna chiave è nota.',
    states: {
      current: 'attuale: firma',
      published: 'pubblicata, non firma: la prossima, o una precedente',
      pending: 'prossima: pubblicata, non firma ancora',
      retiring: 'precedente: ancora pubblicata',
      retired: 'ritirata',
      revoked: 'revocata',
      protocol: 'pubblicata nei metadati',
    },
  },
  en: {
    caption: 'Keys',
    key: 'Key',
    use: 'Use',
    algorithm: 'Algorithm',
    state: 'State',
    federation: 'federation',
    ends: 'until',
    stated: 'its superior confirms it',
    unstated: 'its superior does not confirm it',
    none: 'No key is known.',
    states: {
      current: 'current: it signs',
      published: 'published, does not sign: the next one, or a former one',
      pending: 'next: published, does not sign yet',
      retiring: 'former: still published',
      retired: 'retired',
      revoked: 'revoked',
      protocol: 'published in the metadata',
    },
  },
} as const satisfies Record<Language, { readonly states: Record<KeyState, string> } & Record<string, unknown>>

/** Renders the keys as a table. `now` is the time in seconds. */
export function renderKeys(language: Language, keys: readonly EntityKey[], now: number): Html {
  const text = keyTexts[language]
  if (keys.length === 0) return html`<p id="map-keys-none">${text.none}</p>`
  return renderWideTable(
    { label: text.caption },
    [text.key, text.use, text.algorithm, text.state],
    keys.map(
      ({
        kid,
        use,
        algorithm,
        state,
        stated,
        endsAt,
        reason,
      }) => html`<tr><th scope="row"><code class="text-break">${shownName(kid)}</code></th><td>${use === 'federation' ? text.federation : typeWords(language, use)}</td><td>${shownName(algorithm)}</td><td>${text.states[state]}${reason === undefined ? '' : html` (<span lang="en">${reason}</span>)`}${stated === undefined ? '' : html`; ${stated ? text.stated : text.unstated}`}${endsAt === undefined ? '' : html`; ${text.ends} ${renderTime(language, endsAt, now)}`}</td></tr>
`,
    ),
    { id: 'map-keys' },
  )
}

const markTexts = {
  it: {
    caption: 'Trust mark',
    type: 'Tipo',
    issuer: 'Emittente',
    expires: 'Scadenza',
    status: 'Stato',
    none: 'Non mostra alcun trust mark.',
    endless: 'nessuna',
    unjudged: 'non chiesto: senza una catena valida nessuno nomina gli emittenti',
    active: 'attivo secondo il suo emittente',
    change: 'Che cosa cambiare',
  },
  en: {
    caption: 'Trust marks',
    type: 'Type',
    issuer: 'Issuer',
    expires: 'Expiry',
    status: 'Status',
    none: 'It shows no trust mark.',
    endless: 'none',
    unjudged: 'not checked: without a valid chain, no Trust Anchor names the permitted issuers',
    active: 'active according to its issuer',
    change: 'What to change',
  },
} as const

/** Renders the trust marks as a table. `now` is the time in seconds. */
export function renderMarks(language: Language, marks: readonly InspectedMark[], now: number): Html {
  const text = markTexts[language]
  if (marks.length === 0) return html`<p id="map-marks-none">${text.none}</p>`
  return renderWideTable(
    { label: text.caption },
    [text.type, text.issuer, text.expires, text.status],
    marks.map(
      ({
        trustMarkType,
        issuer = '',
        expiresAt,
        verdict,
      }) => html`<tr><th scope="row"><span class="text-break">${shownIdentifier(trustMarkType)}</span></th><td><span class="text-break">${shownIdentifier(issuer)}</span></td><td>${expiresAt === undefined ? text.endless : renderTime(language, expiresAt, now)}</td><td>${renderMarkStatus(language, verdict)}</td></tr>
`,
    ),
    { id: 'map-marks' },
  )
}

function renderMarkStatus(language: Language, verdict: InspectedMark['verdict']): Html {
  const text = markTexts[language]
  if (verdict === undefined) return html`${text.unjudged}`
  if (verdict.result === 'holds') return html`${renderResult(language, 'holds')} ${text.active}`
  return html`${renderResult(language, 'fails')} <code class="text-break">${printable(trustMarkFaultOf(verdict))}</code><br>${text.change}: ${renderEnglish(trustMarkAdviceFor(verdict))}`
}

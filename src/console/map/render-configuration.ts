/** Renders a decoded Entity Configuration: each claim with its meaning, and the whole as JSON. */
import { isNumericDate, type Json, type NumericDate, shownText } from '../../base/index.ts'
import type { EntityStatement } from '../../federation/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { ownMember } from '../own-member.ts'
import { renderJson, renderTime } from '../shell/parts.ts'
import { shownName } from './name-entity.ts'
import { renderWideTable } from './render-wide-table.ts'

/** Meaning of each claim (OpenID Federation 1.0 §3.1). */
const meanings: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  it: {
    iss: 'Chi ha firmato la dichiarazione. In una Entity Configuration è uguale a sub.',
    sub: 'L’entità a cui si riferisce la dichiarazione.',
    iat: 'Quando è stata firmata.',
    exp: 'Quando scade. Il servizio ne firma una nuova prima della scadenza.',
    jwks: 'Le chiavi con cui l’entità firma dichiarazioni. Il superiore deve confermarle.',
    metadata: 'Che cosa l’entità dice di ogni suo ruolo. Contano solo dopo le politiche dei superiori.',
    authority_hints: 'I suoi superiori. Senza di essi è un Trust Anchor.',
    trust_anchor_hints: 'I Trust Anchor a cui porta una catena.',
    trust_marks: 'I trust mark che mostra, firmati dai loro emittenti.',
    trust_mark_issuers: 'Chi può emettere ogni tipo di trust mark. Vale solo per un Trust Anchor.',
    trust_mark_owners: 'A chi appartiene ogni tipo di trust mark. Vale solo per un Trust Anchor.',
    constraints: 'Limiti per le entità subordinate.',
  },
  en: {
    iss: 'Who makes the statement. Equal to sub in an Entity Configuration.',
    sub: 'The entity that the statement is about.',
    iat: 'When it was signed.',
    exp: 'When it expires. The service signs a new one before that.',
    jwks: 'Keys with which the entity signs statements. Its superior must confirm them.',
    metadata: 'What the entity says about each of its roles. It counts only after the policies of the superiors.',
    authority_hints: 'Superiors that have a statement about the entity. An entity without any is a Trust Anchor.',
    trust_anchor_hints: 'Trust Anchors to which a chain leads.',
    trust_marks: 'Trust marks that it shows, signed by their issuers.',
    trust_mark_issuers: 'Who may issue each type of trust mark. Applies only to a Trust Anchor.',
    trust_mark_owners: 'Who owns each type of trust mark. Applies only to a Trust Anchor.',
    constraints: 'Limits for the entities below.',
  },
}

const texts = {
  it: {
    claim: 'Membro',
    value: 'Valore',
    meaning: 'Significato',
    unknown: 'Non definito dallo standard: i lettori lo ignorano.',
    decoded: 'Entity Configuration decodificata',
    raw: 'Intestazione e contenuto come JSON',
    items: (count: number) => `${count} elementi`,
  },
  en: {
    claim: 'Member',
    value: 'Value',
    meaning: 'Meaning',
    unknown: 'Not defined by the standard: readers ignore it.',
    decoded: 'Decoded Entity Configuration',
    raw: 'Header and content as JSON',
    items: (count: number) => `${count} elements`,
  },
} as const

const maximumClaims = 64

/** Renders the first 64 claims of a configuration, and the whole as JSON. `now` is the time in seconds. */
export function renderConfiguration(language: Language, { jws }: EntityStatement, now: NumericDate): Html {
  const text = texts[language]
  const { header, payload } = jws
  return html`${renderWideTable(
    { label: text.decoded },
    [text.claim, text.value, text.meaning],
    Object.entries(payload)
      .slice(0, maximumClaims)
      .map(
        ([name, value]) =>
          html`<tr><th scope="row"><code class="text-break">${shownName(name)}</code></th><td>${renderValue(language, name, value, now)}</td><td>${meaningOf(language, name)}</td></tr>\n`,
      ),
    { id: 'map-claims' },
  )}
<details><summary id="map-raw">${text.raw}</summary>${renderJson({ header, payload }, 'map-raw-json', text.raw)}</details>`
}

const meaningOf = (language: Language, name: string): string =>
  ownMember(meanings[language], name) ?? texts[language].unknown

/** Renders times as dates, objects as the names of their members, and arrays as their length unless all are strings. */
function renderValue(language: Language, name: string, value: Json, now: NumericDate): Html {
  if ((name === 'iat' || name === 'exp') && isNumericDate(value)) return renderTime(language, value, now)
  if (Array.isArray(value) && value.some((one) => typeof one !== 'string'))
    return html`${texts[language].items(value.length)}`
  const text = typeof value === 'string' ? value : JSON.stringify(summaryOf(value))
  return html`<code class="text-break">${shownText(text, 200)}</code>`
}

const summaryOf = (value: Json): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : value

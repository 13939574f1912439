/** Renders the home page: which roles answer, the superiors of each entity, and what expires next. */
import type { NumericDate } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { renderTime } from '../shell/parts.ts'
import { type Expiry, expiriesOf, keepOneListPerEntity } from './expiries.ts'
import { entityWords, nameOf, renderEntityLink, shownIdentifier, shownName, typeWords } from './name-entity.ts'
import type { ObservedEntity, ObservedFederation } from './observe-federation.ts'
import { renderGraph } from './render-graph.ts'
import { renderWideTable } from './render-wide-table.ts'
import { statusListTexts } from './status-lists-page.ts'

const texts = {
  it: {
    status: (answering: number, roles: number, members: number) =>
      `${answering} ruoli su ${roles} rispondono. ${members} entità sono nella federazione.`,
    next: 'Che cosa scade adesso',
    renewed:
      'I ruoli di fiducia rinnovano da soli configurazioni, dichiarazioni, trust mark e liste di stato. Certificati e chiavi li deve rinnovare un operatore.',
    nothing: 'Nulla ha una scadenza.',
    calendar: 'Tutte le scadenze',
    entities: 'Entità',
    entity: 'Entità',
    kind: 'Ruolo',
    health: 'Stato',
    superiors: 'Superiori',
    both: 'la elenca',
    listedOnly: 'la elenca, ma l’entità non lo nomina',
    hintedOnly: 'non la elenca, ma l’entità lo nomina',
    elsewhere: 'nominato, non è sulla mappa',
    none: 'nessuno',
    more: (count: number) => `altre ${count} non chieste`,
    lookUp: 'Esamina un’entità',
    identifier: 'Identificatore dell’entità',
    help: 'Anche fuori da questa federazione, per esempio https://relying-party.example',
    examine: 'Esamina',
    kinds: {
      configuration: 'Entity Configuration',
      statement: 'dichiarazione del superiore',
      trust_mark: 'trust mark',
      status_list: 'lista di stato',
      key: 'chiave',
      certificate: 'certificato',
    },
  },
  en: {
    status: (answering: number, roles: number, members: number) =>
      `${answering} of ${roles} roles answer. ${members} entities are in the federation.`,
    next: 'What expires next',
    renewed:
      'The roles of fiducia renew configurations, statements, trust marks and status lists automatically. An operator must renew certificates and keys.',
    nothing: 'Nothing expires.',
    calendar: 'Everything that expires',
    entities: 'Entities',
    entity: 'Entity',
    kind: 'Role',
    health: 'Health',
    superiors: 'Superiors',
    both: 'lists it',
    listedOnly: 'lists it, but the entity does not name it',
    hintedOnly: 'does not list it, but the entity names it',
    elsewhere: 'named, but not on the map',
    none: 'none',
    more: (count: number) => `${count} more were not asked`,
    lookUp: 'Examine an entity',
    identifier: 'Entity identifier',
    help: 'Also outside of this federation, for example https://relying-party.example',
    examine: 'Examine',
    kinds: {
      configuration: 'Entity Configuration',
      statement: 'statement of its superior',
      trust_mark: 'trust mark',
      status_list: 'status list',
      key: 'key',
      certificate: 'certificate',
    },
  },
} as const satisfies Record<Language, { readonly kinds: Record<Expiry['kind'], string> } & Record<string, unknown>>

/** Path of the overview of status lists. */
export const statusListsPath = '/map/status-lists'

/** Maximum number of expiry times on the home page. Of the status lists of a role, only the earliest is shown. */
const shownExpiries = 6

interface PageView {
  readonly language: Language
  readonly now: NumericDate
}

/**
 * Renders the part of the home page that htmx refreshes. `calendar` is the path of a page with all expiry times, if
 * any.
 */
export function renderLive({ language, now }: PageView, observed: ObservedFederation, calendar?: string): Html {
  const text = texts[language]
  const { entities } = observed
  const roles = entities.filter(({ role }) => role !== undefined)
  const next = keepOneListPerEntity(expiriesOf(observed)).slice(0, shownExpiries)
  return html`<p id="map-status" role="status">${text.status(roles.filter(({ answers }) => answers).length, roles.length, entities.length)}</p>
<div class="row">
<div class="col-lg-8 mb-3">${renderGraph(language, observed)}</div>
<section class="col-lg-4 mb-3" aria-labelledby="map-next-title">
<h2 class="h5" id="map-next-title">${text.next}</h2>
${renderExpiries({ language, now }, 'map-next', entities, next)}
<p class="small" id="map-next-note">${text.renewed}</p>
${calendar === undefined ? '' : html`<p><a id="map-calendar" href="${calendar}">${text.calendar}</a></p>`}
<p><a id="map-status-lists" href="${statusListsPath}">${statusListTexts[language].title}</a></p>
</section>
</div>
${renderEntities(language, observed)}`
}

/** Renders expiry times as a list. `id` is its HTML ID. `entities` supply the names. */
export function renderExpiries(
  { language, now }: PageView,
  id: string,
  entities: readonly ObservedEntity[],
  expiries: readonly Expiry[],
): Html {
  const text = texts[language]
  const names = new Map(entities.map((entity) => [entity.entityId, nameOf(entity)]))
  const name = (entityId: string): string => names.get(entityId) ?? shownIdentifier(entityId)
  if (expiries.length === 0) return html`<p id="${id}-none">${text.nothing}</p>`
  return html`<ul class="list-unstyled" id="${id}">
${expiries.map(({ kind, entityId, detail, at }) => {
  const detailText = detail === undefined ? '' : ` (${kind === 'statement' ? name(detail) : shownName(detail)})`
  return html`<li class="map-expiry text-break"><strong>${renderTime(language, at, now)}</strong>: ${text.kinds[kind]}${detailText}, ${name(entityId)}</li>\n`
})}</ul>`
}

function renderEntities(language: Language, { entities, edges }: ObservedFederation): Html {
  const text = texts[language]
  const names = new Map(entities.map((entity) => [entity.entityId, nameOf(entity)]))
  return html`<section>
<h2 class="h5" id="map-entities-title">${text.entities}</h2>
${renderWideTable(
  { titleId: 'map-entities-title' },
  [text.entity, text.kind, text.health, text.superiors],
  entities.map((entity) => {
    const { health } = entityWords(language, entity)
    const edgesAbove = edges.filter(({ subordinate }) => subordinate === entity.entityId)
    const elsewhere = (entity.configuration?.authority_hints ?? []).filter((hint) => !names.has(hint)).slice(0, 8)
    return html`<tr id="map-row-${entity.slug}"><th scope="row">${renderEntityLink(`map-open-${entity.slug}`, entity.entityId, nameOf(entity))}${entity.role === undefined ? '' : html`<br><span class="small text-break">${shownIdentifier(entity.entityId)}</span>`}</th><td>${renderTypes(language, entity)}</td><td><span class="badge outcome ${entity.answers ? 'accepted' : 'refused'}">${health}</span></td><td>${edgesAbove.length + elsewhere.length === 0 ? text.none : ''}${edgesAbove.map(({ superior, listed, hinted }) => html`<span class="text-break">${names.get(superior) ?? shownIdentifier(superior)}: ${listed && (hinted || entity.configuration === undefined) ? text.both : listed ? text.listedOnly : text.hintedOnly}</span><br>`)}${elsewhere.map((hint) => html`<span class="text-break">${shownIdentifier(hint)}: ${text.elsewhere}</span><br>`)}</td></tr>
`
  }),
  { id: 'map-entities' },
)}
</section>`
}

/** Renders the entity types, the name of the organization, and the number of subordinates that were not requested. */
function renderTypes(language: Language, entity: ObservedEntity): Html {
  const { configuration, omitted } = entity
  const types = Object.keys(configuration?.metadata ?? {}).filter((type) => type !== 'federation_entity')
  const kinds =
    types.length === 0 ? [entityWords(language, entity).kind] : types.map((type) => typeWords(language, type))
  const organization = configuration?.metadata.federation_entity?.organization_name
  return html`${kinds.slice(0, 8).join(', ')}${typeof organization === 'string' ? html`<br><span class="small">${shownName(organization)}</span>` : ''}${omitted === 0 ? '' : html`<br><span class="small">${texts[language].more(omitted)}</span>`}`
}

/** Renders the form for any entity. The request is a POST, so that no other site can make the console send requests. */
export function renderLookUp(language: Language, entityId = '', fault?: Html): Html {
  const text = texts[language]
  return html`<section aria-labelledby="map-look-up-title" class="mt-3">
<h2 class="h5" id="map-look-up-title">${text.lookUp}</h2>
${fault ?? ''}
<form method="post" action="/map/entity" id="map-look-up" class="mb-3">
<label class="form-label" for="map-look-up-id">${text.identifier}</label>
<input class="form-control" id="map-look-up-id" name="id" type="url" required maxlength="2048" value="${entityId}" aria-describedby="map-look-up-help">
<p class="form-text" id="map-look-up-help">${text.help}</p>
<button class="btn btn-primary" id="map-look-up-go">${text.examine}</button>
</form>
</section>`
}

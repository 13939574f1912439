/**
 * Renders the trust marks of the authority, a Trust Anchor or intermediate: their holders, and the links to grant and
 * revoke them.
 */
import { isNumericDate, type JsonObject, type NumericDate } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { renderEntityLink, shownIdentifier } from '../map/name-entity.ts'
import { type ObservedFederation, slugOf } from '../map/observe-federation.ts'
import { renderWideTable } from '../map/render-wide-table.ts'
import { renderTime } from '../shell/parts.ts'
import { actionWords } from './action-words.ts'
import { textOf } from './administration.ts'
import { confirmPath } from './confirm-page.ts'

const texts = {
  it: {
    holders: 'Chi ha un trust mark',
    none: 'Nessuno ha un trust mark.',
    noTypes: 'Questa autorità non emette alcun tipo di trust mark: aggiungine uno a trustMarks nelle sue impostazioni.',
    entity: 'Entità',
    type: 'Tipo',
    since: 'Concesso',
    actions: 'Azioni',
    grant: 'Concedi un trust mark',
  },
  en: {
    holders: 'Who has a trust mark',
    none: 'Nobody has a trust mark.',
    noTypes: 'This authority issues no type of trust mark: add one to trustMarks in its settings.',
    entity: 'Entity',
    type: 'Type',
    since: 'Granted',
    actions: 'Actions',
    grant: 'Grant a trust mark',
  },
} as const

interface MarksView {
  /** Grants in the form of the administration API. */
  readonly grants: readonly JsonObject[]
  /** Types that the authority may issue. */
  readonly types: readonly string[]
  readonly members: readonly string[]
  readonly now: NumericDate
}

export function renderMarkGrants(language: Language, { grants, types, members, now }: MarksView): Html {
  const text = texts[language]
  const options = (values: readonly string[]): Html =>
    html`${values.map((value) => html`<option value="${value}">${shownIdentifier(value)}</option>`)}`
  return html`<h2 class="h5" id="federation-holders-title">${text.holders}</h2>
${
  grants.length === 0
    ? html`<p id="federation-grants-none">${text.none}</p>`
    : renderWideTable(
        { titleId: 'federation-holders-title' },
        [text.entity, text.type, text.since, text.actions],
        grants.map((grant) => renderGrant(language, grant, now)),
        { id: 'federation-grants' },
      )
}
<h2 class="h5" id="federation-grant-title">${text.grant}</h2>
${
  types.length === 0
    ? html`<p id="federation-types-none">${text.noTypes}</p>`
    : html`<form method="get" action="/federation/confirm" id="federation-grant">
<input type="hidden" name="action" value="grant_mark">
<label class="form-label" for="federation-grant-entity">${text.entity}</label>
<select class="form-select mb-3" id="federation-grant-entity" name="entity">${options(members)}</select>
<label class="form-label" for="federation-grant-type">${text.type}</label>
<select class="form-select mb-3" id="federation-grant-type" name="type">${options(types)}</select>
<button class="btn btn-primary" id="federation-grant-go">${actionWords[language].grant_mark[0]}</button>
</form>`
}`
}

/**
 * Returns the types of trust marks that an authority may issue. Reads the authority's own configuration if it is a
 * Trust Anchor, otherwise the configurations of all observed Trust Anchors, because only Trust Anchors list the issuers
 * (OpenID Federation 1.0 §3.1.2). An empty list of issuers permits every entity.
 */
export function issuableTypes({ entities }: ObservedFederation, authority: string): readonly string[] {
  const anchors = entities.filter(({ configuration }) => configuration?.authority_hints.length === 0)
  const own = anchors.filter(({ entityId }) => entityId === authority)
  const types = (own.length > 0 ? own : anchors).flatMap(({ configuration }) =>
    Object.entries(configuration?.jws.payload.trust_mark_issuers ?? {}).flatMap(([type, names]) =>
      Array.isArray(names) && (names.length === 0 || names.includes(authority)) ? [type] : [],
    ),
  )
  return [...new Set(types)]
}

function renderGrant(language: Language, grant: JsonObject, now: NumericDate): Html {
  const [entity, type] = [textOf(grant.sub), textOf(grant.trust_mark_type)]
  const slug = slugOf(`${entity} ${type}`)
  const path = confirmPath({ action: 'revoke_mark', entity, type })
  return html`<tr><th scope="row">${renderEntityLink(`federation-holder-${slug}`, entity)}</th><td><span class="text-break">${shownIdentifier(type)}</span></td><td>${isNumericDate(grant.granted_at) ? renderTime(language, grant.granted_at, now) : ''}</td><td><a class="btn btn-sm btn-outline-primary" id="federation-revoke-${slug}" href="${path}">${actionWords[language].revoke_mark[0]}<span class="visually-hidden"> ${shownIdentifier(type)}, ${shownIdentifier(entity)}</span></a></td></tr>
`
}

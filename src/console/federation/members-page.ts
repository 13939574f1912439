/**
 * Renders the members of the authority, a Trust Anchor or intermediate: types, state, time and author of the admission,
 * and possible actions.
 */
import type { JsonObject, NumericDate } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import type { AdministrationAnswer } from '../administration.ts'
import { renderEntityLink, shownIdentifier, shownName, typeWords } from '../map/name-entity.ts'
import { slugOf } from '../map/observe-federation.ts'
import { renderWideTable } from '../map/render-wide-table.ts'
import { ownMember } from '../own-member.ts'
import { renderTime } from '../shell/parts.ts'
import { actionWords } from './action-words.ts'
import type { ActionName } from './actions.ts'
import { isDone, listOf, textOf, textsOf } from './administration.ts'
import { confirmPath } from './confirm-page.ts'
import { renderRefused } from './desk-layout.ts'

const texts = {
  it: {
    entity: 'Entità',
    types: 'Tipi',
    status: 'Stato',
    since: 'Da quando, da chi',
    actions: 'Azioni',
    active: 'attiva',
    suspended: 'sospesa',
    intermediate: 'intermediario',
    by: 'da',
    // The administration of a Trust Anchor lists its last 200 changes (`shownEvents`).
    older: 'prima delle ultime 200 modifiche',
    none: 'Nessun membro.',
    policy: 'Politica',
    log: 'Ultime modifiche',
    quiet: 'Nessuna modifica.',
    changes: {
      added: 'aggiunta',
      changed: 'modificata',
      suspended: 'sospesa',
      resumed: 'riattivata',
      removed: 'tolta',
      mark_granted: 'trust mark concesso',
      mark_revoked: 'trust mark revocato',
    } as Readonly<Record<string, string>>,
  },
  en: {
    entity: 'Entity',
    types: 'Types',
    status: 'State',
    since: 'Added',
    actions: 'Actions',
    active: 'active',
    suspended: 'suspended',
    intermediate: 'intermediate',
    by: 'by',
    older: 'before the last 200 changes',
    none: 'No member.',
    policy: 'Policy',
    log: 'Latest changes',
    quiet: 'No change.',
    changes: {
      added: 'added',
      changed: 'changed',
      suspended: 'suspended',
      resumed: 'resumed',
      removed: 'removed',
      mark_granted: 'trust mark granted',
      mark_revoked: 'trust mark revoked',
    } as Readonly<Record<string, string>>,
  },
} as const

const shownChanges = 20

/**
 * Renders the members and the 20 latest changes, in the order of the administration API. If the authority refuses to
 * show its log, renders the refusal instead of the changes. `now` is the time in seconds.
 */
export function renderMembers(
  language: Language,
  members: readonly JsonObject[],
  log: AdministrationAnswer,
  now: NumericDate,
): Html {
  const text = texts[language]
  const events = isDone(log) ? listOf(log) : undefined
  return html`${
    members.length === 0
      ? html`<p id="federation-none">${text.none}</p>`
      : renderWideTable(
          { titleId: 'title' },
          [text.entity, text.types, text.status, text.since, text.actions],
          members.map((member) => renderMember(language, member, events, now)),
          { id: 'federation-members' },
        )
  }
<h2 class="h5" id="federation-log-title">${text.log}</h2>
${
  events === undefined
    ? renderRefused(language, 'federation-log-refused', log)
    : events.length === 0
      ? html`<p>${text.quiet}</p>`
      : html`<ul id="federation-log">${events.slice(0, shownChanges).map((event) => renderEvent(language, event, now))}</ul>`
}`
}

function renderMember(
  language: Language,
  member: JsonObject,
  events: readonly JsonObject[] | undefined,
  now: NumericDate,
): Html {
  const text = texts[language]
  const entity = textOf(member.entity_id)
  const slug = slugOf(entity)
  const isActive = member.status === 'active'
  const types = textsOf(member.entity_types).filter((type) => type !== 'federation_entity')
  const added = events?.find((event) => event.entity_id === entity && event.action === 'added')
  const unknownTime = events === undefined ? '' : text.older
  const action = (name: ActionName): Html =>
    html`<a class="btn btn-sm btn-outline-primary" id="federation-${name}-${slug}" href="${confirmPath({ action: name, entity })}">${actionWords[language][name][0]}<span class="visually-hidden"> ${shownIdentifier(entity)}</span></a>\n`
  return html`<tr id="federation-row-${slug}"><th scope="row">${renderEntityLink(`federation-open-${slug}`, entity)}</th><td>${types
    .slice(0, 8)
    .map((type) => typeWords(language, type))
    .join(
      ', ',
    )}${member.intermediate === true ? html`<br>${text.intermediate}` : ''}</td><td><span class="badge outcome ${isActive ? 'accepted' : 'failed'}">${isActive ? text.active : text.suspended}</span></td><td>${added === undefined ? unknownTime : html`${renderTime(language, Number(added.at), now)} ${text.by} ${shownName(textOf(added.actor))}`}</td><td class="federation-actions"><div class="d-flex flex-wrap gap-2">${action(isActive ? 'suspend' : 'resume')}${action('refresh')}${action('remove')}<a class="btn btn-sm btn-outline-primary" id="federation-policy-${slug}" href="/federation/policy?${new URLSearchParams({ entity })}">${text.policy}<span class="visually-hidden"> ${shownIdentifier(entity)}</span></a></div></td></tr>
`
}

function renderEvent(language: Language, event: JsonObject, now: NumericDate): Html {
  const text = texts[language]
  const action = textOf(event.action)
  const words = ownMember(text.changes, action) ?? shownName(action)
  const reason = textOf(event.reason)
  return html`<li class="text-break">${renderTime(language, Number(event.at), now)}: ${shownIdentifier(textOf(event.entity_id))} ${words}, ${text.by} ${shownName(textOf(event.actor))}${reason === '' ? '' : html` (${shownName(reason)})`}</li>\n`
}

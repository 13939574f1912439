/** Renders the steps of a roll-over of the authority's federation keys, and a table of all these keys. */
import { isNumericDate, type Json, type JsonObject, type NumericDate } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { shownName } from '../map/name-entity.ts'
import { renderWideTable } from '../map/render-wide-table.ts'
import { renderJson, renderTime } from '../shell/parts.ts'
import { actionWords } from './action-words.ts'
import type { ActionName } from './actions.ts'
import { textOf } from './administration.ts'
import { confirmPath } from './confirm-page.ts'
import { type KeyStep, type KeyStepName, keySteps } from './key-steps.ts'

const texts = {
  it: {
    steps: {
      create: ['Crea la prossima chiave', 'È pubblicata subito e non firma ancora.'],
      publish: [
        'Aspetta che tutti la conoscano',
        'Chi fissa le chiavi di questo Trust Anchor aggiunge la nuova accanto alla vecchia. Un intermediario aspetta che il suo superiore la confermi. L’autorità rifiuta una chiave più giovane del suo keyPublicationSeconds (di solito un giorno).',
      ],
      activate: ['Usala per firmare', 'Da questo momento firma la chiave nuova. La precedente resta solo pubblicata.'],
      keep: [
        'Tieni pubblicata la precedente',
        'Resta pubblicata finché vale ciò che ha firmato. Chi la fissa può toglierla dopo.',
      ],
      done: ['Finito', 'La precedente è tra le chiavi storiche: non serve più a verificare firme valide.'],
    },
    states: { done: 'fatto', current: 'adesso', later: 'dopo' },
    since: 'pubblicata',
    until: 'fino a',
    force: 'Senza aspettare',
    pin: 'Chiavi da fissare presso gli altri (JWK Set)',
    keys: 'Tutte le chiavi',
    key: 'Chiave',
    state: 'Stato',
    sinceWhom: 'Da quando, da chi',
    actions: 'Azioni',
    ring: { pending: 'prossima', active: 'attuale: firma', retiring: 'precedente', revoked: 'revocata' },
    created: 'creata',
    by: 'da',
    retired: 'pubblicata fino a',
    compromised: 'Revoca: compromessa',
  },
  en: {
    steps: {
      create: ['Create the next key', 'It is published at once and does not sign yet.'],
      publish: [
        'Wait until everybody has it',
        'Each entity that pins the keys of this Trust Anchor adds the new key next to the old one. An intermediate waits until its superior confirms the new key. The authority refuses to activate a key that is younger than keyPublicationSeconds in its settings (usually one day).',
      ],
      activate: ['Let it sign', 'From then on the new key signs, and the former one retires.'],
      keep: [
        'Keep the former one published',
        'It stays published while anything that it signed is valid. Entities that pin it can remove it afterwards.',
      ],
      done: ['Done', 'The former key is one of the historical keys. Nobody needs it any more.'],
    },
    states: { done: 'done', current: 'now', later: 'later' },
    since: 'published',
    until: 'until',
    force: 'Without waiting',
    pin: 'Keys for others to pin (JWK Set)',
    keys: 'All keys',
    key: 'Key',
    state: 'State',
    sinceWhom: 'Created',
    actions: 'Actions',
    ring: { pending: 'next', active: 'current: it signs', retiring: 'former', revoked: 'revoked' },
    created: 'created',
    by: 'by',
    retired: 'published until',
    compromised: 'Revoke: compromised',
  },
} as const satisfies Record<
  Language,
  { readonly steps: Record<KeyStepName, readonly [string, string]> } & Record<string, unknown>
>

/**
 * Renders the steps and a table of all keys. `ring` are the keys as the administration lists them. `jwks` are the
 * published keys, if they were observed.
 */
export function renderKeyRing(
  language: Language,
  ring: readonly JsonObject[],
  jwks: Json | undefined,
  now: NumericDate,
): Html {
  const text = texts[language]
  return html`<ol class="federation-steps" id="federation-steps">${keySteps(ring, now).map((step) => renderStep(language, step, now))}</ol>
${jwks === undefined ? '' : html`<details><summary id="federation-pin">${text.pin}</summary>${renderJson(jwks, 'federation-pin-json', text.pin)}</details>`}
<h2 class="h5" id="federation-keys-title">${text.keys}</h2>
${renderWideTable(
  { titleId: 'federation-keys-title' },
  [text.key, text.state, text.sinceWhom, text.actions],
  ring.map((record, index) => renderKey(language, record, index, now)),
  { id: 'federation-keys' },
)}`
}

const renderAction = (
  language: Language,
  id: string,
  name: ActionName,
  inputs: Readonly<Record<string, string>> = {},
  label: string = actionWords[language][name][0],
): Html =>
  html`<a class="btn btn-sm btn-outline-primary" id="${id}" href="${confirmPath({ action: name, ...inputs })}">${label}${inputs.kid === undefined ? '' : html`<span class="visually-hidden"> ${shownName(inputs.kid)}</span>`}</a>\n`

function renderStep(language: Language, { name, state, kid, at }: KeyStep, now: NumericDate): Html {
  const text = texts[language]
  const [title, explanation] = text.steps[name]
  const isNow = state === 'current'
  const when =
    at === undefined ? '' : html` (${name === 'publish' ? text.since : text.until} ${renderTime(language, at, now)})`
  return html`<li class="federation-step federation-${state}" id="federation-step-${name}"${isNow ? html` aria-current="step"` : ''}>
<p class="mb-1"><strong>${title}</strong> <span class="badge outcome ${state === 'done' ? 'accepted' : 'pending'}">${text.states[state]}</span>${when}</p>
<p class="mb-1">${explanation}</p>
${name === 'create' && isNow ? renderAction(language, 'federation-add-key', 'add_key') : ''}${
  name === 'activate' && isNow && kid !== undefined
    ? html`<div class="d-flex flex-wrap gap-2">${renderAction(language, 'federation-activate-key', 'activate_key', { kid })}${renderAction(language, 'federation-force-key', 'activate_key', { kid, force: 'true' }, text.force)}</div>`
    : ''
}</li>
`
}

function renderKey(language: Language, record: JsonObject, index: number, now: NumericDate): Html {
  const text = texts[language]
  const { state, created_at, created_by, retired_at } = record
  const kid = textOf(record.kid)
  const words = (Object.entries(text.ring).find(([name]) => name === state) ?? [])[1] ?? shownName(state)
  const mayRevoke = state === 'pending' || state === 'retiring'
  const mayReport = mayRevoke || (state === 'revoked' && record.reason !== 'compromised') // FED-121
  return html`<tr id="federation-key-${index + 1}"><th scope="row"><code class="text-break">${shownName(kid)}</code></th><td>${words}${state === 'retiring' && isNumericDate(retired_at) ? html`<br>${text.retired} ${renderTime(language, retired_at, now)}` : ''}</td><td>${isNumericDate(created_at) ? html`${text.created} ${renderTime(language, created_at, now)}` : ''}${textOf(created_by) === '' ? '' : html` ${text.by} ${shownName(created_by)}`}</td><td>${
    mayReport
      ? html`<div class="d-flex flex-wrap gap-2">${mayRevoke ? renderAction(language, `federation-revoke-key-${index + 1}`, 'revoke_key', { kid, revocation_reason: 'superseded' }) : ''}${renderAction(language, `federation-compromised-key-${index + 1}`, 'revoke_key', { kid, revocation_reason: 'compromised' }, text.compromised)}</div>`
      : ''
  }</td></tr>
`
}

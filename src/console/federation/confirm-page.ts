/** Renders the confirmation of an action: its effect, the API call, a field for the reason, and the button. */
import { type Html, html, type Language } from '../../http/index.ts'
import { shownIdentifier } from '../map/name-entity.ts'
import { renderApiCall } from '../shell/parts.ts'
import { actionWords } from './action-words.ts'
import { type Action, maximumReasonLength } from './actions.ts'
import { type Administration, shownCall } from './administration.ts'

const texts = {
  it: { reason: 'Motivo, per il registro dell’autorità (facoltativo)', cancel: 'Annulla' },
  en: { reason: 'Reason, for the log of the authority (optional)', cancel: 'Cancel' },
} as const

export function renderConfirmation(
  language: Language,
  administration: Administration,
  { name, about, call, inputs, reason, page }: Action,
): Html {
  const text = texts[language]
  const [button, effect] = actionWords[language][name]
  const takesReason = name !== 'activate_key' && name !== 'revoke_key'
  return html`<form method="post" action="/federation/act" id="federation-confirm" class="card"><div class="card-body">
${about === '' ? '' : html`<p class="h5 text-break" id="federation-about">${shownIdentifier(about)}</p>`}
<p id="federation-effect">${effect}</p>
<input type="hidden" name="action" value="${name}">
${Object.entries(inputs).map(([input, value]) => html`<input type="hidden" name="${input}" value="${value}">\n`)}
${
  takesReason
    ? html`<label class="form-label" for="federation-reason">${text.reason}</label>
<input class="form-control mb-3" id="federation-reason" name="reason" value="${reason}" maxlength="${maximumReasonLength}" autocomplete="off">`
    : ''
}
${renderApiCall(language, 'federation-call', shownCall(administration, call))}
<div class="d-flex flex-wrap gap-2 mt-3">
<button class="btn btn-primary" id="federation-do">${button}</button>
<a class="btn btn-outline-primary" id="federation-cancel" href="${page}">${text.cancel}</a>
</div>
</div></form>`
}

/** Returns the path of the confirmation. `inputs` contains `action`, and must fit into a URL. */
export const confirmPath = (inputs: Readonly<Record<string, string>>): string =>
  `/federation/confirm?${new URLSearchParams(inputs)}`

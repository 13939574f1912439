/**
 * Renders the page of one credential: its entry in the register, the possible changes, the status in the copy of each
 * reader of the status list, and the log of changes.
 */
import type { DecisionRecord, NumericDate } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { type CredentialStatus, credentialMayBecome } from '../../pid-provider/register/issued-credential.ts'
import { renderFacts } from '../shell/blocks.ts'
import { renderTable } from '../shell/fields.ts'
import { type ApiCall, renderApiCall, renderOutcome, renderTime } from '../shell/parts.ts'
import { renderStatus } from './credential-list.ts'
import type { ShownCredential } from './register-client.ts'
import { type Text, texts } from './register-texts.ts'
import type { Reader, StatusTravel } from './status-travel.ts'

const statuses: readonly CredentialStatus[] = ['valid', 'suspended', 'revoked']

/** Returns the statuses to which a credential may change. */
const nextStatuses = (from: CredentialStatus): readonly CredentialStatus[] =>
  statuses.filter((to) => to !== from && credentialMayBecome(from, to))

interface CredentialPage {
  readonly language: Language
  readonly now: NumericDate
  readonly shown: ShownCredential
  readonly travel: StatusTravel
  /** Latest decisions about this credential that are still in memory. */
  readonly decisions: readonly DecisionRecord[]
  /** True if the status in the copies updates while the page is open. */
  readonly isLive: boolean
}

export function renderCredential({ language, now, shown, travel, decisions, isLive }: CredentialPage): Html {
  const text = texts[language]
  const { credential, changes } = shown
  const { id, status } = credential
  const next = nextStatuses(status)
  return html`<div class="row"><div class="col-lg-8"><section aria-label="${text.credential}">
${renderFacts('register-entry', [
  [text.status, renderStatus(text, status)],
  [text.id, html`<code id="register-id">${id}</code>`],
  [text.format, html`<code>${credential.format}</code>`],
  [text.issued, renderTime(language, credential.issuedAt, now)],
  [text.expires, renderTime(language, credential.expiresAt, now)],
  [text.subject, html`<code>${credential.subject}</code>`],
  [text.holder, html`<code>${credential.holderThumbprint}</code>`],
  [text.wallet, html`<code>${credential.clientId}</code>`],
  [text.walletProvider, html`<code>${credential.walletProvider}</code>`],
  [text.place, text.placeOf(credential.statusList, credential.statusIndex)],
])}</section></div>
<div class="col-lg-4"><section aria-labelledby="register-actions-heading" class="card"><div class="card-body"><h2 class="h5" id="register-actions-heading">${text.actions}</h2>
${
  next.length === 0
    ? html`<p>${text.final}</p>`
    : html`<p class="d-flex flex-wrap gap-2">${next.map((to) => html`<a class="btn ${to === 'revoked' ? 'btn-danger' : 'btn-outline-primary'}" id="register-${to}" href="/register/${id}/change?to=${to}">${text.verbs[to]}</a> `)}</p>`
}</div></section></div></div>
<section id="register-travel" class="mt-4" aria-labelledby="register-travel-heading">
<h2 id="register-travel-heading">${text.travel}</h2>
<p>${text.travelLead}</p>
<div id="register-live"${isLive ? html` hx-get="/register/${id}/travel" hx-trigger="every 1s" hx-swap="innerMorph"` : ''}>
${renderTravel(language, now, travel)}
</div>
<p${isLive ? html` class="without-script"` : ''}><a id="register-refresh" href="/register/${id}">${text.refresh}</a></p>
</section>
<section class="mt-4"><h2 id="register-changes-heading">${text.audit}</h2>
${
  changes.length === 0
    ? html`<p>${text.unchanged}</p>`
    : renderTable(
        'register-changes',
        text.audit,
        [text.when, text.became, text.who, text.reason],
        changes.map(
          (change) =>
            html`<tr><td>${renderTime(language, change.at, now)}</td><td>${renderStatus(text, change.status)}</td><td>${change.actor}</td><td>${change.reason}</td></tr>`,
        ),
      )
}
${decisions.length === 0 ? '' : renderDecisions(language, now, decisions)}
</section>`
}

const renderDecisions = (
  language: Language,
  now: NumericDate,
  decisions: readonly DecisionRecord[],
): Html => html`<h3 id="register-decisions-heading">${texts[language].flows}</h3>
<ul class="list-group" id="register-decisions">${decisions.map(
  ({ trace, surface, outcome, at }) =>
    html`<li class="list-group-item">${renderOutcome(language, outcome)} <a id="register-flow-${trace}" href="/flows/trace/${trace}"><code>${surface}</code></a> ${renderTime(language, at, now)}</li>`,
)}</ul>`

/** Renders the part that htmx refreshes: the published status, and the status in each reader's copy of the list. */
export function renderTravel(language: Language, now: NumericDate, { uri, published, readers }: StatusTravel): Html {
  const text = texts[language]
  return html`${renderFacts('register-list-facts', [
    [text.list, html`<code>${uri}</code>`],
    ...(published === undefined
      ? [[text.says, text.unlisted] as const]
      : ([
          [text.says, published.status === undefined ? '?' : renderStatus(text, published.status)],
          [text.signed, renderTime(language, published.signedAt, now)],
          [text.ttl, text.seconds(published.ttlSeconds)],
          ...(published.expiresAt === undefined
            ? []
            : [[text.expires, renderTime(language, published.expiresAt, now)] as const]),
        ] as const)),
  ])}
${renderTable(
  'register-readers',
  text.readers,
  [text.reader, text.copy, text.says, text.knowledge],
  readers.map((reader) => renderReader(language, text, now, reader)),
)}`
}

const renderReader = (
  language: Language,
  text: Text,
  now: NumericDate,
  { name, fetchedAt, copy, knowledge, secondsLeft = 0 }: Reader,
): Html =>
  html`<tr id="register-reader-${name}"><td>${name === 'unknown' ? text.stranger : name}</td><td>${fetchedAt === undefined ? text.noCopy : renderTime(language, fetchedAt, now)}</td><td>${
    copy?.status === undefined ? '–' : renderStatus(text, copy.status)
  }</td><td>${
    knowledge === 'will_know' ? html`<strong>${text.willKnow(secondsLeft)}</strong>` : text.knowledgeOf[knowledge]
  }</td></tr>`

interface ChangePage {
  readonly language: Language
  readonly shown: ShownCredential
  readonly to: CredentialStatus
  readonly call: ApiCall
  readonly ttlSeconds: number | undefined
  /** The refusal of the operator's previous attempt. */
  readonly notice?: Html
}

/** Renders the page that asks for confirmation of a change: its effect, the field for the reason, and the API call. */
export function renderChange({ language, shown, to, call, ttlSeconds, notice }: ChangePage): Html {
  const text = texts[language]
  const { id, status } = shown.credential
  return html`${notice ?? ''}
<div class="card"><div class="card-body">
<p>${renderStatus(text, status)} → ${renderStatus(text, to)} <code>${id}</code></p>
<p id="register-effect">${text.effects[to]}${ttlSeconds === undefined ? '' : html` ${text.ttl}: ${text.seconds(ttlSeconds)}.`}</p>
<form method="post" action="/register/${id}/status" id="register-change">
<input type="hidden" name="status" value="${to}">
<div class="mb-3"><label class="form-label" for="register-reason">${text.reason}</label>
<textarea class="form-control" id="register-reason" name="reason" rows="2" maxlength="500" required></textarea></div>
<div class="d-flex flex-wrap gap-2"><button class="btn ${to === 'revoked' ? 'btn-danger' : 'btn-primary'}" id="register-confirm">${text.confirm}: ${text.verbs[to]}</button>
<a class="btn btn-outline-primary" id="register-cancel" href="/register/${id}">${text.cancel}</a></div>
</form>
${renderApiCall(language, 'register-change-call', call)}
</div></div>`
}

export const isStatus = (value: string | undefined): value is CredentialStatus => statuses.some((one) => one === value)

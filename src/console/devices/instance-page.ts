/** Renders the page of one Wallet Instance: its device, its history, its refused requests, and the possible actions. */
import type { NumericDate } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { adviceOf, ruleText } from '../../rules/index.ts'
import { ownMember } from '../own-member.ts'
import { renderFacts } from '../shell/blocks.ts'
import { renderSelect, renderTable } from '../shell/fields.ts'
import { type ApiCall, renderApiCall, renderTime } from '../shell/parts.ts'
import { describeDevice, nameDevice } from './describe-device.ts'
import { type Text, texts } from './devices-texts.ts'
import { renderState } from './instance-list.ts'
import type { InstanceChange, ShownInstance } from './instances-client.ts'

/** Reasons that an operator may choose for the revocation of one instance. */
const reasonsOfOne = ['revoked_by_provider', 'revoked_by_user'] as const

/** Returns the words for a reason, an actor or an event. Returns a name without words unchanged. */
const describeName = (words: Readonly<Record<string, string>>, name: string): string => ownMember(words, name) ?? name

interface InstancePage {
  readonly language: Language
  readonly now: NumericDate
  readonly instance: ShownInstance
}

export function renderInstance({ language, now, instance }: InstancePage): Html {
  const text = texts[language]
  const { history = [], refusals = [], thumbprint } = instance
  return html`<div class="row"><div class="col-lg-8"><section aria-labelledby="devices-instance-heading"><h2 id="devices-instance-heading">${nameDevice(language, instance.device)} ${renderState(text, instance)}</h2>
${renderFacts('devices-instance', [
  [text.thumbprint, html`<code>${thumbprint}</code>`],
  [text.registered, renderTime(language, instance.registered_at, now)],
  [text.tag, html`<code>${instance.hardware_key_tag}</code>`],
])}
<h3 class="h5">${text.facts}</h3>
<ul id="devices-facts">${describeDevice(language, instance.device).map((fact) => html`<li>${fact}</li>`)}</ul>
</section></div>
<div class="col-lg-4">${renderActions(text, instance)}</div></div>
<section class="mt-4"><h2 id="devices-history-heading">${text.history}</h2>
<ol class="list-group" id="devices-history">${history.map(
    ({ at, change, actor, reason }) =>
      html`<li class="list-group-item">${renderTime(language, at, now)}: <strong>${describeName(text.events, change)}</strong>${actor === undefined ? '' : html` ${text.by} ${describeName(text.actors, actor)}`}${reason === undefined ? '' : html` – ${describeName(text.reasons, reason)}`}</li>`,
  )}</ol></section>
<section class="mt-4"><h2 id="devices-refusals-heading">${text.refusals}</h2>
${
  refusals.length === 0
    ? html`<p>${text.noRefusals}</p>`
    : renderTable(
        'devices-refusals',
        text.refusals,
        [text.why, text.times, text.last],
        refusals.map(
          ({ requirement, code, count, last_at }) =>
            html`<tr><td><span lang="en">${adviceOf(code)?.[0] ?? code}</span> <code>${code}</code><br><code>${requirement}</code> <span lang="en">${ruleText(requirement) ?? ''}</span></td><td>${count}</td><td>${renderTime(language, last_at, now)}</td></tr>`,
        ),
      )
}</section>`
}

function renderActions(text: Text, { status, held_at, thumbprint }: ShownInstance): Html {
  const changes: readonly InstanceChange[] =
    status === 'revoked' ? [] : held_at === undefined ? ['revoke'] : ['revoke', 'release']
  return html`<section class="card" aria-labelledby="devices-actions-heading"><div class="card-body"><h2 class="h5" id="devices-actions-heading">${text.actions}</h2>
${
  changes.length === 0
    ? html`<p>${text.final}</p>`
    : html`<p class="d-flex flex-wrap gap-2">${changes.map((change) => html`<a class="btn ${change === 'revoke' ? 'btn-danger' : 'btn-outline-primary'}" id="devices-${change}" href="/phones/instances/${thumbprint}/change?to=${change}">${text[change]}</a> `)}</p>`
}</div></section>`
}

interface ChangePage {
  readonly language: Language
  readonly instance: ShownInstance
  readonly change: InstanceChange
  readonly call: ApiCall
  readonly notice?: Html
}

/** Renders the page that asks for confirmation before a change of one instance. */
export function renderChange({ language, instance, change, call, notice }: ChangePage): Html {
  const text = texts[language]
  const { thumbprint } = instance
  return html`${notice ?? ''}
<div class="card"><div class="card-body">
<p>${nameDevice(language, instance.device)} ${renderState(text, instance)} <code>${thumbprint}</code></p>
<p id="devices-effect">${text.effect('1', change === 'release')}. ${change === 'revoke' ? text.revokeEffect : text.releaseEffect}</p>
<form method="post" action="/phones/instances/${thumbprint}/change" id="devices-change">
<input type="hidden" name="to" value="${change}">
${
  change === 'revoke'
    ? renderSelect(
        'devices',
        'reason',
        text.reason,
        reasonsOfOne.map((reason) => [reason, text.reasons[reason]] as const),
        'revoked_by_provider',
      )
    : ''
}
<div class="d-flex flex-wrap gap-2"><button class="btn ${change === 'revoke' ? 'btn-danger' : 'btn-primary'}" id="devices-confirm">${text.confirm}: ${text[change]}</button>
<a class="btn btn-outline-primary" id="devices-cancel" href="/phones/instances/${thumbprint}">${text.cancel}</a></div>
</form>
${renderApiCall(language, 'devices-change-call', call)}
</div></div>`
}

/** Renders the policy simulator: a policy as text, and its effect on each entity. */
import { type Failure, failed, type JsonObject, printable, shownText } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { adviceOf } from '../../rules/index.ts'
import { renderEntityLink, shownIdentifier } from '../map/name-entity.ts'
import { slugOf } from '../map/observe-federation.ts'
import { renderEnglish } from '../map/render-result.ts'
import { renderWideTable } from '../map/render-wide-table.ts'
import { actionWords } from './action-words.ts'
import { textOf } from './administration.ts'
import { confirmPath } from './confirm-page.ts'
import type { SimulatedMember, simulatePolicy } from './simulate-policy.ts'

const texts = {
  it: {
    intro:
      'Cambia la politica e guarda che cosa succederebbe. Nulla viene pubblicato. I tipi che il testo non nomina restano come sono.',
    member: 'Per chi',
    everybody: 'Tutti i membri',
    policy: 'Politica dei metadati, come JSON',
    simulate: 'Simula',
    load: 'Carica la politica di oggi',
    broken: 'Il testo non è un oggetto JSON.',
    malformed: 'La politica non vale',
    summary: (breaking: number, changing: number, all: number) =>
      `Entità: ${all}. Si romperebbero: ${breaking}. Avrebbero altri metadati: ${changing}.`,
    none: 'Nessuna entità è sotto questa politica.',
    entity: 'Entità',
    outcome: 'Che cosa succede',
    detail: 'Perché',
    absent: 'assente',
    value: 'Valore',
    demanded: 'la politica chiede',
    outcomes: {
      same: 'niente cambia',
      changes: 'cambia',
      breaks: 'si rompe',
      broken_now: 'è già rotta oggi',
    },
  },
  en: {
    intro:
      'Change the policy and see what would happen. Nothing is published. Types that the text does not name stay as they are.',
    member: 'Applies to',
    everybody: 'All members',
    policy: 'Metadata policy, as JSON',
    simulate: 'Simulate',
    load: "Load today's policy",
    broken: 'The text is not a JSON object.',
    malformed: 'The policy is not valid',
    summary: (breaking: number, changing: number, all: number) =>
      `Entities: ${all}. Would break: ${breaking}. Would have other metadata: ${changing}.`,
    none: 'No entity is below this policy.',
    entity: 'Entity',
    outcome: 'What happens',
    detail: 'Why',
    absent: 'absent',
    value: 'Value',
    demanded: 'the policy demands',
    outcomes: {
      same: 'nothing changes',
      changes: 'changes',
      breaks: 'breaks',
      broken_now: 'is already broken today',
    },
  },
} as const satisfies Record<
  Language,
  { readonly outcomes: Record<SimulatedMember['outcome'], string> } & Record<string, unknown>
>

const shownChanges = 12
const maximumValueLength = 80

/** Content of the page that simulates a metadata policy (OpenID Federation 1.0 §6.1). */
export interface PolicyView {
  /** Members in the form of the administration API. */
  readonly members: readonly JsonObject[]
  /** The chosen member. Empty for all. */
  readonly entity: string
  readonly policy: string
  /** `broken`: the text is not a JSON object. */
  readonly result?: ReturnType<typeof simulatePolicy> | 'broken'
  /** Policy that would be published for each member, as JSON text, by entity identifier. */
  readonly publishable: ReadonlyMap<string, string>
}

/** Renders the form, and the result with at most 12 changes of each entity. */
export function renderPolicy(language: Language, view: PolicyView): Html {
  const text = texts[language]
  const { members, entity, policy } = view
  const options = members.map((member) => textOf(member.entity_id))
  return html`<p>${text.intro}</p>
<form method="get" action="/federation/policy" id="federation-policy-choice" class="mb-3">
<label class="form-label" for="federation-policy-entity">${text.member}</label>
<div class="d-flex flex-wrap gap-2"><select class="form-select map-select" id="federation-policy-entity" name="entity"><option value="">${text.everybody}</option>${options.map((one) => html`<option value="${one}"${one === entity ? html` selected` : ''}>${shownIdentifier(one)}</option>`)}</select>
<button class="btn btn-outline-primary" id="federation-policy-load">${text.load}</button></div>
</form>
<form method="post" action="/federation/policy#federation-simulated" id="federation-policy">
<input type="hidden" name="entity" value="${entity}">
<label class="form-label" for="federation-policy-text">${text.policy}: <span class="text-break">${entity === '' ? text.everybody : shownIdentifier(entity)}</span></label>
<textarea class="form-control mb-3 map-code" id="federation-policy-text" name="policy" rows="16" spellcheck="false" autocomplete="off" required>${policy}</textarea>
<button class="btn btn-primary" id="federation-simulate">${text.simulate}</button>
${entity === '' ? '' : html`<a class="btn btn-outline-primary" id="federation-policy-default" href="${confirmPath({ action: 'default_policy', entity })}">${actionWords[language].default_policy[0]}</a>`}
</form>
${view.result === undefined ? '' : renderResult(language, view, view.result)}`
}

function renderResult(language: Language, view: PolicyView, result: NonNullable<PolicyView['result']>): Html {
  const text = texts[language]
  if (result === 'broken')
    return html`<p class="alert alert-danger mt-3" role="alert" id="federation-broken">${text.broken}</p>`
  if (failed(result)) {
    const [reason, remedy] = adviceOf(result.code) ?? [result.code, '']
    return html`<div class="alert alert-danger mt-3" role="alert" id="federation-malformed"><p class="mb-1"><strong>${text.malformed}</strong>: <code class="text-break">${result.code}</code> <code class="text-break">${printable(result.at)}</code></p><p class="mb-0">${renderEnglish(`${reason} ${remedy}`)}</p></div>`
  }
  const members = result as readonly SimulatedMember[]
  if (members.length === 0) return html`<p role="status" id="federation-simulated">${text.none}</p>`
  const count = (outcome: SimulatedMember['outcome']): number =>
    members.filter((member) => member.outcome === outcome).length
  return html`<h3 class="h5 mt-3" id="federation-simulated" role="status">${text.summary(count('breaks'), count('changes'), members.length)}</h3>
${renderWideTable(
  { titleId: 'federation-simulated' },
  [text.entity, text.outcome, text.detail],
  members.map((member) => renderMember(language, view, member)),
  { id: 'federation-outcomes' },
)}`
}

function renderMember(language: Language, { publishable }: PolicyView, member: SimulatedMember): Html {
  const text = texts[language]
  const { entityId, outcome, isDirect } = member
  const slug = slugOf(entityId)
  const isBroken = outcome === 'breaks' || outcome === 'broken_now'
  const policy = isDirect && outcome === 'changes' ? publishable.get(entityId) : undefined
  return html`<tr id="federation-outcome-${slug}"><th scope="row">${renderEntityLink(`federation-outcome-open-${slug}`, entityId)}</th><td><span class="badge outcome ${isBroken ? 'refused' : outcome === 'changes' ? 'failed' : 'accepted'}">${text.outcomes[outcome]}</span></td><td>${renderReason(language, member)}${
    policy === undefined
      ? ''
      : html`<form method="post" action="/federation/confirm" class="mt-2"><input type="hidden" name="action" value="publish_policy"><input type="hidden" name="entity" value="${entityId}"><input type="hidden" name="policy" value="${policy}"><button class="btn btn-sm btn-outline-primary" id="federation-publish-${slug}">${actionWords[language].publish_policy[0]}</button></form>`
  }</td></tr>
`
}

function renderReason(language: Language, { failure, changes }: SimulatedMember): Html {
  const text = texts[language]
  const shown = (value: unknown): string =>
    value === undefined ? text.absent : shownText(JSON.stringify(value), maximumValueLength)
  const renderViolation = ({ at, evidence }: Failure<string>): Html =>
    html`<span class="text-break">${text.value}: ${shown(evidence?.found)}; ${text.demanded}: ${at.split('.').at(-1)} ${printable(String(evidence?.expected))}</span><br>`
  if (failure !== undefined) {
    const [reason, remedy] = adviceOf(failure.code) ?? [failure.code, '']
    return html`<code class="text-break">${failure.code}</code> <code class="text-break">${printable(failure.at)}</code><br>${failure.code === 'policy_violated' ? renderViolation(failure) : ''}${renderEnglish(`${reason} ${remedy}`)}`
  }
  return html`${changes.slice(0, shownChanges).map(({ entityType, name, before, after }) => html`<code class="text-break">${shownIdentifier(`${entityType}.${name}`)}</code>: <span class="text-break">${shown(before)} › ${shown(after)}</span><br>`)}`
}

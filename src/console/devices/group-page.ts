/**
 * Pages that revoke or release a group of Wallet Instances: one to choose the group, which also shows the result of a
 * change, and one to review the change.
 */
import { type Html, html, type Language, type Parameters } from '../../http/index.ts'
import { renderField, renderSelect } from '../shell/fields.ts'
import { type ApiCall, renderApiCall } from '../shell/parts.ts'
import { nameDevice } from './describe-device.ts'
import { texts } from './devices-texts.ts'
import { renderState, renderTabs } from './instance-list.ts'
import type { InstanceChange, InstanceGroup, ShownInstance } from './instances-client.ts'

export interface GroupForm {
  /** A hold reason selects the instances that are held for it. `held` selects all held instances. */
  readonly of: 'user' | 'certificate' | 'held' | HoldReason
  readonly value: string
  readonly to: InstanceChange
  readonly reason: string
}

const reasons = ['revoked_by_provider', 'revoked_by_user', 'device_certificate_revoked'] as const
const holdReasons = [
  'evidence_forged',
  'integrity_denied',
  'device_below_minimum',
  'device_certificate_suspended',
] as const
type HoldReason = (typeof holdReasons)[number]
/** Maximum number of affected instances that the review lists. */
const maximumShown = 10

/**
 * Reads the form. Replaces unknown values with the defaults: a revocation of the instances of a user. The default
 * reason depends on the group.
 */
export function readGroupForm(form: Parameters): GroupForm {
  const of = (['user', 'certificate', 'held', ...holdReasons] as const).find((one) => one === form.get('of')) ?? 'user'
  const fallback = of === 'certificate' ? 'device_certificate_revoked' : 'revoked_by_provider'
  return {
    of,
    value: (form.get('value') ?? '').trim(),
    to: form.get('to') === 'release' ? 'release' : 'revoke',
    reason: reasons.find((one) => one === form.get('reason')) ?? fallback,
  }
}

/** Returns the group that the form names, as the administration API expects it. */
export const groupOf = ({ of, value }: GroupForm): InstanceGroup => {
  if (of === 'user') return { user: value }
  if (of === 'certificate') return { certificate_serial: value }
  return { held: true, ...(of !== 'held' && { held_reason: of }) }
}

interface ChoicePage {
  readonly language: Language
  readonly form: GroupForm
  readonly hasPhones: boolean
  readonly notice?: Html
}

export function renderChoice({ language, form, hasPhones, notice }: ChoicePage): Html {
  const text = texts[language]
  return html`${renderTabs(language, 'group', hasPhones)}
<p class="lead">${text.groupLead}</p>
${notice ?? ''}
<form method="post" action="/phones/group/review" id="devices-group" class="card"><div class="card-body">
${renderSelect(
  'devices',
  'of',
  text.of,
  [
    ['user', text.ofUser],
    ['certificate', text.ofCertificate],
    ['held', text.ofHeld],
    ...holdReasons.map((reason) => [reason, text.ofHeldFor(text.reasons[reason])] as const),
  ],
  form.of,
)}
${renderField('devices', 'value', text.value, { value: form.value, hint: text.findLead })}
${renderSelect(
  'devices',
  'to',
  text.action,
  [
    ['revoke', text.revoke],
    ['release', `${text.release} (${text.onlyHeld})`],
  ],
  form.to,
)}
${renderSelect(
  'devices',
  'reason',
  text.reason,
  reasons.map((reason) => [reason, text.reasons[reason]] as const),
  form.reason,
)}
<button class="btn btn-primary" id="devices-review">${text.review}</button>
</div></form>`
}

interface ReviewPage extends Omit<ChoicePage, 'notice'> {
  readonly instances: readonly ShownInstance[]
  /** True if the search returned its maximum, so that there can be more instances. */
  readonly isPartial: boolean
  readonly call: ApiCall
}

/**
 * Renders which instances a change would affect, and asks for confirmation. Asks also if all instances of a partial
 * result are revoked already, because others may not be.
 */
export function renderReview({ language, form, hasPhones, instances, isPartial, call }: ReviewPage): Html {
  const text = texts[language]
  const isRelease = form.to === 'release'
  const affected = instances.filter(({ status }) => status !== 'revoked')
  const show = (count: number): string => (isPartial ? text.atLeast(count) : String(count))
  const count = isPartial && affected.length === 0 ? text.unknownCount : show(affected.length)
  const already = instances.length - affected.length
  return html`${renderTabs(language, 'group', hasPhones)}
<div class="card"><div class="card-body">
<p id="devices-effect" role="status"><strong>${text.effect(count, isRelease)}</strong>${already === 0 ? '' : html` ${text.already(show(already))}`}</p>
<p>${isRelease ? text.releaseEffect : text.revokeEffect}</p>
<ul class="list-group" id="devices-affected">${affected
    .slice(0, maximumShown)
    .map(
      (one) =>
        html`<li class="list-group-item">${nameDevice(language, one.device)} ${renderState(text, one)} <a href="/phones/instances/${one.thumbprint}" id="devices-affected-${one.thumbprint}"><code>${one.thumbprint}</code></a></li>`,
    )}</ul>
${affected.length > maximumShown ? html`<p>… ${count}</p>` : ''}
<form method="post" action="/phones/group/apply" id="devices-apply-group">
${(['of', 'value', 'to', 'reason'] as const).map((name) => html`<input type="hidden" name="${name}" value="${form[name]}">`)}
<div class="d-flex flex-wrap gap-2">${
    affected.length === 0 && !isPartial
      ? ''
      : html`<button class="btn ${isRelease ? 'btn-primary' : 'btn-danger'}" id="devices-confirm">${text.confirm}: ${text[form.to]} (${count})</button>`
  } <a class="btn btn-outline-primary" id="devices-cancel" href="/phones/group">${text.cancel}</a></div>
</form>
${renderApiCall(language, 'devices-group-call', call)}
</div></div>`
}

/** Renders the page with the Wallet Instances that match a search. */
import type { NumericDate } from '../../base/index.ts'
import { type Html, html, type Language, type Parameters } from '../../http/index.ts'
import { renderTabs as renderTabList } from '../shell/blocks.ts'
import { renderCheckbox, renderField, renderSelect, renderTable } from '../shell/fields.ts'
import { type ApiCall, renderApiCall, renderTime } from '../shell/parts.ts'
import { nameDevice } from './describe-device.ts'
import { type Text, texts } from './devices-texts.ts'
import type { InstanceFilter, ShownInstance } from './instances-client.ts'

export const maximumListed = 100

/** Parts of the screen, in the order of its tabs. */
const tabs = [
  ['instances', '/phones'],
  ['group', '/phones/group'],
  ['phones', '/phones/simulated'],
] as const
type Tab = (typeof tabs)[number][0]

/** Renders the navigation between the parts of the screen. `hasPhones` is false without a sandbox. */
export const renderTabs = (language: Language, current: Tab, hasPhones: boolean): Html => {
  const text = texts[language]
  const shown = tabs.filter(([tab]) => tab !== 'phones' || hasPhones)
  return renderTabList(
    'devices-tabs',
    text.parts,
    shown.map(([id, path]) => ({ id, path, label: text[id] })),
    current,
  )
}

/**
 * Reads the filter from the query parameters. Any value of `held` counts as true. Does not check the other values.
 */
export function readFilter(query: Parameters): InstanceFilter {
  const filters = (['status', 'platform', 'thumbprint'] as const).flatMap((name) =>
    query.has(name) ? [[name, query.get(name)] as const] : [],
  )
  return { ...Object.fromEntries(filters), ...(query.has('held') && { held: true as const }) }
}

/** Renders the state of an instance. The text states everything that the colours show. */
export const renderState = (text: Text, { status, held_at }: Pick<ShownInstance, 'status' | 'held_at'>): Html =>
  html`<span class="badge outcome ${{ registered: 'failed', operational: 'accepted', revoked: 'refused' }[status] ?? ''}">${text.states[status] ?? status}</span>${
    held_at === undefined ? '' : html` <span class="badge outcome failed">${text.held}</span>`
  }`

interface ListPage {
  readonly language: Language
  readonly now: NumericDate
  readonly filter: InstanceFilter
  readonly instances: readonly ShownInstance[]
  /** Number of held instances, as text. Absent if there is none. */
  readonly heldCount?: string
  readonly call: ApiCall
  readonly hasPhones: boolean
  readonly notice?: Html
}

export function renderList({ language, now, filter, instances, heldCount, call, hasPhones, notice }: ListPage): Html {
  const text = texts[language]
  return html`${renderTabs(language, 'instances', hasPhones)}
<p class="lead">${text.lead}</p>
${notice ?? ''}
${
  heldCount === undefined
    ? ''
    : html`<p class="alert alert-warning" id="devices-held-notice">${text.heldCount(heldCount)} <a id="devices-decide" href="/phones/group?of=held">${text.decide}</a></p>`
}
<div class="row"><div class="col-lg-8">${renderFilter(text, filter)}</div><div class="col-lg-4">${renderFind(text)}</div></div>
<section class="mt-4"><h2 id="devices-heading">${text.instances}</h2>
${
  instances.length === 0
    ? html`<p id="devices-none" role="status">${text.none}</p>`
    : renderTable(
        'devices-list',
        text.instances,
        [text.device, text.status, text.registered, text.thumbprint, text.instance],
        instances.map((one) => renderRow(language, now, one)),
      )
}
${instances.length < maximumListed ? '' : html`<p id="devices-most">${text.most(maximumListed)}</p>`}
${renderApiCall(language, 'devices-search-call', call)}
</section>`
}

const renderRow = (language: Language, now: NumericDate, one: ShownInstance): Html => {
  const text = texts[language]
  return html`<tr><td>${nameDevice(language, one.device)}</td><td>${renderState(text, one)}</td><td>${renderTime(language, one.registered_at, now)}</td><td><code>${one.thumbprint}</code></td><td><a class="btn btn-sm btn-outline-primary" id="devices-open-${one.thumbprint}" href="/phones/instances/${one.thumbprint}" aria-label="${text.open} ${one.thumbprint}">${text.open}</a></td></tr>`
}

const renderFilter = (
  text: Text,
  filter: InstanceFilter,
): Html => html`<form method="get" action="/phones" id="devices-filter" class="card"><div class="card-body">
<h2 class="h5">${text.filter}</h2>
<div class="row">
<div class="col-sm-6">${renderSelect('devices', 'status', text.status, [['', text.any], ...Object.entries(text.states)], filter.status)}</div>
<div class="col-sm-6">${renderSelect('devices', 'platform', text.platform, [['', text.any], ...Object.entries(text.platforms)], filter.platform)}</div>
<div class="col-12">${renderField('devices', 'thumbprint', text.thumbprint, { value: filter.thumbprint, length: 64 })}</div>
<div class="col-12 mb-3">${renderCheckbox('devices', 'held', text.heldOnly, filter.held === true)}</div>
</div>
<div class="d-flex flex-wrap gap-2"><button class="btn btn-primary" id="devices-apply">${text.apply}</button> <a class="btn btn-outline-primary" id="devices-clear" href="/phones">${text.clear}</a></div>
</div></form>`

const renderFind = (
  text: Text,
): Html => html`<form method="post" action="/phones/find" id="devices-find" class="card"><div class="card-body">
<h2 class="h5">${text.find}</h2>
${renderField('devices', 'user', text.user, { isRequired: true, hint: text.findLead })}
<button class="btn btn-primary" id="devices-find-button">${text.findButton}</button>
</div></form>`

/** Renders the page with the credentials of the register that match a filter. */
import { daySeconds, type NumericDate } from '../../base/index.ts'
import { formatMdoc, formatSdJwt } from '../../credential/formats.ts'
import { encodeParameters, type Html, html, type Language, type Parameters } from '../../http/index.ts'
import type { CredentialStatus, IssuedCredential } from '../../pid-provider/register/issued-credential.ts'
import { renderField, renderSelect, renderTable } from '../shell/fields.ts'
import { type ApiCall, renderApiCall, renderTime } from '../shell/parts.ts'
import type { CredentialFilter } from './register-client.ts'
import { type Text, texts } from './register-texts.ts'

/** Number of credentials on one page. */
export const pageSize = 25

/** Values of the filter as texts of the form. */
export interface FilterForm {
  readonly status?: string
  readonly format?: string
  /** First day of issuance: `2026-01-31`. */
  readonly from?: string
  /** Last day of issuance. */
  readonly to?: string
  readonly subject?: string
  /** ID of the last credential on the previous page. The list continues with older credentials. */
  readonly before?: string
}

const names = ['status', 'format', 'from', 'to', 'subject', 'before'] as const

/** Returns the values of the filter in a query. Ignores other parameters. */
export const readFilter = (query: Parameters): FilterForm =>
  Object.fromEntries(names.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])))

/** Returns the first second of a day, or `undefined` for a day that does not exist or is before 1970. */
const startOfDay = (day = ''): NumericDate | undefined => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  const exists = time >= 0 && new Date(time).toISOString().startsWith(day)
  return exists ? time / 1000 : undefined
}

/** Converts the form to the filter of the register. Days are in UTC, and `to` is included. Ignores an invalid day. */
export function filterOf({ from, to, ...rest }: FilterForm): CredentialFilter {
  const [first, last] = [startOfDay(from), startOfDay(to)]
  return {
    ...rest,
    ...(first !== undefined && { issued_from: first }),
    ...(last !== undefined && { issued_to: last + daySeconds - 1 }),
  }
}

/** Renders the badge of a status. The badge shows the status as a word, not only by colour. */
export const renderStatus = (text: Text, status: CredentialStatus): Html =>
  html`<span class="badge outcome ${{ valid: 'accepted', suspended: 'failed', revoked: 'refused' }[status] ?? ''}">${text.states[status] ?? status}</span>`

interface ListPage {
  readonly language: Language
  readonly now: NumericDate
  readonly filter: FilterForm
  readonly credentials: readonly IssuedCredential[]
  readonly hasMore: boolean
  readonly call: ApiCall
  /** A message or a refusal above the list. */
  readonly notice?: Html
}

export function renderList({ language, now, filter, credentials, hasMore, call, notice }: ListPage): Html {
  const text = texts[language]
  return html`<p class="lead">${text.lead}</p>
${notice ?? ''}
<div class="row"><div class="col-lg-8">${renderFilter(text, filter)}</div><div class="col-lg-4">${renderFind(text)}</div></div>
<section class="mt-4"><h2 id="register-heading">${text.credentials}</h2>
${
  credentials.length === 0
    ? html`<p id="register-none" role="status">${text.none}</p>`
    : renderTable(
        'register-list',
        text.credentials,
        [text.issued, text.status, text.format, text.subject, text.expires, text.credential],
        credentials.map((one) => renderRow(language, now, one)),
      )
}
${renderPaging(text, filter, credentials, hasMore)}
${renderApiCall(language, 'register-search-call', call)}
</section>`
}

const renderRow = (language: Language, now: NumericDate, credential: IssuedCredential): Html => {
  const text = texts[language]
  return html`<tr><td>${renderTime(language, credential.issuedAt, now)}</td><td>${renderStatus(text, credential.status)}</td><td><code>${credential.format}</code></td><td><code>${credential.subject.slice(0, 12)}…</code> <a id="register-person-${credential.id}" href="/register?${encodeParameters({ subject: credential.subject })}">${text.person}</a></td><td>${renderTime(language, credential.expiresAt, now)}</td><td><a class="btn btn-sm btn-outline-primary" id="register-open-${credential.id}" href="/register/${encodeURIComponent(credential.id)}" aria-label="${text.open} ${credential.id}">${text.open}</a></td></tr>`
}

const renderFilter = (
  text: Text,
  filter: FilterForm,
): Html => html`<form method="get" action="/register" id="register-filter" class="card"><div class="card-body">
<h2 class="h5">${text.filter}</h2>
<div class="row">
<div class="col-sm-6 col-md-4">${renderSelect('register', 'status', text.status, [['', text.any], ...Object.entries(text.states)], filter.status)}</div>
<div class="col-sm-6 col-md-4">${renderSelect(
  'register',
  'format',
  text.format,
  [
    ['', text.any],
    [formatSdJwt, 'SD-JWT'],
    [formatMdoc, 'mdoc'],
  ],
  filter.format,
)}</div>
<div class="col-sm-6 col-md-4">${renderField('register', 'subject', text.subject, { value: filter.subject })}</div>
<div class="col-sm-6 col-md-4">${renderField('register', 'from', text.from, { type: 'date', value: filter.from })}</div>
<div class="col-sm-6 col-md-4">${renderField('register', 'to', text.to, { type: 'date', value: filter.to })}</div>
</div>
<div class="d-flex flex-wrap gap-2"><button class="btn btn-primary" id="register-apply">${text.apply}</button> <a class="btn btn-outline-primary" id="register-clear" href="/register">${text.clear}</a></div>
</div></form>`

const renderFind = (
  text: Text,
): Html => html`<form method="post" action="/register/find" id="register-find" class="card"><div class="card-body">
<h2 class="h5">${text.find}</h2>
${renderField('register', 'tax_number', text.taxNumber, { isRequired: true, hint: text.findLead, length: 22 })}
<button class="btn btn-primary" id="register-find-button">${text.findButton}</button>
</div></form>`

function renderPaging(
  text: Text,
  filter: FilterForm,
  credentials: readonly IssuedCredential[],
  hasMore: boolean,
): Html {
  const { before, ...firstPage } = filter
  const last = credentials.at(-1)
  return html`<p class="d-flex flex-wrap gap-2">${
    before === undefined
      ? ''
      : html`<a class="btn btn-outline-primary" id="register-first" href="/register?${encodeParameters({ ...firstPage })}">${text.first}</a>`
  }${
    hasMore && last !== undefined
      ? html`<a class="btn btn-outline-primary" id="register-next" href="/register?${encodeParameters({ ...firstPage, before: last.id })}">${text.next}</a>`
      : ''
  }</p>`
}

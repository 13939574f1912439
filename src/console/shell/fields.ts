/** Renders form fields and tables, with the class names of the style sheet. */
import { type Html, html } from '../../http/index.ts'

type Option = readonly [value: string, label: string]

/** Renders a select with its label. Its HTML ID is `prefix-name`. `chosen` defaults to the empty value. */
export function renderSelect(
  prefix: string,
  name: string,
  label: string,
  options: readonly Option[],
  chosen: string | undefined,
): Html {
  const id = `${prefix}-${name}`
  return html`<div class="mb-3"><label class="form-label" for="${id}">${label}</label>
<select class="form-select" id="${id}" name="${name}">${options.map(
    ([value, shown]) =>
      html`<option value="${value}"${value === (chosen ?? '') ? html` selected` : ''}>${shown}</option>`,
  )}</select></div>`
}

interface FieldOptions {
  /** Defaults to `text`. */
  readonly type?: 'text' | 'date'
  readonly value?: string | undefined
  readonly isRequired?: boolean
  readonly hint?: string
  /** Maximum number of characters. Defaults to 256. */
  readonly length?: number
}

/** Renders a text field of one line with its label. Its HTML ID is `prefix-name`. */
export function renderField(
  prefix: string,
  name: string,
  label: string,
  { type = 'text', value = '', isRequired = false, hint, length = 256 }: FieldOptions = {},
): Html {
  const id = `${prefix}-${name}`
  return html`<div class="mb-3"><label class="form-label" for="${id}">${label}</label>
<input class="form-control" type="${type}" id="${id}" name="${name}" value="${value}" maxlength="${length}" autocomplete="off" spellcheck="false"${isRequired ? html` required` : ''}${
    hint === undefined ? '' : html` aria-describedby="${id}-hint"`
  }>${hint === undefined ? '' : html`<div class="form-text" id="${id}-hint">${hint}</div>`}</div>`
}

/** Renders a checkbox with its label. Its HTML ID is `prefix-name`. */
export const renderCheckbox = (prefix: string, name: string, label: Html | string, isTicked: boolean): Html =>
  html`<div class="form-check"><input class="form-check-input" type="checkbox" id="${prefix}-${name}" name="${name}" value="on"${
    isTicked ? html` checked` : ''
  }><label class="form-check-label" for="${prefix}-${name}">${label}</label></div>`

/** Renders a table that the keyboard can scroll. `label` names it. */
export const renderTable = (id: string, label: string, headings: readonly string[], rows: readonly Html[]): Html =>
  html`<div class="table-responsive" tabindex="0" role="region" aria-label="${label}" id="${id}-frame"><table class="table console-table" id="${id}">
<caption class="visually-hidden">${label}</caption>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div>`

/** Renders the tables of the map and of the federation desk. */
import { type Html, html } from '../../http/index.ts'

/** Name of a table for screen readers: a text, or the HTML ID of its title. */
export type TableName = { readonly label: string } | { readonly titleId: string }

interface TableOptions {
  /** HTML ID. Defaults to none. */
  readonly id?: string
  /** Additional CSS class. Defaults to none. */
  readonly look?: string
}

/** Renders a table in a frame that the keyboard can scroll. */
export const renderWideTable = (
  name: TableName,
  headings: readonly string[],
  rows: readonly Html[],
  { id, look }: TableOptions = {},
): Html =>
  html`<div class="table-responsive position-relative" tabindex="0" role="region" ${'label' in name ? html`aria-label="${name.label}"` : html`aria-labelledby="${name.titleId}"`}>
<table class="table table-sm map-wide${look === undefined ? '' : ` ${look}`}"${id === undefined ? '' : html` id="${id}"`}><thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead><tbody>
${rows}</tbody></table>
</div>`

/** Renders the form that loads a flow from a file, and the question before the log is cleared. */
import { type Html, html } from '../../http/index.ts'
import type { FlowTexts } from './texts.ts'

/** Renders the form. The content of the file is pasted. With JavaScript, a chosen file fills the text field. */
export const renderLoadPage = (text: FlowTexts, isRefused: boolean): Html =>
  html`${isRefused ? html`<p class="alert alert-danger" role="alert" id="flows-load-refused">${text.notAFlow}</p>` : ''}
<p>${text.loadLead}</p>
<form method="post" action="/flows/load" id="flows-load-form">
<div class="mb-3 with-script-only"><label class="form-label" for="flows-load-file">${text.file}</label>
<input class="form-control" type="file" id="flows-load-file" accept="application/json,.json" data-fills="flows-load-text"></div>
<div class="mb-3"><label class="form-label" for="flows-load-text">${text.content}</label>
<textarea class="form-control" id="flows-load-text" name="flow" rows="12" spellcheck="false" required></textarea></div>
<div class="d-flex flex-wrap gap-2"><button class="btn btn-primary btn-sm" id="flows-load-show">${text.show}</button></div>
</form>`

export const renderClearPage = (text: FlowTexts): Html =>
  html`<p id="flows-clear-effect">${text.clearLead}</p>
<form method="post" action="/flows/clear" class="d-flex flex-wrap gap-2"><button class="btn btn-danger btn-sm" id="flows-clear-confirm">${text.confirm}</button>
<a class="btn btn-outline-primary btn-sm button" id="flows-clear-cancel" href="/flows">${text.cancel}</a></form>`

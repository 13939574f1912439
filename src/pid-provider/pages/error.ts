/**
 * The error page: an explanation in plain words, the way back to the wallet if there is one (PP-66), a reference for
 * the help desk, and the details for developers.
 */
import { type Html, html } from '../../http/index.ts'
import { back, details, explanations, fallback, help, notFoundTitle, reference, title } from './error-texts.ts'
import { layout, type PageFrame } from './layout.ts'

interface ErrorView {
  readonly code: string
  readonly error: string
  /** One line for developers: reason, code, place, requirement, compared values and remedy. */
  readonly description: string
  readonly trace: string
  /** Redirect that ends the authorization at the wallet. */
  readonly location?: string
}

/** Renders the page of a refusal. The sandbox finds the link to the wallet by its id `return-to-wallet`. */
export function errorPage(frame: PageFrame, view: ErrorView): Html {
  const { language, look } = frame
  const sentence = explanations[view.code] ?? explanations[view.error] ?? fallback
  const heading = view.error === 'not_found' ? notFoundTitle : title
  const { links } = look
  return layout(
    frame,
    heading[language],
    html`<p class="notice ${view.location === undefined ? 'error' : 'warning'}" id="explanation">${sentence[language]}</p>
${view.location === undefined ? '' : html`<p><a class="button primary" id="return-to-wallet" href="${view.location}">${back[language]}</a></p>`}
${view.trace === '' ? '' : html`<p class="reference" id="reference">${reference[language]} <code id="trace">${view.trace}</code></p>`}
${links.help === undefined ? '' : html`<p><a id="help" href="${links.help}">${help[language]}</a></p>`}
<details>
<summary>${details[language]}</summary>
<p><code id="error">${view.error}</code></p>
<p id="error-description" lang="en">${view.description}</p>
</details>`,
  )
}

/**
 * The error page: an explanation in plain words, the way back to the wallet if there is one (PP-66), and the details
 * for developers and help desks.
 */
import { type Html, html } from '../../http/index.ts'
import { back, details, explanations, otherwise, titles } from './error-texts.ts'
import { layout, type PageFrame } from './layout.ts'

interface ErrorView {
  readonly code: string
  readonly error: string
  /** Details for developers: text, code, place, requirement. */
  readonly description: string
  readonly trace: string
  /** Redirect that ends the authorization at the wallet. */
  readonly location?: string
}

export function errorPage(frame: PageFrame, view: ErrorView): Html {
  const { language } = frame
  const sentence = explanations[view.code] ?? explanations[view.error] ?? otherwise
  return layout(
    frame,
    titles[language],
    html`<p id="explanation">${sentence[language]}</p>
      ${view.location === undefined ? '' : html`<p><a id="return-to-wallet" class="button primary" href="${view.location}">${back[language]}</a></p>`}
      <details>
        <summary>${details[language]}</summary>
        <p><code id="error">${view.error}</code></p>
        <p id="error-description" lang="en">${view.description}</p>
        <p><code id="trace">${view.trace}</code></p>
      </details>`,
  )
}

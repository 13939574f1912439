/** Layout of the provider's pages. */
import type { NumericDate } from '../../base/index.ts'
import { type Html, html, type PageLanguage } from '../../http/index.ts'
import { describeItalianTime, type PageLook, renderCitizenPage } from '../../pages/index.ts'

/** Parts that all pages of the provider have. */
export interface PageFrame {
  readonly language: PageLanguage
  readonly look: PageLook
  /** URL of a page that a reader may open again, for the language switch. */
  readonly url: string
}

/** Renders a page in the look of the provider. */
export const layout = (frame: PageFrame, title: string, main: Html): Html =>
  renderCitizenPage({ ...frame, title, main })

const validity: Readonly<Record<PageLanguage, readonly [before: string, after: string]>> = {
  it: ['Puoi rispondere fino alle', '(ora italiana). Dopo, ricomincia dal portafoglio digitale.'],
  en: ['You can answer until', '(Italian time). After that, begin again in the wallet.'],
  de: ['Sie können bis', 'Uhr (italienische Zeit) antworten. Danach beginnen Sie in der Wallet von vorn.'],
  fr: ['Vous pouvez répondre jusqu’à', '(heure italienne). Ensuite, recommencez depuis le portefeuille numérique.'],
  sl: ['Odgovorite lahko do', '(italijanski čas). Pozneje začnite znova v denarnici.'],
}

/** Renders the sentence that says until when the page is valid (WCAG 2.2, 2.2.1; PP-215). */
export function renderValidity(language: PageLanguage, until: NumericDate): Html {
  const [before, after] = validity[language]
  return html`<p id="valid-until">${before} <time datetime="${new Date(until * 1000).toISOString()}">${describeItalianTime(until)}</time> ${after}</p>`
}

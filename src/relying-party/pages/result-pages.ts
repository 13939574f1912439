/** Pages at the end of a presentation: received data, way back to the other screen, errors (RP-80). */
import { type Html, html, type PageLanguage } from '../../http/index.ts'
import { isTechnicalClaim } from '../../oid4vp/index.ts'
import { describeClaim, labelClaim } from '../../pages/index.ts'
import type { PresentationResult, PresentedClaims } from '../application/presentation-result.ts'
import { urlOf } from '../metadata.ts'
import type { ReturnLink } from '../session/return-link.ts'
import { layout, type PageContext } from './layout.ts'
import { texts } from './texts.ts'

const isPersonal = (name: string): boolean => !isTechnicalClaim(name.split('.')[0])

/** Creates a function for unique element ids without spaces, for one page. */
function createElementIds(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const first = name.replaceAll(/\s/g, '_')
    let id = first
    for (let count = 2; taken.has(id); count += 1) id = `${first}-${count}`
    taken.add(id)
    return id
  }
}

function credentialSection(
  { id, issuer, claims }: PresentedClaims,
  language: PageLanguage,
  elementId: (name: string) => string,
): Html {
  const sectionId = elementId(`credential-${id}`)
  const rows = Object.entries(claims)
    .filter(([name]) => isPersonal(name))
    .map(
      ([name, value]) =>
        html`<dt>${labelClaim(language, name)}</dt><dd id="${elementId(`claim-${name}`)}" class="claim">${describeClaim(language, name, value)}</dd>`,
    )
  return html`<section id="${sectionId}">
<p>${texts[language].issuer} <span class="issuer">${issuer}</span></p>
<dl>${rows}</dl>
</section>`
}

export function resultPage(page: PageContext, { credentials, walletAttested }: PresentationResult): Html {
  const words = texts[page.language]
  const elementId = createElementIds()
  const sections = credentials
    .filter(({ format }) => format !== 'jwt')
    .map((credential) => credentialSection(credential, page.language, elementId))
  return layout(
    page,
    words.done,
    html`<p id="presentation-complete">${words.doneLead}</p>${sections}${walletAttested ? '' : html`<p id="wallet-unknown">${words.walletUnknown}</p>`}`,
  )
}

/** Renders no data of the presentation: the reader is the wallet's browser, or anybody who got the link (RP-82). */
export const elsewherePage = (page: PageContext): Html =>
  layout(
    page,
    texts[page.language].elsewhere,
    html`<p id="continue-elsewhere">${texts[page.language].elsewhereLead}</p>`,
  )

/**
 * Renders the page for the browser that began on this device while the wallet has not returned to it (RP-96). Contains
 * no data of the presentation.
 */
export const inWalletPage = (page: PageContext): Html =>
  layout(page, texts[page.language].inWallet, html`<p id="continue-in-wallet">${texts[page.language].inWalletLead}</p>`)

const faultOf = (status: number, ordered: boolean): keyof (typeof texts)['it']['faults'] => {
  if (status === 404) return 'missing'
  if (status === 403) return ordered ? 'refusedOrder' : 'refused'
  return status >= 500 ? 'unavailable' : 'input'
}

/** Renders what to do, and a reference with which support finds the decision. Does not render the reason (RP-80). */
export function errorPage(page: PageContext & ReturnLink, status: number, trace: string): Html {
  const words = texts[page.language]
  const [title, lead] = words.faults[faultOf(status, page.ordered)]
  const reference = trace === '' ? '' : html`<p id="reference">${words.reference} <code>${trace}</code></p>`
  const again = html`<p><a id="start-again" class="button" href="${urlOf(page.config, 'home')}">${words.startAgain}</a></p>`
  const back = page.backUrl
    ? html`<p><a id="back-to-service" class="button" href="${page.backUrl}">${words.backToService}</a></p>`
    : ''
  return layout(
    page,
    title,
    html`<p id="error" role="alert">${lead}</p>
${reference}
${page.ordered ? back : again}`,
  )
}

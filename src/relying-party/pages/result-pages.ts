/** The received data, the pages that send the person to the other screen or to the wallet, and errors (RP-80). */
import { type Html, html, type PageLanguage } from '../../http/index.ts'
import { describeEntity, renderClaims } from '../../pages/index.ts'
import {
  namedClaims,
  type PresentationResult,
  type PresentedClaims,
  personalClaims,
} from '../application/presentation-result.ts'
import { urlOf } from '../metadata.ts'
import type { ReturnLink } from '../session/return-link.ts'
import { type Fault, faultTexts } from './fault-texts.ts'
import { layout, type PageContext } from './layout.ts'
import { texts } from './texts.ts'

/** Creates a function for unique element ids without spaces, for one page. */
function createElementIds(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    const base = name.replaceAll(/\s/g, '_')
    let id = base
    for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`
    taken.add(id)
    return id
  }
}

function credentialSection(
  { id, issuer, issuerName = issuer, selected }: PresentedClaims,
  language: PageLanguage,
  elementId: (name: string) => string,
): Html {
  const sectionId = elementId(`credential-${id}`)
  const claims = Object.entries(namedClaims(personalClaims(selected)))
  const listed = claims.map(([name, value]) => ({ name, value, id: elementId(`claim-${name}`) }))
  return html`<section class="card" id="${sectionId}">
<p>${texts[language].issuer} <strong class="issuer">${describeEntity(issuerName)}</strong></p>
${renderClaims(language, listed)}</section>
`
}

/** Renders the presented claims. Omits technical claims and the Wallet Attestation (format `jwt`). */
export function resultPage(page: PageContext, { credentials, walletAttested }: PresentationResult): Html {
  const words = texts[page.language]
  const elementId = createElementIds()
  const sections = credentials
    .filter(({ format }) => format !== 'jwt')
    .map((credential) => credentialSection(credential, page.language, elementId))
  return layout(
    page,
    words.done,
    html`<p class="notice success" id="presentation-complete">${words.doneLead}</p>
${sections}${
  walletAttested
    ? ''
    : html`<p class="notice warning" id="wallet-unknown">${words.walletUnknown}</p>
`
}<p><a class="button primary" id="back-to-service" href="${urlOf(page.config, 'home')}">${words.backToService}</a></p>`,
  )
}

/**
 * Renders the page that sends the user to the other screen. Contains no data of the presentation, because the wallet's
 * browser or anyone with the link may open it (RP-82).
 */
export const elsewherePage = (page: PageContext): Html =>
  layout(
    page,
    texts[page.language].elsewhere,
    html`<p class="notice success" id="continue-elsewhere">${texts[page.language].elsewhereLead}</p>`,
  )

/** Renders the page that says that the wallet refused, for a presentation that no application ordered. */
export function rejectedPage(page: PageContext): Html {
  const words = texts[page.language]
  return layout(
    page,
    words.ended,
    html`<p class="notice error" id="rejected" role="alert">${words.rejected}</p>
<p><a class="button primary" id="start-again" href="${urlOf(page.config, 'home')}">${words.startAgain}</a></p>`,
  )
}

/**
 * Renders the page for the browser that began the presentation on this device. The browser shows the page until the
 * wallet opens the redirect URI in this browser (RP-96). Contains no data of the presentation.
 */
export function inWalletPage(page: PageContext & ReturnLink): Html {
  const words = texts[page.language]
  const backUrl = page.ordered ? page.backUrl : urlOf(page.config, 'home')
  return layout(
    page,
    words.inWallet,
    html`<p id="continue-in-wallet">${words.inWalletLead}</p>
${page.url === undefined ? '' : html`<p><a class="button primary" id="reload" href="${page.url}">${words.confirmed}</a></p>`}
${backUrl === undefined ? '' : html`<p><a id="cancel" href="${backUrl}">${words.cancel}</a></p>`}`,
  )
}

/** Faults of a request, by the status of the answer. */
const requestFaults: ReadonlyMap<number, Fault> = new Map([
  [403, 'refused'],
  [404, 'missing'],
  [405, 'method'],
  [408, 'slow'],
  [413, 'size'],
  [415, 'mediaType'],
])

const faultOf = (status: number): Fault =>
  requestFaults.get(status) ?? (status >= 500 || status === 429 ? 'unavailable' : 'input')

/** Renders advice, and the trace by which support finds the decision. Does not render the reason (RP-80). */
export function errorPage(page: PageContext & ReturnLink, status: number, trace: string): Html {
  const words = texts[page.language]
  const advice = faultTexts[page.language]
  const fault = faultOf(status)
  const [title, cause] = advice[fault]
  const lead = fault === 'refused' ? `${cause} ${page.ordered ? advice.backToOrigin : advice.startHere}` : cause
  const help = page.config.pages.helpUri
  const reference =
    trace === '' ? '' : html`<p class="reference" id="reference">${words.reference} <code>${trace}</code></p>`
  const again = html`<p><a class="button primary" id="start-again" href="${urlOf(page.config, 'home')}">${words.startAgain}</a></p>`
  const back = page.backUrl
    ? html`<p><a class="button primary" id="back-to-service" href="${page.backUrl}">${words.backToService}</a></p>`
    : ''
  return layout(
    page,
    title,
    html`<p class="notice error" id="error" role="alert">${lead}</p>
${page.ordered ? back : again}
${reference}
${help === undefined ? '' : html`<p><a id="help" href="${help}">${words.help}</a></p>`}`,
  )
}

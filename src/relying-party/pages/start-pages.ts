/**
 * Pages at the start of a presentation: the choice of variant and device, the link to the wallet on this device, and
 * the QR code with its state. Elements that tests or scripts need have stable ids.
 */
import { encodeParameters, type Html, html, raw } from '../../http/index.ts'
import { chooseText, describeSeconds, labelClaim, signInWords, walletMark } from '../../pages/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import { urlOf } from '../metadata.ts'
import { requestedClaims } from '../request/requested-claims.ts'
import { leaveUrlOf } from '../session/leave-presentation.ts'
import type { PresentationSession } from '../session/presentation-session.ts'
import { choiceLink } from '../wallets/wallet-choice.ts'
import { type LinkedConfig, walletParameter } from '../wallets/wallet-links.ts'
import { layout, type PageContext } from './layout.ts'
import { renderQrCode } from './qr-code.ts'
import { texts } from './texts.ts'

type Choice = Pick<PresentationSession, 'variant' | 'flow'> & { readonly requestUriMethod?: 'get' | 'post' }

const startUrl = (page: PageContext, { variant, flow, requestUriMethod }: Choice): string =>
  `${urlOf(page.config, 'start')}?${encodeParameters({ variant, flow, request_uri_method: requestUriMethod })}`

interface OfferingPage extends PageContext {
  readonly config: PageContext['config'] & Pick<RelyingPartyConfig, 'variants'>
}

/** Renders the page that offers presentations. */
export function homePage(page: OfferingPage): Html {
  const words = texts[page.language]
  const choice = (variant: 'dcql' | 'scope', flow: 'same-device' | 'cross-device', label: string): Html =>
    html`<li><a class="button" id="start-${variant}-${flow}" href="${startUrl(page, { variant, flow })}">${label}</a></li>`
  const choices = (variant: 'dcql' | 'scope', title: string): Html => html`<h2>${title}</h2>
<ul class="choices">
${choice(variant, 'same-device', words.sameDevice)}
${choice(variant, 'cross-device', words.crossDevice)}
</ul>`
  return layout(
    page,
    words.home,
    html`<p>${words.homeLead}</p>
${page.config.variants.map((variant) => choices(variant, words[`${variant}Variant`]))}`,
  )
}

/** Renders the home page of a service whose presentations begin in its applications. */
export function landingPage(page: PageContext): Html {
  const words = texts[page.language]
  return layout(page, page.config.clientName, html`<p id="landing">${words.landing}</p>`)
}

/** Renders the body of the 302, for browsers that do not open the wallet by the redirect (RP-28). */
export function walletLinkPage(
  page: PageContext & { readonly engagementUrl: string; readonly session: PresentationSession },
): Html {
  const words = texts[page.language]
  return layout(
    page,
    words.opening,
    html`<p>${words.openingLead}</p>
<p><a class="button primary login official" id="wallet-link" href="${page.engagementUrl}">${walletMark}<span>${words.openWallet}</span></a></p>
${renderCancel(page, page.session)}`,
  )
}

/**
 * Renders the link to cancel. It leads to the application that ordered the presentation, or to the home page if none
 * did.
 */
function renderCancel(page: PageContext, session: PresentationSession): Html {
  const url = session.order ? leaveUrlOf(page, session) : urlOf(page.config, 'home')
  return html`<p><a id="cancel" href="${url}">${texts[page.language].cancel}</a></p>`
}

const states = ['waiting', 'fetched', 'completed', 'rejected', 'expired', 'lost', 'unreachable'] as const

interface WaitingPage extends PageContext {
  readonly config: PageContext['config'] & Pick<RelyingPartyConfig, 'presentationDefinitions' | keyof LinkedConfig>
  readonly session: PresentationSession
  readonly engagementUrl: string
  /** Number of the chosen wallet's link, for the query parameter `walletParameter`. */
  readonly wallet: string | undefined
  readonly secondsLeft: number
}

/** Renders the name of the service, the requested claims and the purpose, above the QR code. */
function renderRequest({ language, config, session }: WaitingPage): Html {
  const words = texts[language]
  const claims = requestedClaims(config, session)
  const purpose = session.order?.purpose && chooseText(session.order.purpose, language)
  return html`<div class="card" id="asking">
<p><strong>${config.clientName}</strong>${claims.length === 0 ? '' : html` ${words.asksFor}`}</p>
${claims.length === 0 ? '' : html`<ul id="asked-claims">${claims.map((name) => html`<li>${labelClaim(language, name)}</li>`)}</ul>`}
${purpose ? html`<p>${signInWords[language].reason} <span id="purpose"${purpose.lang}>${purpose.text}</span></p>` : ''}
</div>`
}

/** Renders the QR code (RP-29) and the texts of all states, of which the script shows one at a time (RP-79). */
export function qrPage(page: WaitingPage): Html {
  const words = texts[page.language]
  const { session, config } = page
  const shown = session.status === 'fetched' ? 'fetched' : 'waiting'
  const state = (name: (typeof states)[number]): Html =>
    html`<p id="state-${name}"${name === shown ? '' : raw(' hidden')}>${words[name]}</p>`
  const leaveUrl = session.order && leaveUrlOf(page, session)
  const [afterwards, again] = leaveUrl ? [leaveUrl, words.backToService] : [startUrl(page, session), words.retry]
  const pageUrl = session.order
    ? `${urlOf(config, 'begin')}?id=${session.id}`
    : `${startUrl(page, session)}&session=${session.id}`
  const reloadUrl = page.wallet === undefined ? pageUrl : `${pageUrl}&${walletParameter}=${page.wallet}`
  const choice = choiceLink(config, page.language, pageUrl)
  const stateUrl = `${urlOf(config, 'sessionState')}?id=${session.id}`
  return layout(
    { ...page, url: reloadUrl },
    words.scan,
    html`<section id="presentation" data-state-url="${stateUrl}" data-seconds="${page.secondsLeft}" data-ended="${words.ended}">
<div id="state" role="status" aria-live="polite">
${states.map(state)}
</div>
<div id="request">
${renderRequest(page)}
<div class="scan">
<p class="here"><a class="button primary login official" id="wallet-link" href="${page.engagementUrl}">${walletMark}<span>${words.openWallet}</span></a></p>
<p>${words.scanLead}</p>
<div id="qr-code" role="img" aria-label="${words.qrLabel}">${raw(renderQrCode(page.engagementUrl))}</div>
</div>
<p class="notice warning" id="scan-warning">${signInWords[page.language].scanWarning}</p>
<p class="countdown" id="countdown">${words.timeLeft} <span id="time-left">${describeSeconds(page.secondsLeft)}</span></p>
${
  choice === undefined
    ? ''
    : html`<p><a id="choose-wallet" href="${choice.url}">${choice.text}</a></p>
`
}${renderCancel(page, session)}
</div>
<p><a class="button primary" id="continue" href="${urlOf(config, 'result')}" hidden>${words.proceed}</a></p>
<p><a class="button primary" id="retry" href="${afterwards}" hidden>${again}</a></p>
<noscript><p>${words.scriptNeeded}</p><p><a class="button primary" id="reload" href="${reloadUrl}">${words.answered}</a></p></noscript>
</section>`,
    html`<script src="${urlOf(config, 'script')}" defer></script>`,
  )
}

/** Renders the pages of a wallet's events: the result of one action of the user, and the history of all actions. */
import { type NumericDate, printable } from '../../base/index.ts'
import { type Html, html } from '../../http/index.ts'
import { profileTitles } from '../../profiles/index.ts'
import { renderTime } from '../shell/parts.ts'
import { nameClaim } from './claim-words.ts'
import type { PageContext } from './home-page.ts'
import { type PhoneContent, pathOf, renderBesideCard, walletPaths } from './phone.ts'
import { renderRefusalDetails, renderRefusalSentence } from './refusal-words.ts'
import type { WalletEvent } from './wallet-port.ts'
import type { Text } from './wallet-texts.ts'

/** Returns the page of the result of an action, with a link to `flowPath`, or else to its decision. */
export function eventPage(page: PageContext, event: WalletEvent, flowPath: string | undefined): PhoneContent {
  const { text, language } = page
  const { party, refusal, outcome, continueAt, credential } = event
  return {
    title: nameOutcome(text, event),
    heading: nameOutcome(text, event),
    body: html`<div id="wallet-outcome" class="wallet-${outcome}" role="status">
${party === undefined || party === '' ? '' : html`<p id="wallet-outcome-party"><strong>${printable(party)}</strong></p>`}
${event.kind === 'presentation' ? renderPresentation(page, event) : ''}
${outcome === 'failed' ? html`<p>${event.reason ?? text.failedLead}</p>` : ''}
</div>
${refusal === undefined ? '' : renderRefusalSentence(language, refusal)}
${continueAt === undefined ? '' : html`<p><a id="wallet-continue" class="btn btn-primary w-100" href="${continueAt}">${text.continueAt}</a></p>`}
${credential === undefined ? '' : html`<p><a id="wallet-show" class="btn btn-primary w-100" href="${pathOf(walletPaths.credential, credential)}">${text.show}</a></p>`}
<p><a id="wallet-back" class="btn btn-outline-primary w-100" href="${walletPaths.home}">${text.back}</a></p>`,
    beside: html`${refusal === undefined ? '' : renderBesideCard('wallet-why', text.details, renderRefusalDetails(text, language, refusal))}
${renderHappened(text, event, flowPath)}`,
  }
}

function renderHappened(text: Text, { trace }: WalletEvent, flowPath: string | undefined): Html | '' {
  if (flowPath === undefined && trace === undefined) return ''
  const [path, label] = flowPath === undefined ? [`/flows/trace/${trace}`, text.flowDecision] : [flowPath, text.flow]
  const link = html`<p class="mb-0"><a id="wallet-flow" href="${path}">${label}</a></p>`
  return renderBesideCard('wallet-happened', text.happened, link)
}

function renderPresentation({ text, language }: PageContext, event: WalletEvent): Html {
  const { outcome, claims = [], timedOut, unconfirmed } = event
  const notes = [timedOut ? text.timedOut : '', outcome === 'done' ? '' : unconfirmed ? text.unconfirmed : ''].filter(
    (one) => one !== '',
  )
  const sent = outcome === 'done' && claims.length > 0
  const version = event.profile && profileTitles[event.profile]
  return html`${notes.map((note) => html`<p>${note}</p>`)}
${version === undefined ? '' : html`<p id="wallet-event-profile">${text.version}: ${version}</p>`}
${sent ? html`<p>${text.sent}:</p><ul id="wallet-sent">${claims.map((name) => html`<li>${nameClaim(language, name)}</li>`)}</ul>` : ''}
${outcome === 'declined' ? html`<p id="wallet-nothing-sent">${text.nothingSent}</p>` : ''}`
}

/** Names the outcome of an event. A text that is no request was not a presentation. */
const nameOutcome = (text: Text, { kind, outcome, refusal }: WalletEvent): string =>
  refusal?.error === 'engagement_unreadable' ? text.noRequest : text.outcomes[kind][outcome]

/** Returns the page of all events, newest first. */
export function historyPage(
  { text, language }: PageContext,
  events: readonly WalletEvent[],
  now: NumericDate,
): PhoneContent {
  const rows = events.map(
    (
      event,
    ) => html`<li><a id="wallet-event-${event.id}" href="${pathOf(walletPaths.event, event.id)}">${nameOutcome(text, event)}</a>
<p class="small mb-0">${event.party ? `${printable(event.party)}, ` : ''}${renderTime(language, event.at, now)}</p></li>\n`,
  )
  const none = html`<p id="wallet-no-history">${text.noHistory}</p>`
  return {
    title: text.history,
    heading: text.history,
    tab: 'history',
    body: rows.length === 0 ? none : html`<ol id="wallet-history" class="wallet-history">${rows}</ol>`,
  }
}

const maximumRecent = 4

/** Renders the latest 4 events for the column beside the phone. */
export function renderRecent({ text, language }: PageContext, events: readonly WalletEvent[], now: NumericDate): Html {
  const recent = events.slice(0, maximumRecent)
  if (recent.length === 0) return html``
  const rows = recent.map(
    (event) =>
      html`<li><a id="wallet-recent-${event.id}" href="${pathOf(walletPaths.event, event.id)}">${nameOutcome(text, event)}</a>, ${renderTime(language, event.at, now)}</li>\n`,
  )
  return renderBesideCard('wallet-recent', text.recent, html`<ul class="mb-0">${rows}</ul>`)
}

export const renderServiceLink = ({ text }: PageContext, service: string): Html =>
  renderBesideCard(
    'wallet-next',
    text.next,
    html`<p>${text.serviceLead}</p>
<p class="mb-0"><a id="wallet-service" class="btn btn-outline-primary" href="${service}" target="_blank" rel="noreferrer">${text.service}</a></p>`,
  )

/**
 * Renders the first page of the phone: the set-up, or the documents. Other pages use its display names of devices and
 * states.
 */
import { printable } from '../../base/index.ts'
import { type EndpointRequest, type Html, html, type Language } from '../../http/index.ts'
import { groupPhones, platformNames } from '../devices/group-phones.ts'
import { ownMember } from '../own-member.ts'
import { formatDay, nameFormat, nameType } from './claim-words.ts'
import { type PhoneContent, pathOf, renderPhoneCall, renderQuestion, walletPaths } from './phone.ts'
import type { ConsoleWallet, PhoneChoice, WalletCredential, WalletOverview } from './wallet-port.ts'
import type { Text } from './wallet-texts.ts'

export interface PageContext {
  readonly request: EndpointRequest
  readonly language: Language
  readonly text: Text
}

/** Returns the set-up page. `query` contains the parameters of a presentation link, which opens after the set-up. */
export function setUpPage(page: PageContext, devices: readonly PhoneChoice[], query?: string): PhoneContent {
  const { text } = page
  return {
    heading: text.empty,
    tab: 'home',
    hasTabs: false,
    body: html`<p>${query === undefined ? text.emptyLead : text.setUpFirst}</p>
${renderSetUp(text, devices, query)}`,
    beside: setUpCall(page),
  }
}

const setUpCall = ({ language, request }: PageContext): Html =>
  renderPhoneCall(language, request, {
    id: 'wallet-set-up-call',
    path: walletPaths.setUp,
    form: { device: 'android/tee' },
  })

function renderSetUp(text: Text, devices: readonly PhoneChoice[], query?: string): Html {
  return html`<form method="post" action="${walletPaths.setUp}">
${query === undefined ? '' : html`<input type="hidden" name="query" value="${query}">`}
<label class="form-label" for="wallet-device-choice">${text.chooseDevice}</label>
<select class="form-select mb-3" id="wallet-device-choice" name="device">
${groupPhones(devices, text.groups).map(
  ({ label, members }) =>
    html`<optgroup label="${label}">${members.map((device) => renderOption(text, device))}</optgroup>\n`,
)}</select>
<button id="wallet-set-up" class="btn btn-primary w-100">${text.setUp}</button>
</form>`
}

function renderOption(text: Text, device: PhoneChoice): Html {
  const { name, lang } = nameDevice(text, device)
  return html`<option value="${device.platform}/${device.profile}"${lang}>${name}</option>`
}

/**
 * Returns the display name of a device, and its `lang` attribute. A faulty device has the name of its profile, which
 * names the fault in English.
 */
export function nameDevice(
  text: Text,
  { platform, profile }: Pick<PhoneChoice, 'platform' | 'profile'>,
): { readonly name: string; readonly lang: Html | '' } {
  const name = ownMember(text.devices, profile)
  if (name !== undefined) return { name, lang: '' }
  return { name: `${platformNames[platform]}: ${profile.replaceAll('_', ' ')}`, lang: html` lang="en"` }
}

/** Returns the page of the documents, or the set-up page if the wallet is not set up. */
export function documentsPage(
  page: PageContext,
  overview: WalletOverview,
  waiting: ReturnType<ConsoleWallet['openRequests']>,
  devices: readonly PhoneChoice[],
): PhoneContent {
  const { text } = page
  if (overview.state === 'empty') return setUpPage(page, devices)
  if (overview.state === 'installed')
    return {
      heading: text.unfinished,
      tab: 'home',
      body: html`<p>${text.tryAgain}</p>${renderSetUp(text, devices)}`,
      beside: setUpCall(page),
    }
  const isRevoked = overview.state === 'revoked'
  return {
    heading: isRevoked ? text.revokedWallet : text.home,
    tab: 'home',
    body: html`${isRevoked ? html`<p id="wallet-revoked">${text.revokedWalletLead}</p>` : ''}
${waiting.map(({ id, party }) => renderWaiting(text, id, party))}
${overview.credentials.length === 0 && !isRevoked ? html`<p id="wallet-no-credentials">${text.noCredentials}</p>` : ''}
<ul class="wallet-cards">${overview.credentials.map((one) => html`<li>${renderCard(page, one)}</li>`)}</ul>
${isRevoked ? renderStartOver(text) : html`<p><a id="wallet-add" class="btn ${overview.credentials.length === 0 ? 'btn-primary' : 'btn-outline-primary'} w-100" href="${walletPaths.pid}">${text.addPid}</a></p>`}
${overview.credentials.length === 0 ? '' : html`<p><a id="wallet-scan" class="btn btn-primary w-100" href="${walletPaths.scan}">${text.toScan}</a></p>`}`,
  }
}

export const renderStartOver = (text: Text): Html =>
  html`<p class="small">${text.startOverLead}</p>${renderQuestion('wallet-forget', walletPaths.forget, text.startOver, 'btn-outline-primary')}`

const renderWaiting = (text: Text, id: string, party: string): Html =>
  html`<p class="alert alert-warning" role="status">${text.waiting}: ${party} <a id="wallet-waiting-${id}" href="${pathOf(walletPaths.request, id)}">${text.answerNow}</a></p>`

const badges = {
  valid: 'bg-success',
  expired: 'bg-secondary',
  revoked: 'bg-danger',
  suspended: 'bg-warning',
  outdated: 'bg-warning',
} as const

/** Renders the state of a credential. The badge shows the state as a word, not only by colour. */
export const renderState = (text: Text, state: WalletCredential['state']): Html =>
  html`<span class="badge wallet-state ${badges[state]}">${text.states[state]}</span>`

function renderCard({ language, text }: PageContext, credential: WalletCredential): Html {
  const { id, type, format, state, holder, issuerName, expiresAt } = credential
  return html`<article class="wallet-card wallet-${state}" id="wallet-card-${id}">
<p class="wallet-card-title"><a id="wallet-open-${id}" href="${pathOf(walletPaths.credential, id)}">${nameType(language, type)}</a> ${renderState(text, state)}</p>
${holder === undefined ? '' : html`<p class="wallet-card-holder">${printable(holder)}</p>`}
<p class="wallet-card-facts">${nameFormat(format)} · ${issuerName}</p>
<p class="wallet-card-facts">${expiresAt === undefined ? text.noExpiry : html`${text.expires} ${formatDay(language, expiresAt)}`}</p>
</article>`
}

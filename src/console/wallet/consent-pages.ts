/** Renders the pages of an open presentation, and the page for an unknown ID of any kind. */
import { type Html, html } from '../../http/index.ts'
import { profileTitles } from '../../profiles/index.ts'
import { formatTimeOfDay, formatValue, lastName, nameClaim, namePath, nameType } from './claim-words.ts'
import type { PageContext } from './home-page.ts'
import { type PhoneContent, pathOf, renderPhoneCall, walletPaths } from './phone.ts'
import { chosenCandidateIndex } from './read-answer.ts'
import type {
  AskingParty,
  ConsentCredential,
  ConsentQuestion,
  UnanswerableQuestion,
  WalletRequest,
} from './wallet-port.ts'

type Open<State> = Extract<WalletRequest, { readonly state: State }>

/** Returns the consent page: the Relying Party, its purposes, and a checkbox for each claim. */
export function consentPage(page: PageContext, id: string, { question, endsAt }: Open<'question'>): PhoneContent {
  const { text, language, request } = page
  const path = pathOf(walletPaths.request, id)
  const chosen = question.items.map((item, index) => chosenCandidateIndex(item, request.query.get(choiceName(index))))
  return {
    title: text.requestTitle,
    heading: text.opening,
    hasTabs: false,
    body: html`${renderParty(page, question.relyingParty)}
<form method="post" action="${path}" id="wallet-consent">
${question.items.map((item, index) => renderItem(page, { path, item, index, chosen }))}
<p class="small">${text.chosen}</p>
${question.walletAttestationAsked ? '' : html`<p class="small" id="wallet-unattested">${text.asksNoWalletProof}</p>`}
<p class="small">${text.ends} <time datetime="${new Date(endsAt * 1000).toISOString()}">${formatTimeOfDay(language, endsAt)}</time></p>
<button id="wallet-agree" class="btn btn-primary w-100 mb-2" name="given" value="yes">${text.consent}</button>
<button id="wallet-decline" class="btn btn-outline-primary w-100" name="given" value="no">${text.decline}</button>
</form>`,
    beside: renderPhoneCall(language, request, {
      id: 'wallet-consent-call',
      path,
      form: formOfChoice(question, chosen),
    }),
  }
}

/** Returns the name of an item's query parameter. Its value is the index of the chosen credential. */
const choiceName = (item: number): string => `choice-${item}`

/**
 * Returns the form fields of the shown API call: the chosen credential of each item, with all its claims. Does not tick
 * optional items, so the wallet does not send them.
 */
const formOfChoice = ({ items }: ConsentQuestion, chosen: readonly number[]): Readonly<Record<string, string>> => ({
  given: 'yes',
  ...Object.fromEntries(
    items.flatMap(({ candidates }, index) => {
      const credential = candidates[chosen[index] ?? 0]
      return [
        [`credential-${index}`, credential?.id ?? ''],
        ...(credential?.claims ?? []).map((_, claim) => [`claim-${index}-${claim}`, 'on']),
      ]
    }),
  ),
})

function renderParty({ text }: PageContext, party: AskingParty): Html {
  const { name, entityId, organization, policyUri, erasureEndpoint } = party
  const version = profileTitles[party.profile]
  return html`<p id="wallet-party"><strong>${name}</strong> ${text.asks}.</p>
<p><span id="wallet-trusted" class="badge bg-success">${text.trusted}</span></p>
<dl class="wallet-facts">
${organization === undefined || organization === name ? '' : html`<dt>${text.organization}</dt><dd>${organization}</dd>`}
<dt>${text.identifier}</dt><dd>${entityId}</dd>
${version === undefined ? '' : html`<dt>${text.version}</dt><dd id="wallet-profile">${version}</dd>`}
${erasureEndpoint === undefined ? '' : html`<dt>${text.erasure}</dt><dd id="wallet-erasure">${erasureEndpoint}</dd>`}
</dl>
${policyUri === undefined ? '' : html`<p><a id="wallet-policy" href="${policyUri}" rel="noreferrer" target="_blank">${text.policy}</a></p>`}`
}

interface ItemOnPage {
  readonly path: string
  readonly item: ConsentQuestion['items'][number]
  readonly index: number
  /** Index of the chosen credential of every item. */
  readonly chosen: readonly number[]
}

function renderItem(page: PageContext, { path, item, index, chosen }: ItemOnPage): Html {
  const { text, language } = page
  const credential = item.candidates[chosen[index] ?? 0]
  if (credential === undefined) return html``
  const queryWith = (at: number): string =>
    new URLSearchParams(chosen.with(index, at).map((choice, of) => [choiceName(of), String(choice)])).toString()
  const issuers = new Set(item.candidates.map(({ issuer }) => issuer))
  const others = item.candidates.flatMap((candidate, at) =>
    candidate === credential
      ? []
      : [
          html`<li><a id="wallet-candidate-${index}-${at}" href="${path}?${queryWith(at)}">${describeCandidate(page, candidate, issuers)}</a></li>`,
        ],
  )
  return html`<fieldset class="wallet-item" id="wallet-item-${index}">
<legend class="h6">${nameType(language, credential.type)}</legend>
<p>${text.purpose}: ${item.purpose ?? text.noPurpose}</p>
${item.optional ? html`<div class="form-check"><input class="form-check-input" type="checkbox" id="wallet-optional-${index}" name="item-${index}"><label class="form-check-label" for="wallet-optional-${index}">${text.optional}</label></div>` : ''}
<input type="hidden" name="credential-${index}" value="${credential.id}">
${credential.claims.length === 0 ? html`<p>${text.possession}</p>` : ''}
${credential.claims.map((claim, at) => {
  const id = `wallet-claim-${index}-${at}`
  return html`<div class="form-check">
<input class="form-check-input" type="checkbox" id="${id}" name="claim-${index}-${at}" checked>
<label class="form-check-label" for="${id}">${namePath(language, claim.path)}: <strong>${formatValue(language, lastName(claim.path), claim.value)}</strong>${claim.intentToRetain ? html` <span class="small">(${text.kept})</span>` : ''}</label>
</div>`
})}
${others.length === 0 ? '' : html`<p class="small mb-0">${text.another}</p><ul class="small">${others}</ul>`}
</fieldset>`
}

/** Describes a credential by its type, its first two values, and its issuer if `issuers` has several. */
const describeCandidate = (
  { language }: PageContext,
  { type, issuer, claims }: ConsentCredential,
  issuers: ReadonlySet<string>,
): string => {
  const values = claims.slice(0, 2).map(({ path, value }) => formatValue(language, lastName(path), value))
  return [nameType(language, type), ...values, ...(issuers.size > 1 ? [issuer] : [])].join(', ')
}

/** Returns the page of a request that the credentials of this wallet cannot answer. */
export function unanswerablePage(page: PageContext, id: string, { question }: Open<'unanswerable'>): PhoneContent {
  const { text, language, request } = page
  const path = pathOf(walletPaths.request, id)
  return {
    title: text.requestTitle,
    heading: text.unanswerable,
    hasTabs: false,
    body: html`${renderParty(page, question.relyingParty)}
<p>${text.unanswerableLead}</p>
${question.items.map((item) => renderMissing(page, item))}
<form method="post" action="${path}">
<button id="wallet-acknowledge" class="btn btn-primary w-100" name="given" value="no">${text.acknowledge}</button>
</form>`,
    beside: renderPhoneCall(language, request, { id: 'wallet-acknowledge-call', path, form: { given: 'no' } }),
  }
}

const renderMissing = (
  { text, language }: PageContext,
  { purpose, type, claims }: UnanswerableQuestion['items'][number],
): Html =>
  html`<div class="wallet-item"><p class="h6">${nameType(language, type)}</p>
<p>${text.purpose}: ${purpose ?? text.noPurpose}</p>
<ul>${claims.map((name) => html`<li>${nameClaim(language, name)}</li>`)}</ul></div>`

/** Returns the page of a request that the wallet is processing. htmx refreshes it every two seconds. */
export const workingPage = ({ text }: PageContext, id: string): PhoneContent => {
  const path = pathOf(walletPaths.request, id)
  return {
    title: text.requestTitle,
    heading: text.working,
    hasTabs: false,
    body: html`<div id="wallet-working" role="status" hx-get="${path}" hx-trigger="every 2s" hx-target="#main" hx-select="#main" hx-swap="outerHTML">
<p>${text.workingLead}</p>
<p><a id="wallet-refresh" class="btn btn-outline-primary w-100" href="${path}">${text.refresh}</a></p>
</div>`,
  }
}

/** Returns the page for an unknown ID, with status 404. */
export const unknownIdPage = ({ text }: PageContext): PhoneContent => ({
  title: text.gone,
  heading: text.gone,
  status: 404,
  body: html`<p id="wallet-gone">${text.goneLead}</p>`,
})

/**
 * Renders the phone in the page: its frame, its tabs, and the column beside it. Defines the paths and the session
 * cookie of the wallet screen.
 */
import {
  type CookiePolicy,
  cookieName,
  type EndpointRequest,
  type Html,
  html,
  type Language,
} from '../../http/index.ts'
import type { PageContent } from '../screen.ts'
import { type ApiCall, renderApiCall } from '../shell/parts.ts'
import type { Text } from './wallet-texts.ts'

/** Returns the policy of the session cookie. The scheme of the URL determines the prefix of the cookie's name. */
export const sessionPolicyOf = ({ url }: EndpointRequest): CookiePolicy => ({ name: 'console-wallet', publicUrl: url })

/** Paths of the wallet screen. `pathOf` replaces `:id`. */
export const walletPaths = {
  home: '/wallet',
  setUp: '/wallet/set-up',
  forget: '/wallet/forget',
  pid: '/wallet/pid',
  login: '/wallet/pid/:id',
  issued: '/wallet/issued',
  credential: '/wallet/credentials/:id',
  removal: '/wallet/credentials/:id/remove',
  scan: '/wallet/scan',
  script: '/wallet/scan.js',
  authorization: '/wallet/authorization',
  request: '/wallet/requests/:id',
  history: '/wallet/history',
  event: '/wallet/history/:id',
  device: '/wallet/device',
  revocation: '/wallet/revoke',
} as const

/** Returns a path with `:id` replaced by the escaped ID. */
export const pathOf = (path: string, id: string): string => path.replace(':id', encodeURIComponent(id))

export interface PhoneContent {
  /** Title of the page. Defaults to the title of the screen. */
  readonly title?: string
  readonly heading: string
  readonly body: Html
  readonly beside?: Html
  readonly status?: number
  /** The current tab. Without it, no tab is marked as current. */
  readonly tab?: keyof typeof tabs
  /** False for a page that the user must answer first. Defaults to true. */
  readonly hasTabs?: boolean
}

const tabs = {
  home: walletPaths.home,
  scan: walletPaths.scan,
  add: walletPaths.pid,
  history: walletPaths.history,
  device: walletPaths.device,
}

export function renderPhone(text: Text, content: PhoneContent): PageContent {
  const { title = text.title, heading, body, beside, status, tab, hasTabs = true } = content
  return {
    title,
    ...(status !== undefined && { status }),
    main: html`${tab === 'home' ? html`<p class="lead">${text.lead}</p>` : ''}
<div class="row g-4">
<div class="col-lg-6 col-xl-5">
<section id="wallet-phone" class="wallet-phone" aria-label="${text.phone}">
<p class="wallet-bar">${text.app}</p>
<div class="wallet-display">
<h2 id="wallet-heading" class="h4">${heading}</h2>
${body}
</div>
${hasTabs ? renderTabs(text, tab) : ''}
</section>
</div>
<div class="col-lg-6 col-xl-7" id="wallet-beside">${beside ?? ''}</div>
</div>`,
  }
}

export const renderBesideCard = (id: string, heading: string, body: Html): Html =>
  html`<section class="card mb-3" id="${id}"><div class="card-body"><h2 class="h5">${heading}</h2>${body}</div></section>`

const renderTabs = (text: Text, current: keyof typeof tabs | undefined): Html =>
  html`<nav id="wallet-tabs" class="wallet-tabs" aria-label="${text.app}"><ul>
${Object.entries(tabs).map(
  ([name, path]) =>
    html`<li><a id="wallet-tab-${name}" href="${path}"${name === current ? html` aria-current="page"` : ''}>${text[name as keyof typeof tabs]}</a></li>`,
)}
</ul></nav>`

/** Renders a link with the look of a button. It leads to a page that asks for confirmation. */
export const renderQuestion = (id: string, path: string, label: string, look: string): Html =>
  html`<p><a id="${id}" class="btn ${look} w-100" href="${path}">${label}</a></p>`

/** Renders a form with hidden fields and one button. `look` is the class of the button. */
export const renderButton = (
  id: string,
  action: string,
  label: string,
  {
    fields = {},
    look = 'btn-primary',
  }: { readonly fields?: Readonly<Record<string, string>>; readonly look?: string } = {},
): Html => html`<form method="post" action="${action}" class="mb-2">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button id="${id}" class="btn ${look} w-100">${label}</button>
</form>`

/**
 * Renders a button of the phone as an API call. The reader replaces `$WALLET_SESSION` with the value of the session
 * cookie. A console that requires a login refuses the call, because the call has neither a login nor an `Origin`.
 */
export function renderPhoneCall(
  language: Language,
  request: EndpointRequest,
  {
    id,
    path,
    form = {},
  }: { readonly id: string; readonly path: string; readonly form?: Readonly<Record<string, string>> },
): Html {
  const body = new URLSearchParams(form).toString()
  const call: ApiCall = {
    method: 'POST',
    url: new URL(path, request.url).href,
    headers: {
      cookie: `${cookieName(sessionPolicyOf(request))}=$WALLET_SESSION`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    ...(body !== '' && { body }),
  }
  return renderApiCall(language, id, call)
}

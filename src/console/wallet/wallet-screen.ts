/**
 * The wallet screen: a phone in the page, one wallet for each browser session. The same-device links of the sandbox
 * open this screen. Only one GET changes state: the redirect back from a login completes an issuance that the user has
 * begun. The protocol requires a GET there.
 */
import { type Clock, daySeconds, failed } from '../../base/index.ts'
import {
  cookieName,
  type EndpointRequest,
  fitsLocation,
  formOf,
  type Html,
  type HttpResponse,
  html,
  type Route,
  redirect,
  setCookie,
} from '../../http/index.ts'
import type { ConsoleRole } from '../observe-roles.ts'
import type { Screen, Shell } from '../screen.ts'
import { formRoute, pageRoute } from '../shell/page-routes.ts'
import { confirmRemovalPage, confirmRevocationPage, confirmStartOverPage } from './confirm-pages.ts'
import { unknownIdPage } from './consent-pages.ts'
import { credentialPage, devicePage } from './credential-page.ts'
import { eventPage, historyPage, renderRecent, renderServiceLink } from './event-pages.ts'
import { documentsPage, type PageContext, setUpPage } from './home-page.ts'
import { type PhoneContent, renderPhone, sessionPolicyOf, walletPaths } from './phone.ts'
import { choicePage, leavePage } from './pid-pages.ts'
import { readScanned } from './scan/read-scanned.ts'
import { scanScriptRoute } from './scan/scan-script.ts'
import { openingPage, scanPage } from './scan-pages.ts'
import {
  answerRequest,
  beginIssuance,
  eventPath,
  redirectToEvent,
  redirectToRequest,
  showRequest,
  urlOf,
  type WalletPage,
} from './wallet-actions.ts'
import type { ConsoleWallet, PhoneChoice, WalletCredentialData, WalletDesk } from './wallet-port.ts'
import { texts } from './wallet-texts.ts'

/** Dependencies of the wallet screen. */
export interface WalletScreenParts {
  readonly clock: Clock
  readonly wallets: WalletDesk
  /**
   * Roles of the sandbox. The device page shows the call of the Wallet Provider's API that revokes the wallet. Other
   * pages link to the Relying Party.
   */
  readonly roles: readonly ConsoleRole[]
}

/** Maximum size in bytes of a form with an image. */
const maximumFormBytes = 4 * 1024 * 1024
const sessionSeconds = 30 * daySeconds

/** Creates the wallet screen. */
export const createWalletScreen = (parts: WalletScreenParts): Screen => ({
  id: 'wallet',
  path: walletPaths.home,
  label: { it: texts.it.title, en: texts.en.title },
  routes: (shell) => new WalletPages(parts, shell).routes(),
})

type PageResult = HttpResponse | PhoneContent | Promise<HttpResponse | PhoneContent>

class WalletPages {
  readonly #parts: WalletScreenParts
  readonly #shell: Shell

  constructor(parts: WalletScreenParts, shell: Shell) {
    this.#parts = parts
    this.#shell = shell
  }

  routes(): readonly Route[] {
    const { clock, wallets, roles } = this.#parts
    return [
      this.#get(walletPaths.home, async (page) => {
        const wallet = this.#find(page.request)
        if (wallet === undefined) return setUpPage(page, wallets.devices)
        return documentsPage(page, await wallet.overview(), wallet.openRequests(), wallets.devices)
      }),
      this.#post(walletPaths.setUp, (page) => this.#setUp(page)),
      this.#get(walletPaths.forget, confirmStartOverPage),
      this.#post(walletPaths.forget, ({ request }) => {
        wallets.forget(sessionOf(request))
        return redirect(walletPaths.home, { 'set-cookie': setCookie(sessionPolicyOf(request), '', 0) }, 303)
      }),
      this.#get(
        walletPaths.pid,
        this.#withWallet(async (page) => choicePage(page, await page.wallet.issuers())),
      ),
      this.#post(walletPaths.pid, this.#withWallet(beginIssuance)),
      this.#get(
        walletPaths.login,
        this.#withWallet((page) => {
          const login = page.wallet.login(page.request.path.id ?? '')
          return login === undefined ? unknownIdPage(page) : leavePage(page, login)
        }),
      ),
      this.#get(
        walletPaths.issued,
        this.#withWallet(async ({ wallet, request }) => redirectToEvent(await wallet.completeIssuance(urlOf(request)))),
      ),
      this.#get(walletPaths.credential, this.#withCredential(credentialPage)),
      this.#get(walletPaths.removal, this.#withCredential(confirmRemovalPage)),
      this.#post(
        walletPaths.removal,
        this.#withWallet(async ({ wallet, request }) => {
          const event = await wallet.remove(request.path.id ?? '')
          return event === undefined ? redirect(walletPaths.home, {}, 303) : redirectToEvent(event)
        }),
      ),
      this.#get(
        walletPaths.scan,
        this.#withWallet((page) => scanPage(page, { codes: wallets.shownCodes(), now: clock.now() })),
      ),
      this.#post(
        walletPaths.scan,
        this.#withWallet((page) => this.#scan(page)),
        maximumFormBytes,
      ),
      this.#get(walletPaths.authorization, (page) => this.#open(page)),
      this.#get(
        walletPaths.request,
        this.#withWallet((page) => {
          const id = page.request.path.id ?? ''
          return showRequest(page, id, page.wallet.request(id))
        }),
      ),
      this.#post(walletPaths.request, this.#withWallet(answerRequest)),
      this.#get(
        walletPaths.history,
        this.#withWallet((page) => historyPage(page, page.wallet.history(), clock.now())),
      ),
      this.#get(
        walletPaths.event,
        this.#withWallet((page) => {
          const event = page.wallet.history().find(({ id }) => id === page.request.path.id)
          return event === undefined ? unknownIdPage(page) : eventPage(page, event, wallets.flowPathOf(event))
        }),
      ),
      this.#get(
        walletPaths.device,
        this.#withWallet(async (page) => devicePage(page, await page.wallet.overview(), roles)),
      ),
      this.#get(walletPaths.revocation, this.#withWallet(confirmRevocationPage)),
      this.#post(
        walletPaths.revocation,
        this.#withWallet(async ({ wallet }) => redirectToEvent(await wallet.revoke())),
      ),
      scanScriptRoute,
    ]
  }

  #get(path: string, show: (page: PageContext) => PageResult): Route {
    return pageRoute(path, (request) => this.#respond(request, show))
  }

  #post(path: string, run: (page: PageContext) => PageResult, bodyLimit?: number): Route {
    return formRoute(path, (request) => this.#respond(request, run), bodyLimit)
  }

  async #respond(request: EndpointRequest, show: (page: PageContext) => PageResult): Promise<HttpResponse> {
    const language = this.#shell.language(request)
    const text = texts[language]
    const page = { request, language, text }
    const answer = await show(page)
    if (!('heading' in answer)) return answer
    return this.#shell.page(request, renderPhone(text, { ...answer, beside: this.#beside(page, answer) }))
  }

  /** Returns the column beside the phone: content of the page, a link to a service, and the latest events. */
  #beside(page: PageContext, { beside = html``, hasTabs = true, tab }: PhoneContent): Html {
    const { clock, roles } = this.#parts
    const wallet = this.#find(page.request)
    const service = roles.find(({ name }) => name === 'relying-party')?.url
    return html`${beside}
${hasTabs && service !== undefined ? renderServiceLink(page, service) : ''}
${wallet === undefined || tab === 'history' ? '' : renderRecent(page, wallet.history(), clock.now())}`
  }

  /** Runs `show` with the wallet of the browser. If there is none, returns the set-up page with status 404. */
  #withWallet(show: (page: WalletPage) => PageResult): (page: PageContext) => PageResult {
    return (page) => {
      const wallet = this.#find(page.request)
      if (wallet !== undefined) return show({ ...page, wallet })
      const setUp = setUpPage(page, this.#parts.wallets.devices)
      const body = html`<p id="wallet-none">${page.text.noWalletLead}</p>${setUp.body}`
      return { ...setUp, heading: page.text.noWallet, body, status: 404 }
    }
  }

  /** Runs `show` with the credential that the path names, or returns the page for an unknown ID. */
  #withCredential(show: (page: WalletPage, credential: WalletCredentialData) => PhoneContent) {
    return this.#withWallet(async (page) => {
      const credential = await page.wallet.credential(page.request.path.id ?? '')
      return credential === undefined ? unknownIdPage(page) : show(page, credential)
    })
  }

  #find(request: EndpointRequest): ConsoleWallet | undefined {
    return this.#parts.wallets.find(sessionOf(request))
  }

  async #setUp({ request }: PageContext): Promise<HttpResponse> {
    const { wallets } = this.#parts
    const form = formOf(request)
    const device = deviceOf(wallets.devices, form.get('device'))
    const existing = this.#find(request)
    const state = (await existing?.overview())?.state
    const needsSetUp = state === undefined || state === 'empty' || state === 'installed'
    if (device === undefined || !needsSetUp) return redirect(walletPaths.home, {}, 303)
    const { session, wallet } = existing === undefined ? wallets.create() : { wallet: existing, session: undefined }
    const event = await wallet.setUp(device)
    const query = form.get('query')
    const opensRequest = query !== undefined && fitsLocation(query) && event.outcome === 'done'
    const target = opensRequest ? `${walletPaths.authorization}?${query}` : eventPath(event)
    const cookie =
      session === undefined ? {} : { 'set-cookie': setCookie(sessionPolicyOf(request), session, sessionSeconds) }
    return redirect(target, cookie, 303)
  }

  /** Returns the page that a link of a Relying Party opens, or the set-up page if the wallet is not set up. */
  async #open(page: PageContext): Promise<PhoneContent> {
    const url = urlOf(page.request)
    const state = (await this.#find(page.request)?.overview())?.state ?? 'empty'
    if (state !== 'empty' && state !== 'installed') return openingPage(page, url)
    return setUpPage(page, this.#parts.wallets.devices, new URL(url).search.slice(1))
  }

  async #scan(page: WalletPage): Promise<HttpResponse | PhoneContent> {
    const { clock, wallets } = this.#parts
    const form = formOf(page.request)
    const link = readScanned(form.get('content') ?? '')
    if (failed(link)) return scanPage(page, { codes: wallets.shownCodes(), now: clock.now(), failure: link.code })
    const flow = form.get('flow') === 'same-device' ? 'same-device' : 'cross-device'
    const id = await page.wallet.present(link, flow)
    return redirectToRequest(id, page.wallet.request(id))
  }
}

const sessionOf = (request: EndpointRequest): string | undefined => request.cookie(cookieName(sessionPolicyOf(request)))

const deviceOf = (devices: readonly PhoneChoice[], name: string | undefined): PhoneChoice | undefined =>
  devices.find(({ platform, profile }) => `${platform}/${profile}` === name)

/**
 * The user's part of a login at the national identity provider, done by a program: fills in `username` and `password`
 * where a page asks for them and presses the primary button of every page after it. Where the PID Provider asks with which
 * identity provider, it takes the one that is named, or the one that the page offers.
 */
import { decodeEntities } from './html-forms.ts'
import { departed, type Page, type UserAgent } from './user-agent.ts'

/** Who logs in at the national identity provider, and at which one. */
export interface Credentials {
  readonly username: string
  readonly password: string
  /** A level below the account's own to answer with. */
  readonly level?: string
  /** `id` of the national identity provider to log in with; the one that the choice page offers when not said. */
  readonly provider?: string
}

/** A page was shown again, or one without a form: this user will not get through. */
export class LoginRefused extends Error {
  readonly page: Page

  constructor(page: Page) {
    super(`the login ended with ${page.status} at ${new URL(page.url).pathname}`)
    this.page = page
  }
}

const maximumPages = 12

const asksForPassword = ({ forms: [form] }: Page): boolean => form?.fields.has('password') ?? false
const asksForProvider = ({ forms: [form] }: Page): boolean => form?.fields.has('provider') ?? false

function fieldsFor(page: Page, { provider, ...person }: Credentials): Readonly<Record<string, string>> {
  if (asksForPassword(page)) return person
  return asksForProvider(page) && provider !== undefined ? { provider } : {}
}

/** A page that explains why it does not go on has a link for the wallet to be told by. */
function wayBackFrom({ text }: Page): string | undefined {
  const [, href] = /id="return-to-wallet"[^>]* href="([^"]+)"/.exec(text) ?? []
  return href === undefined ? undefined : decodeEntities(href)
}

/**
 * Everything that a person does from the PID Provider's authorization endpoint on: choice, login, consent. Returns the
 * URL below `redirectUri`, the wallet's, to which the browser is sent and which has not been opened.
 */
export async function logInAndAgree(
  agent: UserAgent,
  startUrl: string,
  credentials: Credentials,
  redirectUri: string,
): Promise<string> {
  const stopAt = (url: URL): boolean => url.href.startsWith(redirectUri)
  let visit = await agent.open(startUrl, stopAt)
  for (let pages = 0, asked = false; !departed(visit); pages += 1) {
    const back = wayBackFrom(visit)
    if (back !== undefined && stopAt(new URL(back))) return back
    const wantsPassword = asksForPassword(visit)
    if (visit.forms.length === 0 || (wantsPassword && asked) || pages === maximumPages) throw new LoginRefused(visit)
    asked ||= wantsPassword
    visit = await agent.submit(visit, { stopAt, fields: fieldsFor(visit, credentials) })
  }
  return visit.location
}

/**
 * Logs in from `startUrl` and returns where the browser is sent when it leaves the identity provider: the relying
 * party's callback, which has not been opened yet. `startUrl` may lie at the relying party, if it leads to the provider.
 */
export async function loginAt(agent: UserAgent, startUrl: string, credentials: Credentials): Promise<string> {
  let provider: string | undefined
  const stopAt = (url: URL): boolean => provider !== undefined && url.origin !== provider
  let visit = await agent.open(startUrl)
  if (!departed(visit) && asksForProvider(visit))
    visit = await agent.submit(visit, { fields: fieldsFor(visit, credentials) })
  for (let asked = false; !departed(visit); ) {
    provider = new URL(visit.url).origin
    const wantsPassword = asksForPassword(visit)
    if (visit.forms.length === 0 || (wantsPassword && asked)) throw new LoginRefused(visit)
    asked ||= wantsPassword
    visit = await agent.submit(visit, { stopAt, fields: fieldsFor(visit, credentials) })
  }
  return visit.location
}

/**
 * Logs in as `loginAt` does, at a provider that answers by a form (SAML): returns the page whose form leads away from the
 * provider, with its button not yet pressed. `agent.submit` presses it.
 */
export async function loginToForm(agent: UserAgent, startUrl: string, credentials: Credentials): Promise<Page> {
  let page = await agent.open(startUrl)
  for (let asked = false; !departed(page); ) {
    const form = page.forms[0]
    const wantsPassword = asksForPassword(page)
    if (form === undefined || (wantsPassword && asked)) throw new LoginRefused(page)
    if (new URL(form.action).origin !== new URL(page.url).origin) return page
    asked ||= wantsPassword
    page = await agent.submit(page, { fields: fieldsFor(page, credentials) })
  }
  throw new Error(`the identity provider answered by a redirect to ${new URL(page.location).origin}`)
}

/**
 * The user's part of a login at the national identity provider, done by a program: fills in `username` and `password`
 * where a page asks for them and presses the primary button of every page after it.
 */
import { departed, type Page, type UserAgent, type Visit } from './user-agent.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
  /** A level below the account's own to answer with. */
  readonly level?: string
}

/** The identity provider showed the page again, or one without a form: it will not let this user through. */
export class LoginRefused extends Error {
  readonly page: Page

  constructor(page: Page) {
    super(`the identity provider answered ${page.status} at ${new URL(page.url).pathname}`)
    this.page = page
  }
}

/**
 * Logs in from `startUrl` and returns where the browser is sent when it leaves the identity provider: the relying
 * party's callback, which has not been opened yet. `startUrl` may lie at the relying party, if it leads to the provider.
 */
export async function loginAt(agent: UserAgent, startUrl: string, credentials: Credentials): Promise<string> {
  let provider: string | undefined
  const stopAt = (url: URL): boolean => provider !== undefined && url.origin !== provider
  let visit = await agent.open(startUrl)
  for (let asked = false; !departed(visit); ) {
    provider = new URL(visit.url).origin
    const wantsPassword = visit.forms[0]?.fields.has('password') ?? false
    if (visit.forms.length === 0 || (wantsPassword && asked)) throw new LoginRefused(visit)
    asked ||= wantsPassword
    visit = await agent.submit(visit, { stopAt, ...(wantsPassword ? { fields: { ...credentials } } : {}) })
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
    const wantsPassword = form?.fields.has('password') ?? false
    if (form === undefined || (wantsPassword && asked)) throw new LoginRefused(page)
    if (new URL(form.action).origin !== new URL(page.url).origin) return page
    asked ||= wantsPassword
    page = await agent.submit(page, wantsPassword ? { fields: { ...credentials } } : {})
  }
  throw new Error(`the identity provider answered by a redirect to ${new URL(page.location).origin}`)
}

/**
 * The user's whole part of an issuance: from the PID Provider to the national login and back, then the consent. Returns
 * where the wallet is opened again, which is not opened: `redirectUri` with its parameters.
 */
export async function logInAndAgree(
  agent: UserAgent,
  authorizationUrl: string,
  credentials: Credentials,
  redirectUri: string,
): Promise<string> {
  const callback = await loginAt(agent, authorizationUrl, credentials)
  const stopAt = (url: URL): boolean => url.href.startsWith(redirectUri)
  let visit: Visit = await agent.open(callback, stopAt)
  while (!departed(visit)) {
    if (visit.forms.length === 0) throw new Error(`the PID Provider shows a page that ends here (${visit.status})`)
    visit = await agent.submit(visit, { stopAt })
  }
  return visit.location
}

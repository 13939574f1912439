/**
 * Performs the user's part of a login at the PID Provider and at the national identity provider, with the consent pages
 * of both. Fills in `username`, `password` and `level` where a page asks for a password. Selects `provider` where a
 * page offers a choice of identity providers. Presses the primary button of every page.
 */
import { findLink } from './html-forms.ts'
import { isDeparture, type Page, type StopAt, type UserAgent, type Visit } from './user-agent.ts'

/** Credentials of a user at a national identity provider. */
export interface Credentials {
  readonly username: string
  readonly password: string
  /** Level of assurance of the login, at most the account's. Defaults to the account's. */
  readonly level?: string
  /** `id` of the national identity provider. Defaults to the first provider on the choice page. */
  readonly provider?: string
}

/**
 * Thrown if the login cannot continue: a page has no form, a page asks for the password again, or 12 forms were
 * submitted.
 */
export class LoginRefused extends Error {
  readonly page: Page

  constructor(page: Page) {
    super(`the login ended with ${page.status} at ${new URL(page.url).pathname}`)
    this.page = page
  }
}

/** Thrown if no page offers the chosen `provider`. */
export class ProviderNotOffered extends Error {
  /** Ids of the identity providers on the choice page. Empty if there was no choice page. */
  readonly offered: readonly string[]

  constructor(provider: string, offered: readonly string[]) {
    super(`the identity provider ${provider} was not offered`)
    this.offered = offered
  }
}

const maximumForms = 12

const asksForPassword = ({ forms: [form] }: Page): boolean => form?.fields.has('password') ?? false
const asksForProvider = ({ forms: [form] }: Page): boolean =>
  form !== undefined && (form.fields.has('provider') || form.buttons.some(({ name }) => name === 'provider'))

function fieldsFor(page: Page, { provider, ...person }: Credentials): Readonly<Record<string, string>> {
  if (asksForPassword(page)) return person
  if (!asksForProvider(page) || provider === undefined) return {}
  const offered = page.forms[0]?.buttons.flatMap(({ name, value }) => (name === 'provider' ? [value] : [])) ?? []
  if (offered.length > 0 && !offered.includes(provider)) throw new ProviderNotOffered(provider, offered)
  return { provider }
}

/** Id of the link back to the wallet, on a page of the PID Provider that explains a refusal. */
const returnLink = 'return-to-wallet'

/**
 * Creates the function that submits the first form of a page during one login. It rejects with `LoginRefused` if the
 * login cannot continue.
 */
function createFormSubmitter(agent: UserAgent, credentials: Credentials) {
  let forms = 0
  let asked = false
  return async (page: Page, stopAt: StopAt = () => false): Promise<Visit> => {
    const wantsPassword = asksForPassword(page)
    if (page.forms.length === 0 || (wantsPassword && asked) || forms === maximumForms) throw new LoginRefused(page)
    asked ||= wantsPassword
    forms += 1
    return agent.submit(page, { stopAt, fields: fieldsFor(page, credentials) })
  }
}

/**
 * Performs the user's part of an authorization at the PID Provider: choice of an identity provider, login, consent.
 * Returns the URL with which the browser returns to the wallet: the target of a redirect, or the link on a page that
 * explains a refusal. The URL begins with `redirectUri`, or has a scheme other than http and https. Does not open the
 * URL. Rejects with `LoginRefused` if the login cannot continue, and with `ProviderNotOffered` if no page offers
 * `provider`.
 */
export async function logInAndAgree(
  agent: UserAgent,
  startUrl: string,
  credentials: Credentials,
  redirectUri: string,
): Promise<string> {
  const isDestination = (url: URL): boolean => url.href.startsWith(redirectUri)
  const submit = createFormSubmitter(agent, credentials)
  const { provider } = credentials
  let hasChoice = false
  let visit = await agent.open(startUrl, isDestination)
  while (!isDeparture(visit)) {
    hasChoice ||= asksForProvider(visit)
    if (provider !== undefined && !hasChoice && asksForPassword(visit)) throw new ProviderNotOffered(provider, [])
    const back = findLink(visit.text, returnLink)
    if (back?.startsWith(redirectUri)) return back
    visit = await submit(visit, isDestination)
  }
  return visit.location
}

/**
 * Logs in at the identity provider to which `startUrl` leads. Returns the relying party's callback, to which the
 * provider redirects the browser. Does not open this URL. Rejects with `LoginRefused` if the login cannot continue.
 */
export async function logInFrom(agent: UserAgent, startUrl: string, credentials: Credentials): Promise<string> {
  const submit = createFormSubmitter(agent, credentials)
  let visit = await agent.open(startUrl)
  if (!isDeparture(visit) && asksForProvider(visit))
    visit = await agent.submit(visit, { fields: fieldsFor(visit, credentials) })
  while (!isDeparture(visit)) {
    const { origin: provider } = new URL(visit.url)
    visit = await submit(visit, ({ origin }) => origin !== provider)
  }
  return visit.location
}

/**
 * Logs in at a provider that answers with a form (SAML). Returns the page whose form leads away from the provider. Does
 * not submit the form: `agent.submit` does. Rejects with `LoginRefused` if the login cannot continue, and with another
 * Error if the provider answers with a redirect.
 */
export async function logInToForm(agent: UserAgent, startUrl: string, credentials: Credentials): Promise<Page> {
  const submit = createFormSubmitter(agent, credentials)
  let page = await agent.open(startUrl)
  while (!isDeparture(page)) {
    const [form] = page.forms
    if (form !== undefined && new URL(form.action).origin !== new URL(page.url).origin) return page
    page = await submit(page)
  }
  throw new Error(`the identity provider answered with a redirect to ${new URL(page.location).origin}`)
}

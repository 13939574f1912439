/**
 * Connects the console's request builder with the sandbox's Relying Party: a client of the application API, and a
 * browser for the pages.
 */
import { type DecisionRecord, type Fetch, failed, isJsonObject, joinUrl, parseJson } from '../base/index.ts'
import { type ConsoleRole, createAdminister, type DecisionFeed, type PresentationService } from '../console/index.ts'
import { findLink } from './html-forms.ts'
import { createUserAgent, isDeparture, type UserAgent, type Visit } from './user-agent.ts'

interface ServiceParts {
  readonly fetch: Fetch
  readonly roles: readonly ConsoleRole[]
  readonly applicationKey: string
  readonly consoleUrl: string
  readonly decisions: Pick<DecisionFeed, 'watch'>
  readonly responseModes?: readonly string[]
}

const role = 'relying-party'
const kindBySurface: ReadonlyMap<string, 'fetch' | 'response'> = new Map([
  [`${role}/request`, 'fetch'],
  [`${role}/response`, 'response'],
])

/** Path of the console to which the browser returns after a presentation. */
const returnPath = '/ask/returned'

/** Returns the return URL that is registered for the application of the sandbox. */
export const presentationReturnUrl = (consoleUrl: string): string => joinUrl(consoleUrl, returnPath)

/** Creates the client of the Relying Party's application API. */
export function createPresentationService(parts: ServiceParts): PresentationService {
  const { fetch, roles, decisions, responseModes } = parts
  const url = roles.find(({ name }) => name === role)?.url ?? ''
  const call = createAdminister(fetch, roles, () => parts.applicationKey)
  return {
    url,
    returnUrl: presentationReturnUrl(parts.consoleUrl),
    ...(responseModes && { responseModes }),
    call: (method, path, body) => call({ role, method, path, ...(body && { body }) }),
    openBrowser: () => {
      const browser = createUserAgent({ fetch })
      return { begin: (startUrl) => begin(browser, url, startUrl), finish: (id) => finish(browser, url, id) }
    },
    watch: (listener) =>
      decisions.watch(({ surface, outcome, trace }: DecisionRecord) => {
        const kind = kindBySurface.get(surface)
        if (kind !== undefined) listener({ kind, accepted: outcome === 'accepted', trace })
      }),
  }
}

/**
 * Opens `startUrl`. Returns the URL that opens the wallet: the target of the redirect, or the link on the page. Returns
 * `undefined` if the page has no such link.
 */
async function begin(browser: UserAgent, url: string, startUrl: string): Promise<string | undefined> {
  const visit = await browser.open(startUrl, (next) => next.origin !== new URL(url).origin)
  return isDeparture(visit) ? visit.location : findLink(visit.text, 'wallet-link')
}

/**
 * Continues like the script of the waiting page: opens the `redirect_uri` of the session, or leaves a rejected or
 * expired presentation. Returns the `reference` in the redirect to the application, if any.
 */
async function finish(browser: UserAgent, url: string, id: string): Promise<string | undefined> {
  const leaves = (next: URL): boolean => next.origin !== new URL(url).origin
  const visit = await browser.open(`${joinUrl(url, '/session-state')}?id=${encodeURIComponent(id)}`)
  const state = isDeparture(visit) ? undefined : parseJson(visit.text, 'session_state')
  const members = failed(state) || !isJsonObject(state) ? {} : state
  if (typeof members.redirect_uri === 'string') return referenceOf(await browser.open(members.redirect_uri, leaves))
  if (members.status !== 'rejected' && members.status !== 'expired') return undefined
  return referenceOf(await browser.open(`${joinUrl(url, '/presentations/leave')}?id=${encodeURIComponent(id)}`, leaves))
}

const referenceOf = (visit: Visit): string | undefined =>
  isDeparture(visit) ? (new URL(visit.location).searchParams.get('reference') ?? undefined) : undefined

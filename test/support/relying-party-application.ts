/**
 * An application behind the Relying Party of the fixture: it orders presentations, sends browsers, and redeems their
 * references.
 */

import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { secretDigest } from '../../src/relying-party/index.ts'
import { askForPid } from './dcql.ts'
import {
  answerForm,
  type Bend,
  type Bendable,
  type Browser,
  createBrowser,
  type FixtureOptions,
  fetchRequest,
  post,
  type RelyingPartyFixture,
  readStarted,
  relyingPartyFixture,
  requestObjectOf,
  rpId,
  type Started,
  testWallet,
} from './relying-party-fixture.ts'

export const apiKey = 'key-of-the-portal-0123456789abcdefghij'
export const otherKey = 'key-of-another-application-0123456789'
export const returnUrl = 'https://portal.example/wallet?tab=1'
/** A return URL that a URL parser could write in another way. */
export const encodedReturnUrl = 'https://portal.example/wallet?next=%2Fa%20b&flag'
const digest = (key: string) => secretDigest({ crypto: createNodeCrypto() }, key)
export const apiKeyDigest = digest(apiKey)

export const portalQuery = {
  credentials: [askForPid('given_name', 'tax_id_code')],
}

const applicationConfig = {
  applications: [
    { id: 'portal', apiKeyDigests: [digest(apiKey)], returnUrls: [returnUrl, encodedReturnUrl] },
    { id: 'other', apiKeyDigests: [digest(otherKey)], returnUrls: ['https://other.example/'] },
  ],
  dcqlQueries: { names: portalQuery },
}

export const applicationFixture = ({ config, ...options }: FixtureOptions = {}) =>
  relyingPartyFixture({ ...options, config: { ...applicationConfig, ...config } })

interface CallOptions {
  readonly key?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Calls the API once. */
export function call(
  fixture: RelyingPartyFixture,
  path: string,
  body?: object | string,
  { key = apiKey, method = body === undefined ? 'GET' : 'POST', headers = {} }: CallOptions = {},
): Promise<Response> {
  const authorization = key === '' ? {} : { authorization: `Bearer ${key}` }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const init = { method, headers: { ...authorization, ...type, ...headers } }
  const sent = body === undefined ? init : { ...init, body: typeof body === 'string' ? body : JSON.stringify(body) }
  return fixture.send(new Request(`${rpId}/api${path}`, sent))
}

interface Ordered {
  readonly id: string
  readonly start_url: string
  readonly expires_at: number
}

export async function order(fixture: RelyingPartyFixture, changes: object = {}): Promise<Ordered> {
  const body = { dcql_query: portalQuery, return_url: returnUrl, state: 'of-the-portal', ...changes }
  const response = await call(fixture, '/presentations', body)
  const text = await response.text()
  if (response.status !== 201) throw new Error(text)
  return JSON.parse(text)
}

/** Opens `start_url`. Returns what a wallet reads from the 302 or the link on the page. */
export async function begin(
  fixture: RelyingPartyFixture,
  { start_url: url }: Pick<Ordered, 'start_url'>,
  browser: Browser = createBrowser(fixture),
): Promise<Started> {
  return readStarted(browser, await browser.get(url))
}

/** Fetches the Request Object and posts a valid answer with the changes. Returns the JSON of the response. */
export async function answer(fixture: RelyingPartyFixture, started: Started, bend: Bend = {}): Promise<Bendable> {
  const request = await requestObjectOf(await fetchRequest(fixture, started))
  const disclosing = { disclose: ['given_name', 'tax_id_number'], ...bend }
  const response = await post(fixture, await answerForm(fixture, await testWallet(fixture), request, disclosing))
  return JSON.parse(await response.text())
}

/** Runs the flow from the order over browser and wallet. Returns the return URL with its parameters. */
export async function comeBack(
  fixture: RelyingPartyFixture,
  { changes = {}, bend = {} }: { readonly changes?: object; readonly bend?: Bend } = {},
) {
  const ordered = await order(fixture, changes)
  const started = await begin(fixture, ordered)
  const { redirect_uri } = await answer(fixture, started, bend)
  const response = await started.browser.get(redirect_uri)
  return { ordered, started, redirectUri: redirect_uri as string, response, ...landed(response) }
}

/** Returns the URL to which the browser is redirected, and the `reference` in it. */
export function landed(response: Response): { readonly url: string; readonly reference: string } {
  const url = response.headers.get('location') ?? ''
  return { url, reference: new URL(url || 'about:blank').searchParams.get('reference') ?? '' }
}

export const redeem = (fixture: RelyingPartyFixture, reference: string, options: CallOptions = {}): Promise<Response> =>
  call(fixture, '/results', { reference }, options)

export const redeemed = async (fixture: RelyingPartyFixture, reference: string): Promise<Bendable> =>
  (await redeem(fixture, reference)).json()

/** Returns the answer to a body that is refused with this code before it is read as an order or the like. */
export const answerOf = (code: string) => {
  const statuses: Readonly<Record<string, number>> = {
    media_type_unsupported: 415,
    coding_unsupported: 415,
    body_too_large: 413,
  }
  return { status: statuses[code] ?? 400, error: 'invalid_request' }
}

/** An application that orders presentations from a service with an entity for each profile. */
import assert from 'node:assert/strict'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { type ProfileName, relyingPartyWire } from '../../src/profiles/index.ts'
import { secretDigest } from '../../src/relying-party/index.ts'
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
  type RequestObject,
  requestObjectOf,
  rpId,
  testWallet,
} from './relying-party-fixture.ts'
import { answerIn, type ProfileService, profileService } from './relying-party-profiles.ts'

const apiKey = 'key-of-the-portal-0123456789abcdefgh'
const returnUrl = 'https://portal.example/back'

/** Starts the service with one application. */
export function orderingService({ config, ...options }: FixtureOptions = {}): Promise<ProfileService> {
  const apiKeyDigests = [secretDigest({ crypto: createNodeCrypto() }, apiKey)]
  const application = { id: 'portal', apiKeyDigests, returnUrls: [returnUrl] }
  return profileService({ ...options, config: { applications: [application], ...config } })
}

/** Calls the API of the service. */
export const callApi = ({ fixture }: ProfileService, path: string, body?: object): Promise<Response> =>
  fixture.send(
    new Request(`${rpId}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )

/** Returns an order for the name of the person, which names the profile. */
export function orderFor(profile: ProfileName, change: object = {}): object {
  const vct_values = relyingPartyWire[profile].pidTypes.map((type) =>
    type.replace('AUTHORITY', 'https://anchor.example'),
  )
  const claims = [{ path: ['given_name'] }]
  return {
    dcql_query: { credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values }, claims }] },
    wallet_attestation: false,
    flow: 'same-device',
    return_url: returnUrl,
    profile,
    ...change,
  }
}

/** An accepted order, and the browser of the person. */
export interface Ordered {
  readonly id: string
  readonly startUrl: string
  readonly browser: Browser
}

/** Orders a presentation. Throws if the order is refused. */
export async function ordered(ordering: ProfileService, body: object): Promise<Ordered> {
  const response = await callApi(ordering, '/presentations', body)
  assert.equal(response.status, 201, await response.clone().text())
  const { start_url: startUrl, id } = (await response.json()) as { start_url: string; id: string }
  return { startUrl, id, browser: createBrowser(ordering.fixture) }
}

/**
 * Answers as the wallet to which the browser was redirected, without an attestation that the request does not ask for.
 * Returns the request and the redirect URI.
 */
export async function answerOrder(
  at: RelyingPartyFixture,
  begun: Response,
  bend: Bend,
): Promise<{ readonly request: RequestObject; readonly redirectUri: string }> {
  const { searchParams: parameters } = new URL(begun.headers.get('location') ?? '')
  const requestUri = parameters.get('request_uri') ?? ''
  const request = await requestObjectOf(await fetchRequest(at, { requestUri, parameters }))
  const asked: readonly Bendable[] = request.payload.dcql_query.credentials
  const members = async (all: Bendable): Promise<void> => {
    const answers = Object.entries(all.vp_token).filter(([id]) => asked.some((one) => one.id === id))
    all.vp_token = Object.fromEntries(answers)
    await bend.members?.(all)
  }
  const steps = answerIn(at.config.profile, request, { ...bend, members })
  const response = await post(at, await answerForm(at, await testWallet(at), request, steps))
  assert.equal(response.status, 200, await response.clone().text())
  const { redirect_uri: redirectUri } = (await response.json()) as { redirect_uri: string }
  return { request, redirectUri }
}

/** Opens the redirect URI in the browser, and redeems the reference. Returns the result. */
export async function redeemed(ordering: ProfileService, browser: Browser, redirectUri: string): Promise<Bendable> {
  const back = await browser.get(redirectUri)
  const reference = new URL(back.headers.get('location') ?? '').searchParams.get('reference') ?? ''
  const result = await callApi(ordering, '/results', { reference })
  assert.equal(result.status, 200, await result.clone().text())
  return result.json()
}

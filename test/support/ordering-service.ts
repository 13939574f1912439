/** An application that orders presentations of a service with an entity for each profile. */
import assert from 'node:assert/strict'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import type { ProfileName } from '../../src/profiles/index.ts'
import { secretDigest } from '../../src/relying-party/index.ts'
import {
  answerForm,
  type Bend,
  type Browser,
  createBrowser,
  entityIds,
  fetchRequest,
  post,
  readStarted,
  requestObjectOf,
  testWallet,
} from './relying-party-fixture.ts'
import { answerIn, type ProfileService, profileService } from './relying-party-profiles.ts'

export const apiKey = 'key-of-the-portal-0123456789abcdefgh'
export const portalReturnUrl = 'https://portal.example/back'

/**
 * Starts the service with one application, which `send` calls. `limits` are settings of the application. `ownSettings`
 * replace settings of further entities.
 */
export function orderingService(
  config: object = {},
  limits: object = {},
  ownSettings: Readonly<Partial<Record<ProfileName, object>>> = {},
): Promise<ProfileService> {
  const application = {
    id: 'portal',
    apiKeyDigests: [secretDigest({ crypto: createNodeCrypto() }, apiKey)],
    returnUrls: [portalReturnUrl],
    ...limits,
  }
  return profileService({ config: { applications: [application], ...config } }, ownSettings)
}

/** Calls the API of the service. */
export const send = ({ fixture }: ProfileService, path: string, body?: object): Promise<Response> =>
  fixture.send(
    new Request(`${entityIds.seed}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )

/** Returns an order for credentials of these types. */
export const orderFor = (profile: ProfileName, types: readonly string[]) => ({
  dcql_query: {
    credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: types }, claims: [{ path: ['given_name'] }] }],
  },
  wallet_attestation: false,
  flow: 'same-device',
  return_url: portalReturnUrl,
  profile,
})

/** Orders a presentation. Returns the order with a new browser. */
export async function ordered(
  ordering: ProfileService,
  body: object,
): Promise<{ readonly startUrl: string; readonly id: string; readonly browser: Browser }> {
  const order = await send(ordering, '/api/presentations', body)
  assert.equal(order.status, 201, await order.clone().text())
  const { start_url: startUrl, id } = (await order.json()) as { start_url: string; id: string }
  return { startUrl, id, browser: createBrowser(ordering.fixture) }
}

/** Chooses a wallet of `walletLinks` by its number, counted from 1. Returns the start URL at the wallet's entity. */
export async function chooseWallet(browser: Browser, startUrl: string, number: number): Promise<string> {
  const choice = await browser.get(startUrl)
  assert.match(await choice.text(), new RegExp(`wallet=${number}"`))
  const chosen = await browser.get(`${startUrl}&wallet=${number}`)
  assert.equal(chosen.status, 303)
  return chosen.headers.get('location') ?? ''
}

/**
 * Opens `start_url` and answers with a wallet of the profile. `bend` changes the answer. Returns the Request Object and
 * the response to the wallet. The type of the credential defaults to the first PID type of the profile.
 */
export async function answerOrder(
  { at: all }: ProfileService,
  profile: ProfileName,
  { startUrl, browser }: { readonly startUrl: string; readonly browser: Browser },
  bend: Bend = {},
) {
  const at = all[profile]
  const started = await readStarted(browser, await browser.get(startUrl))
  const request = await requestObjectOf(await fetchRequest(at, started))
  const onlyPid: Bend = {
    disclose: ['given_name'],
    ...(profile === 'seed' && {
      members: (members) => {
        members.vp_token = { pid: members.vp_token.pid }
      },
    }),
    ...bend,
  }
  const form = await answerForm(at, await testWallet(at), request, answerIn(profile, request, onlyPid))
  return { request, response: await post(at, form) }
}

/** Opens the wallet's `redirect_uri` in the browser, and redeems the reference as the application. */
export async function redeemAt(
  ordering: ProfileService,
  browser: Browser,
  response: Response,
): Promise<{ readonly id: string; readonly credentials: { readonly pid: { readonly claims: object } } }> {
  assert.equal(response.status, 200, await response.clone().text())
  const { redirect_uri: redirectUri } = (await response.json()) as { redirect_uri: string }
  const back = await browser.get(redirectUri)
  const reference = new URL(back.headers.get('location') ?? '').searchParams.get('reference') ?? ''
  return (await send(ordering, '/api/results', { reference })).json() as never
}

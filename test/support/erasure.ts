/** A person who demands the deletion of presented claims from a Relying Party (RP-140). */
import assert from 'node:assert/strict'
import {
  answerForm,
  type Bend,
  type Browser,
  createBrowser,
  fetchRequest,
  post,
  present,
  type RelyingPartyFixture,
  type RequestObject,
  requestObjectOf,
  testWallet,
} from './relying-party-fixture.ts'
import { answerIn } from './relying-party-profiles.ts'

/** Tax number of the person in the answers of `answerIn`. */
export const taxId = 'TINIT-RSSDAA80A50H501X'

export const erasureUrl = 'https://portal.example/erasures'

/** Returns the settings of an application that receives deletion requests. */
export const erasingApplication = (change: object = {}) => ({
  id: 'portal',
  apiKeyDigests: ['47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFA'],
  returnUrls: ['https://portal.example/back'],
  erasureUrl,
  ...change,
})

interface BegunErasure {
  readonly browser: Browser
  readonly request: RequestObject
  /** Answers the request as a wallet does. */
  respond(change?: Bend): Promise<Response>
}

/** Opens the erasure endpoint in a new browser, and fetches the Request Object as a wallet does. */
export async function beginErasure(at: RelyingPartyFixture, query = ''): Promise<BegunErasure> {
  const browser = createBrowser(at)
  const begun = await browser.get(`${at.config.entityId}/erasure${query}`)
  assert.equal(begun.status, 302)
  const parameters = new URL(begun.headers.get('location') ?? '').searchParams
  const request = await requestObjectOf(
    await fetchRequest(at, { requestUri: parameters.get('request_uri') ?? '', parameters }),
  )
  const respond = async (change: Bend = {}) =>
    post(at, await answerForm(at, await testWallet(at), request, answerIn(at.config.profile, request, change)))
  return { browser, request, respond }
}

/** Presents the PID for an erasure. Returns the browser that began, and the redirect URI that it has not opened yet. */
export async function presentForErasure(at: RelyingPartyFixture, query = '', change: Bend = {}) {
  const { browser, respond } = await beginErasure(at, query)
  const response = await respond(change)
  assert.equal(response.status, 200, await response.clone().text())
  const { redirect_uri: redirectUri } = (await response.json()) as { redirect_uri: string }
  return { browser, redirectUri }
}

/**
 * Presents a PID, and then has the data of the person deleted. Calls `inspect` before the deletion, and again after the
 * application has confirmed its deletion request.
 */
export async function eraseEverything(at: RelyingPartyFixture, inspect: () => Promise<void> | void): Promise<void> {
  at.network.connect('https://portal.example', async () => new Response(null, { status: 200 }))
  const earlier = await present(at, { query: 'flow=cross-device' })
  assert.equal(earlier.response.status, 200)
  const { browser, redirectUri } = await presentForErasure(at)
  await inspect()
  assert.equal((await browser.get(redirectUri)).status, 204)
  await at.rp.forgetOldSessions()
  await inspect()
}

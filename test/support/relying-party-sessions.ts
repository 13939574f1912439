/** Requests and pages in the tests of the Relying Party's sessions. */
import assert from 'node:assert/strict'
import { type Browser, bodyOf, type RelyingPartyFixture, rpId } from './relying-party-fixture.ts'

export const crossDevice = 'variant=dcql&flow=cross-device'
export const sameDevice = 'variant=dcql&flow=same-device'

export const stateOf = (browser: Browser, id: string): Promise<Response> =>
  browser.get(`${rpId}/session-state?id=${id}`)

/** Asserts that a page refuses the browser, with this requirement and code. Returns the page. */
export async function pageRefused(
  { sink }: Pick<RelyingPartyFixture, 'sink'>,
  response: Response,
  id: string,
  code: string,
): Promise<string> {
  const last = sink.lastRefusal()?.checks.at(-1)
  assert.deepEqual([last?.requirement, last?.code, response.status], [id, code, 403])
  const page = await response.text()
  assert.match(page, /id="error" role="alert"/)
  return page
}

export const redirectUriOf = async (response: Response): Promise<string> => (await bodyOf(response)).redirect_uri

/** Requests and pages in the tests of the Relying Party's sessions. */
import { type Browser, bodyOf, rpId } from './relying-party-fixture.ts'

export const crossDevice = 'variant=dcql&flow=cross-device'
export const sameDevice = 'variant=dcql&flow=same-device'

export const stateOf = (browser: Browser, id: string): Promise<Response> =>
  browser.get(`${rpId}/session-state?id=${id}`)

export const redirectUriOf = async (response: Response): Promise<string> => (await bodyOf(response)).redirect_uri

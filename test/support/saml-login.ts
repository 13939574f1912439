/**
 * A PID Provider with the real SAML adapter, and a browser that is on its way through a login there. The identity provider
 * is a key: what it answers is written by the test.
 */
import assert from 'node:assert/strict'
import { encodeParameters } from '../../src/http/index.ts'
import type { SamlProfileName } from '../../src/pid-provider/index.ts'
import { createSamlIdentityProvider } from '../../src/pid-provider-adapters/saml-identity-provider.ts'
import { createServiceProviderMetadata } from '../../src/pid-provider-adapters/saml-service-provider-metadata.ts'
import {
  authorize,
  type Browser,
  beginIssuance,
  type Changes,
  formHeaders,
  type Issuance,
  pushed,
  sessionCookieOf,
} from './pid-issuance.ts'
import {
  type FixtureOptions,
  type PidProviderFixture,
  pidProviderFixture,
  pidProviderId,
} from './pid-provider-fixture.ts'
import { type SamlAnswerFacts, samlKey } from './saml.ts'
import { seededRandom } from './seeded-random.ts'

export const samlIssuer = 'https://idp.example'
export const samlCallbackUrl = `${pidProviderId}/login/callback/spid`

type SamlBench = Awaited<ReturnType<typeof createSamlBench>>

/** Two identity providers: a scripted one over OpenID Connect, and `spid`, whatever its profile. */
export async function createSamlBench(options: FixtureOptions = {}, profile: SamlProfileName = 'spid') {
  const [key, idpKey, stranger] = await Promise.all([samlKey('PID Provider'), samlKey('IdP', 2), samlKey('IdP', 3)])
  const random = seededRandom('saml')
  const spid = createSamlIdentityProvider(
    { random },
    {
      id: 'spid',
      displayName: { it: 'Entra con SPID', en: 'Log in with SPID' },
      clientId: pidProviderId,
      key,
      profile,
      registration: async () => ({
        entityId: samlIssuer,
        singleSignOnUrl: `${samlIssuer}/sso`,
        certificates: [idpKey.certificate],
      }),
    },
  )
  const name = { it: 'Ente di Prova', en: 'Test body' }
  const fixture = await pidProviderFixture({
    ...options,
    channels: [spid],
    serviceProviderMetadata: (callbackUrls, registry) =>
      createServiceProviderMetadata({
        profile: registry,
        entityId: pidProviderId,
        id: '_metadata',
        key,
        callbackUrls,
        serviceName: name,
        organization: { name, url: { it: `${pidProviderId}/it`, en: `${pidProviderId}/en` } },
      }),
  })
  return { fixture, random, key, idpKey, stranger }
}

/** A browser that was sent to the identity provider. */
export interface SamlBrowser {
  readonly issuance: Issuance
  readonly requestUri: string
  readonly response: Response
  readonly location: URL
  /** As they were set. */
  readonly setCookies: readonly string[]
  /** What a browser sends along with the identity provider's form. */
  readonly loginCookie: string
  readonly relayState: string
  readonly requestId: string
}

const pairOf = (setCookie = ''): string => setCookie.split(';')[0] ?? ''
/** The session that the cookie names last. */
const valueIn = (cookie: string): string => cookie.split('=')[1]?.split('.').at(-1) ?? ''

/** A browser in the session that the answer to its form has set; in none when it has set none. */
export const inSession = (answer: Response): Browser => ({ cookie: sessionCookieOf(answer) ?? '', state: '' })

/** The login's cookie under the name of the session's. */
export const asSession = ({ loginCookie }: SamlBrowser): Browser => ({
  cookie: `__Host-pid-provider-session=${valueIn(loginCookie)}`,
  state: '',
})

export async function openSamlBrowser({ fixture }: SamlBench, cookie?: string): Promise<SamlBrowser> {
  const issuance = await beginIssuance(fixture)
  const requestUri = await pushed(issuance)
  const response = await authorize(issuance, requestUri, { provider: 'spid' }, cookie || undefined)
  assert.equal(response.status, 302, await response.clone().text())
  const location = new URL(response.headers.get('location') ?? '')
  const setCookies = response.headers.getSetCookie()
  const loginCookie = setCookies.map(pairOf).find((pair) => pair.includes('-login=')) ?? ''
  const found = await fixture.stores.authorizationSessions.find(valueIn(loginCookie), fixture.clock.now())
  return {
    issuance,
    requestUri,
    response,
    location,
    setCookies,
    loginCookie,
    relayState: location.searchParams.get('RelayState') ?? '',
    requestId: String(found?.pendingLogin.requestId),
  }
}

/** The same login request once more, in a session that nobody has answered yet: a refused answer ends its session. */
export async function reopen({ fixture, random }: SamlBench, browser: SamlBrowser): Promise<SamlBrowser> {
  const { authorizationSessions } = fixture.stores
  const session = await authorizationSessions.find(valueIn(browser.loginCookie), fixture.clock.now())
  assert.ok(session)
  const fresh = (): string => Buffer.from(random.bytes(32)).toString('base64url')
  const id = fresh()
  const request = { ...session.request, requestUri: `urn:again:${fresh()}` }
  await authorizationSessions.begin({ ...session, id, request, loginRequestId: fresh() })
  return { ...browser, loginCookie: `${browser.loginCookie.split('=')[0]}=${id}` }
}

/** What a genuine answer states, a second after the request. */
export const factsOf = (fixture: PidProviderFixture, { requestId }: SamlBrowser): SamlAnswerFacts => ({
  requestId,
  issuer: samlIssuer,
  audience: pidProviderId,
  callbackUrl: samlCallbackUrl,
  now: fixture.clock.now(),
})

/** The form that the identity provider's page posts: from another site, so with the cookie of this path alone. */
export function postAnswer(
  { fixture }: SamlBench,
  browser: SamlBrowser,
  xml: string,
  { form = {}, headers = {}, path = '/login/callback/spid' }: { form?: Changes; headers?: Changes; path?: string } = {},
): Promise<Response> {
  const present = (all: Changes): [string, string][] =>
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const fields = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: browser.relayState, ...form }
  return fixture.send(path, {
    method: 'POST',
    headers: present({ ...formHeaders, cookie: browser.loginCookie, origin: samlIssuer, ...headers }),
    body: encodeParameters(Object.fromEntries(present(fields))),
  })
}

/**
 * A PID Provider with the real SAML adapter, and a browser during a login there. No identity provider runs: the test
 * writes its answers and signs them with `idpKey`.
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

/**
 * Creates a PID Provider with two identity providers: a scripted one over OpenID Connect, and one over SAML. The id of
 * the latter is `spid` in every profile.
 */
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

/** A browser after the redirect to the identity provider. */
export interface SamlBrowser {
  readonly issuance: Issuance
  readonly requestUri: string
  readonly response: Response
  readonly location: URL
  /** The `Set-Cookie` headers, unchanged. */
  readonly setCookies: readonly string[]
  /** The cookie that a browser sends along with the identity provider's form. */
  readonly loginCookie: string
  readonly relayState: string
  readonly requestId: string
}

const pairOf = (setCookie = ''): string => setCookie.split(';')[0] ?? ''
/** Returns the session id, which is the last part of the cookie. */
const valueIn = (cookie: string): string => cookie.split('=')[1]?.split('.').at(-1) ?? ''

/** Returns a browser with the session cookie that this answer sets, or without a cookie if it sets none. */
export const inSession = (answer: Response): Browser => ({ cookie: sessionCookieOf(answer) ?? '', state: '' })

/** Returns a browser that sends the login's cookie under the name of the session cookie. */
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

/** Sends the same login request in a new session, because a refused answer ends its session. */
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

/** Returns the content of a genuine answer that is issued now. */
export const factsOf = (fixture: PidProviderFixture, { requestId }: SamlBrowser): SamlAnswerFacts => ({
  requestId,
  issuer: samlIssuer,
  audience: pidProviderId,
  callbackUrl: samlCallbackUrl,
  now: fixture.clock.now(),
})

/**
 * Posts the form of the identity provider's page. The form comes from another site, so only the login cookie is sent.
 */
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

/** An ecosystem in memory whose Relying Party is an OpenID Provider, a portal behind it, and people with wallets. */
import assert from 'node:assert/strict'
import type { Fetch } from '../../src/base/index.ts'
import type { FurtherProfileName } from '../../src/profiles/index.ts'
import type { DemoWallet } from '../../src/sandbox/life-cycle/demo-wallet.ts'
import { isDeparture } from '../../src/sandbox/user-agent.ts'
import { createTestEcosystem, origins, type TestEcosystem } from './ecosystem.ts'
import { inTurn } from './replicated.ts'
import { rsaSigner } from './rsa-keys.ts'

export const issuer = `${origins.relyingParty}/openid`
export const portalUrl = 'https://portal.example'
/** Origins of an application on the developer's machine. */
export const localOrigins = ['https://localhost:8443', 'https://localhost:9443'] as const
export const redirectUri = `${portalUrl}/callback`
/** A redirect URI whose query `URLSearchParams` would encode in another way. */
export const redirectUriWithQuery = `${redirectUri}?next=%2Fa%20b&flag`
/** A redirect URI that a header cannot contain without escapes. */
export const redirectUriOfWords = `${portalUrl}/città/→?x=a%20b`
export const clientSecret = 'a secret of the portal for the tests, long enough'

/** Claims that the tests look for in the store. */
export const presented = { given_name: 'Mario', family_name: 'Rossi', tax_id_number: 'TINIT-RSSMRA80A01H501U' }

/** Origin of the pages of the client `app`. */
export const appOrigin = 'https://keycloak.example'

const secretOf = (method: string) => ({ method, secretFile: 'openid.secret' })

/** Settings with a client for each way of authentication, and three logins. */
const openIdSettings = {
  logins: {
    pid: { subject: ['pid', 'tax_id_number'], acr: 'urn:example:pid' },
    name: {
      query: 'name',
      scope: 'name',
      acr: 'urn:example:name',
      subject: 'transient',
      claims: { name: ['pid', 'given_name'] },
    },
    /** A login whose subject no PID has. Its query accepts a PID without it. */
    odd: { query: 'odd', scope: 'odd', subject: ['pid', 'nickname'] },
  },
  clients: [
    {
      clientId: 'portal',
      displayName: 'The portal',
      redirectUris: [redirectUri],
      postLogoutRedirectUris: [`${portalUrl}/bye`, `${portalUrl}/bye?next=%2Fa%20b&flag`],
      authentication: secretOf('client_secret_basic'),
    },
    {
      clientId: 'keycloak',
      displayName: 'Keycloak',
      redirectUris: ['https://keycloak.example/broker/wallet/endpoint'],
      authentication: secretOf('client_secret_post'),
      withoutPkce: true,
    },
    {
      clientId: 'signing',
      displayName: 'An application with a key',
      redirectUris: [redirectUri, redirectUriWithQuery, redirectUriOfWords],
      authentication: { method: 'private_key_jwt', jwksFile: 'keys.json' },
    },
    {
      clientId: 'app',
      displayName: 'An app without a secret',
      redirectUris: ['https://keycloak.example/app'],
      authentication: { method: 'none' },
      browserOrigins: [appOrigin],
      logins: ['pid'],
    },
  ],
}

const query = {
  credentials: [
    { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] }, claims: [{ path: ['given_name'] }] },
  ],
}

const oddQuery = {
  credentials: [
    {
      ...query.credentials[0],
      claims: [
        { id: 'name', path: ['given_name'] },
        { id: 'nickname', path: ['nickname'] },
      ],
      claim_sets: [['name', 'nickname'], ['name']],
    },
  ],
}

/** A key of the client that authenticates by `private_key_jwt`. */
const clientKey = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
const clientJwk = await crypto.subtle.exportKey('jwk', clientKey.publicKey)

export interface OpenIdEcosystem extends TestEcosystem {
  readonly clientKey: CryptoKey
  /** Requests that reached an application. */
  readonly arrived: Request[]
  /** Addresses that browsers opened. */
  readonly visited: string[]
  /** Sends a request of an application. */
  readonly fetch: Fetch
}

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'

interface OpenIdEcosystemOptions {
  /** File of the Relying Party's store. Defaults to memory. */
  readonly file?: string
  /** Profiles of further entities, each with a test issuer. Defaults to none. */
  readonly profiles?: readonly FurtherProfileName[]
  /** Further members of the OpenID Provider's settings. */
  readonly openid?: object
  /** Further members of the Relying Party's own settings. */
  readonly relyingParty?: object
}

/** Creates the ecosystem. Two replicas of the Relying Party over one store answer in turn. */
export async function openIdEcosystem(
  seed: string,
  { file, profiles, openid, relyingParty }: OpenIdEcosystemOptions = {},
): Promise<OpenIdEcosystem> {
  const visited: string[] = []
  const credentials = new Map([
    ['portal', { secret: clientSecret }],
    ['keycloak', { secret: clientSecret }],
    ['signing', { jwks: { keys: [{ ...clientJwk }] } }],
    ['app', {}],
  ]) as never
  const ecosystem = await createTestEcosystem({
    seed,
    relyingParty: { dcqlQueries: { name: query, odd: oddQuery }, ...relyingParty },
    ...(profiles && { profiles, testIssuers: true }),
    openid: {
      settings: { ...openIdSettings, ...openid },
      keys: {
        signers: [await rsaSigner('RS256')],
        secrets: [{ id: 1, secret: new Uint8Array(32).fill(1) }],
        subjectSecret: new Uint8Array(32).fill(2),
        credentials,
      },
    },
    ...(file !== undefined && {
      databaseOf: (role) => ({ url: role === 'relying-party' ? `sqlite:${file}` : 'sqlite::memory:' }),
    }),
    through: (fetch, party) => (party === 'browser' ? withAgent(recording(fetch, visited), phone) : fetch),
  })
  const { app } = ecosystem.services['relying-party']
  ecosystem.network.connect(origins.relyingParty, inTurn([app, await ecosystem.replicaOf('relying-party')]))
  const arrived: Request[] = []
  for (const origin of [portalUrl, appOrigin, ...localOrigins])
    ecosystem.network.connect(origin, async (request) => {
      arrived.push(request.clone())
      return new Response('welcome')
    })
  return { ...ecosystem, clientKey: clientKey.privateKey, arrived, visited, fetch: ecosystem.network.fetch }
}

const recording =
  (fetch: Fetch, visited: string[]): Fetch =>
  (request) => {
    visited.push(request.url)
    return fetch(request)
  }

const withAgent =
  (fetch: Fetch, agent: string): Fetch =>
  (request) => {
    const headers = new Headers(request.headers)
    headers.set('user-agent', agent)
    return fetch(new Request(request, { headers }))
  }

/** Creates a person with a PID in the wallet. */
export async function personWithPid(ecosystem: TestEcosystem, username?: string): Promise<DemoWallet> {
  const person = ecosystem.person(username)
  await person.wallet.setUp()
  await person.wallet.obtainPid(origins.pidProvider)
  return person
}

/**
 * Opens an authorization request and presents the PID. Returns the URL at which the browser reached the application.
 */
export async function logIn(ecosystem: OpenIdEcosystem, person: DemoWallet, url: string): Promise<URL> {
  const link = await reachWallet(ecosystem, person, url)
  const outcome = await person.wallet.present(link)
  assert.equal(outcome.kind, 'presented')
  return new URL(ecosystem.arrived.at(-1)?.url ?? '')
}

/** Opens an authorization request. Asserts that it is answered without a wallet. Returns the URL at the application. */
export async function openWithoutWallet(person: DemoWallet, url: string): Promise<URL> {
  const visit = await person.browser.open(url)
  assert.ok(!isDeparture(visit))
  return new URL(visit.url)
}

/** Opens an authorization request. Returns the link to the wallet. */
export async function reachWallet(ecosystem: OpenIdEcosystem, person: DemoWallet, url: string): Promise<string> {
  const isWallet = ({ href }: URL) => href.startsWith(ecosystem.parts.walletAuthorizationEndpoint)
  const visit = await person.browser.open(url, isWallet)
  assert.ok(isDeparture(visit), isDeparture(visit) ? '' : `${visit.status} ${visit.text}`)
  return visit.location
}

/** Parameters by name. */
type Values = Readonly<Record<string, string>>

/** A PKCE pair (RFC 7636 Appendix B). */
export const pkce = {
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
} as const

/** Returns an authorization request of the portal, with some parameters changed. An empty value omits a parameter. */
export function requestUrl(changes: Values = {}): string {
  const parameters = {
    client_id: 'portal',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 'of-the-portal',
    nonce: 'once',
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  const given = Object.entries(parameters).filter(([, value]) => value !== '')
  return `${issuer}/authorize?${new URLSearchParams(given)}`
}

/** Posts a form to the OpenID Provider. `basic` is the client that authenticates in the header. */
export async function post(
  { fetch }: OpenIdEcosystem,
  path: string,
  form: Values,
  { basic, bearer }: { readonly basic?: string; readonly bearer?: string } = {},
) {
  const secret = encodeURIComponent(clientSecret).replaceAll('%20', '+')
  const headers = {
    ...(basic !== undefined && { authorization: `Basic ${btoa(`${basic}:${secret}`)}` }),
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
  }
  const body = new URLSearchParams(form)
  const response = await fetch(new Request(`${issuer}${path}`, { method: 'POST', headers, body }))
  return { status: response.status, headers: response.headers, json: (await response.json()) as Record<string, never> }
}

/** Redeems a code of the portal, with some parameters changed. */
export const redeem = (ecosystem: OpenIdEcosystem, code: string, changes: Values = {}) =>
  post(
    ecosystem,
    '/token',
    { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: pkce.verifier, ...changes },
    { basic: 'portal' },
  )

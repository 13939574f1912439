/**
 * A Relying Party in a federation in memory, with an anchor, a Wallet Provider and a PID issuer, a browser with cookies,
 * and a wallet that answers as a valid one would; every step of the answer can be bent before it is signed.
 */
import assert from 'node:assert/strict'
import { type Clock, type Crypto, failed, type JsonObject } from '../../src/base/index.ts'
import { createFederationTrustEvaluator } from '../../src/federation/index.ts'
import {
  bareJwk,
  encryptJwe,
  generateDecrypter,
  generateSigner,
  type JweRecipient,
  jwkThumbprint,
  type Signer,
  signJwt,
  withKeyCache,
} from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import {
  createMemoryRelyingPartyStores,
  createRelyingParty,
  type RelyingPartyContext,
  type RelyingPartyStores,
  relyingPartyConfig,
} from '../../src/relying-party/index.ts'
import { createKeyBindingJwt, issueSdJwt, presentSdJwt } from '../../src/sd-jwt/index.ts'
import { createStatusList, createStatusListToken, type StatusList, setStatus } from '../../src/status-list/index.ts'
import { createWalletAttestation, type WalletAttestationContent } from '../../src/wallet-attestation/index.ts'
import { recordingSink } from './decisions.ts'
import {
  anchorsOf,
  configurationOf,
  connectEntity,
  organization,
  signAll,
  statementAbout,
  testEntity,
} from './federation.ts'
import { fixedClock } from './fixed-clock.ts'
import { decodeJwt } from './forge-jwt.ts'
import { createNetwork, type Network } from './network.ts'
import { seededRandom } from './seeded-random.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a test may bend in any way
type Bendable = any
type Bent<T> = T | Promise<T>

export interface FixtureOptions {
  readonly config?: object
  readonly stores?: RelyingPartyStores
  readonly crypto?: Crypto
  readonly receive?: RelyingPartyContext['receive']
}

export const rpId = 'https://rp.example'
export const issuerId = 'https://issuer.example'
export const providerId = 'https://wallet-provider.example'
export const statusUri = 'https://status.example/lists/1'
const statusIndexes = { pid: 7, attestation: 8 } as const

/** A valid answer is made in these steps; each may be changed before the next. */
export interface Bend {
  /** Header, plain and disclosable claims of the credential, and who signs it. */
  credential?: (content: Bendable) => Bent<void>
  /** The names of the claims that are disclosed. */
  disclose?: readonly string[]
  /** The SD-JWT as presented, before the key binding. */
  presented?: (text: string) => Bent<string>
  /** `aud`, `nonce`, `now` and the signer of the KB-JWT. */
  binding?: (binding: Bendable) => Bent<void>
  kbJwt?: (jwt: string, signer: Signer) => Bent<string>
  attestation?: (content: Bendable) => Bent<void>
  attestationJwt?: (jwt: string, signer: Signer) => Bent<string>
  /** `vp_token`, `state`, … before they are sealed. */
  members?: (members: Bendable) => Bent<void>
  protection?: 'encrypted' | 'signed' | 'signed_encrypted' | 'plain'
  /** Header and claims of a signed response. */
  signedResponse?: (jwt: string, signer: Signer) => Bent<string>
  recipient?: (recipient: Bendable) => void
  form?: (form: Bendable) => Bent<void>
}

export type RelyingPartyFixture = Awaited<ReturnType<typeof relyingPartyFixture>>

export async function relyingPartyFixture(options: FixtureOptions = {}) {
  const clock = fixedClock()
  const network = createNetwork()
  const random = seededRandom('relying-party')
  const crypto = options.crypto ?? withKeyCache(createNodeCrypto())
  const sink = recordingSink()
  const faults: unknown[] = []
  const anchor = await testEntity('https://anchor.example', { fetch: true })
  const attestationSigner = await generateSigner({ crypto })
  const credentialSigner = await generateSigner({ crypto })
  const hints = [anchor.entityId]
  const jwksOf = (signer: Signer) => ({ keys: [signer.publicJwk] }) as unknown as JsonObject
  const provider = await testEntity(providerId, {
    hints,
    metadata: { wallet_provider: { jwks: jwksOf(attestationSigner) } },
  })
  const issuer = await testEntity(issuerId, {
    hints,
    metadata: { openid_credential_issuer: { credential_issuer: issuerId, jwks: jwksOf(credentialSigner) } },
  })
  const own = await testEntity(rpId, { hints })
  connectEntity(network, clock, anchor, [provider, issuer, own])
  connectEntity(network, clock, provider)
  connectEntity(network, clock, issuer)
  const anchors = anchorsOf(anchor)
  const decrypter = await generateDecrypter({ crypto })
  const requestSigner = await generateSigner({ crypto })
  const stores = options.stores ?? createMemoryRelyingPartyStores()
  const config = relyingPartyConfig.parse({
    entityId: rpId,
    clientName: 'Comune di Prova',
    organization,
    authorityHints: hints,
    ...options.config,
  })
  const rp = createRelyingParty({
    config,
    clock,
    random,
    crypto,
    fetch: network.fetch,
    anchors,
    trust: createFederationTrustEvaluator(
      { crypto, fetch: network.fetch, clock },
      { anchors, urls: { loopbackHttp: false }, skewSeconds: 30 },
    ),
    federationSigner: own.signer,
    requestSigner,
    decrypter,
    stores,
    decisions: sink,
    ...(options.receive && { receive: options.receive }),
    onFault: (fault) => faults.push(fault),
  })
  network.connect(rpId, rp.app)
  const parts = { clock, network, random, crypto, sink, faults, anchor, provider, issuer, attestationSigner }
  const at = clock.now()
  const providerChain = await signAll([configurationOf(provider, at), statementAbout(provider, anchor, at)])
  const lists = serveStatusList({ network, clock, credentialSigner, attestationSigner })
  return {
    ...parts,
    ...lists,
    providerChain,
    credentialSigner,
    decrypter,
    requestSigner,
    stores,
    config,
    rp,
    send: rp.app,
  }
}

/** One list of the issuer's and one of the Wallet Provider's; the token may be bent before it is served. */
function serveStatusList(parts: {
  readonly network: Network
  readonly clock: Clock
  readonly credentialSigner: Signer
  readonly attestationSigner: Signer
}) {
  const status: { list: StatusList; bend?: (jwt: string) => Bent<string>; fetched: number } = {
    list: createStatusList(2, 100),
    fetched: 0,
  }
  parts.network.connect('https://status.example', async (request: Request) => {
    status.fetched += 1
    const uri = request.url
    const signer = uri.endsWith('/2') ? parts.attestationSigner : parts.credentialSigner
    const input = { uri, list: status.list, now: parts.clock.now(), lifetimeSeconds: 600, ttlSeconds: 60 }
    const jwt = await createStatusListToken(signer, input)
    const body = (await status.bend?.(jwt)) ?? jwt
    return new Response(body, { headers: { 'content-type': 'application/statuslist+jwt' } })
  })
  const setStatusOf = (what: keyof typeof statusIndexes, value: number): void =>
    setStatus(status.list, statusIndexes[what], value)
  return { status, setStatusOf }
}

export interface Browser {
  readonly cookies: Map<string, string>
  get(url: string, headers?: Record<string, string>): Promise<Response>
}

/** A browser that keeps cookies and follows nothing. */
export function createBrowser(fixture: Pick<RelyingPartyFixture, 'send'>): Browser {
  const cookies = new Map<string, string>()
  return {
    cookies,
    get: async (url, headers = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fixture.send(
        new Request(url, { headers: { ...(cookie === '' ? {} : { cookie }), ...headers } }),
      )
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
      }
      return response
    },
  }
}

export interface Started {
  readonly browser: Browser
  readonly response: Response
  readonly page: string
  readonly engagementUrl: string
  readonly parameters: URLSearchParams
  readonly requestUri: string
  readonly id: string
}

/** Opens the start page in a browser and reads what the wallet would read off the 302 or the QR code's link. */
export async function start(
  fixture: RelyingPartyFixture,
  query = 'variant=dcql&flow=cross-device',
  browser = createBrowser(fixture),
): Promise<Started> {
  const response = await browser.get(`${rpId}/presentations/new?${query}`)
  const page = await response.text()
  const link = /id="wallet-link"[^>]*href="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const engagementUrl = response.headers.get('location') ?? link
  const parameters = new URL(engagementUrl).searchParams
  const requestUri = parameters.get('request_uri') ?? ''
  return { browser, response, page, engagementUrl, parameters, requestUri, id: requestUri.split('id=')[1] ?? '' }
}

export interface RequestObject {
  readonly jwt: string
  readonly header: Bendable
  readonly payload: Bendable
}

/** Fetches the Request Object as a wallet would. */
export async function fetchRequest(
  fixture: RelyingPartyFixture,
  { requestUri, parameters }: Pick<Started, 'requestUri' | 'parameters'>,
  form: Record<string, string> | undefined = parameters.get('request_uri_method') === 'post' ? {} : undefined,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = form && new URLSearchParams(form)
  return fixture.send(new Request(requestUri, { headers, ...(body && { method: 'POST', body }) }))
}

export async function requestObjectOf(response: Response): Promise<RequestObject> {
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return { jwt: text, ...decodeJwt(text) }
}

export interface TestWallet {
  readonly holder: Signer
  readonly attested: Signer
}

export const testWallet = async ({ crypto }: Pick<RelyingPartyFixture, 'crypto'>): Promise<TestWallet> => ({
  holder: await generateSigner({ crypto }),
  attested: await generateSigner({ crypto }),
})

export const person = {
  given_name: 'Ada',
  family_name: 'Rossi',
  birthdate: '1980-01-10',
  place_of_birth: { country: 'IT', locality: 'Roma' },
  tax_id_number: 'TINIT-RSSDAA80A50H501X',
}

/** A PID of the issuer for the wallet's holder key. */
export async function issuePid(fixture: RelyingPartyFixture, wallet: TestWallet, bend: Bend = {}): Promise<string> {
  const now = fixture.clock.now()
  const content: Bendable = {
    signer: fixture.credentialSigner,
    header: { typ: 'dc+sd-jwt', kid: fixture.credentialSigner.kid },
    plain: {
      iss: issuerId,
      iat: now - 60,
      exp: now + 86_400,
      vct: 'eu.eudiw.pid.it',
      cnf: { jwk: bareJwk(wallet.holder.publicJwk) },
      status: { status_list: { idx: statusIndexes.pid, uri: statusUri } },
    },
    disclosable: { ...person },
  }
  await bend.credential?.(content)
  return issueSdJwt(fixture, content.signer, content)
}

/** The credential with its disclosures and a KB-JWT for this request. */
export async function presentPid(
  fixture: RelyingPartyFixture,
  wallet: TestWallet,
  request: RequestObject,
  bend: Bend = {},
): Promise<string> {
  const pid = await issuePid(fixture, wallet, bend)
  const names = bend.disclose ?? ['given_name', 'family_name', 'tax_id_number']
  const selected = presentSdJwt(
    fixture,
    pid,
    names.map((name) => [name]),
  )
  assert.ok(!failed(selected))
  const presented = (await bend.presented?.(selected)) ?? selected
  const binding = { aud: rpId, nonce: request.payload.nonce, now: fixture.clock.now(), signer: wallet.holder }
  await bend.binding?.(binding)
  const jwt = await createKeyBindingJwt(fixture, binding.signer, selected, binding)
  assert.ok(!failed(jwt))
  return presented + (bend.kbJwt ? await bend.kbJwt(jwt, binding.signer) : jwt)
}

export async function attestationOf(
  fixture: RelyingPartyFixture,
  wallet: TestWallet,
  bend: Bend = {},
): Promise<string> {
  const content: Bendable = {
    signer: fixture.attestationSigner,
    iss: providerId,
    ephemeralKey: wallet.attested.publicJwk,
    aal: 'https://trust-list.eu/aal/high',
    capabilities: {
      authorization_endpoint: 'https://wallet.example/authorization',
      response_types_supported: ['vp_token'],
      response_modes_supported: ['form_post.jwt'],
      vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] } },
      request_object_signing_alg_values_supported: ['ES256'],
    },
    client_id_schemes_supported: ['entity_id'],
    trustChain: fixture.providerChain,
    iat: fixture.clock.now() - 10,
    lifetimeSeconds: 3600,
    status: { status_list: { idx: statusIndexes.attestation, uri: statusUri.replace(/1$/, '2') } },
  } satisfies WalletAttestationContent & { signer: Signer }
  await bend.attestation?.(content)
  const jwt = await createWalletAttestation(fixture, content.signer, content)
  return bend.attestationJwt ? bend.attestationJwt(jwt, content.signer) : jwt
}

/** The form of a valid answer to a request, as bent. */
export async function answerForm(
  fixture: RelyingPartyFixture,
  wallet: TestWallet,
  request: RequestObject,
  bend: Bend = {},
): Promise<Record<string, string>> {
  const pid = await presentPid(fixture, wallet, request, bend)
  const attestation = await attestationOf(fixture, wallet, bend)
  const members: Bendable = request.payload.dcql_query
    ? { vp_token: { pid, wallet_attestation: attestation }, state: request.payload.state }
    : {
        vp_token: [pid, attestation],
        presentation_submission: submission,
        state: request.payload.state,
      }
  await bend.members?.(members)
  const form = await seal(fixture, wallet, request, members, bend)
  await bend.form?.(form)
  return form
}

export const submission = {
  id: 'submission',
  definition_id: 'pid-login',
  descriptor_map: [
    { id: 'PersonIdentificationData', format: 'vc+sd-jwt', path: '$[0]' },
    { id: 'WalletAttestation', format: 'jwt', path: '$[1]' },
  ],
}

async function seal(
  fixture: RelyingPartyFixture,
  wallet: TestWallet,
  request: RequestObject,
  members: Bendable,
  bend: Bend,
): Promise<Bendable> {
  const mode = request.payload.response_mode === 'direct_post' ? 'plain' : 'encrypted'
  const protection = bend.protection ?? mode
  const texts = Object.entries(members).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  if (protection === 'plain') return Object.fromEntries(texts)
  const signed = protection === 'encrypted' ? undefined : await signResponse(fixture, wallet, members, bend)
  if (protection === 'signed') return { response: signed }
  const recipient: Bendable = {
    alg: 'ECDH-ES',
    enc: 'A256GCM',
    recipient: fixture.decrypter.publicJwk,
    ...(signed && { header: { cty: 'JWT' } }),
  } satisfies JweRecipient
  bend.recipient?.(recipient)
  const response = await encryptJwe(fixture, recipient, recipient.plaintext ?? signed ?? JSON.stringify(members))
  assert.ok(!failed(response))
  return { response }
}

async function signResponse(fixture: RelyingPartyFixture, { attested }: TestWallet, members: object, bend: Bend) {
  const now = fixture.clock.now()
  const iss = jwkThumbprint(fixture, attested.publicJwk)
  const claims = { iss, aud: rpId, iat: now, exp: now + 60, ...members }
  const jwt = await signJwt(attested, { typ: 'oauth-authz-resp+jwt', kid: attested.kid }, claims)
  return bend.signedResponse ? bend.signedResponse(jwt, attested) : jwt
}

export const post = (fixture: RelyingPartyFixture, form: Record<string, string>): Promise<Response> =>
  fixture.send(new Request(`${rpId}/response`, { method: 'POST', body: new URLSearchParams(form) }))

/** One presentation up to the wallet's post: start, fetch, answer. */
export async function present(
  fixture: RelyingPartyFixture,
  { query, wallet, bend = {} }: { query?: string; wallet?: TestWallet; bend?: Bend } = {},
) {
  const started = await start(fixture, query)
  const request = await requestObjectOf(await fetchRequest(fixture, started))
  const own = wallet ?? (await testWallet(fixture))
  const response = await post(fixture, await answerForm(fixture, own, request, bend))
  return { started, request, wallet: own, response }
}

export const bodyOf = async (response: Response): Promise<Bendable> => JSON.parse(await response.clone().text())

/** Asserts which rule refused, by the decision's record and on the wire. */
export async function assertRefused(
  fixture: RelyingPartyFixture,
  response: Response,
  [id, code, status, error = 'invalid_request']: readonly [id: string, code: string, status: number, error?: string],
): Promise<void> {
  const refusal = fixture.sink.lastRefusal()
  const last = refusal?.checks.at(-1)
  assert.deepEqual([last?.requirement, last?.code], [id, code], await response.clone().text())
  assert.equal(response.status, status)
  const body = await bodyOf(response)
  assert.equal(body.error, error)
  assert.match(body.error_description, new RegExp(`\\[${id}\\]$`))
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('fiducia-trace'), refusal?.trace)
  assert.deepEqual(fixture.faults, [])
}

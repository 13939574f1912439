/**
 * A Relying Party in a federation in memory with an anchor, a Wallet Provider and a PID issuer; and a browser that
 * keeps cookies.
 */
import assert from 'node:assert/strict'
import type { Clock, Crypto, JsonObject } from '../../src/base/index.ts'
import { createFederationTrustEvaluator } from '../../src/federation/index.ts'
import {
  type Decrypter,
  generateDecrypter,
  generateSigner,
  type JweEncryption,
  type Signer,
  withKeyCache,
} from '../../src/jose/index.ts'
import { memberCertificateSettings } from '../../src/member/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { createCertifiedJwk } from '../../src/oid4vci/index.ts'
import { furtherProfileNames, type ProfileName } from '../../src/profiles/index.ts'
import {
  createRelyingParty,
  type RelyingPartyContext,
  type RelyingPartyStores,
  relyingPartyConfig,
} from '../../src/relying-party/index.ts'
import { createStatusList, createStatusListToken, type StatusList, setStatus } from '../../src/status-list/index.ts'
import { openSqliteStores } from '../../src/stores/sqlite/open-stores.ts'
import { createCertifiedFederation, statedWith } from './certificates/certified-federation.ts'
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
import { inTurn, replicatedStores } from './replicated.ts'
import { seededRandom } from './seeded-random.ts'
import { sharedMdocIssuer } from './shared-fixtures.ts'

// biome-ignore lint/suspicious/noExplicitAny: what a test may bend in any way
export type Bendable = any
export type Bent<T> = T | Promise<T>

export interface FixtureOptions {
  readonly config?: object
  readonly stores?: RelyingPartyStores
  readonly crypto?: Crypto
  readonly receive?: RelyingPartyContext['receive']
  readonly administrators?: RelyingPartyContext['administrators']
  readonly testSwitches?: RelyingPartyContext['testSwitches']
  /** The mdoc issuer of another fixture, whose certificates are already cached. */
  readonly mdocIssuer?: Awaited<ReturnType<typeof sharedMdocIssuer>>
  /** Metadata of the credential issuer in its entity configuration; keys and identifier are added. */
  readonly issuerMetadata?: JsonObject
  /** Makes the key that signs Request Objects fail. */
  readonly brokenSigner?: boolean
  /** The Wallet Provider's identifier. */
  readonly walletProviderId?: string
  /** Defaults to a new decrypter for ECDH-ES. */
  readonly decrypter?: Decrypter
  readonly furtherResponseKeys?: RelyingPartyContext['furtherResponseKeys']
  /** Encryptions that the decrypter accepts. Defaults to all. */
  readonly encryptions?: readonly JweEncryption[]
}

export const rpId = 'https://rp.example'
/** Identifier of the service's entity in each profile. */
export const entityIds: Readonly<Record<ProfileName, string>> = {
  seed: rpId,
  'it-wallet-1.0': `${rpId}/1.0`,
  'it-wallet-1.4': `${rpId}/1.4`,
}
export const issuerId = 'https://issuer.example'
export const providerId = 'https://wallet-provider.example'
export const statusUri = 'https://status.example/lists/1'
export const statusIndexes = { pid: 7, attestation: 8 } as const

export type RelyingPartyFixture = Awaited<ReturnType<typeof relyingPartyFixture>>

/** Certificates of an entity in a further profile. */
export const certification = {
  settings: memberCertificateSettings.parse({ test: true }),
  organizationName: organization.organization_name,
}

export async function relyingPartyFixture(options: FixtureOptions = {}) {
  const clock = fixedClock()
  const network = createNetwork()
  let chance = seededRandom('relying-party')
  const random = { bytes: (length: number) => chance.bytes(length) }
  /** Restarts the sequence of random values, so that QR codes in screenshots do not depend on earlier requests. */
  const reseed = (seed: string): void => {
    chance = seededRandom(seed)
  }
  const crypto = options.crypto ?? withKeyCache(createNodeCrypto())
  const sink = recordingSink()
  const faults: unknown[] = []
  const troubles: string[] = []
  const anchor = await testEntity('https://anchor.example', { fetch: true })
  const attestationSigner = await generateSigner({ crypto })
  const credentialSigner = await generateSigner({ crypto })
  const hints = [anchor.entityId]
  const jwksOf = (signer: Signer) => ({ keys: [signer.publicJwk] }) as unknown as JsonObject
  const provider = await testEntity(options.walletProviderId ?? providerId, {
    hints,
    metadata: {
      wallet_provider: {
        jwks: jwksOf(attestationSigner),
        aal_values_supported: ['high', 'low'].map((level) => `https://trust-list.eu/aal/${level}`),
      },
    },
  })
  const certified = { organizationName: 'An issuer', country: 'IT', credentialLifetimeSeconds: 86_400 }
  const mdocIssuer = options.mdocIssuer ?? (await sharedMdocIssuer({ clock }, { entityId: issuerId, ...certified }))
  const documentKey = createCertifiedJwk(mdocIssuer.signer.publicJwk, [mdocIssuer.certificate, mdocIssuer.authority])
  const issuerKeys = [credentialSigner.publicJwk, documentKey] as unknown as JsonObject[]
  const issuer = await testEntity(issuerId, {
    hints,
    metadata: {
      openid_credential_issuer: {
        ...options.issuerMetadata,
        credential_issuer: issuerId,
        jwks: { keys: issuerKeys },
      },
    },
  })
  const own = await testEntity(rpId, { hints })
  const profileEntities = await Promise.all(furtherProfileNames.map((name) => testEntity(entityIds[name], { hints })))
  const certificates = await createCertifiedFederation({ clock, network })
  const { root } = certificates
  const issuerCertificate = await certificates.certifyMember(issuer)
  /** Claims of the anchor's statement about the issuer. A test changes them. */
  const issuerStatement = statedWith(issuerCertificate) as Bendable
  const certifiedMembers = await Promise.all(
    [provider, own, ...profileEntities].map(
      async (entity): Promise<[typeof own, JsonObject]> => [
        entity,
        statedWith(await certificates.certifyMember(entity)),
      ],
    ),
  )
  connectEntity(network, clock, anchor, [[issuer, issuerStatement], ...certifiedMembers])
  connectEntity(network, clock, provider)
  connectEntity(network, clock, issuer)
  const anchors = anchorsOf(anchor)
  const enc = options.encryptions ? { enc: options.encryptions } : {}
  const decrypter = options.decrypter ?? (await generateDecrypter({ crypto }, 'ECDH-ES', enc))
  const working = await generateSigner({ crypto })
  const requestSigner: Signer = options.brokenSigner
    ? { ...working, sign: () => Promise.reject(new Error('the key is gone')) }
    : working
  const replicated = await replicatedStores('relying-party')
  const stores = replicated?.[0] ?? options.stores ?? openSqliteStores('relying-party', ':memory:').stores
  const config = relyingPartyConfig.parse({
    entityId: rpId,
    clientName: 'Comune di Prova',
    demonstration: true,
    organization,
    authorityHints: hints,
    ...options.config,
  })
  const context: RelyingPartyContext = {
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
    certificates: certificates.evaluator(),
    federationSigner: own.signer,
    requestSigner,
    decrypter,
    ...(options.furtherResponseKeys && { furtherResponseKeys: options.furtherResponseKeys }),
    stores,
    ...(config.profile !== 'seed' && { certification }),
    decisions: sink,
    ...(options.receive && { receive: options.receive }),
    ...(options.administrators && { administrators: options.administrators }),
    ...(options.testSwitches && { testSwitches: options.testSwitches }),
    onFault: (fault) => faults.push(fault),
    onTrouble: (what) => troubles.push(what),
  }
  const rp = createRelyingParty(context)
  const others = (replicated ?? []).slice(1).map((each) => createRelyingParty({ ...context, stores: each }).app)
  const send = inTurn([rp.app, ...others])
  network.connect(rpId, send)
  const parts = {
    clock,
    network,
    random,
    crypto,
    sink,
    faults,
    troubles,
    anchor,
    provider,
    issuer,
    own,
    attestationSigner,
  }
  const at = clock.now()
  const providerChain = await signAll([configurationOf(provider, at), statementAbout(provider, anchor, at)])
  const lists = serveStatusList({ network, clock, credentialSigner, attestationSigner })
  return {
    ...parts,
    ...lists,
    providerChain,
    credentialSigner,
    mdocIssuer,
    decrypter,
    requestSigner,
    reseed,
    stores,
    config,
    rp,
    send,
    context,
    profileEntities,
    root,
    certificates,
    issuerCertificate,
    issuerStatement,
    /** `x5c` of the key that signs credentials. */
    issuerX5c: await certificates.chainOf(issuerCertificate, credentialSigner),
  }
}

/** Serves one list, in a token of the issuer and in one of the Wallet Provider. A test may change the tokens. */
function serveStatusList(parts: {
  readonly network: Network
  readonly clock: Clock
  readonly credentialSigner: Signer
  readonly attestationSigner: Signer
}) {
  const status: { list: StatusList; bend?: (jwt: string) => Bent<string>; fetched: number } = {
    list: createStatusList(4, 100),
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

/** Returns the metadata in the entity's published configuration, by entity type. */
export async function metadataOf({ config, send }: Pick<RelyingPartyFixture, 'config' | 'send'>): Promise<Bendable> {
  const response = await send(new Request(`${config.entityId}/.well-known/openid-federation`))
  return decodeJwt(await response.text()).payload.metadata
}

/** Creates a browser that keeps cookies and follows no redirect. It begins with a copy of the cookies of `like`. */
export function createBrowser(fixture: Pick<RelyingPartyFixture, 'send'>, like?: Pick<Browser, 'cookies'>): Browser {
  const cookies = new Map(like?.cookies)
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

/** Opens the start page in a browser. Returns what a wallet reads from the 302 or the QR code's link. */
export async function start(
  fixture: RelyingPartyFixture,
  query = 'variant=dcql&flow=cross-device',
  browser = createBrowser(fixture),
): Promise<Started> {
  return readStarted(browser, await browser.get(`${fixture.config.entityId}/presentations/new?${query}`))
}

/** Reads what a wallet gets from a 302 or from the link on a page. Without either, URL and ids are empty. */
export async function readStarted(browser: Browser, response: Response): Promise<Started> {
  const page = await response.text()
  const link = /id="wallet-link"[^>]*href="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const engagementUrl = response.headers.get('location') ?? link
  const parameters = new URL(engagementUrl || 'about:blank').searchParams
  const requestUri = parameters.get('request_uri') ?? ''
  return { browser, response, page, engagementUrl, parameters, requestUri, id: requestUri.split('id=')[1] ?? '' }
}

export interface RequestObject {
  readonly jwt: string
  readonly header: Bendable
  readonly payload: Bendable
}

/** Fetches the Request Object as a wallet does. */
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

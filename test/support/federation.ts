/**
 * Federations in memory: entities with their own keys, statements that a test may change before they are signed, and
 * entities connected to the in-memory internet.
 */
import type { Clock, Crypto, JsonObject, NumericDate, PublicJwk } from '../../src/base/index.ts'
import {
  createEntityConfigurationPublisher,
  createFederationTrustEvaluator,
  entityConfigurationPath,
  entityStatementMediaType,
  entityStatementType,
  type FederationTrustConfig,
  type FederationTrustContext,
  fixedRingKeys,
  type Metadata,
  type PublisherConfig,
  type TrustAnchors,
} from '../../src/federation/index.ts'
import { generateSigner, type JwsAlgorithm, type Signer, signJwt, withKeyCache } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import type { Network } from './network.ts'

export const crypto: Crypto = withKeyCache(createNodeCrypto())
export const urls = { loopbackHttp: false }

export const organization = {
  organization_name: 'Ente di Prova',
  homepage_uri: 'https://ente.example',
  policy_uri: 'https://ente.example/privacy',
  tos_uri: 'https://ente.example/termini',
  logo_uri: 'https://ente.example/logo.svg',
}

export interface TestEntity {
  readonly entityId: string
  readonly signer: Signer
  readonly metadata: Metadata
  readonly hints: readonly string[]
}

/** Creates an entity with a fresh key. With `fetch`, its metadata names a fetch and a list endpoint. */
export async function testEntity(
  entityId: string,
  {
    hints = [],
    metadata = {},
    fetch = false,
    alg = 'ES256',
  }: { hints?: readonly string[]; metadata?: Metadata; fetch?: boolean; alg?: JwsAlgorithm } = {},
): Promise<TestEntity> {
  const endpoints = {
    federation_fetch_endpoint: `${entityId}/fetch`,
    federation_list_endpoint: `${entityId}/list`,
  }
  const federation_entity = { ...organization, ...(fetch && endpoints) }
  return {
    entityId,
    signer: await generateSigner({ crypto }, alg),
    hints,
    metadata: { federation_entity, ...metadata },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a statement to be bent in any way
type Bendable = any

/** A statement before its signature. */
export interface Draft {
  signer: Signer
  header: Bendable
  payload: Bendable
}

const draft = (signer: Signer, now: NumericDate, payload: object): Draft => ({
  signer,
  header: { typ: entityStatementType, kid: signer.kid },
  payload: structuredClone({ iat: now, exp: now + 3600, ...payload }),
})

export const configurationOf = ({ entityId, signer, metadata, hints }: TestEntity, now: NumericDate): Draft =>
  draft(signer, now, {
    iss: entityId,
    sub: entityId,
    jwks: { keys: [signer.publicJwk] },
    metadata,
    ...(hints.length > 0 && { authority_hints: hints }),
  })

export const statementAbout = (
  subject: TestEntity,
  superior: TestEntity,
  now: NumericDate,
  further: object = {},
): Draft =>
  draft(superior.signer, now, {
    iss: superior.entityId,
    sub: subject.entityId,
    jwks: { keys: [subject.signer.publicJwk] },
    ...further,
  })

export const sign = ({ signer, header, payload }: Draft): Promise<string> => signJwt(signer, header, payload)

/** Returns an HTTP response with an entity statement. */
export const statementResponse = (statement: string | Uint8Array): Response =>
  new Response(statement as string, { headers: { 'content-type': entityStatementMediaType } })

/** Connects endpoints by their paths. An answer of `instead` takes precedence. Other paths answer 404. */
export const connectEndpoints = (
  network: Pick<Network, 'connect'>,
  entityId: string,
  endpoints: Readonly<Record<string, (request: Request) => Promise<Response>>>,
  instead: (path: string, request: Request) => Response | undefined | Promise<Response | undefined>,
): void =>
  network.connect(entityId, async (request) => {
    const { pathname } = new URL(request.url)
    const answer = await instead(pathname, request.clone())
    return answer ?? (await endpoints[pathname]?.(request)) ?? new Response('{}', { status: 404 })
  })

export const signAll = (drafts: readonly Draft[]): Promise<string[]> => Promise.all(drafts.map(sign))

export const anchorsOf = (...entities: readonly Pick<TestEntity, 'entityId' | 'signer'>[]): TrustAnchors =>
  new Map(entities.map(({ entityId, signer }) => [entityId, [signer.publicJwk]]))

/**
 * Creates a leaf, an intermediate and an anchor. `drafts` returns their chain, with the anchor's configuration at its
 * end.
 */
export async function threeEntities(metadata: Metadata = { wallet_provider: {} }) {
  const anchor = await testEntity('https://anchor.example', { fetch: true })
  const intermediate = await testEntity('https://middle.example', { fetch: true, hints: [anchor.entityId] })
  const leaf = await testEntity('https://leaf.example', { hints: [intermediate.entityId], metadata })
  const drafts = (now: NumericDate): [Draft, Draft, Draft, Draft] => [
    configurationOf(leaf, now),
    statementAbout(leaf, intermediate, now),
    statementAbout(intermediate, anchor, now),
    configurationOf(anchor, now),
  ]
  return { anchor, intermediate, leaf, drafts }
}

/**
 * Serves an entity's configuration and its statements about the entities `below`. Each statement is signed on request
 * and is valid for an hour by default.
 */
export function connectEntity(
  network: Pick<Network, 'connect'>,
  clock: Clock,
  entity: TestEntity,
  below: readonly (TestEntity | [TestEntity, JsonObject])[] = [],
  lifeSeconds = 3600,
): void {
  const respond = async ({ payload, ...statement }: Draft): Promise<Response> => {
    const compact = await sign({ ...statement, payload: { ...payload, exp: payload.exp - 3600 + lifeSeconds } })
    return statementResponse(compact)
  }
  const subordinates = new Map(
    below.map(
      (entry) =>
        (Array.isArray(entry) ? [entry[0].entityId, entry] : [entry.entityId, [entry, {}]]) as [
          string,
          [TestEntity, JsonObject],
        ],
    ),
  )
  const prefix = new URL(entity.entityId).pathname.replace(/\/$/, '')
  network.connect(entity.entityId, async (request) => {
    const url = new URL(request.url)
    const found = subordinates.get(url.searchParams.get('sub') ?? '')
    const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname
    if (path === entityConfigurationPath) return respond(configurationOf(entity, clock.now()))
    if (path !== '/fetch' || found === undefined) return new Response('{}', { status: 404 })
    return respond(statementAbout(found[0], entity, clock.now(), found[1]))
  })
}

/** The clock and the in-memory internet of a federation. */
export interface Surroundings {
  readonly clock: Clock
  readonly network: Pick<Network, 'fetch' | 'connect'>
}

/** Returns a trust evaluator with an empty cache. Tolerates no clock skew by default. */
export const evaluatorOf = (
  { clock, network: { fetch } }: { readonly clock: Clock; readonly network: Pick<Network, 'fetch'> },
  anchors: TrustAnchors,
  further: Partial<FederationTrustConfig> & Partial<Pick<FederationTrustContext, 'onStaleTrust'>> = {},
) => {
  const { onStaleTrust, ...config } = further
  const ctx = { crypto, clock, fetch, ...(onStaleTrust && { onStaleTrust }) }
  return createFederationTrustEvaluator(ctx, { anchors, urls, skewSeconds: 0, ...config })
}

/** Returns the publisher of an entity's configuration and Trust Chain. */
export const publisherOf = (
  { clock, network: { fetch } }: Surroundings,
  { entityId, signer, metadata, hints }: TestEntity,
  { furtherKeys, ...further }: Partial<PublisherConfig> & { readonly furtherKeys?: readonly PublicJwk[] } = {},
) =>
  createEntityConfigurationPublisher(
    { crypto, clock, fetch, keys: fixedRingKeys(signer, furtherKeys) },
    {
      entityId,
      metadata: metadata as never,
      authorityHints: hints,
      lifetimeSeconds: 3600,
      anchors: new Map(),
      urls,
      skewSeconds: 0,
      ...further,
    },
  )

/** Serves an entity's configuration as its publisher signs it. */
export function publishEntity(
  at: Surroundings,
  entity: TestEntity,
  further: Parameters<typeof publisherOf>[2] = {},
): void {
  const publisher = publisherOf(at, entity, further)
  at.network.connect(entity.entityId, async () => {
    const { jwt } = await publisher.entityConfiguration(at.clock.now())
    return statementResponse(jwt)
  })
}

/**
 * Returns an entity with the identifier of another one and with a new key. Its chain is valid: an intermediate that is
 * not the superior of the other entity issues a statement about it. `stateIntermediate` returns the anchor's statement
 * about the intermediate.
 */
export async function createImpersonation(
  { entityId, metadata }: Pick<TestEntity, 'entityId' | 'metadata'>,
  now: NumericDate,
  stateIntermediate: (intermediate: TestEntity) => Promise<string>,
): Promise<{ readonly entityId: string; readonly signer: Signer; readonly trustChain: readonly string[] }> {
  const intermediate = await testEntity('https://intermediate.example', { fetch: true })
  const forged = await testEntity(entityId, { hints: [intermediate.entityId] })
  const jwks = { keys: [forged.signer.publicJwk] as unknown as JsonObject[] }
  const types = Object.entries(metadata).filter(([type]) => type !== 'federation_entity')
  const claimed = { ...forged.metadata, ...Object.fromEntries(types.map(([type, own]) => [type, { ...own, jwks }])) }
  const statements = [configurationOf({ ...forged, metadata: claimed }, now), statementAbout(forged, intermediate, now)]
  return {
    entityId,
    signer: forged.signer,
    trustChain: [...(await signAll(statements)), await stateIntermediate(intermediate)],
  }
}

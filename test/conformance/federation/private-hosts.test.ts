/**
 * Strangers and entities that name hosts of the private network, over TLS and the guarded client. All names resolve to
 * one server on loopback, so that every host is a private one.
 */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:https'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { failed, markStrangerRequest } from '../../../src/base/index.ts'
import { createFederationTrustEvaluator, surveyFederation } from '../../../src/federation/index.ts'
import { defaultAlgorithms } from '../../../src/jose/index.ts'
import { createGuardedFetch, createSystemClock, type GuardedFetchOptions } from '../../../src/node/index.ts'
import { issueServerCertificate } from '../../../src/sandbox/local-authority.ts'
import { anchorsOf, connectEntity, crypto, type TestEntity, testEntity, urls } from '../../support/federation.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { freshDirectory } from '../../support/fresh-directory.ts'
import { answering } from '../../support/guarded-fetch.ts'
import { closeServer, listenLocally } from '../../support/local-server.ts'
import { createNetwork } from '../../support/network.ts'

const clock = fixedClock()
const names = ['anchor.internal', 'middle.internal', 'leaf.internal', 'registry.internal']
const tls = issueServerCertificate({ clock: createSystemClock() }, join(freshDirectory(), 'authority.json'), names)

describe('private hosts', () => {
  let network = createNetwork()
  /** Requests that the server received. */
  let received: string[] = []
  let server: Server
  let port: number
  let anchor: TestEntity
  let middle: TestEntity
  let leaf: TestEntity
  const at = (name: string): string => `https://${name}.internal:${port}`
  const hosts = (...parties: readonly string[]): string[] => parties.map((name) => `${name}.internal:${port}`)

  before(async () => {
    server = createServer({ key: tls.key, cert: tls.cert }, async (request, response) => {
      const url = `https://${request.headers.host}${request.url}`
      received.push(`${request.method} ${url}`)
      const answer = await network.fetch(new Request(url)).catch(() => undefined)
      if (answer === undefined) return void response.destroy()
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    })
    port = await listenLocally(server)
  })
  after(() => closeServer(server))

  beforeEach(async () => {
    network = createNetwork()
    received = []
    anchor = await testEntity(at('anchor'), { fetch: true })
    middle = await testEntity(at('middle'), { fetch: true, hints: [anchor.entityId] })
    leaf = await testEntity(at('leaf'), { hints: [middle.entityId], metadata: { wallet_provider: {} } })
    connectEntity(network, clock, anchor, [middle])
    connectEntity(network, clock, middle, [leaf])
    connectEntity(network, clock, leaf)
    network.connect(at('registry'), async () => new Response('{}', { status: 418 }))
  })

  async function withClient<T>(
    options: GuardedFetchOptions,
    run: (fetch: (request: Request) => Promise<Response>) => Promise<T>,
  ): Promise<T> {
    const certificateAuthorities = [tls.authority]
    const fetch = createGuardedFetch({ lookup: answering('127.0.0.1'), certificateAuthorities, ...options })
    try {
      return await run(fetch)
    } finally {
      await fetch.close()
    }
  }

  /** Evaluates an entity for an unknown client, as a service does. */
  const judge = (options: GuardedFetchOptions, entityId = leaf.entityId): Promise<string> =>
    withClient(options, async (fetch) => {
      const ctx = { crypto, fetch, clock, clientNetwork: () => 'network' }
      const trust = createFederationTrustEvaluator(ctx, { anchors: anchorsOf(anchor), urls, skewSeconds: 30 })
      const verdict = await trust.evaluate(entityId, ['wallet_provider'])
      return failed(verdict) ? [verdict.code, verdict.at, verdict.evidence?.found].filter(Boolean).join(' ') : 'trusted'
    })

  /** Replaces an endpoint of an entity by one at the registry. */
  const namingRegistry = (entity: TestEntity, member: string): TestEntity => ({
    ...entity,
    metadata: {
      federation_entity: { ...entity.metadata.federation_entity, [member]: `${at('registry')}/any?action=1` },
    },
  })

  const isRegistry = (request: string): boolean => request.includes('registry')

  test('FED-125 an entity in a private network is trusted if its host and port are listed, or an anchor is', async () => {
    assert.equal(await judge({ trustedHosts: hosts('anchor', 'middle', 'leaf') }), 'trusted')
    const anchorWithoutPort = ['anchor.internal', ...hosts('middle', 'leaf')]
    assert.equal(await judge({ trustedHosts: anchorWithoutPort, knownHosts: hosts('anchor') }), 'trusted')
    assert.match(await judge({ trustedHosts: anchorWithoutPort }), /address_forbidden/)
  })

  test('FED-125 a stranger cannot choose the port of a trusted host', async () => {
    const trustedHosts = ['registry.internal']
    assert.match(await judge({ trustedHosts }, `${at('registry')}/x`), /address_forbidden/)
    assert.deepEqual(received, [])
    await withClient({ trustedHosts }, (fetch) => fetch(new Request(`${at('registry')}/own`)))
    assert.deepEqual(received, [`GET ${at('registry')}/own`], 'the deployment itself reaches any port')
  })

  test('FED-125 an unknown superior cannot choose a path of a private host with its fetch endpoint', async () => {
    connectEntity(network, clock, namingRegistry(middle, 'federation_fetch_endpoint'), [leaf])
    const trustedHosts = hosts('anchor', 'middle', 'leaf', 'registry')
    assert.match(await judge({ trustedHosts }), /address_forbidden\.statement/)
    assert.match(await judge({ trustedHosts, loopbackHttp: true }), /address_forbidden\.statement/)
    assert.deepEqual(received.filter(isRegistry), [])
  })

  test('FED-125 a pinned anchor may have its fetch endpoint at another private host', async () => {
    connectEntity(network, clock, namingRegistry(anchor, 'federation_fetch_endpoint'), [middle])
    await judge({ trustedHosts: hosts('anchor', 'middle', 'leaf', 'registry') })
    assert.deepEqual(received.filter(isRegistry).length, 1)
  })

  test('FED-125 a connection of the deployment to a private host is not used for a forbidden request', async () => {
    connectEntity(network, clock, namingRegistry(middle, 'federation_fetch_endpoint'), [leaf])
    await withClient({ trustedHosts: ['registry.internal'] }, async (fetch) => {
      await fetch(new Request(`${at('registry')}/own`))
      const request = markStrangerRequest(new Request(`${at('registry')}/any`), {})
      await assert.rejects(fetch(request), { code: 'address_forbidden' })
    })
    assert.deepEqual(received, [`GET ${at('registry')}/own`])
  })

  test('FED-125 a surveyed entity cannot choose a path of a private host with its list endpoint', async () => {
    connectEntity(network, clock, namingRegistry(middle, 'federation_list_endpoint'), [leaf])
    const statements = createNetwork()
    connectEntity(statements, clock, anchor, [middle])
    network.connect(anchor.entityId, async (request) => {
      const isList = new URL(request.url).pathname === '/list'
      return isList ? Response.json([middle.entityId]) : statements.fetch(request)
    })
    const options = { urls, algorithms: defaultAlgorithms }
    const survey = (first: TestEntity, trustedHosts = [...hosts('anchor', 'middle', 'leaf'), 'registry.internal']) =>
      withClient({ trustedHosts }, (fetch) => surveyFederation(fetch, [first.entityId], options))
    await survey(anchor)
    await survey(anchor, ['middle.internal', ...hosts('anchor', 'leaf', 'registry')])
    assert.ok(received.includes(`GET ${at('anchor')}/list`))
    assert.deepEqual(received.filter(isRegistry), [])
    await survey(middle)
    assert.equal(received.filter(isRegistry).length, 1, 'the first entity is the choice of the operator')
    await survey(anchor, hosts('anchor', 'middle', 'leaf', 'registry'))
    assert.equal(received.filter(isRegistry).length, 2, 'the operator lists both hosts with their ports')
  })

  test('FED-125 the deployment reaches the endpoint of a superior at another private host if both hosts are listed', async () => {
    connectEntity(network, clock, namingRegistry(middle, 'federation_fetch_endpoint'), [leaf])
    const ask = (trustedHosts: readonly string[]) =>
      withClient({ trustedHosts }, async (fetch) => {
        const trust = createFederationTrustEvaluator(
          { crypto, fetch, clock },
          { anchors: anchorsOf(anchor), urls, skewSeconds: 30 },
        )
        await trust.evaluate(leaf.entityId, ['wallet_provider'])
        return received.splice(0).filter(isRegistry).length
      })
    assert.equal(await ask([...hosts('anchor', 'middle', 'leaf'), 'registry.internal']), 0)
    assert.equal(await ask(['middle.internal', ...hosts('anchor', 'leaf', 'registry')]), 0)
    assert.equal(await ask(hosts('anchor', 'middle', 'leaf', 'registry')), 1)
  })

  test('FED-126 a stranger learns neither the status nor the type of a private answer, nor the cause of a missing one', async () => {
    const answers = {
      missing: new Response('', { status: 404 }),
      forbidden: new Response('', { status: 403 }),
      moved: new Response('', { status: 302, headers: { location: '/x' } }),
      created: new Response('', { status: 201 }),
      page: new Response('<p>', { headers: { 'content-type': 'text/html' } }),
      long: new Response('x'.repeat(3_000_000), { headers: { 'content-type': 'text/html' } }),
      coded: new Response('x', { headers: { 'content-encoding': 'gzip' } }),
    }
    const outcomes = new Set<string>()
    for (const answer of Object.values(answers)) {
      network.connect(at('registry'), async () => answer)
      outcomes.add(await judge({ trustedHosts: hosts('registry') }, at('registry')))
    }
    const document = `configuration of ${at('registry')}`
    assert.deepEqual([...outcomes], [`no_trust_chain trust_chain.status_unexpected.configuration ${document}`])
  })

  test('FED-126 a private host may answer a stranger with each accepted media type, and with no type for the general one', async () => {
    const accept = 'application/pkix-crl, application/octet-stream;q=0.5'
    const request = () => markStrangerRequest(new Request(at('registry'), { headers: { accept } }), {})
    await withClient({ trustedHosts: hosts('registry') }, async (fetch) => {
      for (const type of ['application/pkix-crl', 'application/octet-stream', undefined]) {
        const init = type === undefined ? {} : { headers: { 'content-type': type } }
        network.connect(at('registry'), async () => new Response(new Uint8Array([48, 0]), init))
        assert.equal((await fetch(request())).status, 200)
      }
      network.connect(at('registry'), async () => new Response('<p>', { headers: { 'content-type': 'text/html' } }))
      await assert.rejects(fetch(request()), { code: 'status_unexpected' })
    })
  })

  test('FED-126 a private host that answers with a fault, ends the connection or does not listen looks the same', async () => {
    const outcomes = new Set<string>()
    const trustedHosts = [...hosts('registry'), 'registry.internal:1', 'other.internal']
    for (const answer of [500, 503, 429].map((status) => new Response('', { status }))) {
      network.connect(at('registry'), async () => answer)
      outcomes.add(await judge({ trustedHosts }, at('registry')))
    }
    network.connect(at('registry'), () => Promise.reject(new Error('cut')))
    outcomes.add(await judge({ trustedHosts }, at('registry')))
    outcomes.add((await judge({ trustedHosts }, 'https://registry.internal:1')).replace(':1', `:${port}`))
    const document = `configuration of ${at('registry')}`
    assert.deepEqual([...outcomes], [`trust_unavailable trust_chain.unreachable.configuration ${document}`])
    await withClient({ trustedHosts }, async (fetch) => {
      const request = markStrangerRequest(new Request('https://registry.internal:1/'), {})
      await assert.rejects(fetch(request), { code: 'unreachable', trouble: undefined })
      await assert.rejects(fetch(new Request('https://registry.internal:1/')), {
        code: 'unreachable',
        trouble: 'refused',
      })
    })
  })
})

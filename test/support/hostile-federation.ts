/** A Trust Anchor that is asked to resolve entities of a hostile server, over real HTTP, and the attacks on it. */
import assert from 'node:assert/strict'
import type { LookupFunction } from 'node:net'
import type { DecisionSink } from '../../src/base/index.ts'
import { generateSigner } from '../../src/jose/index.ts'
import { createGuardedFetch, createSystemClock, serve } from '../../src/node/index.ts'
import { createTrustAnchor, trustAnchorConfig } from '../../src/trust-anchor/index.ts'
import { crypto, organization } from './federation.ts'
import { anchorStores } from './federation-authority.ts'
import { seededRandom } from './seeded-random.ts'

const timeoutMilliseconds = 2000

/** Resolves `internal.localhost` to an address in a private network, and every other name to loopback. */
const lookup: LookupFunction = (hostname, _, callback) => {
  const address = hostname === 'internal.localhost' ? '10.0.0.1' : '127.0.0.1'
  callback(null, [{ address, family: 4 }] as never)
}

export interface Victim {
  readonly entityId: string
  stop(): Promise<void>
}

/** Starts the anchor. It does not cache resolutions, so that each request makes it resolve the entity again. */
export async function startVictim(decisions: DecisionSink): Promise<Victim> {
  const guarded = createGuardedFetch({ loopbackHttp: true, lookup, timeoutMilliseconds })
  let app = async (_: Request): Promise<Response> => new Response()
  const server = await serve({ port: 0, hosts: ['127.0.0.1'], stopTimeoutSeconds: 0, app: (request) => app(request) })
  const entityId = `http://127.0.0.1:${server.port}`
  const config = trustAnchorConfig.parse({ entityId, organization, loopbackHttp: true, resolveCacheSeconds: 0 })
  app = createTrustAnchor({
    config,
    clock: createSystemClock(),
    crypto,
    random: seededRandom('anchor'),
    fetch: guarded,
    signer: await generateSigner({ crypto }),
    ...(await anchorStores(config)),
    decisions,
    onFault: (fault) => assert.fail(String(fault)),
  }).app
  return {
    entityId,
    stop: async () => {
      await guarded.close()
      await server.stop()
    },
  }
}

/** Makes the victim resolve an entity of the hostile server. */
export const attack = (victim: string, entityId: string): Promise<Response> =>
  fetch(`${victim}/resolve?${new URLSearchParams({ sub: entityId, trust_anchor: victim })}`)

/**
 * Milliseconds until `/health` answers: the fastest of several requests, because other processes use the machine too.
 */
export async function healthMilliseconds(victim: string, times = 5): Promise<number> {
  const taken: number[] = []
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now()
    const response = await fetch(`${victim}/health`)
    await response.body?.cancel()
    assert.equal(response.status, 200)
    taken.push(performance.now() - begun)
  }
  return Math.min(...taken)
}

/** Each attack, and the refusal of the anchor. */
export const attackRows: [what: string, path: string, status: number, reason: string][] = [
  ['a statement of 100 MB', '/huge', 404, 'FED-37 answer_too_large configuration'],
  ['a body that arrives in drops', '/drip', 503, 'GEN-27 unreachable configuration.timeout'],
  ['a server that does not answer', '/silent', 503, 'GEN-27 unreachable configuration.timeout'],
  ['a redirect to an admin port on loopback', '/redirect', 404, 'FED-02 status_unexpected configuration.status.302'],
  ['HTML', '/html', 404, 'FED-02 media_type_unexpected configuration'],
  ['another media type', '/type', 404, 'FED-02 media_type_unexpected configuration'],
  ['a text that is not a JWS', '/garbage', 404, 'GEN-23 jws_malformed statement[0].header'],
  ['a server that answers with 500', '/fault', 503, 'GEN-27 unreachable configuration.status.500'],
  ['a name that resolves to a private address', '/private', 400, 'FED-08 address_forbidden configuration'],
  ['an endless path of authority hints', '/hints/0', 400, 'FED-37 limit_reached authority_hints'],
  ['superiors in a loop', '/loop/a', 400, 'FED-37 superior_loops authority_hints'],
]

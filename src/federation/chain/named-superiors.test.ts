/** The cache of the superiors and keys that entities publish is bounded (D-1131). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configurationOf, crypto, sign, statementResponse, testEntity, urls } from '../../../test/support/federation.ts'
import { fixedClock } from '../../../test/support/fixed-clock.ts'
import { createNetwork } from '../../../test/support/network.ts'
import type { JsonObject, PublicJwk } from '../../base/index.ts'
import { createNamedSuperiorCheck } from './named-superiors.ts'
import type { TrustChain } from './trust-chain.ts'

const [superior, anchor] = ['https://superior.example', 'https://anchor.example']

/** Checks three entities with a cache for three, and then the first one again. Returns the number of requests. */
async function requestsWith(further: {
  readonly hints?: readonly string[]
  readonly metadata?: Record<string, JsonObject>
  readonly member?: string
}) {
  const [clock, network] = [fixedClock(), createNetwork()]
  const config = { anchors: new Map([[anchor, []]]), urls, skewSeconds: 30 }
  const check = createNamedSuperiorCheck({ crypto, clock, fetch: network.fetch }, config, 3)
  const chainOf = async (name: string): Promise<TrustChain> => {
    const { hints = [], metadata = {}, member } = further
    const entity = await testEntity(`https://${name}.example`, { hints: [superior, ...hints], metadata })
    const { payload, ...draft } = configurationOf(entity, clock.now())
    const jwks = { keys: [{ ...entity.signer.publicJwk, ...(member && { member }) }] }
    const compact = await sign({ ...draft, payload: { ...payload, jwks } })
    network.connect(entity.entityId, async () => statementResponse(compact))
    const signingKeys: readonly PublicJwk[] = [entity.signer.publicJwk]
    return { path: [entity.entityId, superior, anchor], signingKeys } as unknown as TrustChain
  }
  const chains = await Promise.all(['a', 'b', 'c'].map(chainOf))
  for (const chain of [...chains, ...chains.slice(0, 1)]) assert.equal(await check(chain, clock.now()), undefined)
  return network.exchanges.length
}

test('FED-54 the cached superiors of all entities have a limit, and metadata and members of keys are not cached', async () => {
  const hints = Array.from({ length: 4000 }, (_, index) => `https://host${index}.example/path`)
  assert.equal(await requestsWith({}), 3)
  assert.equal(await requestsWith({ hints }), 4, 'the first entity is asked again')
  assert.equal(await requestsWith({ metadata: { federation_entity: { text: 'x'.repeat(200_000) } } }), 3)
  assert.equal(await requestsWith({ member: 'x'.repeat(200_000) }), 3)
})

/** Work of the growth bench that reads no store: its time grows with the input from a peer. */
import { failed, type JsonObject } from '../../src/base/index.ts'
import { evaluateDcql, type StoredCredential } from '../../src/oid4vp/index.ts'
import { evaluateDefinition } from '../../src/oid4vp/presentation-definition/evaluate.ts'
import { requestedDefinition } from '../../src/oid4vp/presentation-definition/schema.ts'
import { one, parse, pid, pidType } from '../../test/support/dcql.ts'
import { anchorsOf, connectEntity, evaluatorOf, testEntity } from '../../test/support/federation.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { createNetwork } from '../../test/support/network.ts'

interface Work {
  readonly name: string
  readonly unit: string
  readonly sizes: readonly number[]
  /** Prepares the work of a size. Returns the work. */
  readonly on: (size: number) => Promise<() => Promise<unknown>>
}

/** Indexes of the claims of a query, and of the fields of a definition. */
const claimIndexes = Array.from({ length: 128 }, (_, at) => at)
const elements = [128, 256, 512, 1024]

const credentialOf = (size: number): StoredCredential => {
  const list = Array.from({ length: size }, (_, at) => ({ [`m${at % claimIndexes.length}`]: at }))
  return { ...pid, claims: { ...pid.claims, vct: pidType, list } as JsonObject }
}

/** Throws if the credential does not satisfy the query, because evaluation then ends early. */
function requireSatisfiable({ satisfiable }: { readonly satisfiable: boolean }): void {
  if (!satisfiable) throw new Error('the credential does not answer the query')
}

/** Builds a trust chain with this number of intermediates, with empty caches. */
async function chainOver(intermediates: number): Promise<() => Promise<unknown>> {
  const at = { clock: fixedClock(), network: createNetwork() }
  const anchor = await testEntity('https://anchor.example', { fetch: true })
  let superior = anchor
  for (let depth = 0; depth <= intermediates; depth += 1) {
    const entity = await testEntity(`https://entity-${depth}.example`, {
      fetch: depth < intermediates,
      hints: [superior.entityId],
      metadata: depth < intermediates ? {} : { wallet_provider: {} },
    })
    connectEntity(at.network, at.clock, superior, [entity])
    superior = entity
  }
  connectEntity(at.network, at.clock, superior)
  return async () => {
    const trust = await evaluatorOf(at, anchorsOf(anchor)).evaluate(superior.entityId, ['wallet_provider'])
    if (failed(trust)) throw new Error(`the chain is refused: ${trust.code} ${trust.at}`)
  }
}

export const works: readonly Work[] = [
  {
    name: 'DCQL: 128 claims with array wildcards',
    unit: 'elements',
    sizes: elements,
    on: async (size) => {
      const query = parse(
        one({ claims: claimIndexes.map((at) => ({ path: ['list', null, `m${at % size}`] })).slice(0, size) }),
      )
      const credential = credentialOf(size)
      return async () => requireSatisfiable(evaluateDcql(query, [credential]))
    },
  },
  {
    name: 'Presentation Exchange: 128 fields',
    unit: 'elements',
    sizes: elements,
    on: async (size) => {
      const fields = claimIndexes.map((at) => ({ path: [`$.list[*].m${at}`], filter: { type: 'number' } }))
      const requested = requestedDefinition({
        id: 'definition',
        input_descriptors: [{ id: 'pid', constraints: { fields } }],
      } as never)
      const credential = credentialOf(size)
      return async () => requireSatisfiable(evaluateDefinition(requested, [credential]))
    },
  },
  { name: 'a trust chain, fetched', unit: 'intermediates', sizes: [0, 1, 2, 4, 6], on: chainOver },
]

/**
 * Process of the operations without HTTP: the product, its floor and its peer on the same texts, in turns. A separate
 * process can be pinned to a core, and can be started twice to compare two cores with one.
 */
import { createNodeCrypto, keepNextTickFast, tuneHeap } from '../../src/node/index.ts'
import { answerParent } from '../channel.ts'
import { inputCount, presentationOf, walletKeys } from '../floors/artefacts.ts'
import { cryptoFloors } from '../floors/crypto-floors.ts'
import type { InProcessCase } from '../goals.ts'
import { resolveByPeer } from '../peers/openid-federation.ts'
import { issueByPeer, verifyByPeer } from '../peers/sd-jwt.ts'
import { createProfiler } from '../profiler.ts'
import { createUsageMeter } from '../usage.ts'
import { inProcessOperation, type Operation } from './operations.ts'

export type Side = 'product' | 'floor' | 'peer'

export interface Turn {
  readonly name: InProcessCase
  readonly side: Side
  readonly milliseconds: number
}

/** The same operations by other libraries. */
const peers: { readonly [name in InProcessCase]?: () => Operation } = {
  'sd-jwt-issue': () => issueByPeer,
  'sd-jwt-verify': () => {
    const texts = Array.from({ length: inputCount }, (_, index) => presentationOf(walletKeys(index)))
    return (input) => verifyByPeer(texts[input % inputCount] ?? '')
  },
  'trust-chain-cold': resolveByPeer,
  'trust-chain-cached': resolveByPeer,
}

// `fiducia serve` does both too.
keepNextTickFast()
tuneHeap()
const crypto = createNodeCrypto()
const operations = new Map<string, Operation>()

function operationOf(name: InProcessCase, side: Side): Operation {
  const existing = operations.get(`${side} ${name}`)
  if (existing) return existing
  const operation = createOperation(name, side)
  operations.set(`${side} ${name}`, operation)
  return operation
}

function createOperation(name: InProcessCase, side: Side): Operation {
  if (side === 'product') return inProcessOperation(name, crypto)
  const peer = side === 'peer' ? peers[name]?.() : undefined
  if (peer) return peer
  const floor = cryptoFloors[name]()
  return async (input) => floor(input)
}

const usage = createUsageMeter()

answerParent({
  run: async ({ name, side, milliseconds }: Turn) => {
    const operation = operationOf(name, side)
    usage()
    const end = performance.now() + milliseconds
    let done = 0
    do {
      await operation(done)
      done += 1
    } while (performance.now() < end)
    return { operations: done, ...usage() }
  },
  ...createProfiler(),
})

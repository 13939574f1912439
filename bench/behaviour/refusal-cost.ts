/**
 * Processor time of a refusal by an overloaded service, compared with the same answer of Node's own server. Both are
 * saturated in turns.
 */
import { startChild } from '../channel.ts'
import { runClosedLoop } from '../client/closed-loop.ts'
import { jsonType, requestBytes } from '../client/http-request.ts'
import type { Figure } from '../figures.ts'
import type { Loop } from '../rates.ts'
import { hostOf, origins } from '../service/origins.ts'
import { median } from '../statistics.ts'
import { type BehaviourContext, behaviourFigure } from './context.ts'

/** Microseconds that a refusal may cost beyond the answer of the bare server. */
const goalMicroseconds = 10

/** A request as large as a registration. */
const request = requestBytes({
  method: 'POST',
  target: '/wallet-instance',
  host: hostOf(origins.walletProvider),
  headers: { 'x-forwarded-for': '10.9.0.1', 'content-type': jsonType },
  body: JSON.stringify({ key_attestation: 'x'.repeat(3000) }),
})

export async function measureRefusalCost({ processes, options }: BehaviourContext): Promise<Figure[]> {
  const { connections, repeats, turns: count, warmUp } = options
  const child = startChild('service/refusing.ts', 0, processes.pinned)
  /** Returns the microseconds of processor time for each request. */
  const measure = async (port: number, requests: number): Promise<number> => {
    const ready = () => child.ask('usage')
    const load = { port, requests: [request], count: requests, connections, status: 503, ready }
    const { unexpected } = await runClosedLoop(load)
    if (unexpected.size > 0) throw new Error(`a refusal was answered with ${[...unexpected.keys()]}`)
    return (await child.ask<Loop>('usage')).cpu / requests
  }
  try {
    const ports = await child.ask<{ readonly refusing: number; readonly bare: number }>('start')
    for (const port of [ports.bare, ports.refusing]) await measure(port, warmUp * 4)
    const turns: { readonly refusal: number; readonly bare: number }[] = []
    for (let turn = 0; turn < count; turn += 1)
      turns.push({ bare: await measure(ports.bare, repeats), refusal: await measure(ports.refusing, repeats) })
    const refusal = median(turns.map((turn) => turn.refusal)).toFixed(1)
    const bare = median(turns.map((turn) => turn.bare)).toFixed(1)
    return [
      behaviourFigure(
        'refusal-cost',
        turns.map((turn) => (turn.refusal - turn.bare) / goalMicroseconds),
        { note: `a refusal ${refusal} µs, a bare server ${bare} µs` },
      ),
    ]
  } finally {
    await child.stop()
  }
}

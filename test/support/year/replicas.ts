/**
 * A service of the simulated ecosystem: two or more processes over one store, each with its own caches, which restart
 * one by one; and the network between them, on which a party can become unreachable.
 */
import type { Fetch } from '../../../src/base/index.ts'
import type { Chance } from '../seeded-chance.ts'

export interface Process {
  readonly app: (request: Request) => Promise<Response>
  /** Does the work that `serve` does each minute. */
  upkeep(): Promise<void>
}

interface Replicas {
  readonly origin: string
  readonly count: number
  /** Replaces this process by a new one, with empty caches and the present keys and pins. */
  restart(index: number): void
  upkeep(): Promise<void>
  answer(request: Request): Promise<Response>
}

export function startReplicas(
  origin: string,
  { start, count, route }: { readonly start: () => Process; readonly count: number; readonly route: Chance },
): Replicas {
  const processes = Array.from({ length: count }, start)
  return {
    origin,
    count,
    restart: (index) => void processes.splice(index, 1, start()),
    upkeep: async () => {
      for (const one of processes) await one.upkeep()
    },
    answer: (request) => route.pick(processes).app(request),
  }
}

type Outage = 'silent' | 'overloaded'

interface ManyReplicasNetwork {
  readonly fetch: Fetch
  readonly down: Map<string, Outage>
  connect(origin: string, answer: (request: Request) => Promise<Response>): void
}

export function createManyReplicasNetwork(): ManyReplicasNetwork {
  const answers = new Map<string, (request: Request) => Promise<Response>>()
  const down = new Map<string, Outage>()
  return {
    down,
    connect: (origin, answer) => void answers.set(origin, answer),
    fetch: async (request) => {
      const { origin } = new URL(request.url)
      const answer = answers.get(origin)
      const outage = down.get(origin)
      if (answer === undefined || outage === 'silent') throw new TypeError(`nobody answers at ${request.url}`)
      if (outage === 'overloaded') return new Response('busy', { status: 503 })
      const body = request.body === null ? null : await request.arrayBuffer()
      return answer(body === null ? new Request(request) : new Request(request, { body }))
    },
  }
}

/**
 * Closed loop: so many connections, each sends its next request as soon as it has its answer. For throughput.
 */
import { type Connection, openConnection, type RawResponse } from './connection.ts'

interface Load {
  readonly port: number
  readonly requests: readonly Buffer[]
  readonly connections: number
  /** The one status that counts as success. */
  readonly status: number
  /** Requests are sent again from the first on until so many were sent; once each when not said. */
  readonly count?: number
  /** Nothing more is sent once it says so. */
  readonly until?: () => boolean
  /** Keeps all answers, in the order of the requests. */
  readonly keep?: boolean
  /** When all connections are open and nothing was sent yet: what was used until then is no cost of a request. */
  readonly ready?: () => Promise<unknown>
}

export interface Fired {
  readonly seconds: number
  readonly completed: number
  /** Statuses that were not expected, each with how often it came and what the first one said. */
  readonly unexpected: ReadonlyMap<number, { readonly count: number; readonly first: RawResponse }>
  /** Empty unless they were to be kept. */
  readonly responses: readonly RawResponse[]
}

export async function fire(load: Load): Promise<Fired> {
  const count = load.count ?? load.requests.length
  const width = Math.min(load.connections, count)
  const connections = await Promise.all(Array.from({ length: width }, () => openConnection(load.port)))
  try {
    await load.ready?.()
    return await run(load, count, connections)
  } finally {
    for (const connection of connections) connection.close()
  }
}

function run(load: Load, count: number, connections: readonly Connection[]): Promise<Fired> {
  const { requests, status, keep, until = () => false } = load
  const responses: RawResponse[] = []
  const unexpected = new Map<number, { count: number; first: RawResponse }>()
  let next = 0
  let completed = 0
  return new Promise((resolve) => {
    const started = performance.now()
    const isOver = (): boolean => completed === next && (next >= count || until())
    stayAwake(isOver)
    const advance = (connection: Connection): void => {
      const index = next
      if (index >= count || until()) return
      next += 1
      connection.send(requests[index % requests.length] as Buffer, (response) => {
        if (keep) responses[index] = response
        if (response.status !== status) note(unexpected, response)
        completed += 1
        if (isOver()) resolve({ seconds: (performance.now() - started) / 1000, completed, unexpected, responses })
        else advance(connection)
      })
    }
    for (const connection of connections) advance(connection)
  })
}

/**
 * Looks for answers without ever sleeping. A write to a process that sleeps wakes its core, and on a virtual machine that
 * costs the writer more than the write: the slower of two servers would look slower still, since its load sleeps more.
 */
export function stayAwake(over: () => boolean): void {
  const look = (): void => {
    if (!over()) setImmediate(look)
  }
  look()
}

function note(unexpected: Map<number, { count: number; first: RawResponse }>, response: RawResponse): void {
  const known = unexpected.get(response.status)
  if (known) known.count += 1
  else unexpected.set(response.status, { count: 1, first: response })
}

/** Closed loop, for throughput: each of several connections sends its next request as soon as it has the answer. */
import { type Connection, openConnection, type RawResponse } from './connection.ts'

interface Load {
  readonly port: number
  readonly requests: readonly Buffer[]
  readonly connections: number
  /** The status that counts as success. */
  readonly status: number
  /** Number of requests to send. After the last one, the first is sent again. Defaults to each request once. */
  readonly count?: number
  /** Stops the load when it returns true. */
  readonly until?: () => boolean
  /** Keeps all answers, in the order of the requests. */
  readonly keep?: boolean
  /**
   * Called when all connections are open and before the first request. A caller reads the processor time here, because
   * earlier processor time is not a cost of the requests.
   */
  readonly ready?: () => Promise<unknown>
}

export interface LoadResult {
  readonly seconds: number
  /** Number of answers, expected or not. */
  readonly completed: number
  /** Unexpected statuses, each with its count and its first answer. */
  readonly unexpected: ReadonlyMap<number, { readonly count: number; readonly first: RawResponse }>
  /** Empty unless `keep` is set. */
  readonly responses: readonly RawResponse[]
}

/** Opens the connections, sends the requests, and closes the connections. */
export async function runClosedLoop(load: Load): Promise<LoadResult> {
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

function run(load: Load, count: number, connections: readonly Connection[]): Promise<LoadResult> {
  const { requests, status, keep, until = () => false } = load
  const responses: RawResponse[] = []
  const unexpected = new Map<number, { count: number; first: RawResponse }>()
  let next = 0
  let completed = 0
  return new Promise((resolve) => {
    const started = performance.now()
    const isOver = (): boolean => completed === next && (next >= count || until())
    pollUntil(isOver)
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
 * Polls for answers without sleeping, until `over` returns true. A write to a sleeping process wakes its core, and on a
 * virtual machine that costs the writer more than the write. The load of a slow server sleeps more often, so sleep
 * would make that server look even slower.
 */
export function pollUntil(over: () => boolean): void {
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

/**
 * Load of the process (GEN-27): requests in flight, of all clients and of one, and the delay of the event loop. Above a
 * limit, requests are refused at once, because their answers would be too late.
 */

/** Limits of the load. */
export interface LoadLimits {
  /**
   * Limit for all clients together. Incomplete bodies have the same limit, but are counted separately. So have the
   * further units of large incomplete bodies (`bodyUnit`).
   */
  readonly maximumInFlight: number
  /** Limit for one client, so that its slow requests cannot use the whole capacity. */
  readonly maximumInFlightPerClient: number
  /** Limit for incomplete bodies of one client. Requests with such bodies do not count as in flight. */
  readonly maximumUnfinishedBodiesPerClient: number
  /** Limit for the delay of the event loop. */
  readonly maximumLagMilliseconds: number
}

/** Current load of the process. Does not refuse anything: the admission calls `exceeded`. */
export interface Load {
  /** Starts measuring the delay. Work before this call, such as decrypting keys with a passphrase, does not count. */
  start(): void
  /** Starts a request. `isAdministration` defaults to false. */
  enter(client: string, isAdministration?: boolean): Visit
  /**
   * Returns true if a limit is exceeded, for all clients or for this one. A request counts from `enter` on. For a
   * request to the administration, only its client's limit counts, so that operators can act during an overload.
   */
  exceeded(client: string, isAdministration?: boolean): boolean
  /** Returns true if a further request would exceed the limit for all clients, or if the delay exceeds its limit. */
  full(): boolean
  /** Returns the number of requests in flight. */
  inFlight(): number
  /** Returns the delay in the last sample, and 0 before the first one. */
  lagMilliseconds(): number
  /** Ends the measurements. */
  stop(): void
}

/** One request of a client. */
export interface Visit {
  /** Ends the request. A second call has no effect. */
  leave(): void
  /**
   * Stops counting the request as in flight while its body arrives. Returns a function that counts it again and returns
   * true if no limit is then exceeded. Call this function once, before `leave`. If the client or all clients have too
   * many incomplete bodies, or if too few further units are left for this body, returns a code and still counts the
   * request. `bytes` is the announced length of the body, or its maximum length if none is announced.
   */
  awaitBody(bytes: number): (() => boolean) | 'bodies_unfinished' | 'overloaded'
}

/** Limits, and the clock for the delay. */
export interface LoadOptions extends LoadLimits {
  /** A monotonic clock. */
  readonly milliseconds: () => number
  /** Interval of the measurements. Defaults to 100. */
  readonly sampleMilliseconds?: number
}

/**
 * Bytes of a body that need no further unit. Each further begun unit of an incomplete body has a limit of its own. So
 * large bodies do not keep small ones out, and memory stays limited (D-525).
 */
const bodyUnit = 262_144

/** Creates a load without requests. Measures the delay after `start`. */
export function createLoad(options: LoadOptions): Load {
  const { milliseconds, sampleMilliseconds = 100 } = options
  const clients = createCounts()
  const bodies = createCounts()
  let inFlight = 0
  let unfinished = 0
  let furtherUnits = 0
  let lag = 0
  let timer: NodeJS.Timeout | undefined
  const add = (client: string, difference: 1 | -1): void => {
    inFlight += difference
    clients.add(client, difference)
  }
  const addBody = (client: string, difference: 1 | -1, further: number): void => {
    unfinished += difference
    furtherUnits += difference * further
    bodies.add(client, difference)
  }
  const exceeded = (client: string, isAdministration = false): boolean =>
    clients.of(client) > options.maximumInFlightPerClient ||
    (!isAdministration && (inFlight > options.maximumInFlight || lag > options.maximumLagMilliseconds))
  return {
    start: () => {
      let last = milliseconds()
      timer ??= setInterval(() => {
        const now = milliseconds()
        lag = Math.max(0, now - last - sampleMilliseconds)
        last = now
      }, sampleMilliseconds).unref()
    },
    enter: (client, isAdministration) => {
      add(client, 1)
      let left = false
      return {
        leave: () => {
          if (left) return
          left = true
          add(client, -1)
        },
        awaitBody: (bytes) => {
          const further = Math.max(0, Math.ceil(bytes / bodyUnit) - 1)
          if (bodies.of(client) >= options.maximumUnfinishedBodiesPerClient) return 'bodies_unfinished'
          if (unfinished >= options.maximumInFlight) return 'overloaded'
          const needsUnits = further > 0 && furtherUnits > 0 // a body alone may be larger than the limit
          if (needsUnits && furtherUnits + further > options.maximumInFlight) return 'overloaded'
          addBody(client, 1, further)
          add(client, -1)
          return () => {
            addBody(client, -1, further)
            add(client, 1)
            return !exceeded(client, isAdministration)
          }
        },
      }
    },
    exceeded,
    full: () => inFlight >= options.maximumInFlight || lag > options.maximumLagMilliseconds,
    inFlight: () => inFlight,
    lagMilliseconds: () => lag,
    stop: () => clearInterval(timer),
  }
}

interface Counts {
  of(client: string): number
  add(client: string, difference: 1 | -1): void
}

/** Creates counters by client. A client with a count of zero uses no memory. */
function createCounts(): Counts {
  const counts = new Map<string, number>()
  const of = (client: string): number => counts.get(client) ?? 0
  return {
    of,
    add: (client, difference) => {
      const count = of(client) + difference
      if (count === 0) counts.delete(client)
      else counts.set(client, count)
    },
  }
}

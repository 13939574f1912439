/**
 * How busy the process is: requests in flight, of all and of one client, and how late the event loop comes round. Beyond
 * its limits a request is better refused at once, before any cryptography, than answered when nobody waits any more.
 */
export interface LoadLimits {
  /** Of all clients. As many bodies of all clients may be unfinished. */
  readonly maximumInFlight: number
  /** So that one client with slow requests does not fill the whole of it. */
  readonly maximumInFlightPerClient: number
  /** Bodies of one client that have not come as a whole. Their requests are not in flight. */
  readonly maximumUnfinishedBodiesPerClient: number
  readonly maximumLagMilliseconds: number
}

/** The load of the process now. Holds back nothing by itself: `exceeded` is for whoever admits requests. */
export interface Load {
  /** From now on the lag is taken: what a start takes, as opening keys under a passphrase, is no load. */
  start(): void
  /** Begins a request. */
  enter(client: string): Visit
  /** Whether one more request of this client, which has entered, is too many. */
  exceeded(client: string): boolean
  inFlight(): number
  lagMilliseconds(): number
  stop(): void
}

/** One request of a client. */
export interface Visit {
  /** Ends the request. Has no effect the second time. */
  leave(): void
  /**
   * Takes the request out of flight while its body comes. Returns what puts it back, which returns whether the load allows that.
   * Returns why not, and leaves the request in flight, where the client has too many such bodies, or all clients together.
   */
  awaitBody(): (() => boolean) | 'bodies_unfinished' | 'overloaded'
}

/** The limits, and by which clock the lag is taken. */
export interface LoadOptions extends LoadLimits {
  /** A clock that only runs forward. */
  readonly milliseconds: () => number
  /** How often the lag is taken. */
  readonly sampleMilliseconds?: number
}

/** Begins with nothing in flight; takes the lag from `start` on. */
export function createLoad(options: LoadOptions): Load {
  const { milliseconds, sampleMilliseconds = 100 } = options
  const clients = createCounts()
  const bodies = createCounts()
  let inFlight = 0
  let unfinished = 0
  let lag = 0
  let timer: NodeJS.Timeout | undefined
  const add = (client: string, difference: 1 | -1): void => {
    inFlight += difference
    clients.add(client, difference)
  }
  const addBody = (client: string, difference: 1 | -1): void => {
    unfinished += difference
    bodies.add(client, difference)
  }
  const exceeded = (client: string): boolean =>
    inFlight > options.maximumInFlight ||
    clients.of(client) > options.maximumInFlightPerClient ||
    lag > options.maximumLagMilliseconds
  return {
    start: () => {
      let last = milliseconds()
      timer ??= setInterval(() => {
        const now = milliseconds()
        lag = Math.max(0, now - last - sampleMilliseconds)
        last = now
      }, sampleMilliseconds).unref()
    },
    enter: (client) => {
      add(client, 1)
      let left = false
      return {
        leave: () => {
          if (left) return
          left = true
          add(client, -1)
        },
        awaitBody: () => {
          if (bodies.of(client) >= options.maximumUnfinishedBodiesPerClient) return 'bodies_unfinished'
          if (unfinished >= options.maximumInFlight) return 'overloaded'
          addBody(client, 1)
          add(client, -1)
          return () => {
            addBody(client, -1)
            add(client, 1)
            return !exceeded(client)
          }
        },
      }
    },
    exceeded,
    inFlight: () => inFlight,
    lagMilliseconds: () => lag,
    stop: () => clearInterval(timer),
  }
}

interface Counts {
  of(client: string): number
  add(client: string, difference: 1 | -1): void
}

/** Counts by client. A client without any takes no memory. */
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

/**
 * How busy the process is: requests in flight, of all and of one client, and how late the event loop comes round. Beyond
 * its limits a request is better refused at once, before any cryptography, than answered when nobody waits any more.
 */
export interface LoadLimits {
  /** Of all clients. */
  readonly maximumInFlight: number
  /** So that one client with slow requests does not fill the whole of it. */
  readonly maximumInFlightPerClient: number
  readonly maximumLagMilliseconds: number
}

/** The load of the process now. Holds back nothing by itself: `exceeded` is for whoever admits requests. */
export interface Load {
  /** From now on the lag is taken: what a start takes, as opening keys under a passphrase, is no load. */
  start(): void
  /** Begins a request; the result ends it. */
  enter(client: string): () => void
  /** Whether one more request of this client, which has entered, is too many. */
  exceeded(client: string): boolean
  inFlight(): number
  lagMilliseconds(): number
  stop(): void
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
  const clients = new Map<string, number>()
  let inFlight = 0
  let lag = 0
  let timer: NodeJS.Timeout | undefined
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
      inFlight += 1
      clients.set(client, (clients.get(client) ?? 0) + 1)
      let left = false
      return () => {
        if (left) return
        left = true
        inFlight -= 1
        const rest = (clients.get(client) ?? 1) - 1
        if (rest === 0) clients.delete(client)
        else clients.set(client, rest)
      }
    },
    exceeded: (client) =>
      inFlight > options.maximumInFlight ||
      (clients.get(client) ?? 0) > options.maximumInFlightPerClient ||
      lag > options.maximumLagMilliseconds,
    inFlight: () => inFlight,
    lagMilliseconds: () => lag,
    stop: () => clearInterval(timer),
  }
}

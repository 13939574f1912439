/**
 * Caches name lookups. Uses the system's resolver, which reads /etc/hosts and search domains. That resolver looks up
 * only two names at a time per process, and waits for a name server longer than any request may take. Unknown parties
 * can cause such lookups (FED-37). Therefore two kinds of names share one of the two places: names in requests that
 * unknown parties caused, and cached names whose last lookup was slow or failed. The other place remains for all other
 * names. Cached addresses stay in use during a new lookup. Does not check addresses.
 */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { createFairQueue, createRecent } from '../base/index.ts'

export interface NameResolverOptions {
  /** Defaults to the system's resolver. */
  readonly lookup?: LookupFunction
  /** Names in the deployment's settings. Their lookups never wait for a place. */
  readonly ownHosts?: ReadonlySet<string>
  /** Maximum time for which a lookup waits for a place. */
  readonly waitMilliseconds: number
  /** Monotonic clock. Injected by tests. */
  readonly milliseconds?: () => number
}

/**
 * Returns all addresses of a name. `forStranger` is true if an unknown party caused the request. Rejects with the error
 * of the lookup, or with a TimeoutError after too long a wait, unless cached addresses can be used.
 */
export type NameResolver = (
  hostname: string,
  settings: LookupOptions,
  forStranger?: boolean,
) => Promise<readonly LookupAddress[]>

interface CachedName {
  readonly addresses: readonly LookupAddress[]
  /** End of the lookup in milliseconds. */
  readonly at: number
  /** True if the last lookup was fast. The next lookup then does not wait for the shared place. */
  readonly quick: boolean
}

/** Time for which cached addresses are used without a new lookup. */
const freshMilliseconds = 30_000
/** Time for which cached addresses are used if a new lookup is slow or fails. */
const longestMilliseconds = 600_000
/** Time that a request waits for a new lookup before it uses cached addresses. A slower lookup is not quick. */
const patienceMilliseconds = 500
const keptNames = 1000

/** Creates the resolver. It keeps the addresses of at most 1000 names. */
export function createNameResolver(options: NameResolverOptions): NameResolver {
  const { waitMilliseconds, ownHosts = new Set(), milliseconds = () => performance.now() } = options
  const lookup = options.lookup ?? (systemLookup as unknown as LookupFunction)
  const names = createRecent<CachedName>(keptNames)
  const running = new Map<string, Promise<readonly LookupAddress[]>>()
  const waiting = createFairQueue({ places: 1 })

  const lookUp = (hostname: string, settings: LookupOptions): Promise<readonly LookupAddress[]> =>
    new Promise((resolve, reject) =>
      lookup(hostname, { ...settings, all: true }, (error, addresses) =>
        error ? reject(error) : resolve(addresses as unknown as LookupAddress[]),
      ),
    )

  const renew = async (
    hostname: string,
    settings: LookupOptions,
    forStranger: boolean,
  ): Promise<readonly LookupAddress[]> => {
    const cached = names.get(hostname)
    const mustWait = !ownHosts.has(hostname) && (forStranger || cached?.quick === false)
    const leave = mustWait ? await waiting.enter(hostname, AbortSignal.timeout(waitMilliseconds)) : () => undefined
    const started = milliseconds()
    try {
      const addresses = await lookUp(hostname, settings)
      const at = milliseconds()
      names.set(hostname, { addresses, at, quick: at - started <= patienceMilliseconds })
      return addresses
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOTFOUND') names.delete(hostname)
      else if (cached) names.set(hostname, { ...cached, quick: false })
      throw thrown
    } finally {
      leave()
    }
  }

  /** Shares a running lookup among requests for its name. Requests of strangers share their own lookup. */
  const lookUpOnce: NameResolver = (hostname, settings, forStranger = false) => {
    const lookupKey = `${forStranger} ${hostname}`
    const started =
      running.get(lookupKey) ?? renew(hostname, settings, forStranger).finally(() => running.delete(lookupKey))
    running.set(lookupKey, started)
    return started
  }

  return async (hostname, settings, forStranger = false) => {
    const cached = names.get(hostname)
    const age = cached ? milliseconds() - cached.at : Number.POSITIVE_INFINITY
    if (cached && age < freshMilliseconds) return cached.addresses
    const newResult = lookUpOnce(hostname, settings, forStranger)
    if (cached === undefined || age >= longestMilliseconds) return newResult
    // A name that no longer exists has been removed. After another failure, the cached addresses are returned.
    return newOrCached(newResult, cached.addresses).catch(
      (thrown: unknown) => names.get(hostname)?.addresses ?? rethrow(thrown),
    )
  }
}

const rethrow = (thrown: unknown): never => {
  throw thrown
}

/** Returns the new result if it arrives in time, otherwise the cached one. */
async function newOrCached<T>(newResult: Promise<T>, cached: T): Promise<T> {
  const { promise: timeout, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(cached), patienceMilliseconds)
  try {
    return await Promise.race([newResult, timeout])
  } finally {
    clearTimeout(timer)
  }
}

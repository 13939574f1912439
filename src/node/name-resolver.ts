/**
 * What names resolve to, remembered for a while. The system's resolver knows /etc/hosts and search domains and stays, but
 * it works on two names at once, in a whole process, and on one that nobody answers for longer than any request waits.
 * Since anybody can make us look such names up (FED-37), names that a stranger chose wait for each other, until the look-up
 * itself has ended. So do names that were slow the last time. The second place is left for all others, and the addresses
 * that a name had serve while it is looked up again. Addresses are not judged here.
 */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { createFairQueue, createRecent } from '../base/index.ts'

export interface NameResolverOptions {
  /** The system's resolver when not said. */
  readonly lookup?: LookupFunction
  /** Names that a stranger cannot have chosen: they wait for no other. */
  readonly ownHosts?: ReadonlySet<string>
  /** How long a name may wait for its turn. */
  readonly waitMilliseconds: number
  /** For tests. Monotonic when not said. */
  readonly milliseconds?: () => number
}

/** All addresses of a name. `forStranger`: a stranger caused the request that needs them. */
export type NameResolver = (
  hostname: string,
  settings: LookupOptions,
  forStranger?: boolean,
) => Promise<readonly LookupAddress[]>

interface Resolved {
  readonly addresses: readonly LookupAddress[]
  readonly at: number
  /** The last look-up was answered, and at once: the next one may take the second place. */
  readonly quick: boolean
}

const freshMilliseconds = 30_000
/** For how long addresses serve when the name is not answered any more. */
const longestMilliseconds = 600_000
/** A look-up that takes longer is not waited for when there is something to serve. */
const patienceMilliseconds = 500
const keptNames = 1000

export function createNameResolver(options: NameResolverOptions): NameResolver {
  const { waitMilliseconds, ownHosts = new Set(), milliseconds = () => performance.now() } = options
  const lookup = options.lookup ?? (systemLookup as unknown as LookupFunction)
  const names = createRecent<Resolved>(keptNames)
  const running = new Map<string, Promise<readonly LookupAddress[]>>()
  const waiting = createFairQueue({ places: 1 })

  const ask = (hostname: string, settings: LookupOptions): Promise<readonly LookupAddress[]> =>
    new Promise((resolve, reject) =>
      lookup(hostname, { ...settings, all: true }, (error, found) =>
        error ? reject(error) : resolve(found as unknown as LookupAddress[]),
      ),
    )

  const renew = async (
    hostname: string,
    settings: LookupOptions,
    forStranger: boolean,
  ): Promise<readonly LookupAddress[]> => {
    const known = names.get(hostname)
    const waits = !ownHosts.has(hostname) && (forStranger || known?.quick === false)
    const leave = waits ? await waiting.enter(hostname, AbortSignal.timeout(waitMilliseconds)) : () => undefined
    const begun = milliseconds()
    try {
      const addresses = await ask(hostname, settings)
      const at = milliseconds()
      names.set(hostname, { addresses, at, quick: at - begun <= patienceMilliseconds })
      return addresses
    } catch (thrown) {
      if ((thrown as NodeJS.ErrnoException).code === 'ENOTFOUND') names.delete(hostname)
      else if (known) names.set(hostname, { ...known, quick: false })
      throw thrown
    } finally {
      leave()
    }
  }

  /** Whoever asks for a name that is being looked up waits for that. */
  const look = (hostname: string, settings: LookupOptions, forStranger: boolean): Promise<readonly LookupAddress[]> => {
    const name = `${forStranger} ${hostname}`
    const begun = running.get(name) ?? renew(hostname, settings, forStranger).finally(() => running.delete(name))
    running.set(name, begun)
    return begun
  }

  return async (hostname, settings, forStranger = false) => {
    const known = names.get(hostname)
    const age = known ? milliseconds() - known.at : Number.POSITIVE_INFINITY
    if (known && age < freshMilliseconds) return known.addresses
    const looked = look(hostname, settings, forStranger)
    if (known === undefined || age >= longestMilliseconds) return looked
    // A name that is no more is no more; of any other failure nothing follows.
    return soon(looked, known.addresses).catch((thrown: unknown) => names.get(hostname)?.addresses ?? rethrow(thrown))
  }
}

const rethrow = (thrown: unknown): never => {
  throw thrown
}

/** What comes within our patience, or else what we have. */
async function soon<T>(coming: Promise<T>, have: T): Promise<T> {
  const { promise: late, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(have), patienceMilliseconds)
  try {
    return await Promise.race([coming, late])
  } finally {
    clearTimeout(timer)
  }
}

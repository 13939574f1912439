/**
 * What clients are held to, by the settings: how many connections they have, what a process takes on at once, and how
 * much one may ask of a surface. And the figures of it.
 */
import type { Clock } from '../base/index.ts'
import type { Admission } from '../http/index.ts'
import {
  createConnectionLimits,
  createLoad,
  createRateLimiter,
  every,
  type Load,
  type OpenConnections,
  type RateLimiter,
  scarceFiles,
  type TrustedProxies,
  trustProxies,
} from '../node/index.ts'
import type { Metrics, RequestScope } from '../telemetry/index.ts'
import { createAdmission } from './admission.ts'
import type { OpenedStores } from './open-stores.ts'
import type { ServiceSettings } from './role-settings.ts'

export interface ClientLimits {
  readonly trusted: TrustedProxies
  readonly connections: OpenConnections
  readonly load: Load
  /** None: nobody is counted. */
  readonly limiter: RateLimiter | undefined
  readonly admission: Admission
}

interface LimitsParts {
  readonly scope: RequestScope
  /** Other processes count the same clients. */
  readonly settles: boolean
}

export function openLimits(settings: ServiceSettings, { scope, settles }: LimitsParts): ClientLimits {
  const {
    rate,
    maximumConnections: maximum,
    maximumConnectionsPerClient: maximumPerClient,
    ...loadLimits
  } = settings.limits
  const milliseconds = (): number => performance.now()
  const trusted = trustProxies(settings.trustedProxies)
  const connections = createConnectionLimits({ maximum, maximumPerClient }, trusted)
  const load = createLoad({ ...loadLimits, milliseconds })
  const limiter = rate.enabled
    ? createRateLimiter({ limits: rate, surfaces: rate.surfaces, milliseconds, settles })
    : undefined
  return { trusted, connections, load, limiter, admission: createAdmission({ scope, load, limiter }) }
}

export function measureLimits(metrics: Metrics, { connections, load }: ClientLimits): void {
  metrics.gauge('fiducia_connections', 'Connections of clients', connections.open)
  metrics.count(
    'fiducia_connections_refused_total',
    'Connections of clients that were one too many',
    connections.refused,
  )
  metrics.gauge('fiducia_requests_in_flight', 'Requests in flight', () => load.inFlight())
  const lag = (): number => load.lagMilliseconds() / 1000
  metrics.gauge('fiducia_event_loop_lag_seconds', 'How late the event loop is', lag, 'max')
}

/**
 * What the machine or the store does not give them is said; replicas tell each other their counts each second, until what is
 * returned is called.
 */
export function lookAfterLimits(
  { limits }: Pick<ServiceSettings, 'limits'>,
  { limiter }: Pick<ClientLimits, 'limiter'>,
  {
    clock,
    stores,
    warn,
  }: { readonly clock: Clock; readonly stores: OpenedStores; readonly warn: (sentence: string) => void },
): () => void {
  const { rateCounters, rateTrouble } = stores
  const scarce = scarceFiles(limits.maximumConnections)
  if (scarce !== undefined) warn(scarce)
  if (limiter === undefined) return () => undefined
  if (rateTrouble !== undefined) warn(rateTrouble)
  return rateCounters ? every(1, () => limiter.settle(rateCounters, clock.now())) : () => undefined
}

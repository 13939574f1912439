/**
 * Creates the limits for clients from the settings: number of connections, load of the process, and rate of requests
 * for each surface. Provides their metrics.
 */
import type { Clock } from '../base/index.ts'
import type { Admission } from '../http/index.ts'
import {
  createConnectionLimits,
  createLoad,
  createOverload,
  createRateLimiter,
  createRepeatedRefusals,
  every,
  type Load,
  type OpenConnections,
  type Overload,
  type RateLimiter,
  type RepeatedRefusals,
  type RequestGate,
  scarceFiles,
  type TrustedProxies,
  trustProxies,
  turnWaitMilliseconds,
} from '../node/index.ts'
import type { Metrics, RequestScope } from '../telemetry/index.ts'
import { createAdmission } from './admission.ts'
import type { OpenedStores } from './open-stores.ts'
import { createRequestGate, exemptTargets } from './request-gate.ts'
import type { ServiceSettings } from './role-settings.ts'

export interface ClientLimits {
  readonly trusted: TrustedProxies
  readonly connections: OpenConnections
  readonly load: Load
  /** Absent if rates are not limited. */
  readonly limiter: RateLimiter | undefined
  readonly admission: Admission
  readonly overload: Overload
  readonly repeated: RepeatedRefusals
  readonly gate: RequestGate
}

interface LimitsParts {
  readonly scope: RequestScope
  /** True if other processes count the same clients. */
  readonly settles: boolean
  /** Returns how long an operation of the store currently waits for a connection, in milliseconds. */
  readonly storeWait: () => number
}

/** Assumed number of store operations in a request. Each waits for a connection. */
const operationsOfRequest = 2
/** Below this number of requests in flight, no request is refused for its expected wait, however long requests take. */
const fewInFlight = 48

/** Creates the limits. The delay of the event loop is measured only after `load.start()`. */
export function openLimits(settings: ServiceSettings, { scope, settles, storeWait }: LimitsParts): ClientLimits {
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
  const overload = createOverload({
    waits: [turnWaitMilliseconds, () => storeWait() * operationsOfRequest],
    isFull: load.full,
    isIdle: () => load.inFlight() < fewInFlight,
    isExempt: exemptTargets(settings),
    milliseconds,
  })
  const repeated = createRepeatedRefusals(milliseconds)
  const gate = createRequestGate({ overload, repeated, trusted })
  const admission = createAdmission({ scope, load, limiter })
  return { trusted, connections, load, limiter, admission, overload, repeated, gate }
}

/** Adds metrics of connections, requests in flight, expected wait and event loop delay. */
export function measureLimits(metrics: Metrics, { connections, load, overload }: ClientLimits): void {
  metrics.gauge('fiducia_connections', 'Client connections', connections.open)
  metrics.counter('fiducia_connections_refused_total', 'Client connections refused by a limit', connections.refused)
  metrics.gauge('fiducia_requests_in_flight', 'Requests in flight', () => load.inFlight())
  const lag = (): number => load.lagMilliseconds() / 1000
  metrics.gauge('fiducia_queue_seconds', 'Expected wait of a new request', () => overload.wait() / 1000, 'max')
  metrics.gauge('fiducia_event_loop_lag_seconds', 'Delay of the event loop', lag, 'max')
}

/**
 * Warns if the machine or the store does not support the limits. Exchanges counts with other replicas each second,
 * until the returned function is called, and reports each failed exchange to `onFault`.
 */
export function maintainLimits(
  { limits }: Pick<ServiceSettings, 'limits'>,
  { limiter }: Pick<ClientLimits, 'limiter'>,
  {
    clock,
    stores,
    warn,
    onFault,
  }: {
    readonly clock: Clock
    readonly stores: OpenedStores
    readonly warn: (sentence: string) => void
    readonly onFault: (fault: unknown, surface: string) => void
  },
): () => void {
  const { rateCounters, rateTrouble } = stores
  const scarce = scarceFiles(limits.maximumConnections)
  if (scarce !== undefined) warn(scarce)
  if (limiter === undefined) return () => undefined
  if (rateTrouble !== undefined) warn(rateTrouble)
  if (rateCounters === undefined) return () => undefined
  const settle = (): Promise<void> =>
    limiter.settle(rateCounters, clock.now()).catch((fault: unknown) => onFault(fault, 'rates'))
  return every(1, settle)
}

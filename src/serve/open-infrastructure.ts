/** Opens the infrastructure of a service: stores, outgoing HTTP, metrics and limits for clients. */
import type { DecisionSink } from '../base/index.ts'
import { withKeyCache } from '../jose/index.ts'
import { createRecentDecisions } from '../member/index.ts'
import {
  combineSinks,
  createNodeCrypto,
  createNodeRandom,
  createSystemClock,
  isNews,
  limitOutageReports,
  withTurns,
} from '../node/index.ts'
import { createInstruments, createMetrics, createRequestScope, createTracing, type Log } from '../telemetry/index.ts'
import { watchClocks } from './clock-watch.ts'
import { createSecretsComparison } from './compare-secrets.ts'
import { watchHeldTrust } from './held-trust.ts'
import { openFetch } from './open-fetch.ts'
import { openLimits } from './open-limits.ts'
import { openStores } from './open-stores.ts'
import type { KeyParts } from './private-files.ts'
import { recordDecisions } from './record-decisions.ts'
import type { ServedRole } from './role-names.ts'
import type { RoleSettings } from './role-settings.ts'
import type { ServiceParts } from './service.ts'

/** Functions that stop what was started. They run in reverse order. */
export type Stops = (() => Promise<void> | void)[]

type Infrastructure<R extends ServedRole> = Awaited<ReturnType<typeof openInfrastructure<R>>>

/**
 * Opens the infrastructure. `stops` receives a function for each part to close, also if a later part cannot be opened.
 */
export async function openInfrastructure<R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  log: Log,
  stops: Stops,
) {
  const clock = createSystemClock()
  const scope = createRequestScope()
  const metrics = createMetrics(role)
  const tracing = createTracing(scope)
  const instruments = createInstruments(scope, metrics, tracing)
  const opened = await openStores(role, settings.database, settings.resolve, (outage) => log.fault(outage, 'migrate'))
  stops.push(() => opened.close())
  const crypto = createNodeCrypto()
  const replicas = opened.replicaSecrets
  const comparison = createSecretsComparison({ clock, random: createNodeRandom(), crypto, replicas })
  stops.push(() => comparison.stop())
  const recorded = recordDecisions(settings, log)
  stops.push(() => recorded.close())
  const recent = createRecentDecisions(createNodeRandom())
  const fetch = openFetch(settings)
  stops.push(() => fetch.close())
  const { anchors, role: config } = settings
  const entities = [{ anchors, role: config }, ...settings.profileEntities]
  const superiors = [
    ...new Set(entities.flatMap((one) => [...one.anchors.map(({ entityId }) => entityId), ...one.role.authorityHints])),
  ]
  const clocks = watchClocks(fetch, { clock, entities: superiors, skewSeconds: config.clockSkewSeconds })
  const limits = openLimits(settings, {
    scope,
    settles: opened.rateCounters !== undefined,
    storeWait: () => opened.load?.().waitMilliseconds ?? 0,
  })
  stops.push(() => limits.load.stop())
  return {
    clock,
    crypto,
    scope,
    metrics,
    tracing,
    instruments,
    opened,
    comparison,
    recorded,
    recent,
    fetch,
    clocks,
    limits,
  }
}

/** Returns the instrumented parts from which the role is composed. */
export function measuredParts<R extends ServedRole>(
  {
    clock,
    crypto,
    scope,
    metrics,
    instruments,
    opened,
    comparison,
    recorded,
    recent,
    clocks,
    limits,
  }: Infrastructure<R>,
  { log, warn }: { readonly log: Log; readonly warn: (sentence: string) => void },
): ServiceParts<R> & KeyParts {
  const onFault = limitOutageReports({ clock }, log.fault)
  return {
    clock,
    random: createNodeRandom(),
    crypto: withKeyCache(withTurns(instruments.crypto(crypto)), { clock }),
    fetch: instruments.fetch(clocks.fetch),
    stores: instruments.stores(opened.stores),
    decisions: {
      ...combineSinks(recorded, instruments.decisions, onlyNews(recent)),
      ...(instruments.decisions.measure && { measure: instruments.decisions.measure }),
    },
    recentDecisions: recent,
    admission: limits.admission,
    onFault,
    onTrouble: warn,
    onStaleTrust: watchHeldTrust(metrics, onFault),
    compareSecrets: comparison.compare,
    clientNetwork: () => scope.request()?.clientNetwork,
    environment: process.env,
  }
}

/**
 * Forwards the decisions that `GET /admin/decisions` returns. Drops routine accepted decisions, such as those about
 * status lists.
 */
const onlyNews = (sink: DecisionSink): DecisionSink => ({
  record: (decision) => {
    if (isNews(decision)) sink.record(decision)
  },
})

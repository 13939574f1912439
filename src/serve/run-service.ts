/**
 * One process that serves one role: opens its stores, composes it, puts it on the network and looks after it until it is
 * told to stop. All of it, or none.
 */
import { setTimeout } from 'node:timers/promises'
import { withKeyCache } from '../jose/index.ts'
import {
  combineSinks,
  createNodeCrypto,
  createNodeRandom,
  createSystemClock,
  every,
  type GuardedFetch,
  portFlag,
  type RunningServer,
  type ServeOptions,
  serve,
  sparingOutages,
  withTurns,
} from '../node/index.ts'
import {
  createInstruments,
  createMetrics,
  createRequestScope,
  createTracing,
  type Log,
  type Metrics,
} from '../telemetry/index.ts'
import { bindStore } from './bind-store.ts'
import { watchClocks } from './clock-watch.ts'
import { createSecretsComparison } from './compare-secrets.ts'
import { composeService } from './compose-service.ts'
import { createFront } from './front.ts'
import { watchHeldTrust } from './held-trust.ts'
import { openFetch } from './open-fetch.ts'
import { lookAfterLimits, measureLimits, openLimits } from './open-limits.ts'
import { openStores } from './open-stores.ts'
import { listenForOperations } from './operations.ts'
import { privateFilesOf } from './private-files.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { recordDecisions } from './record-decisions.ts'
import type { ServedRole } from './role-names.ts'
import type { RoleSettings, ServiceSettings } from './role-settings.ts'
import { createSelfCheck, type SelfCheck } from './self-check.ts'
import { longestDefaultDrain } from './settings.ts'
import { readTlsFiles, type TlsFiles, tlsNotes } from './tls-files.ts'
import { startUpkeep } from './upkeep.ts'

/** What a process gives the service that it runs. */
export interface Surroundings {
  readonly log: Log
  /** A sentence for whoever runs the program. */
  readonly warn: (sentence: string) => void
  /** Another process has the operations' listener: that of the workers. */
  readonly withoutOperations?: boolean
  /** Other processes listen on the same port. */
  readonly sharedPort?: boolean
  /** Takes an empty store for keys that were used with another one. */
  readonly newStore?: boolean
}

/** A service on the network. */
export interface RunningService {
  readonly port: number
  readonly operationsPort: number | undefined
  readonly readiness: Readiness
  /** Not ready any more, then no new connections, then what is in flight ends, then the stores close. */
  stop(): Promise<void>
}

type Stops = (() => Promise<void> | void)[]

/** Resolves when the service answers. Rejects with one sentence for what the user can mend. */
export async function runService<R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  surroundings: Surroundings,
): Promise<RunningService> {
  const stops: Stops = []
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.splice(0).toReversed())
      try {
        await stop()
      } catch (fault) {
        surroundings.log.fault(fault, 'stop') // the others are to end all the same
      }
  }
  try {
    const { drain, openConnections, ...running } = await start(role, settings, surroundings, stops)
    const stop = async (): Promise<void> => {
      running.readiness.stopping()
      drain()
      surroundings.log.info('stopping')
      await untilDrained(settings.shutdown.drainSeconds, openConnections)
      await stopAll()
      surroundings.log.info('stopped')
    }
    let stopping: Promise<void> | undefined
    const stopOnce = (): Promise<void> => {
      stopping ??= stop()
      return stopping
    }
    return { ...running, stop: stopOnce }
  } catch (thrown) {
    await stopAll()
    throw thrown
  }
}

/** Resolves after the configured time. Without one, resolves once no connection is open, or after 5 seconds. */
async function untilDrained(drainSeconds: number | undefined, openConnections: () => number): Promise<void> {
  if (drainSeconds !== undefined) return setTimeout(drainSeconds * 1000)
  for (let checks = longestDefaultDrain * 20; checks > 0 && openConnections() > 0; checks -= 1) await setTimeout(50)
}

interface StartedService extends Omit<RunningService, 'stop'>, Pick<RunningServer, 'drain'> {
  openConnections(): number
}

async function start<R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  surroundings: Surroundings,
  stops: Stops,
): Promise<StartedService> {
  const { log, warn, withoutOperations, sharedPort = false } = surroundings
  const tls = readTlsFiles(settings)
  const parts = await openParts(role, settings, log, stops)
  const { clock, scope, metrics, tracing, opened, fetch, clocks, limits } = parts
  const { options, at } = privateFilesOf(settings, { environment: process.env })
  await bindStore({
    identity: opened.identity,
    file: at('store.json'),
    options,
    random: createNodeRandom(),
    newStore: surroundings.newStore ?? false,
    warn,
  })
  const service = await compose(role, settings, parts, surroundings)
  stops.push(() => service.close())
  for (const relaxation of service.relaxations) warn(`relaxed by the settings: ${relaxation}`) // WP-79
  const upkeep = startUpkeep({ clock, stores: opened, service, log })
  stops.push(() => upkeep.stop())
  const selfCheck = createSelfCheck(fetch, settings.publicUrl, service, clock)
  const notes = (): readonly string[] => [
    ...selfCheck.notes(),
    ...clocks.notes(),
    ...service.notes(),
    ...upkeep.notes(),
    ...tlsNotes(tls, clock.now()),
  ]
  const { publisher } = service
  const anchors = settings.anchors.length
  const readiness = createReadiness({
    clock,
    service: { publisher, notes },
    stores: opened,
    anchors,
    anotherAnswers: selfCheck.anotherAnswers,
  })
  measureLimits(metrics, limits)
  measurePool(metrics, opened)
  for (const { name, help, read } of service.gauges ?? []) metrics.gauge(name, help, read, 'max')
  measureOutgoing(metrics, fetch)
  stops.push(lookAfterLimits(settings, limits, { clock, stores: opened, warn }))
  service.start()
  stops.push(() => service.stop())

  const { publicUrl } = settings
  const { load, trusted, connections } = limits
  const front = createFront({ app: service.app, publicUrl, readiness, scope, load, metrics, tracing, trusted })
  const server = await listen(settings, front, tls, {
    shared: sharedPort,
    enter: connections.enter,
    onFault: (fault) => log.fault(fault, 'http'),
  })
  stops.push(() => server.stop())
  const watched = { report: () => readiness.report(), metrics: () => metrics.text() }
  const operations = withoutOperations ? undefined : await listenForOperations(settings.operations, watched, log)
  // Stops last: probes see that the service is stopping.
  if (operations) stops.unshift(() => operations.stop())
  load.start()
  log.info('listening', { port: server.port, pid: process.pid })
  lookAround(settings, { selfCheck, readiness, warn }, stops)
  return {
    port: server.port,
    operationsPort: operations?.port,
    readiness,
    drain: server.drain,
    openConnections: connections.open,
  }
}

type Parts<R extends ServedRole> = Awaited<ReturnType<typeof openParts<R>>>

/** What stands around the role: what measures it, its stores, the network, the limits of those who ask. */
async function openParts<R extends ServedRole>(role: R, settings: RoleSettings[R], log: Log, stops: Stops) {
  const clock = createSystemClock()
  const scope = createRequestScope()
  const metrics = createMetrics(role)
  const tracing = createTracing(scope)
  const instruments = createInstruments(scope, metrics, tracing)
  const opened = await openStores(role, settings.database, settings.resolve)
  stops.push(() => opened.close())
  const crypto = createNodeCrypto()
  const replicas = opened.replicaSecrets
  const comparison = createSecretsComparison({ clock, random: createNodeRandom(), crypto, replicas })
  stops.push(() => comparison.stop())
  const recorded = recordDecisions(settings, log)
  stops.push(() => recorded.close())
  const fetch = openFetch(settings)
  stops.push(() => fetch.close())
  const { anchors, role: own } = settings
  const superiors = [...new Set([...anchors.map(({ entityId }) => entityId), ...own.authorityHints])]
  const clocks = watchClocks(fetch, { clock, entities: superiors, skewSeconds: own.clockSkewSeconds })
  const limits = openLimits(settings, { scope, settles: opened.rateCounters !== undefined })
  stops.push(() => limits.load.stop())
  return { clock, crypto, scope, metrics, tracing, instruments, opened, comparison, recorded, fetch, clocks, limits }
}

/** The role, with what it does measured. */
function compose<R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  { clock, crypto, scope, metrics, instruments, opened, comparison, recorded, clocks, limits }: Parts<R>,
  { log, warn }: Surroundings,
): ReturnType<typeof composeService<R>> {
  const onFault = sparingOutages({ clock }, log.fault)
  return composeService(role, settings, {
    clock,
    random: createNodeRandom(),
    crypto: withKeyCache(withTurns(instruments.crypto(crypto)), { clock }),
    fetch: instruments.fetch(clocks.fetch),
    stores: instruments.stores(opened.stores),
    decisions: {
      ...combineSinks(recorded, instruments.decisions),
      ...(instruments.decisions.around && { around: instruments.decisions.around }),
    },
    admission: limits.admission,
    onFault,
    onTrouble: warn,
    onStaleTrust: watchHeldTrust(metrics, onFault),
    compareSecrets: comparison.compare,
    asker: () => scope.request()?.clientAddress,
    environment: process.env,
  })
}

function measurePool(metrics: Metrics, { load }: Awaited<ReturnType<typeof openStores>>): void {
  if (load === undefined) return
  metrics.gauge('fiducia_pool_connections', 'Connections to the database', () => load().open)
  metrics.gauge('fiducia_pool_waiting', 'Verbs that wait for a connection', () => load().waiting)
}

function measureOutgoing(metrics: Metrics, { load }: GuardedFetch): void {
  metrics.gauge('fiducia_outgoing_requests', 'Outgoing requests that run', () => load().running)
  metrics.gauge('fiducia_outgoing_strangers', 'Those of them that strangers caused', () => load().strangers)
  metrics.gauge('fiducia_outgoing_waiting', 'Outgoing requests that wait for a slot', () => load().waiting)
}

function listen(
  settings: ServiceSettings,
  app: ReturnType<typeof createFront>,
  tls: TlsFiles | undefined,
  around: Required<Pick<ServeOptions, 'shared' | 'enter' | 'onFault'>>,
): Promise<RunningServer> {
  const { port, hosts } = settings.listen
  const { maximumHeaderBytes, requestTimeoutSeconds } = settings.limits
  return serve({
    ...around,
    app,
    port,
    portSetting: portFlag,
    hosts,
    maximumHeaderSize: maximumHeaderBytes,
    requestTimeoutSeconds,
    stopTimeoutSeconds: settings.shutdown.timeoutSeconds,
    ...(tls && { tls: { key: tls.key, cert: tls.cert } }),
  })
}

interface Around {
  readonly selfCheck: SelfCheck
  readonly readiness: Readiness
  readonly warn: (sentence: string) => void
}

/** Once the service answers: its own trust chain, and whether others find it where it says that it is. */
function lookAround(settings: ServiceSettings, { selfCheck, readiness, warn }: Around, stops: Stops): void {
  void readiness.lookForChain()
  stops.push(every(10, () => readiness.lookAgain()))
  if (!settings.selfCheck) return
  void selfCheck.look().then((told) => told.forEach(warn))
  stops.push(every(60, () => selfCheck.lookAgain()))
}

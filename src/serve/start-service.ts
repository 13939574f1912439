/** Starts a service: composes its role over its infrastructure and serves it over HTTP. */
import {
  createNodeRandom,
  describeListening,
  every,
  type GuardedFetch,
  limitOutageReports,
  portFlag,
  type RunningServer,
  type ServeOptions,
  serve,
} from '../node/index.ts'
import type { Log, Metrics } from '../telemetry/index.ts'
import { bindStore } from './bind-store.ts'
import { composeService } from './compose-service.ts'
import { createFront } from './front.ts'
import { measuredParts, openInfrastructure, type Stops } from './open-infrastructure.ts'
import { maintainLimits, measureLimits } from './open-limits.ts'
import type { OpenedStores } from './open-stores.ts'
import { listenForOperations } from './operations.ts'
import { privateFilesOf, requireKeyFile } from './private-files.ts'
import { portMismatch } from './public-port.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { administrationTargets } from './request-gate.ts'
import type { ServedRole } from './role-names.ts'
import type { RoleSettings, ServiceSettings } from './role-settings.ts'
import { combineSelfChecks, createSelfCheck, type SelfCheck } from './self-check.ts'
import { readTlsFiles, type TlsFiles, tlsNotes } from './tls-files.ts'
import { startUpkeep } from './upkeep.ts'

/** Options and callbacks that the process passes to its service. */
export interface Surroundings {
  readonly log: Log
  /** Receives a sentence for the operator. */
  readonly warn: (sentence: string) => void
  /** True if another process has the operations listener: the first process of `--workers`. */
  readonly withoutOperations?: boolean
  /** True if other processes listen on the same port. */
  readonly sharedPort?: boolean
  /**
   * The operator's `--new-store`. Accepts an empty store, although the keys were used with another store. A store that
   * is not empty is still refused.
   */
  readonly newStore?: boolean
}

/** A service that answers requests. */
export interface RunningService {
  readonly port: number
  readonly operationsPort: number | undefined
  readonly readiness: Readiness
  /**
   * Makes the service unready, and waits for the drain (`shutdown.drainSeconds`). Then accepts no new connections,
   * waits at most `shutdown.timeoutSeconds` for requests in flight, and closes the stores. Never rejects: the log has
   * the faults. Further calls return the same promise.
   */
  stop(): Promise<void>
}

interface StartedService extends Omit<RunningService, 'stop'>, Pick<RunningServer, 'drain'> {
  openConnections(): number
}

/** Resolves when the service answers. `stops` receives a function for each started part, also if a later step fails. */
export async function startService<R extends ServedRole>(
  role: R,
  settings: RoleSettings[R],
  surroundings: Surroundings,
  stops: Stops,
): Promise<StartedService> {
  const { log, warn, withoutOperations, sharedPort = false } = surroundings
  const tls = readTlsFiles(settings)
  const infrastructure = await openInfrastructure(role, settings, log, stops)
  const { clock, scope, metrics, tracing, opened, fetch, clocks, limits } = infrastructure
  const files = privateFilesOf(settings, { environment: process.env })
  requireKeyFile(role, files, settings)
  await bindStore({
    identity: opened.identity,
    file: files.at('store.json'),
    options: files.options,
    random: createNodeRandom(),
    newStore: surroundings.newStore ?? false,
    warn,
  })
  const service = await composeService(role, settings, measuredParts(infrastructure, surroundings))
  stops.push(() => service.close())
  const mismatch = withoutOperations ? undefined : portMismatch(settings)
  if (mismatch !== undefined) warn(mismatch)
  for (const relaxation of service.relaxations) warn(`relaxed by the settings: ${relaxation}`) // WP-79
  const upkeep = startUpkeep({ clock, stores: opened, service, log })
  stops.push(() => upkeep.stop())
  const ownCheck = createSelfCheck(fetch, settings.publicUrl, service, clock)
  const further = (service.furtherEntities ?? []).map((entity) => {
    const check = createSelfCheck(fetch, entity.publicUrl, entity, clock)
    return { ...entity, check, anotherAnswers: check.anotherAnswers }
  })
  const selfCheck = combineSelfChecks([ownCheck, ...further.map(({ check }) => check)])
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
    further,
    anotherAnswers: ownCheck.anotherAnswers,
    onFault: (fault) => log.fault(fault, 'trust'),
  })
  measureLimits(metrics, limits)
  measurePool(metrics, opened)
  for (const { name, help, read } of service.gauges ?? []) metrics.gauge(name, help, read, 'max')
  measureOutgoing(metrics, fetch)
  const onFault = limitOutageReports({ clock }, log.fault)
  stops.push(maintainLimits(settings, limits, { clock, stores: opened, warn, onFault }))
  service.start()
  stops.push(() => service.stop())

  const { publicUrl } = settings
  const { load, trusted, connections, repeated, gate } = limits
  const front = createFront({
    app: service.app,
    publicUrl,
    isAdministration: administrationTargets(settings),
    readiness,
    scope,
    load,
    repeated,
    metrics,
    tracing,
    trusted,
  })
  const server = await listen(settings, front, tls, {
    shared: sharedPort,
    gate,
    enter: connections.enter,
    onFault: (fault) => log.fault(fault, 'http'),
  })
  stops.push(() => server.stop())
  metrics.counter('fiducia_requests_shed_total', 'Requests refused before they were read', server.refused)
  const observed = { report: () => readiness.report(), metrics: () => metrics.text() }
  const operations = withoutOperations ? undefined : await listenForOperations(settings.operations, observed, log)
  // This listener stops last, so that probes see that the service is stopping.
  if (operations) stops.unshift(() => operations.stop())
  load.start()
  log.info('listening', { port: server.port, pid: process.pid, addresses: describeListening(settings.listen.hosts) })
  startChecks(settings, { selfCheck, readiness, warn }, stops)
  return {
    port: server.port,
    operationsPort: operations?.port,
    readiness,
    drain: server.drain,
    openConnections: connections.open,
  }
}

function measurePool(metrics: Metrics, { load }: Pick<OpenedStores, 'load'>): void {
  if (load === undefined) return
  metrics.gauge('fiducia_pool_connections', 'Connections to the database', () => load().open)
  metrics.gauge('fiducia_pool_waiting', 'Store operations that wait for a connection', () => load().waiting)
  metrics.counter('fiducia_pool_failed_total', 'Store operations that got no connection', () => load().failed)
}

function measureOutgoing(metrics: Metrics, { load }: GuardedFetch): void {
  metrics.gauge('fiducia_outgoing_requests', 'Running outgoing requests', () => load().running)
  metrics.gauge('fiducia_outgoing_strangers', 'Outgoing requests that unknown parties caused', () => load().strangers)
  metrics.gauge('fiducia_outgoing_waiting', 'Outgoing requests that wait for a slot', () => load().waiting)
}

function listen(
  settings: ServiceSettings,
  app: ReturnType<typeof createFront>,
  tls: TlsFiles | undefined,
  options: Required<Pick<ServeOptions, 'shared' | 'enter' | 'onFault' | 'gate'>>,
): Promise<RunningServer> {
  const { port, hosts } = settings.listen
  const { maximumHeaderBytes, requestTimeoutSeconds } = settings.limits
  return serve({
    ...options,
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

interface CheckParts {
  readonly selfCheck: Pick<SelfCheck, 'look' | 'lookAgain'>
  readonly readiness: Readiness
  readonly warn: (sentence: string) => void
}

/** Starts the repeated checks of the service's own trust chain and of its advertised URLs. */
function startChecks(settings: ServiceSettings, { selfCheck, readiness, warn }: CheckParts, stops: Stops): void {
  void readiness.lookForChain()
  stops.push(every(10, () => readiness.lookAgain()))
  if (!settings.selfCheck) return
  void selfCheck.look().then((sentences) => sentences.forEach(warn))
  stops.push(every(60, () => selfCheck.lookAgain()))
}

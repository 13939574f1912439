/**
 * Metrics for Prometheus. Labels are names from this program: surfaces (role and path of a route), requirement IDs,
 * codes, methods. None contains input (GEN-24), and each has a bounded number of values. Operators' alerts use the
 * names of metrics and labels.
 */
import cluster, { type Worker } from 'node:cluster'
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from 'prom-client'
import type { DecisionRecord } from '../base/index.ts'

/** Kind of a measured step. */
export type StepKind = 'decision' | 'store' | 'fetch' | 'crypto'

/**
 * Metrics of one role in one process, and the metrics of that process. In a primary process, `collectWorkerMetrics`
 * returns those of all workers.
 */
export interface Metrics {
  /** Counts a response, and adds the seconds that the service took to create it. */
  request(surface: string, status: number, seconds: number): void
  /** Counts a decision, its change in a register, and for a refusal the requirement and the code. */
  decision(decision: DecisionRecord): void
  /** Adds the seconds that a step took. */
  step(kind: StepKind, step: string, seconds: number): void
  /** Registers a gauge that is read on demand. `ofWorkers` combines the values of workers. Defaults to `sum`. */
  gauge(name: string, help: string, read: () => number, ofWorkers?: 'sum' | 'max'): void
  /** Registers a counter that is read on demand. `name` must end in `_total`. */
  counter(name: string, help: string, read: () => number): void
  /** Returns the metrics in the exposition format. */
  text(): Promise<{ readonly contentType: string; readonly text: string }>
}

const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const stepBuckets = [0.00002, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.01, 0.05, 0.25, 1, 5]

/**
 * Maximum number of surfaces, of names of steps, and of requirements, codes and changes together. Any further one
 * becomes `other` in the labels. A PID Provider has about 500 requirements and codes.
 */
export const maximumLabelValues = 1000

/**
 * Creates metrics that start at zero, and adds the default metrics of the Node process. In a worker, also sends the
 * metrics to the primary process on request. Call this function only once in a worker, because the primary process uses
 * only one answer of each worker.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMetrics } from 'fiducia/telemetry'
 *
 * const metrics = createMetrics('relying-party')
 * metrics.request('relying-party/health', 200, 0.001)
 * const { text } = await metrics.text()
 * assert.match(text, /fiducia_requests_total\{surface="relying-party\/health",status="200"/)
 * ```
 */
export function createMetrics(role: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ role })
  if (cluster.isWorker) answerWithMetrics(registry)
  for (const metric of processMetrics()) registry.registerMetric(metric)
  const registers = [registry]
  const createCounter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers })
  const createHistogram = <L extends string>(name: string, help: string, labelNames: readonly L[], limits: number[]) =>
    new Histogram({ name, help, labelNames: [...labelNames], buckets: limits, registers })
  const requests = createCounter('fiducia_requests_total', 'Requests answered', ['surface', 'status'])
  const requestSeconds = createHistogram('fiducia_request_seconds', 'Time to answer a request', ['surface'], buckets)
  const decisions = createCounter('fiducia_decisions_total', 'Decisions taken', ['surface', 'outcome'])
  const changes = createCounter('fiducia_changes_total', 'Changes of a register by decisions', ['surface', 'change'])
  const refusals = createCounter('fiducia_refusals_total', 'Refusals by requirement and failure code', [
    'surface',
    'requirement',
    'code',
  ])
  const steps = createHistogram('fiducia_step_seconds', 'Time of a step', ['kind', 'step'], stepBuckets)
  const surfaces = createBoundedNames()
  const decisionValues = createBoundedNames()
  const stepNames = createBoundedNames()
  return {
    request: (surface, status, seconds) => {
      requests.inc({ surface: surfaces(surface), status: String(status) })
      requestSeconds.observe({ surface: surfaces(surface) }, seconds)
    },
    decision: ({ surface: name, outcome, checks, evidence: { change } }) => {
      const surface = surfaces(name)
      decisions.inc({ surface, outcome })
      if (change !== undefined) changes.inc({ surface, change: decisionValues(change) })
      const refused = outcome === 'refused' ? checks.at(-1) : undefined
      if (refused)
        refusals.inc({
          surface,
          requirement: decisionValues(refused.requirement),
          code: decisionValues(refused.code ?? ''),
        })
    },
    step: (kind, step, seconds) => steps.observe({ kind, step: stepNames(step) }, seconds),
    gauge: (name, help, read, ofWorkers = 'sum') =>
      void new Gauge({
        name,
        help,
        registers,
        aggregator: ofWorkers,
        collect() {
          this.set(read())
        },
      }),
    counter: (name, help, read) =>
      void new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(read())
        },
      }),
    text: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}

let sharedMetrics: readonly Metric[] | undefined

/**
 * Returns the metrics of the Node process. All roles of a process share them, since each set measures the delay of the
 * event loop with a separate timer until the process ends.
 */
function processMetrics(): readonly Metric[] {
  if (sharedMetrics === undefined) {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    sharedMetrics = registry.getMetricsAsArray() as unknown[] as Metric[] // the library declares another type
  }
  return sharedMetrics
}

/** Returns a function that returns the first `maximumLabelValues` names unchanged, and `other` for any further name. */
function createBoundedNames(): (name: string) => string {
  const knownNames = new Set<string>()
  return (name) => {
    if (knownNames.has(name)) return name
    if (knownNames.size >= maximumLabelValues) return 'other'
    knownNames.add(name)
    return name
  }
}

/** Request of the primary process to a worker, and the worker's answer. */
interface MetricsMessage {
  readonly fiducia: 'metrics'
  readonly metrics?: SentMetrics
}

function answerWithMetrics(registry: Registry): void {
  process.on('message', ({ fiducia }: MetricsMessage) => {
    if (fiducia !== 'metrics') return
    const answer = async (): Promise<void> => {
      const message: MetricsMessage = { fiducia, metrics: typed(await registry.getMetricsAsJSON()) }
      if (process.connected) process.send?.(message)
    }
    answer().catch(() => undefined)
  })
}

/** Metrics of a worker with their values, as it sends them. */
type SentMetrics = readonly { readonly type: string }[]

/** Returns the metrics with the type that they have: the library declares another. */
const typed = (metrics: readonly unknown[]): SentMetrics => metrics as SentMetrics

/**
 * Last answer of each worker that runs. It is used again if the worker does not respond in time, so that sums do not
 * drop and rise again.
 */
const lastMetrics = new Map<Worker, SentMetrics>()

/**
 * Counters and histograms in the last answers of all workers that ended. Without them, a sum would drop when a worker
 * is replaced, and Prometheus would count the whole new sum as an increase.
 */
let totalsOfEnded: SentMetrics = []

/**
 * Returns the combined metrics of all workers, which serve this role. Only the primary process, which started them, may
 * call it. Waits at most `milliseconds` (2000 by default) for the workers. Uses the last answer, if any, of a worker
 * that does not respond in time, and the counters and histograms in the last answer of a worker that ended. Adds
 * `fiducia_workers`, the number of workers that responded in time.
 */
export async function collectWorkerMetrics(
  role: string,
  milliseconds = 2000,
): Promise<{ readonly contentType: string; readonly text: string }> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected()) as Worker[]
  const answered = await Promise.all(workers.map((worker) => askForMetrics(worker, milliseconds)))
  const registry = AggregatorRegistry.aggregate([totalsOfEnded, ...lastMetrics.values()])
  const gauge = new Gauge({
    name: 'fiducia_workers',
    help: 'Workers that answered in time',
    labelNames: ['role'],
    registers: [registry],
  })
  gauge.set({ role }, answered.filter(Boolean).length)
  return { contentType: registry.contentType, text: await registry.metrics() }
}

/** Adds the counters and histograms of a worker that ended to `totalsOfEnded`, and forgets its other metrics. */
function keepTotals(worker: Worker): void {
  const totals = lastMetrics.get(worker)?.filter(({ type }) => type === 'counter' || type === 'histogram') ?? []
  lastMetrics.delete(worker)
  totalsOfEnded = typed(AggregatorRegistry.aggregate([totalsOfEnded, totals]).getMetricsAsArray())
}

/** Asks a worker for its metrics and stores the answer. Resolves to true if the worker answered in time. */
function askForMetrics(worker: Worker, milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (answered: boolean): void => {
      clearTimeout(timer)
      worker.off('message', onMessage)
      resolve(answered)
    }
    const timer = setTimeout(() => settle(false), milliseconds)
    const onMessage = ({ fiducia, metrics }: MetricsMessage): void => {
      if (fiducia !== 'metrics' || metrics === undefined) return
      if (worker.isDead()) return
      if (!lastMetrics.has(worker)) worker.once('exit', () => keepTotals(worker))
      lastMetrics.set(worker, metrics)
      settle(true)
    }
    worker.on('message', onMessage)
    const request: MetricsMessage = { fiducia: 'metrics' }
    worker.send(request, (fault) => {
      if (fault) settle(false)
    })
  })
}

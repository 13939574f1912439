/**
 * Adds metrics and spans to the ports of a role: decisions, stores, network, cryptography. The role contains no code
 * for metrics and spans.
 */
import { SpanKind } from '@opentelemetry/api'
import { type Crypto, copyPort, type DecisionSink, type Fetch } from '../base/index.ts'
import type { Metrics, StepKind } from './metrics.ts'
import type { RequestScope } from './request-scope.ts'
import type { Tracing } from './tracing.ts'

/** Wrappers for the ports of a role. Each wrapper returns a port of the same type. */
export interface Instruments {
  /** Sink that feeds metrics and spans. Sets the surface of a request from its first decision. */
  readonly decisions: DecisionSink
  crypto(inner: Crypto): Crypto
  fetch(inner: Fetch): Fetch
  /** Wraps every method of a role's stores, also of the stores that a function returns. */
  stores<S extends object>(inner: S): S
}

const secondsSince = (since: number): number => (performance.now() - since) / 1000

/**
 * Creates wrappers. They measure each decision, fetch and store call, and create a span for each. A synchronous
 * decision (`decide.now`) is only counted. Key operations are measured but get no span.
 */
export function createInstruments(scope: RequestScope, metrics: Metrics, tracing: Tracing): Instruments {
  const step = async <T>(kind: StepKind, name: string, run: () => Promise<T>, client = false): Promise<T> => {
    const since = performance.now()
    try {
      return await tracing.step(name, run, client ? { kind: SpanKind.CLIENT } : {})
    } finally {
      metrics.step(kind, name, secondsSince(since))
    }
  }
  return {
    decisions: {
      record: (decision) => {
        // The first decision of a request checks its envelope (headers, parameters, body). Its surface ends in the word
        // `envelope`.
        const request = scope.request()
        if (request) request.surface ??= decision.surface.replace(/ envelope$/, '')
        metrics.decision(decision)
        tracing.note(decision)
      },
      measure: (surface, run) => step('decision', surface, run),
    },
    crypto: (inner) => measureCrypto(inner, metrics),
    fetch: (inner) => (request) => step('fetch', `fetch ${request.method}`, () => inner(request), true),
    stores: (inner) => measureStores(inner, step),
  }
}

/** Key operations that are measured. Hashing is not measured, because it costs less than reading the clock. */
const measuredOperations = ['verify', 'sign', 'agree', 'encrypt', 'decrypt'] as const

function measureCrypto(inner: Crypto, metrics: Metrics): Crypto {
  const port = copyPort(inner)
  const outer: Record<string, unknown> = { ...port }
  for (const name of measuredOperations) {
    const run = port[name] as (...given: unknown[]) => unknown
    outer[name] = (...given: unknown[]): unknown => {
      const since = performance.now()
      const result = run.apply(inner, given)
      if (!(result instanceof Promise)) {
        metrics.step('crypto', name, secondsSince(since))
        return result
      }
      return result.finally(() => metrics.step('crypto', name, secondsSince(since)))
    }
  }
  return outer as unknown as Crypto
}

type Step = <T>(kind: StepKind, name: string, run: () => Promise<T>) => Promise<T>
type StoreMethod = (...given: unknown[]) => Promise<unknown>

const isPort = (member: unknown): member is object => typeof member === 'object' && member !== null

function measureStores<S extends object>(inner: S, step: Step): S {
  const measurePort = (port: string, verbs: object): object =>
    Object.fromEntries(
      Object.entries(copyPort(verbs)).map(([name, verb]) => [
        name,
        typeof verb === 'function'
          ? (...given: unknown[]) => step('store', `${port}.${name}`, () => (verb as StoreMethod).apply(verbs, given))
          : verb,
      ]),
    )
  /** Measures the ports that a function returns, such as the stores of one profile. */
  const measureSelector =
    (select: (...given: unknown[]) => object) =>
    (...given: unknown[]): object =>
      measureStores(select(...given), step)
  return Object.fromEntries(
    Object.entries(copyPort(inner)).map(([port, verbs]) => [
      port,
      typeof verbs === 'function' ? measureSelector(verbs) : isPort(verbs) ? measurePort(port, verbs) : verbs,
    ]),
  ) as S
}

/**
 * Puts figures and spans around what a role is given, so that the role itself knows nothing of either: its decisions,
 * its stores, its network and its cryptography.
 */
import { SpanKind } from '@opentelemetry/api'
import type { Crypto, DecisionSink, Fetch } from '../base/index.ts'
import type { Metrics, StepKind } from './metrics.ts'
import type { RequestScope } from './request-scope.ts'
import type { Tracing } from './tracing.ts'

/** What stands between a role and its ports, each with the port's own shape. */
export interface Instruments {
  /** Feeds figures and spans, and knows the surface of each request by its first decision. */
  readonly decisions: DecisionSink
  crypto(inner: Crypto): Crypto
  fetch(inner: Fetch): Fetch
  /** Every verb of every port of a role's stores. */
  stores<S extends object>(inner: S): S
}

const seconds = (since: number): number => (performance.now() - since) / 1000

/** Measures every call of a port, and makes it a span of the request that asked. */
export function createInstruments(scope: RequestScope, metrics: Metrics, tracing: Tracing): Instruments {
  const step = async <T>(kind: StepKind, name: string, run: () => Promise<T>, client = false): Promise<T> => {
    const since = performance.now()
    try {
      return await tracing.step(name, run, client ? { kind: SpanKind.CLIENT } : {})
    } finally {
      metrics.step(kind, name, seconds(since))
    }
  }
  return {
    decisions: {
      record: (decision) => {
        // The first one is the envelope's.
        const request = scope.request()
        if (request) request.surface ??= decision.surface.replace(/ envelope$/, '')
        metrics.decision(decision)
        tracing.note(decision)
      },
      around: (surface, run) => step('decision', surface, run),
    },
    crypto: (inner) => measureCrypto(inner, metrics),
    fetch: (inner) => (request) => step('fetch', `fetch ${request.method}`, () => inner(request), true),
    stores: (inner) => measureStores(inner, step),
  }
}

/** Operations with keys; hashing costs less than looking at the clock. */
const measured = ['verify', 'sign', 'agree', 'encrypt', 'decrypt'] as const

function measureCrypto(inner: Crypto, metrics: Metrics): Crypto {
  const outer: Record<string, unknown> = { ...inner }
  for (const name of measured) {
    const run = inner[name] as (...given: unknown[]) => unknown
    outer[name] = (...given: unknown[]): unknown => {
      const since = performance.now()
      const result = run(...given)
      if (!(result instanceof Promise)) {
        metrics.step('crypto', name, seconds(since))
        return result
      }
      return result.finally(() => metrics.step('crypto', name, seconds(since)))
    }
  }
  return outer as unknown as Crypto
}

type Step = <T>(kind: StepKind, name: string, run: () => Promise<T>) => Promise<T>
type Verb = (...given: unknown[]) => Promise<unknown>

function measureStores<S extends object>(inner: S, step: Step): S {
  const measurePort = (port: string, verbs: object): object =>
    Object.fromEntries(
      Object.entries(verbs).map(([name, verb]) => [
        name,
        typeof verb === 'function'
          ? (...given: unknown[]) => step('store', `${port}.${name}`, () => (verb as Verb).apply(verbs, given))
          : verb,
      ]),
    )
  return Object.fromEntries(Object.entries(inner).map(([port, verbs]) => [port, measurePort(port, verbs)])) as S
}

/**
 * Whether a service can take requests: its store answers and commits, its keys are there and its own entity configuration is signed.
 * A trust chain of its own that is missing is told but holds nothing up: a superior must reach the service to take it in.
 */
import { type Clock, Unavailable } from '../base/index.ts'
import { type HttpResponse, respondJson } from '../http/index.ts'
import type { OpenedStores } from './open-stores.ts'
import type { Service } from './service.ts'
import { createTrustWatch } from './trust-watch.ts'

/** What `/ready` tells. */
export interface ReadinessReport {
  readonly ready: boolean
  /** Why not. */
  readonly reasons: readonly string[]
  /** What does not go as it should, although requests are taken. */
  readonly notes: readonly string[]
}

/** Whether the service can take requests now. */
export interface Readiness {
  report(): Promise<ReadinessReport>
  /** From now on not ready. */
  stopping(): void
  /** Looks for the service's own trust chain now, and keeps what came of it. */
  lookForChain(): Promise<void>
  /** To be called every few seconds: while there is no chain it looks for it, and once a minute otherwise. */
  lookAgain(): Promise<void>
}

/** What readiness is judged by. */
export interface ReadinessParts {
  readonly clock: Clock
  readonly service: Pick<Service, 'publisher' | 'notes'>
  readonly stores: Pick<OpenedStores, 'ping' | 'commits'>
  /** How many anchors the settings pin; one at least when not said. */
  readonly anchors?: number
  /** Whether another service answers at `publicUrl`. Defaults to no. */
  readonly anotherAnswers?: () => boolean
  /** After which a store counts as one that does not answer. */
  readonly pingMilliseconds?: number
}

/** Starts no timer: whoever serves calls `lookAgain`. */
export function createReadiness(parts: ReadinessParts): Readiness {
  const { clock, service, stores, anchors = 1, pingMilliseconds = 2000, anotherAnswers = () => false } = parts
  const trust = createTrustWatch({ clock, publisher: service.publisher, anchors, anotherAnswers })
  let stopping = false
  let kept: { readonly at: number; readonly report: Promise<ReadinessReport> } | undefined

  const judge = async (): Promise<ReadinessReport> => {
    const reasons = await Promise.all([
      reasonOf(() => within(pingMilliseconds, stores.ping()), 'the store does not answer'),
      reasonOf(() => within(pingMilliseconds, stores.commits()), 'the store does not commit: the log says why'),
      reasonOf(
        async () => service.publisher.entityConfiguration(clock.now()),
        'the entity configuration cannot be signed',
      ),
    ])
    const told = reasons.filter((reason) => reason !== undefined)
    return { ready: told.length === 0, reasons: told, notes: [...trust.notes(), ...service.notes()] }
  }
  const lookForChain = async (): Promise<void> => {
    await trust.look()
    kept = undefined
  }

  return {
    report: async () => {
      if (stopping) return { ready: false, reasons: ['the service is stopping'], notes: [] }
      // Asked once a second however many ask: probes are public.
      if (kept?.at !== clock.now()) kept = { at: clock.now(), report: judge() }
      return kept.report
    },
    stopping: () => {
      stopping = true
    },
    lookForChain,
    lookAgain: async () => {
      if (trust.isDue()) await lookForChain()
    },
  }
}

/** 200, or 503 with the reasons. */
export const respondReadiness = ({ ready, reasons, notes }: ReadinessReport): HttpResponse =>
  respondJson({ status: ready ? 'ready' : 'not_ready', reasons, notes }, ready ? 200 : 503)

async function reasonOf(run: () => Promise<unknown>, reason: string): Promise<string | undefined> {
  try {
    await run()
    return undefined
  } catch {
    return reason
  }
}

function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Unavailable('late')), milliseconds).unref()
  })
  return Promise.race([promise, late])
}

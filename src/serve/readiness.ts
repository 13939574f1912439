/**
 * Reports whether a service can accept requests: its store answers and commits, and its entity configuration can be
 * signed. A missing trust chain of its own is only a note, because a superior must reach the service before it
 * registers it.
 */
import { type Clock, Unavailable } from '../base/index.ts'
import { type HttpResponse, respondJson } from '../http/index.ts'
import type { OpenedStores } from './open-stores.ts'
import type { Service } from './service.ts'
import { createTrustWatch } from './trust-watch.ts'

/** Answer of `/ready`. */
export interface ReadinessReport {
  readonly ready: boolean
  /** Reasons why the service is not ready. */
  readonly reasons: readonly string[]
  /** Problems that do not stop the service from accepting requests. */
  readonly notes: readonly string[]
}

/** Readiness of the service. */
export interface Readiness {
  report(): Promise<ReadinessReport>
  /** Makes the service not ready from now on. */
  stopping(): void
  /** Resolves the service's own trust chain now, and keeps the result. */
  lookForChain(): Promise<void>
  /**
   * Resolves the trust chain again: at each call while there is none, otherwise once a minute. Call it every few
   * seconds.
   */
  lookAgain(): Promise<void>
}

/** Service, stores and settings that decide readiness. */
export interface ReadinessParts {
  readonly clock: Clock
  readonly service: Pick<Service, 'publisher' | 'notes'>
  readonly stores: Pick<OpenedStores, 'ping' | 'commits'>
  /** Number of anchors that the settings pin. Defaults to 1. */
  readonly anchors?: number
  /** Returns true if another service answers at `publicUrl`. Defaults to false. */
  readonly anotherAnswers?: () => boolean
  /** Milliseconds after which a store counts as not answering. Defaults to 2000. */
  readonly pingMilliseconds?: number
}

/** Creates the readiness of a service. Starts no timer: the caller calls `lookAgain`. */
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
      // Judged once a second at most, because probes are public.
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

/** Responds with 200, or with 503 and the reasons. */
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

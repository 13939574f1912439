/**
 * Reports whether a service can accept requests: its store answers and commits, and its entity configuration can be
 * signed. A missing trust chain is only a note, because the superior must reach the service before registering it.
 */
import { type Clock, Unavailable } from '../base/index.ts'
import { type HttpResponse, respondJson } from '../http/index.ts'
import type { OpenedStores } from './open-stores.ts'
import type { Service, WatchedEntity } from './service.ts'
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
  /** Evaluates the readiness, at most once a second. */
  report(): Promise<ReadinessReport>
  /** Makes the service not ready from now on. */
  stopping(): void
  /** Resolves the trust chain of each entity of the service now, and keeps the results. */
  lookForChain(): Promise<void>
  /**
   * Resolves the trust chains that are due: at each call while a chain is missing, otherwise once a minute. The caller
   * should call this every few seconds.
   */
  lookAgain(): Promise<void>
}

/** A further entity, and whether another service answers at its address. */
export interface FurtherReadiness extends Pick<WatchedEntity, 'publicUrl' | 'publisher' | 'anchors'> {
  readonly anotherAnswers: () => boolean
}

/** Service, stores and settings that decide readiness. */
export interface ReadinessParts {
  readonly clock: Clock
  readonly service: Pick<Service, 'publisher' | 'notes'>
  /** Entities of further profiles. Defaults to none. */
  readonly further?: readonly FurtherReadiness[]
  readonly stores: Pick<OpenedStores, 'ping' | 'requireCommits'>
  /** Number of anchors that the settings pin. Defaults to 1. */
  readonly anchors?: number
  /** Returns true if another service answers at `publicUrl`. Defaults to false. */
  readonly anotherAnswers?: () => boolean
  /** Called for an error of a look at the trust chain that is not an outage. */
  readonly onFault: (fault: unknown) => void
  /** Milliseconds after which a store counts as not answering. Defaults to 2000. */
  readonly pingMilliseconds?: number
}

/** Creates the readiness of a service. Starts no timer: the caller calls `lookAgain`. */
export function createReadiness(parts: ReadinessParts): Readiness {
  const { clock, service, further = [], stores, anchors = 1, pingMilliseconds = 2000 } = parts
  const { anotherAnswers = () => false, onFault } = parts
  const { publisher } = service
  const entities = [{ publisher, anchors, anotherAnswers, prefix: '' }, ...further.map(withPrefix)]
  const watchedEntities = entities.map((entity) => ({
    ...entity,
    trust: createTrustWatch({ clock, onFault, ...entity }),
  }))
  let stopping = false
  let cached: { readonly at: number; readonly report: Promise<ReadinessReport> } | undefined

  const evaluate = async (): Promise<ReadinessReport> => {
    const reasons = await Promise.all([
      reasonOf(() => withTimeout(pingMilliseconds, stores.ping()), 'the store does not answer'),
      reasonOf(
        () => withTimeout(pingMilliseconds, stores.requireCommits()),
        'the store does not commit: the log says why',
      ),
      ...watchedEntities.map((entity) =>
        reasonOf(
          async () => entity.publisher.entityConfiguration(clock.now()),
          `${entity.prefix}the entity configuration cannot be signed`,
        ),
      ),
    ])
    const failures = reasons.filter((reason) => reason !== undefined)
    const trustNotes = watchedEntities.flatMap(({ trust, prefix }) => trust.notes().map((note) => prefix + note))
    return { ready: failures.length === 0, reasons: failures, notes: [...trustNotes, ...service.notes()] }
  }
  const look = async (entities: typeof watchedEntities): Promise<void> => {
    await Promise.all(entities.map(({ trust }) => trust.look()))
    cached = undefined
  }
  const lookForChain = (): Promise<void> => look(watchedEntities)

  return {
    report: async () => {
      if (stopping) return { ready: false, reasons: ['the service is stopping'], notes: [] }
      // Probes are public, so a flood of them must cost little.
      if (cached?.at !== clock.now()) cached = { at: clock.now(), report: evaluate() }
      return cached.report
    },
    stopping: () => {
      stopping = true
    },
    lookForChain,
    lookAgain: async () => {
      const dueEntities = watchedEntities.filter(({ trust }) => trust.isDue())
      if (dueEntities.length > 0) await look(dueEntities)
    },
  }
}

/** Adds the prefix of the entity's notes and reasons: the identifier of the entity. */
const withPrefix = (entity: FurtherReadiness) => ({ ...entity, prefix: `${entity.publicUrl}: ` })

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

function withTimeout<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Unavailable('late')), milliseconds).unref()
  })
  return Promise.race([promise, timeout])
}

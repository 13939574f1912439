/**
 * Whether a service can take requests: its store answers and commits, its keys are there and its own entity configuration is signed.
 * A trust chain of its own that is missing is told but holds nothing up: a superior must reach the service to take it in.
 */
import { type Clock, isFresh, printable, Unavailable } from '../base/index.ts'
import { NoOwnTrustChain, type UnpinnedKey } from '../federation/index.ts'
import { type HttpResponse, respondJson } from '../http/index.ts'
import type { OpenedStores } from './open-stores.ts'
import type { Service } from './service.ts'
import { trustAdvice } from './trust-advice.ts'

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

/** What is looked at. */
export interface ReadinessParts {
  readonly clock: Clock
  readonly service: Pick<Service, 'publisher' | 'notes'>
  readonly stores: Pick<OpenedStores, 'ping' | 'commits'>
  /** How many anchors the settings pin; one at least when not said. */
  readonly anchors?: number
  /** After which a store counts as one that does not answer. */
  readonly pingMilliseconds?: number
}

/** How long what was found of the chain counts. */
const minuteSeconds = 60
/** After which the superiors are asked anew: the chain at hand may be half a day old. */
const wordSeconds = 900

/** Starts no timer: whoever serves calls `lookAgain`. */
export function createReadiness(parts: ReadinessParts): Readiness {
  const { clock, service, stores, anchors = 1, pingMilliseconds = 2000 } = parts
  let stopping = false
  let chainNote: string | undefined = 'the trust chain of this service is not known yet'
  let lookedAt = Number.NEGATIVE_INFINITY
  let pinNotes: readonly string[] = []
  let wordNote: string | undefined
  let askedAt = clock.now()
  let kept: { readonly at: number; readonly report: Promise<ReadinessReport> } | undefined

  async function judge(): Promise<ReadinessReport> {
    const reasons = await Promise.all([
      reasonOf(() => within(pingMilliseconds, stores.ping()), 'the store does not answer'),
      reasonOf(() => within(pingMilliseconds, stores.commits()), 'the store does not commit: the log says why'),
      reasonOf(
        async () => service.publisher.entityConfiguration(clock.now()),
        'the entity configuration cannot be signed',
      ),
    ])
    const told = reasons.filter((reason) => reason !== undefined)
    return {
      ready: told.length === 0,
      reasons: told,
      notes: [chainNote, wordNote].filter((note) => note !== undefined).concat(pinNotes, service.notes()),
    }
  }
  /** Others go by what the superiors say now, and soon everybody will (D-373). Silence says nothing. */
  const askSuperiors = async (): Promise<void> => {
    if (wordNote === undefined && isFresh(askedAt, wordSeconds, clock.now())) return
    askedAt = clock.now()
    wordNote = undefined
    await service.publisher.trustChain({ anew: true }).catch((thrown: unknown) => {
      if (thrown instanceof NoOwnTrustChain && thrown.failure?.code !== 'unreachable')
        wordNote = `our superiors vouch for this service no more, and whoever asks them does not trust it: ${whyNone(thrown)}`
    })
  }
  const lookForChain = async (): Promise<void> => {
    lookedAt = clock.now()
    try {
      await service.publisher.trustChain()
      chainNote = undefined
      await askSuperiors()
      pinNotes = service.publisher.unpinnedKeys().map(pinNote)
    } catch (thrown) {
      wordNote = undefined
      chainNote =
        anchors === 0
          ? 'no anchor is pinned, so that this service trusts nobody: write one with its keys into "anchors" of the settings'
          : `${whyNone(thrown)} "fiducia trust explain" shows each path; until one holds others do not trust this service`
    }
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
      if ((chainNote && anchors > 0) || !isFresh(lookedAt, minuteSeconds, clock.now())) await lookForChain()
    },
  }
}

/** With what to change. */
function whyNone(thrown: unknown): string {
  const failure = thrown instanceof NoOwnTrustChain ? thrown.failure : undefined
  const advice = failure === undefined ? '' : ` ${trustAdvice(failure.code, failure.at)}`
  return `${thrown instanceof Unavailable ? thrown.message : 'no trust chain of our own'}:${advice}`
}

/** In time: an anchor publishes a key for a while before it signs with it (FED-10). */
const pinNote = ({ anchor, kid }: UnpinnedKey): string =>
  `the anchor ${printable(anchor)} publishes the key ${printable(kid)}, which is not pinned here: compare it with what its operator says and add it to "anchors" of the settings, before it signs and nobody below that anchor is trusted any more`

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

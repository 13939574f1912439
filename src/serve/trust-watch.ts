/**
 * Watches whether others can trust this service: its own trust chain, the current statements of its superiors, and keys
 * of an anchor that are not pinned here. It only reports problems; the service continues.
 */
import { type Clock, isFresh, printable, Unavailable } from '../base/index.ts'
import { type EntityConfigurationPublisher, NoOwnTrustChain, type UnpinnedKey } from '../federation/index.ts'
import { trustAdvice } from './trust-advice.ts'

interface TrustWatch {
  /**
   * Resolves the service's own trust chain now. Also fetches its superiors' current statements if due. Never rejects.
   */
  look(): Promise<void>
  /** Returns true if `look` is due: always while a chain to a pinned anchor is missing, otherwise once a minute. */
  isDue(): boolean
  /** Returns a sentence for each problem that was found. */
  notes(): readonly string[]
}

/** Seconds after which a found chain is resolved again. */
const recheckSeconds = 60
/**
 * Seconds between two fetches of current statements, because the chain itself may be cached for hours. While the
 * superiors do not confirm this service, each `look` fetches the statements.
 */
const superiorsSeconds = 900

/** Creates the watch. It resolves nothing before the first `look`. */
export function createTrustWatch({
  clock,
  publisher,
  anchors,
  anotherAnswers,
  onFault,
}: {
  readonly clock: Clock
  readonly publisher: EntityConfigurationPublisher
  /** Number of pinned anchors. */
  readonly anchors: number
  /**
   * Returns true if another service answers at the address of this one. The superior's statement can then contain the
   * keys of that service.
   */
  readonly anotherAnswers: () => boolean
  /** Called for an error that is not an outage. An error is not reported again until a look has succeeded. */
  readonly onFault: (fault: unknown) => void
}): TrustWatch {
  let chainNote: string | undefined = 'the trust chain of this service is not known yet'
  let lookedAt = Number.NEGATIVE_INFINITY
  let pinNotes: readonly string[] = []
  let superiorsNote: string | undefined
  let askedAt = clock.now()
  const reported: { chain?: string; superiors?: string } = {}

  const reportFault = (look: keyof typeof reported, thrown: unknown): void => {
    if (thrown instanceof Unavailable || reported[look] === String(thrown)) return
    reported[look] = String(thrown)
    onFault(thrown)
  }

  /** Returns the reason for a missing chain as a sentence, with advice if the failing path is known. */
  const describeMissingChain = (thrown: unknown): string => {
    const reason = thrown instanceof Unavailable ? thrown.message : 'no trust chain of our own: the log says why'
    const failure = thrown instanceof NoOwnTrustChain ? thrown.failure : undefined
    if (failure === undefined) return `${reason}.`
    const anotherServiceAnswers = failure.code === 'subject_key_mismatch' && anotherAnswers()
    return `${reason}: ${anotherServiceAnswers ? otherService : trustAdvice(failure.code, failure.at)}`
  }

  /**
   * Fetches the current statements of the superiors. Others use them as soon as their cached copies expire (D-373). A
   * valid chain may replace the cached one (D-1144). Keeps the last note if this does not succeed because a superior
   * does not answer, or because of a fault of our own.
   */
  const askSuperiors = async (): Promise<void> => {
    if (superiorsNote === undefined && isFresh(askedAt, superiorsSeconds, clock.now())) return
    askedAt = clock.now()
    try {
      await publisher.trustChain({ anew: true })
      superiorsNote = undefined
      delete reported.superiors
    } catch (thrown) {
      reportFault('superiors', thrown)
      if (thrown instanceof NoOwnTrustChain && thrown.failure?.code !== 'unreachable')
        superiorsNote = `our superiors no longer confirm this service, so others that ask them do not trust it: ${describeMissingChain(thrown)}`
    }
  }

  return {
    look: async () => {
      lookedAt = clock.now()
      try {
        await publisher.trustChain()
        chainNote = undefined
        await askSuperiors()
        pinNotes = publisher.unpinnedKeys().map(pinNote)
        delete reported.chain
      } catch (thrown) {
        reportFault('chain', thrown)
        superiorsNote = undefined
        chainNote =
          anchors === 0
            ? 'no anchor is pinned, so this service trusts nobody: add one with its keys to "anchors" in the settings'
            : `${describeMissingChain(thrown)} "fiducia trust explain" shows each path. Until one is valid, others do not trust this service`
      }
    },
    isDue: () => (chainNote !== undefined && anchors > 0) || !isFresh(lookedAt, recheckSeconds, clock.now()),
    notes: () => [chainNote, superiorsNote, ...pinNotes].filter((note) => note !== undefined),
  }
}

const otherService =
  'another service answers at publicUrl: correct publicUrl or the proxy. The superior need not change anything.'

/** Returns a note about an unpinned key. An anchor publishes a key for a while before it signs with it (FED-10). */
const pinNote = ({ anchor, kid }: UnpinnedKey): string =>
  `the anchor ${printable(anchor)} publishes the key ${printable(kid)}, which is not pinned here: compare it with its operator's own publication and add it to "anchors" in the settings before it signs. Otherwise nobody below that anchor is trusted any more`

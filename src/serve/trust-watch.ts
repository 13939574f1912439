/**
 * What others will find when they look for trust in this service: its own trust chain, what its superiors say now, and keys
 * of an anchor that are not pinned here. Told in sentences; holds nothing up.
 */
import { type Clock, isFresh, printable, Unavailable } from '../base/index.ts'
import { type EntityConfigurationPublisher, NoOwnTrustChain, type UnpinnedKey } from '../federation/index.ts'
import { trustAdvice } from './trust-advice.ts'

interface TrustWatch {
  /** Looks for the service's own trust chain now. Never rejects. */
  look(): Promise<void>
  /** Whether to look: each time while there is no chain, once a minute otherwise. */
  isDue(): boolean
  /** What was found, a sentence for each thing that is not as it should be. */
  notes(): readonly string[]
}

/** How long what was found of the chain counts. */
const minuteSeconds = 60
/** After which the superiors are asked anew: the chain at hand may be half a day old. */
const wordSeconds = 900

/** Nothing is known at first. */
export function createTrustWatch({
  clock,
  publisher,
  anchors,
  anotherAnswers,
}: {
  readonly clock: Clock
  readonly publisher: EntityConfigurationPublisher
  /** How many anchors are pinned. */
  readonly anchors: number
  /** Whether another service answers at the address of this one: then the superior states the keys of that. */
  readonly anotherAnswers: () => boolean
}): TrustWatch {
  let chainNote: string | undefined = 'the trust chain of this service is not known yet'
  let lookedAt = Number.NEGATIVE_INFINITY
  let pinNotes: readonly string[] = []
  let wordNote: string | undefined
  let askedAt = clock.now()

  /** With what to change. */
  const whyNone = (thrown: unknown): string => {
    const failure = thrown instanceof NoOwnTrustChain ? thrown.failure : undefined
    const isOther = failure?.code === 'subject_key_mismatch' && anotherAnswers()
    const advice = failure === undefined ? '' : ` ${isOther ? otherService : trustAdvice(failure.code, failure.at)}`
    return `${thrown instanceof Unavailable ? thrown.message : 'no trust chain of our own'}:${advice}`
  }

  /** Others go by what the superiors say now, and soon everybody will (D-373). Silence says nothing. */
  const askSuperiors = async (): Promise<void> => {
    if (wordNote === undefined && isFresh(askedAt, wordSeconds, clock.now())) return
    askedAt = clock.now()
    wordNote = undefined
    await publisher.trustChain({ anew: true }).catch((thrown: unknown) => {
      if (thrown instanceof NoOwnTrustChain && thrown.failure?.code !== 'unreachable')
        wordNote = `our superiors vouch for this service no more, and whoever asks them does not trust it: ${whyNone(thrown)}`
    })
  }

  return {
    look: async () => {
      lookedAt = clock.now()
      try {
        await publisher.trustChain()
        chainNote = undefined
        await askSuperiors()
        pinNotes = publisher.unpinnedKeys().map(pinNote)
      } catch (thrown) {
        wordNote = undefined
        chainNote =
          anchors === 0
            ? 'no anchor is pinned, so that this service trusts nobody: write one with its keys into "anchors" of the settings'
            : `${whyNone(thrown)} "fiducia trust explain" shows each path; until one holds others do not trust this service`
      }
    },
    isDue: () => (chainNote !== undefined && anchors > 0) || !isFresh(lookedAt, minuteSeconds, clock.now()),
    notes: () => [chainNote, wordNote, ...pinNotes].filter((note) => note !== undefined),
  }
}

const otherService =
  'another service answers at publicUrl: correct publicUrl or the proxy; the superior has nothing to change.'

/** In time: an anchor publishes a key for a while before it signs with it (FED-10). */
const pinNote = ({ anchor, kid }: UnpinnedKey): string =>
  `the anchor ${printable(anchor)} publishes the key ${printable(kid)}, which is not pinned here: compare it with what its operator says and add it to "anchors" of the settings, before it signs and nobody below that anchor is trusted any more`

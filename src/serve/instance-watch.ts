/**
 * Whether a PID Provider learns in time which wallets were revoked: what its last sweep came to, and how long the list that
 * is due first has waited. It is in the notes of readiness and in figures; a sweep that was late is in the log too.
 */
import type { Clock, NumericDate } from '../base/index.ts'
import { type FollowedInstances, unknownInstanceNotes } from '../pid-provider/index.ts'
import type { ServiceGauge } from './service.ts'

interface InstanceWatchParts {
  readonly clock: Clock
  /** One sweep. */
  readonly follow: () => Promise<FollowedInstances>
  /** How long after a sweep the next one is due where no list is watched. */
  readonly intervalSeconds: number
  readonly onTrouble?: ((sentence: string) => void) | undefined
}

interface InstanceWatch {
  /** Sweeps are due from now on. */
  start(): void
  /** Rejects with what broke the sweep off. */
  sweep(): Promise<void>
  notes(): readonly string[]
  readonly gauges: readonly ServiceGauge[]
}

/** A service that sweeps each minute is never as late as this. */
const toleratedSeconds = 300

/** Starts no timer: upkeep calls `sweep`. */
export function watchInstances({ clock, follow, intervalSeconds, onTrouble }: InstanceWatchParts): InstanceWatch {
  let due: NumericDate | undefined
  let last: Pick<FollowedInstances, 'reasons' | 'unknown'> = { reasons: {}, unknown: 0 }
  const lateSeconds = (): number => (due === undefined ? 0 : Math.max(0, clock.now() - due))
  const lateNotes = (): readonly string[] => {
    const late = lateSeconds()
    if (late <= toleratedSeconds) return []
    const minutes = Math.floor(late / 60)
    return [`for ${minutes} minutes no sweep has asked all due status lists for revoked wallets, whose PIDs stay valid`]
  }
  return {
    start: () => {
      due = clock.now()
    },
    sweep: async () => {
      const followed = await follow()
      for (const note of lateNotes()) onTrouble?.(note)
      last = followed
      due = followed.nextDue ?? clock.now() + intervalSeconds
    },
    notes: () => [...lateNotes(), ...unknownInstanceNotes(last)],
    gauges: [
      {
        name: 'fiducia_wallet_status_late_seconds',
        help: 'How late the status list is that is due first',
        read: lateSeconds,
      },
      {
        name: 'fiducia_wallet_status_unknown_lists',
        help: 'Status lists of which the last sweep did not learn everything',
        read: () => last.unknown,
      },
    ],
  }
}

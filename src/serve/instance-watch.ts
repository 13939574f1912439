/**
 * Watches whether a PID Provider learns of revoked wallets in time. A sweep fetches the due status lists of Wallet
 * Providers. Metrics, and the notes of readiness, show what the last sweep could not read and how late the next one is.
 * A sweep that ends late is reported to `onTrouble`.
 */
import type { Clock, NumericDate } from '../base/index.ts'
import { type InstanceSweepResult, unknownInstanceNotes } from '../pid-provider/index.ts'
import type { ServiceGauge } from './service.ts'

interface InstanceWatchParts {
  readonly clock: Clock
  readonly applyStatuses: () => Promise<InstanceSweepResult>
  /** Seconds until the next sweep is due if no list is watched. */
  readonly intervalSeconds: number
  readonly onTrouble?: ((sentence: string) => void) | undefined
}

interface InstanceWatch {
  /** Makes the first sweep due. Before this call, no sweep is late. */
  start(): void
  /** Runs a sweep. Rejects with the error that ended it. */
  sweep(): Promise<void>
  notes(): readonly string[]
  readonly gauges: readonly ServiceGauge[]
}

/** Tolerated delay in seconds, longer than the minute between two sweeps. */
const toleratedSeconds = 300

/** Creates the watch. Starts no timer: upkeep calls `sweep`. */
export function watchInstances({
  clock,
  applyStatuses,
  intervalSeconds,
  onTrouble,
}: InstanceWatchParts): InstanceWatch {
  let dueAt: NumericDate | undefined
  let lastSweep: Pick<InstanceSweepResult, 'reasons' | 'unknown'> = { reasons: {}, unknown: 0 }
  const lateSeconds = (): number => (dueAt === undefined ? 0 : Math.max(0, clock.now() - dueAt))
  const lateNotes = (): readonly string[] => {
    const late = lateSeconds()
    if (late <= toleratedSeconds) return []
    const minutes = Math.floor(late / 60)
    return [`for ${minutes} minutes no sweep has fetched all due status lists, so PIDs of revoked wallets stay valid`]
  }
  return {
    start: () => {
      dueAt = clock.now()
    },
    sweep: async () => {
      const result = await applyStatuses()
      for (const note of lateNotes()) onTrouble?.(note)
      lastSweep = result
      dueAt = result.nextDue ?? clock.now() + intervalSeconds
    },
    notes: () => [...lateNotes(), ...unknownInstanceNotes(lastSweep)],
    gauges: [
      {
        name: 'fiducia_wallet_status_late_seconds',
        help: 'Seconds by which the first due status list is late',
        read: lateSeconds,
      },
      {
        name: 'fiducia_wallet_status_unknown_lists',
        help: 'Status lists that the last sweep could not read completely',
        read: () => lastSweep.unknown,
      },
    ],
  }
}

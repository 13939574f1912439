/** Counts and reports each time that an entity stays trusted although its superiors do not answer (FED-42). */
import { Unavailable } from '../base/index.ts'
import type { Metrics } from '../telemetry/index.ts'

/**
 * Returns the `onStaleTrust` of a service. That function calls `warn` each time, so `warn` must limit repeated
 * warnings.
 */
export function watchHeldTrust(
  metrics: Pick<Metrics, 'counter'>,
  warn: (outage: Unavailable, surface: string) => void,
): (entityId: string) => void {
  let heldCount = 0
  metrics.counter(
    'fiducia_trust_held_total',
    'Times that an entity stayed trusted although no superior confirmed it',
    () => heldCount,
  )
  return (entityId) => {
    heldCount += 1
    warn(
      new Unavailable(`the superiors of ${entityId}: until they answer, it stays trusted for a limited time`),
      'federation/trust',
    )
  }
}

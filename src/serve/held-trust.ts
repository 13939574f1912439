/** Warns of trust that continues although the superiors do not confirm it (FED-42), and counts it. */
import { Unavailable } from '../base/index.ts'
import type { Metrics } from '../telemetry/index.ts'

/** Returns the callback for a trust evaluator. `warn` decides how often a warning is repeated. */
export function watchHeldTrust(
  metrics: Pick<Metrics, 'count'>,
  warn: (outage: Unavailable, surface: string) => void,
): (entityId: string) => void {
  let held = 0
  metrics.count('fiducia_trust_held_total', 'Trust that held although no superior confirmed it', () => held)
  return (entityId) => {
    held += 1
    warn(new Unavailable(`the superiors of ${entityId}: it stays trusted for a while without them`), 'federation/trust')
  }
}

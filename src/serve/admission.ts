/**
 * Admits or refuses requests without any cryptography: first by the load of the process, then by the rate of the
 * client.
 */
import type { Admission } from '../http/index.ts'
import type { Load, RateLimiter } from '../node/index.ts'
import type { RequestScope, ServedRequest } from '../telemetry/index.ts'
import { overloadSeconds } from './request-gate.ts'

interface AdmissionParts {
  readonly scope: RequestScope
  readonly load: Load
  /** Absent if rates are not limited. */
  readonly limiter: RateLimiter | undefined
}

/**
 * Creates the admission of a service. A request that the load refuses does not count for the rate. The load refuses a
 * request to the administration only if its client has too many requests in flight.
 */
export const createAdmission =
  ({ scope, load, limiter }: AdmissionParts): Admission =>
  (surface) => {
    const { clientNetwork: client, isAdministration }: ServedRequest = scope.request() ?? { clientNetwork: 'unknown' }
    if (load.exceeded(client, isAdministration)) return { reason: 'overload', retryAfterSeconds: overloadSeconds }
    const seconds = limiter?.take(client, surface)
    return seconds === undefined ? undefined : { reason: 'rate', retryAfterSeconds: seconds }
  }

/** Who is let in: the process's load first, then what the client may ask of the surface. Both are free of cryptography. */
import type { Admission } from '../http/index.ts'
import type { Load, RateLimiter } from '../node/index.ts'
import type { RequestScope } from '../telemetry/index.ts'

interface AdmissionParts {
  readonly scope: RequestScope
  readonly load: Load
  /** None: nobody is counted. */
  readonly limiter: RateLimiter | undefined
}

/** When to come back to a process that has too much to do. */
const overloadSeconds = 2

export const createAdmission =
  ({ scope, load, limiter }: AdmissionParts): Admission =>
  (surface) => {
    const client = scope.request()?.clientAddress ?? 'unknown'
    if (load.exceeded(client)) return { reason: 'overload', retryAfterSeconds: overloadSeconds }
    const seconds = limiter?.take(client, surface)
    return seconds === undefined ? undefined : { reason: 'rate', retryAfterSeconds: seconds }
  }

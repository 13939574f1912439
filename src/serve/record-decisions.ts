/** Records the decisions of a service in its log, and in a file if the settings name one. */
import { type DecisionRecord, describeWriteFault, recordsChange } from '../base/index.ts'
import {
  ConfigError,
  combineSinks,
  createDecisionFile,
  createRefusalThrottle,
  type DecisionFile,
  isNotAccepted,
  type RefusalThrottle,
} from '../node/index.ts'
import { createLogSink, type Log } from '../telemetry/index.ts'
import { decisionAdvice } from './decision-advice.ts'
import type { ServiceSettings } from './role-settings.ts'

/**
 * Limit of refusals in the file per minute: 60 of each surface (route) and code. After 300 refusals in all, the limit
 * is one of each surface and code. Without this limit, a flood of refusals would rotate all older decisions out of the
 * file (D-970). Does not limit refusals that changed a register (WP-76).
 */
const fileLimit = {
  limits: (decision: DecisionRecord) => isNotAccepted(decision) && !recordsChange(decision),
  perMinute: 60,
  totalPerMinute: 300,
}

/**
 * Returns the sink of decisions. Its `close` also closes the file. Of refusals of unhandled requests (rate, overload,
 * unreadable HTTP), records one of each surface and code a minute, and counts the others. Throws `ConfigError` for a
 * file that cannot be opened.
 */
export function recordDecisions(settings: ServiceSettings, log: Log): RefusalThrottle {
  const file = openFile(settings)
  const limitedFile = file && createRefusalThrottle(file, file.recordSuppressed, fileLimit)
  const sinks = combineSinks(createLogSink(log, decisionAdvice), ...(limitedFile ? [limitedFile] : []))
  const throttle = createRefusalThrottle(sinks, (suppressed) => log.warn('refused', { ...suppressed }))
  const close = (): void => {
    try {
      throttle.close()
      limitedFile?.close()
    } finally {
      file?.close()
    }
  }
  return { ...throttle, close }
}

function openFile({ decisions: { file, ...rest }, resolve }: ServiceSettings): DecisionFile | undefined {
  if (file === undefined) return undefined
  try {
    return createDecisionFile(resolve(file), rest)
  } catch (thrown) {
    throw new ConfigError([`decisions.file: ${resolve(file)} cannot be opened ${describeWriteFault(thrown)}`])
  }
}

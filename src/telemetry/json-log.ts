/**
 * Structured logs, one JSON object a line. The fields are closed so that names, codes, counts and thumbprints go in and
 * nothing else has a place (GEN-24): no claim value, token, key, evidence or identifier of a user, no message of an
 * error, which may quote what came from outside. An outage's message is in our own words and says what is out of reach.
 */
import { type DestinationStream, type Logger, pino } from 'pino'
import { type DecisionRecord, type DecisionSink, isAdministrative, traceOfFault, Unavailable } from '../base/index.ts'
import { describeDecision } from '../rules/index.ts'

/** What a line of the log tells of. */
export type LogEvent =
  | 'starting'
  | 'listening'
  | 'stopping'
  | 'stopped'
  | 'refused'
  | 'failed'
  | 'held'
  | 'fault'
  | 'unavailable'
  | 'pruned'
  | 'renewed'
  | 'ready'
  | 'not_ready'
  | 'worker_ended'

/** What a line of the log may say. Nothing that a peer sent. */
export interface LogFields {
  readonly role?: string
  readonly surface?: string
  readonly requirement?: string
  readonly code?: string
  readonly trace?: string
  readonly thumbprint?: string
  readonly port?: number
  /** Of a process of ours. */
  readonly pid?: number
  readonly count?: number
  readonly milliseconds?: number
}

/** The log of one process. */
export interface Log {
  info(event: LogEvent, fields?: LogFields): void
  warn(event: LogEvent, fields?: LogFields): void
  /**
   * Our own fault: its class, its system code and where it was thrown; its message is withheld. Of an outage, its
   * message. With the trace of the decision that it broke.
   */
  fault(thrown: unknown, surface: string): void
  /**
   * A line that `fiducia explain --log` reads. What did not accept is a warning. It begins with the reason, what was compared
   * and what to change (GEN-44), or with what was out of reach; `advice` replaces what the failure code says to change.
   */
  decision(decision: DecisionRecord, advice?: string): void
}

/** Codes, names, paths of surfaces: what a field may look like. Anything else is withheld. */
const harmless = /^[\w .:/@*-]{1,128}$/

/** Writes to standard output unless told otherwise. */
export function createJsonLog(role: string, destination?: DestinationStream): Log {
  const settings = { base: { role }, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'event' }
  const logger: Logger = destination ? pino(settings, destination) : pino(settings)
  return {
    info: (event, fields = {}) => logger.info(redact(fields), event),
    warn: (event, fields = {}) => logger.warn(redact(fields), event),
    fault: (thrown, surface) => {
      const trace = traceOfFault(thrown)
      const fields = redact({ surface, ...(trace !== undefined && { trace }) })
      if (thrown instanceof Unavailable) logger.warn({ ...fields, ...describeOutage(thrown) }, 'unavailable')
      else logger.error({ ...fields, ...describeFault(thrown) }, 'fault')
    },
    decision: (decision, advice) => {
      if (decision.outcome === 'accepted') return logger.info({ decision }, decision.outcome)
      const { out_of_reach, out_of_reach_seconds } = decision.evidence
      const refusal = describeDecision(decision) ?? { out_of_reach, out_of_reach_seconds }
      logger.warn({ ...refusal, ...(advice && { remedy: advice }), decision }, decision.outcome)
    },
  }
}

/**
 * A line per decision that did not accept, and per change by an administrator; other accepted ones by the given share
 * (0 in production, 1 in the sandbox). A decision that held a Wallet Instance is a warning beside it (WP-91). `adviceOf` says
 * what to change when a decision did not accept; it is asked for no other.
 */
export function createLogSink(
  log: Log,
  sampling = 0,
  adviceOf: (decision: DecisionRecord) => string | undefined = () => undefined,
): DecisionSink {
  let due = 0
  return {
    record: (decision) => {
      if (decision.evidence.change === 'held') log.warn('held', heldBy(decision))
      if (decision.outcome !== 'accepted') return log.decision(decision, adviceOf(decision))
      if (isAdministrative(decision)) return log.decision(decision)
      due += sampling
      if (due < 1) return
      due -= 1
      log.decision(decision)
    },
  }
}

const heldBy = ({ surface, trace, evidence: { thumbprint }, checks }: DecisionRecord): LogFields => {
  const { requirement, code } = checks.at(-1) ?? {}
  return {
    ...{ surface, trace },
    ...(thumbprint !== undefined && { thumbprint }),
    ...(requirement !== undefined && { requirement }),
    ...(code !== undefined && { code }),
  }
}

const redact = (fields: LogFields): LogFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && !harmless.test(value) ? '[withheld]' : value,
    ]),
  )

/** What is out of reach, and what that was told by. */
const describeOutage = ({ message, cause }: Unavailable): object => ({
  why: message.slice(0, 300),
  ...(cause !== undefined && { cause: nameFault(cause) }),
})

function nameFault(thrown: unknown): object {
  if (!(thrown instanceof Error)) return { fault: typeof thrown }
  const { code } = thrown as NodeJS.ErrnoException
  return { fault: thrown.name, ...(typeof code === 'string' && harmless.test(code) && { code }) }
}

function describeFault(thrown: unknown): object {
  if (!(thrown instanceof Error)) return nameFault(thrown)
  const stack = (thrown.stack ?? '').replace(thrown.message, '')
  const frames = stack.split('\n').filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line))
  return { ...nameFault(thrown), frames: frames.slice(0, 8).map((frame) => frame.trim()) }
}

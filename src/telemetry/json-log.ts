/**
 * Structured logs, one JSON object per line. Lines contain names, codes, counts and thumbprints (GEN-24). They contain
 * no claim value, token, key or user identifier, except the compared values that a refusal shows, such as `aud`
 * (D-585). A logged decision (the record of a request's checks) includes its evidence. Lines contain no error message,
 * because a message may quote input. The exceptions are our own texts: the message of an outage, which names the
 * unreachable part, and a notice for the operator.
 */
import { type DestinationStream, type Logger, pino } from 'pino'
import { type DecisionRecord, type DecisionSink, recordsChange, traceOfFault, Unavailable } from '../base/index.ts'
import { describeDecision } from '../rules/index.ts'

/**
 * Events of the log. `refused` and `failed` are outcomes of decisions. `held` states that a Wallet Instance was put on
 * hold (WP-91). `unavailable` is an outage, `fault` is any other error, and `notice` is a sentence for the operator.
 */
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
  | 'notice'
  | 'worker_ended'

/** Fields of a log line. None contains input from a peer. */
export interface LogFields {
  readonly role?: string
  readonly surface?: string
  readonly requirement?: string
  readonly code?: string
  readonly trace?: string
  readonly thumbprint?: string
  readonly port?: number
  /** Addresses on which the process listens, each after the name of its interface. */
  readonly addresses?: readonly string[]
  /** Process identifier of one of our processes. */
  readonly pid?: number
  readonly count?: number
  readonly milliseconds?: number
}

/** Log of one process. */
export interface Log {
  info(event: LogEvent, fields?: LogFields): void
  warn(event: LogEvent, fields?: LogFields): void
  /** Logs a sentence for the operator as a warning. The caller must not quote a peer's input in it. */
  notice(sentence: string): void
  /**
   * Logs an outage with its message, and any other error with its class, system code and stack frames, but without its
   * message. Adds the trace of the decision that failed with it.
   */
  fault(thrown: unknown, surface: string): void
  /**
   * Logs a decision. `fiducia explain --log` reads the line. A refused or failed decision is a warning. Its line begins
   * with reason, compared values and remedy (GEN-44). After an outage, the line begins with the unreachable part.
   * `advice` replaces the remedy of the failure code.
   */
  decision(decision: DecisionRecord, advice?: string): void
}

/** Allowed texts in fields: codes, names, surfaces. */
const harmless = /^[\w .:/@*-]{1,128}$/

/**
 * Creates a log. `destination` defaults to standard output. Logs a text in a field as `[withheld]` unless it has the
 * form of a code or a name. Logs decisions unchanged.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createJsonLog } from 'fiducia/telemetry'
 *
 * const lines: string[] = []
 * const log = createJsonLog('relying-party', { write: (line) => void lines.push(line) })
 * log.info('listening', { port: 4104 })
 * assert.equal(JSON.parse(lines[0] ?? '').event, 'listening')
 * ```
 */
export function createJsonLog(role: string, destination?: DestinationStream): Log {
  const settings = { base: { role }, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'event' }
  const logger: Logger = destination ? pino(settings, destination) : pino(settings)
  return {
    info: (event, fields = {}) => logger.info(redact(fields), event),
    warn: (event, fields = {}) => logger.warn(redact(fields), event),
    notice: (sentence) => logger.warn({ text: sentence }, 'notice'),
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
 * Creates a sink that logs each refused or failed decision, and each change (`recordsChange`). Logs no other accepted
 * decision. A decision that put a Wallet Instance on hold adds the warning `held` (WP-91). `adviceOf` returns the
 * remedy for a refused or failed decision, or `undefined` for the remedy of its failure code.
 */
export const createLogSink = (
  log: Log,
  adviceOf: (decision: DecisionRecord) => string | undefined = () => undefined,
): DecisionSink => ({
  record: (decision) => {
    if (decision.evidence.change === 'held') log.warn('held', heldBy(decision))
    if (decision.outcome !== 'accepted') log.decision(decision, adviceOf(decision))
    else if (recordsChange(decision)) log.decision(decision)
  },
})

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

/** Returns the message of an outage, and class and code of its cause. */
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

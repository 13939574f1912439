/** Writes and reads a flow as a JSON file with its messages and decisions. Messages of a file are shown, never sent. */
import { z } from 'zod'
import type { DecisionRecord } from '../../base/index.ts'
import { type Message, plainMessage } from '../traffic/message.ts'
import type { Flow } from './flow.ts'
import { redactMessages } from './redact-message.ts'

/** Maximum size in bytes of a form that contains a file or a changed request. */
export const maximumFormBytes = 4_194_304
const maximumMessages = 2000
/** Maximum number of headers that Node accepts (`server.maxHeadersCount`). */
const maximumHeaders = 2000

const short = z.string().max(200)
/** Any text of a message or a decision that may be long, for example a body or a list of thumbprints. */
const long = z.string().max(1_048_576)
const identifier = z.string().regex(/^[\w-]{1,64}$/)
const part = {
  headers: z.array(z.tuple([long, long])).max(maximumHeaders),
  body: long.optional(),
}
const message = z.object({
  id: identifier,
  at: z.number().min(0).max(8.64e15),
  from: short,
  to: short,
  parent: identifier.optional(),
  milliseconds: z.number().min(0),
  traces: z.array(identifier).max(100),
  request: z.object({
    method: short,
    // `redactMessages` replaces a malformed URL by a placeholder such as `<url 1>`.
    url: long.regex(/^(?:https?:\/\/|<url \d+>$)/),
    ...part,
  }),
  response: z.object({ status: z.number().int().min(0).max(999), ...part }).optional(),
})
const check = z.object({
  requirement: short,
  passed: z.boolean(),
  code: short.optional(),
  ...{ at: long.optional(), expected: long.optional(), found: long.optional() },
})
const decision = z.object({
  trace: identifier,
  surface: short,
  at: z.number().min(0).max(8.64e12),
  outcome: z.enum(['accepted', 'refused', 'failed']),
  checks: z.array(check).max(1000),
  evidence: z.record(short, long),
})
const file = z.object({
  fiducia_flow: z.literal(1),
  redacted: z.boolean(),
  messages: z
    .array(message)
    .min(1)
    .max(maximumMessages)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length),
  decisions: z.array(decision).max(maximumMessages * 4),
})

export interface FlowFile {
  readonly messages: readonly Message[]
  readonly decisions: readonly DecisionRecord[]
}

/**
 * Returns the file of a flow. Without `showPersonalData`, it contains no personal value, token or secret. Never changes
 * decisions, because they contain no such values (GEN-24).
 */
export function writeFlowFile({ steps }: Flow, showPersonalData: boolean): string {
  const messages = steps.map((step) => plainMessage(step.message))
  const decisions = steps.flatMap((step) => step.decisions)
  const shown = showPersonalData ? messages : redactMessages(messages)
  return `${JSON.stringify({ fiducia_flow: 1, redacted: !showPersonalData, messages: shown, decisions }, null, 2)}\n`
}

/**
 * Parses a file. Returns `undefined` if it is not a flow file, or if it has more than 2000 messages. Drops members that
 * a flow file does not have. Does not limit the length of the text.
 */
export function readFlowFile(text: string): FlowFile | undefined {
  try {
    const parsed = file.safeParse(JSON.parse(text))
    return parsed.success ? (parsed.data as FlowFile) : undefined
  } catch {
    return undefined
  }
}

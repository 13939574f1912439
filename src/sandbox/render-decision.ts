/**
 * Renders a decision for a terminal, in this order: the outcome, the description of a refusal, the number of passed
 * checks, trace and time, and the evidence.
 */
import type { CheckRecord, DecisionRecord } from '../base/index.ts'
import { describeDecision, formatEvidence, type RefusalDescription } from '../rules/index.ts'

const verdicts = { accepted: 'accepted', refused: 'REFUSED', failed: 'FAILED' } as const

/** Text for an internal failure, for example if the role has no trust chain or its database does not answer. */
const failedText =
  'Something did not answer or failed, so no rule decided this. The output of the service names it, as "unavailable" or "fault" at this surface.'

/** Parts that are rendered in addition to the outcome. */
export interface RenderOptions {
  /** Renders each passed check instead of only their number. Defaults to false. */
  readonly all?: boolean
}

/** Returns lines for a terminal. Control characters are replaced by U+FFFD. */
export function renderDecision(decision: DecisionRecord, { all = false }: RenderOptions = {}): string {
  const refusal = describeDecision(decision)
  const { outcome, surface, checks, trace, at } = decision
  const evidence = Object.entries(decision.evidence).map(([name, value]) => `  ${name}: ${value}`)
  return joinLines([
    `${verdicts[outcome]}  ${surface}${refusal === undefined ? '' : `  ${reasonOf(refusal)}`}`,
    ...(refusal === undefined ? [] : linesOf(refusal)),
    ...(outcome === 'failed' ? [`  ${failedText}`] : []),
    ...(all ? checks.map(renderCheck) : [`  ${passedText(checks)}`]),
    `trace ${trace}, ${new Date(at * 1000).toISOString()}`,
    ...(evidence.length > 0 ? ['evidence', ...evidence] : []),
  ])
}

/**
 * Returns one line for a list: time, trace id, outcome and name of the decision, and for a refusal reason and place.
 */
export const renderDecisionLine = (decision: DecisionRecord): string => {
  const refusal = describeDecision(decision)
  const time = new Date(decision.at * 1000).toISOString().slice(0, 19)
  const reason = refusal === undefined ? '' : `  ${reasonOf(refusal)}`
  return joinLines([`${time}  ${decision.trace}  ${verdicts[decision.outcome]}  ${decision.surface}${reason}`])
}

/**
 * Returns a decision as one line of JSON, with the members of its description first. `at` is the time of the decision,
 * not the place of the refusal. The place is the `at` of the last element of `checks`.
 */
export const decisionJson = (decision: DecisionRecord): string =>
  `${JSON.stringify({ ...describeDecision(decision), ...decision })}\n`

const reasonOf = ({ reason, code, at }: RefusalDescription): string =>
  `${reason} (${code}${at === '' ? '' : ` at ${at}`})`

const linesOf = ({ expected, found, remedy, requirement, rule }: RefusalDescription): readonly string[] => [
  ...(expected === undefined && found === undefined ? [] : [`  ${formatEvidence(expected, found)}`]),
  `  what to change: ${remedy}`,
  `  rule ${requirement}${rule === undefined ? '' : `: ${rule}`}`,
]

function passedText(checks: readonly CheckRecord[]): string {
  const passed = checks.filter((check) => check.passed).length
  if (checks.length === 0) return 'no check was made'
  return passed === 1 ? '1 check passed' : `${passed} checks passed`
}

const renderCheck = ({ requirement, passed, code = '', at }: CheckRecord): string =>
  passed ? `  ok  ${requirement}` : `  NO  ${requirement}  ${code}${at ? ` at ${at}` : ''}`

/** Joins lines. Replaces control characters, because the text of other parties must not control the terminal. */
const joinLines = (lines: readonly string[]): string =>
  `${lines.map((line) => line.replace(/\p{Cc}/gu, '\ufffd')).join('\n')}\n`

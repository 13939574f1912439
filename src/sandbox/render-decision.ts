/**
 * A decision in words for a terminal: what was decided where, and each check with its requirement, verdict, code and
 * place.
 */
import type { DecisionRecord } from '../base/index.ts'

const verdicts = { accepted: 'accepted', refused: 'REFUSED', failed: 'FAILED' } as const

/** As a chain of one's own that is missing, or a database. */
const failedWords =
  '  then something was out of reach, or broke: no rule decided this. The output of the service says what, as "unavailable" or "fault" at this surface'

/** Lines for a terminal; control characters of what came from outside are made visible. */
export function renderDecision(decision: DecisionRecord): string {
  const width = Math.max(0, ...decision.checks.map(({ requirement }) => requirement.length))
  const checks = decision.checks.map(({ requirement, passed, code, at }) => {
    const reason = passed ? '' : `  ${code ?? ''}${at ? ` at ${at}` : ''}`
    return `  ${passed ? 'ok' : 'NO'}  ${requirement.padEnd(width)}${reason}`
  })
  const evidence = Object.entries(decision.evidence).map(([name, value]) => `  ${name}: ${value}`)
  return printable([
    `${verdicts[decision.outcome]}  ${decision.surface}`,
    `trace ${decision.trace}, ${new Date(decision.at * 1000).toISOString()}`,
    ...(checks.length > 0 ? checks : ['  no check was reached']),
    ...(decision.outcome === 'failed' ? [failedWords] : []),
    ...(evidence.length > 0 ? ['evidence', ...evidence] : []),
  ])
}

/** A log file is text from elsewhere: no control character reaches the terminal. */
const printable = (lines: readonly string[]): string =>
  `${lines.map((line) => line.replace(/\p{Cc}/gu, '�')).join('\n')}\n`

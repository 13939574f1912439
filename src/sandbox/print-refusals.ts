/** Prints refusals of the roles while a user tries the sandbox. */
import type { DecisionRecord } from '../base/index.ts'
import { createRefusalThrottle, type RefusalThrottle } from '../node/index.ts'
import { decisionAdvice } from '../serve/index.ts'
import { createPainter } from './life-cycle/painter.ts'
import type { Printer } from './sandbox-parts.ts'

/**
 * Creates a sink that prints each refused or failed decision: its name, the reason, the remedy if one is known, and the
 * command that shows the whole decision. Of the refusals before a request is handled (rate limit, overload, unreadable
 * HTTP), prints only the first of each surface and code in a minute, and then the number of the others
 * (`createRefusalThrottle`).
 */
export function createRefusalPrinter(printer: Printer): RefusalThrottle {
  const paint = createPainter(printer)
  const printLines = (lines: readonly string[]): void => printer.out(`${lines.map((line) => `  ${line}`).join('\n')}\n`)
  const record = (decision: DecisionRecord): void => {
    if (decision.outcome === 'accepted') return
    const advice = decisionAdvice(decision)
    printLines([
      `${paint('red', '✗')} ${decision.surface.padEnd(31)}  ${reasonOf(decision)}`,
      ...(advice === undefined ? [] : [`  what to change: ${advice}`]),
      `  ${paint('dim', `npx fiducia explain ${decision.trace}`)}`,
    ])
  }
  return createRefusalThrottle({ record }, ({ surface, code, count }) =>
    printLines([`${paint('red', '✗')} ${surface.padEnd(31)}  ${code}, ${count} more times`]),
  )
}

function reasonOf({ outcome, checks, evidence: { out_of_reach = 'an internal error' } }: DecisionRecord): string {
  if (outcome === 'failed') return out_of_reach
  const { code = '', at = '', requirement = '' } = checks.at(-1) ?? {}
  return `${code}${at === '' ? '' : ` at ${at}`} [${requirement}]`
}

/** Prints what the roles refuse while somebody tries things out, in the form in which the life cycle is told. */
import type { DecisionRecord } from '../base/index.ts'
import { createSparingSink, type SparingSink } from '../node/index.ts'
import { decisionAdvice } from '../serve/index.ts'
import { createPainter } from './life-cycle/painter.ts'
import type { Printer } from './sandbox-parts.ts'

/**
 * Makes a sink that prints each decision that did not accept: where, why, what to change if that is known, and the command
 * that shows it whole. Of what limits refuse it prints one a minute, and counts the others.
 */
export function createRefusalTeller(printer: Printer): SparingSink {
  const paint = createPainter(printer)
  const tell = (lines: readonly string[]): void => printer.out(`${lines.map((line) => `  ${line}`).join('\n')}\n`)
  const record = (decision: DecisionRecord): void => {
    if (decision.outcome === 'accepted') return
    const advice = decisionAdvice(decision)
    tell([
      `${paint('red', '✗')} ${decision.surface.padEnd(31)}  ${reasonOf(decision)}`,
      ...(advice === undefined ? [] : [`  what to change: ${advice}`]),
      `  ${paint('dim', `npx fiducia explain ${decision.trace}`)}`,
    ])
  }
  return createSparingSink({ record }, ({ surface, code, count }) =>
    tell([`${paint('red', '✗')} ${surface.padEnd(31)}  ${code}, ${count} more times`]),
  )
}

function reasonOf({ outcome, checks, evidence: { out_of_reach = 'a fault of its own' } }: DecisionRecord): string {
  if (outcome === 'failed') return out_of_reach
  const { code = '', at = '', requirement = '' } = checks.at(-1) ?? {}
  return `${code}${at === '' ? '' : ` at ${at}`} [${requirement}]`
}

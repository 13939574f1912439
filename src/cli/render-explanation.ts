/** Renders an explanation of trust: verdict, reason and remedies first, then the paths, then the trust marks. */
import { printable } from '../base/index.ts'
import type { ExplainedPath, ExplainedTrustMark, TrustExplanation, TrustStep } from '../federation/index.ts'
import { trustAdvice } from '../serve/trust-advice.ts'
import { trustMarkAdviceFor } from '../serve/trust-mark-advice.ts'
import {
  describeStatement,
  describeTrustNotes,
  describeTrustVerdict,
  isFailing,
  trustMarkFaultOf,
} from '../serve/trust-verdict.ts'
import { dateOf } from './date-of.ts'

const steps: Readonly<Record<TrustStep, string>> = {
  reach: 'everybody on the path answers',
  statements: 'each statement is well formed',
  times: 'each statement is in time',
  links: 'the statements form one chain',
  anchor: 'the chain ends in a configured anchor',
  signatures: 'each signature verifies with the key above it',
  constraints: 'the constraints of the superiors hold',
  metadata: 'the metadata satisfies the policies and its schema',
}

const verdicts: Readonly<Record<TrustExplanation['verdict'], string>> = {
  trusted: 'TRUSTED',
  entity_type_missing: 'NOT TRUSTED in this role: the resolved metadata has no such type',
  key_set_by_reference: 'NOT TRUSTED in this role: the metadata name the keys only by a URL',
  trust_mark_missing: 'NOT TRUSTED: it has none of the required trust marks',
  no_trust_chain: 'NOT TRUSTED: no path is valid',
}

export function renderExplanation(explained: TrustExplanation): string {
  const advice = describeTrustVerdict(explained, dateOf)
  const remedies = advice?.remedies ?? []
  const lines = [`${verdicts[explained.verdict]}  ${explained.entityId}`]
  if (advice !== undefined)
    lines.push(`reason: ${advice.reason}`, ...remedies.map((remedy) => `what to change: ${remedy}`))
  if (explained.expiresAt !== undefined)
    lines.push(`roles ${explained.entityTypes.join(', ')}; until ${dateOf(explained.expiresAt)}`)
  for (const { reason, remedy } of describeTrustNotes(explained))
    lines.push(`but ${reason}`, `what to change: ${remedy}`)
  const several = explained.paths.some(({ differsIn }) => differsIn !== undefined)
  for (const [index, path] of explained.paths.entries())
    lines.push('', ...renderPath(path, several && index === 0, remedies))
  if (explained.trustMarks.length > 0)
    lines.push('', 'trust marks', ...explained.trustMarks.flatMap((mark) => renderMark(mark, remedies)))
  return `${lines.map(printable).join('\n')}\n`
}

/** Returns the line with a remedy, unless the verdict already has it. */
const furtherRemedy = (remedy: string, ofVerdict: readonly string[]): readonly string[] =>
  ofVerdict.includes(remedy) ? [] : [`      what to change: ${remedy}`]

const takenPath = 'used: the shortest valid path; among equals, the one to the anchor that is pinned first'
const otherMetadata = (differsIn: readonly string[]): string =>
  `its metadata would differ in ${differsIn.join(', ')}: an entity that cannot reach the path in use gets these values`

const renderPath = (
  { path, steps: explainedSteps, differsIn = [] }: ExplainedPath,
  isTaken: boolean,
  remedies: readonly string[],
): readonly string[] => [
  path.join(' > '),
  ...(isTaken ? [`  ${takenPath}`] : []),
  ...(differsIn.length > 0 ? [`  ${otherMetadata(differsIn)}`] : []),
  ...explainedSteps.flatMap((one) => {
    if (one.result === 'holds') return [`  ok  ${steps[one.step]}`]
    if (!isFailing(one)) return []
    const { step, code, at = '', statement } = one
    return [
      `  NO  ${steps[step]}: ${code} at ${at}`,
      ...(statement === undefined ? [] : [`      ${describeStatement(statement, dateOf)}`]),
      ...furtherRemedy(trustAdvice(code, at, path.at(-1)), remedies),
    ]
  }),
]

const renderMark = (mark: ExplainedTrustMark, remedies: readonly string[]): readonly string[] => {
  if (mark.result === 'holds') return [`  ok  ${mark.trustMarkType}`]
  return [
    `  NO  ${mark.trustMarkType}: ${trustMarkFaultOf(mark)}`,
    ...furtherRemedy(trustMarkAdviceFor(mark), remedies),
  ]
}

/**
 * Operators: people for whom the console acts. The console sends a token of its own, and the operator's name in a
 * header. The role knows what each operator may do; nobody sends rights.
 */
import type { Answer, Decision } from '../base/index.ts'
import type { AdministrationRight } from './administration-rights.ts'

/** Request header with the name of the operator for whom the console acts. */
export const operatorHeader = 'fiducia-operator'

/** Form of an operator's name. It is written to logs, beside the name of the console and a slash. */
export const operatorNamePattern = /^[A-Za-z0-9._@+-]{1,64}$/

/** Name of the entry in the settings for all operators without one of their own. */
export const anyOperator = '*'

/** An operator of the console, from the settings of the role. */
export interface Operator {
  /** Name by which the console knows the operator, or `*` for all without an entry of their own. */
  readonly name: string
  readonly may: readonly AdministrationRight[]
}

/** Rights of the console itself, when it names no operator. */
const ownRights: readonly AdministrationRight[] = ['observe']

/** Answers to a request by an administrator or operator without the right. */
export const administrationAnswers = {
  forbidden: { status: 403, error: 'forbidden', text: 'This administrator may not do that.' },
} as const satisfies Record<string, Answer>

/** Administrator whose token the request has, operator whom it names, and right that it needs. */
interface JudgedOperator {
  readonly may: readonly AdministrationRight[] | undefined
  /** Undefined for an administrator who acts for nobody else. */
  readonly operators: readonly Operator[] | undefined
  /** Header `Fiducia-Operator` as received. */
  readonly name: string | undefined
  readonly right: AdministrationRight
}

/**
 * Refuses a request without the right (GEN-45). Only the console may name an operator, and only one that the settings
 * know. Returns the name, or `undefined` for a request that names none. Notes the name also if the request is refused.
 */
export function judgeOperator<A extends Answer>(
  decision: Decision<A>,
  forbidden: A,
  { may, operators, name, right }: JudgedOperator,
): string | undefined {
  const place = `may.${right}`
  if (operators === undefined) {
    decision.that('GEN-45', forbidden, name === undefined, 'operator_unexpected', operatorHeader)
    decision.that('GEN-45', forbidden, may === undefined || may.includes(right), 'right_missing', place)
    return undefined
  }
  if (name === undefined) {
    decision.that('GEN-45', forbidden, ownRights.includes(right), 'operator_missing', operatorHeader)
    return undefined
  }
  const isNamed = operatorNamePattern.test(name)
  if (isNamed) decision.note('operator', name)
  const known = operators.find((one) => one.name === name) ?? operators.find((one) => one.name === anyOperator)
  const operator = isNamed ? known : undefined
  decision.found('GEN-45', forbidden, operator, 'operator_unknown', operatorHeader)
  decision.that('GEN-45', forbidden, operator?.may.includes(right) === true, 'right_missing', place)
  return name
}

/**
 * Operators: people for whom the console acts. The console sends its own token, and the operator's name in a header.
 * The rights of each operator are in the settings of the role. No request contains rights.
 */
import type { Answer, Decision } from '../base/index.ts'
import { type AnswerWithHeaders, bearerChallenge } from '../http/index.ts'
import type { AdministrationRight } from './administration-rights.ts'

/** Request header with the name of the operator for whom the console acts. */
export const operatorHeader = 'fiducia-operator'

/** Permitted operator names. Logs contain them after the console's name and a slash. */
export const operatorNamePattern = /^[A-Za-z0-9._@+-]{1,64}$/

/** Name of the settings entry for all operators who have no entry of their own. */
export const anyOperator = '*'

/** An operator of the console, from the settings of the role. */
export interface Operator {
  /** Name of the operator in the console, or `*` for all operators who have no entry of their own. */
  readonly name: string
  readonly may: readonly AdministrationRight[]
}

/** Rights of the console in a request that names no operator. */
const ownRights: readonly AdministrationRight[] = ['observe']

/** Answers to a request by an administrator or operator without the right. */
export const administrationAnswers = {
  forbidden: {
    status: 403,
    error: 'forbidden',
    text: 'This administrator does not have the right to do that.',
    headers: bearerChallenge('administration', 'insufficient_scope'),
  },
} as const satisfies Record<string, AnswerWithHeaders>

/**
 * Rights and operators of the administrator, the operator whom the request names, and the right that the request needs.
 */
interface OperatorRequest {
  /** Rights of the administrator. `undefined` for all. Ignored if `operators` is present. */
  readonly may: readonly AdministrationRight[] | undefined
  /** Operators of the console. `undefined` if the administrator is not the console. */
  readonly operators: readonly Operator[] | undefined
  /** Header `Fiducia-Operator` as received. */
  readonly name: string | undefined
  readonly right: AdministrationRight
}

/**
 * Refuses a request whose sender lacks the right (GEN-45). Only the console may name an operator, who must be in the
 * settings. Returns the operator's name, or `undefined` for a request that names none. Notes a well-formed name from
 * the console in the decision, even if the request is refused.
 */
export function requireOperatorRight<A extends Answer>(
  decision: Decision<A>,
  forbidden: A,
  { may, operators, name, right }: OperatorRequest,
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
  const isWellFormed = operatorNamePattern.test(name)
  if (isWellFormed) decision.note('operator', name)
  const entryOf = (operatorName: string) => operators.find((operator) => operator.name === operatorName)
  const operator = isWellFormed ? (entryOf(name) ?? entryOf(anyOperator)) : undefined
  decision.found('GEN-45', forbidden, operator, 'operator_unknown', operatorHeader)
  decision.that('GEN-45', forbidden, operator?.may.includes(right) === true, 'right_missing', place)
  return name
}

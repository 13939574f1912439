/**
 * Why an entity is not trusted, as the party at fault reads it: the reason inside the place of a refusal for want of a
 * trust chain (`trust_chain.status_unexpected.statement.status.404`).
 */
import type { Failure } from '../base/index.ts'
import type { Advice } from './advice/advice.ts'
import { adviceOf } from './advice-of.ts'

const noStatement: Advice = [
  'The superior of the entity makes no statement about it.',
  'Have the operator of the superior add or resume the entity (fiducia federation list).',
]
const noConfiguration: Advice = [
  'An entity of the path does not serve its entity configuration.',
  'Serve it at the well-known URL below the entity identifier, without redirects and without a login.',
]
const inTrouble: Advice = [
  'An entity of the path, or a proxy before it, is out of order.',
  'Have its operator read its log, and try again later.',
]

/** The words for such a reason; `undefined` where its code has none. */
export function trustReason({ code, at }: Pick<Failure, 'code' | 'at'>): Advice | undefined {
  const [, document, status = ''] = /\b(statement|configuration)\S*\.status\.(\d+)/.exec(at) ?? []
  if (document === undefined) return adviceOf(code)
  if (/^(?:5\d\d|429)$/.test(status)) return inTrouble
  return document === 'statement' ? noStatement : noConfiguration
}

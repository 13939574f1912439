/**
 * Advice on the reason why an entity is not trusted. The reason is part of the place of a refusal
 * (`trust_chain.status_unexpected.statement.status.404`).
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
  'Serve it at the well-known URL, without redirects and without a login; the entity identifier does not contain that path.',
]
const serverFails: Advice = [
  'An entity of the path, or a proxy in front of it, fails.',
  'Have its operator read its log, and try again later.',
]

const otherAnchor: Advice = [
  'The path ends at an entity that is not a configured Trust Anchor.',
  'Configure that Trust Anchor with its keys, or have the entity join a federation whose Trust Anchor is configured.',
]

/**
 * Returns the advice for a reason: that of `pathReason` if the place contains more information than the code, otherwise
 * that of the code. Returns `undefined` if both have none. `at` is the place in the chain, without a prefix.
 */
export const trustReason = (reason: Pick<Failure, 'code' | 'at'>): Advice | undefined =>
  pathReason(reason) ?? adviceOf(reason.code)

/**
 * Returns advice if the place contains more information than the code: which document could not be fetched, or where
 * the path ends. Otherwise returns `undefined`.
 */
export function pathReason({ code, at }: Pick<Failure, 'code' | 'at'>): Advice | undefined {
  if (code === 'no_superior' && at.startsWith('configuration')) return otherAnchor
  const [, document, status = ''] = /\b(statement|configuration)\S*\.status\.(\d+)/.exec(at) ?? []
  if (document === undefined) return undefined
  if (/^(?:5\d\d|429)$/.test(status)) return serverFails
  return document === 'statement' ? noStatement : noConfiguration
}

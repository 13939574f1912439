/** Keys that an anchor publishes and the settings do not pin. */
import { failed } from '../../base/index.ts'
import type { TrustAnchors, TrustChain } from '../chain/trust-chain.ts'
import { findKey } from '../trust-evaluator.ts'
import { type EntityStatementPolicy, parseEntityStatement } from './entity-statement.ts'

/**
 * A key that an anchor publishes and the settings do not pin. Operators should pin it before the anchor signs with it.
 */
export interface UnpinnedKey {
  readonly anchor: string
  readonly kid: string
}

/** Returns the keys of the anchor's configuration whose `kid` is not pinned. */
export function findUnpinnedKeys(
  { anchor, path, statements }: TrustChain,
  policy: EntityStatementPolicy & { readonly anchors: TrustAnchors },
): readonly UnpinnedKey[] {
  const anchorConfiguration = parseEntityStatement(statements[path.length] ?? '', policy, 'configuration')
  if (failed(anchorConfiguration)) return []
  const pinnedKeys = policy.anchors.get(anchor) ?? []
  return anchorConfiguration.keys.flatMap(({ kid = '' }) => (findKey(pinnedKeys, kid) ? [] : [{ anchor, kid }]))
}

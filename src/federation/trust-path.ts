/**
 * Who stands behind a trusted entity: itself, its superiors, its anchor, as the statements of the chain name them.
 */
import { decodeBase64url, decodeUtf8, failed, parseJsonObject } from '../base/index.ts'
import type { TrustedEntity } from './trust-evaluator.ts'

/** Entity identifiers of the chain, the entity's own first, each once. The chain was verified with the entity. */
export function trustPath({ entityId, trustChain }: Pick<TrustedEntity, 'entityId' | 'trustChain'>): readonly string[] {
  return [...new Set([entityId, ...trustChain.flatMap((statement) => issuerOf(statement) ?? [])])]
}

function issuerOf(statement: string): string | undefined {
  const bytes = decodeBase64url(statement.split('.')[1] ?? '')
  const claims = bytes && parseJsonObject(decodeUtf8(bytes) ?? '', 'statement')
  return claims === undefined || failed(claims) || typeof claims.iss !== 'string' ? undefined : claims.iss
}

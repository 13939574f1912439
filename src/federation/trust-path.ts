/**
 * Who stands behind a trusted entity: itself, its superiors, its anchor, as the statements of the chain name them.
 */
import { decodeBase64urlText, failed, parseJsonObject, remembered } from '../base/index.ts'
import type { TrustedEntity } from './trust-evaluator.ts'

/** Entity identifiers of the chain, the entity's own first, each once. The chain was verified with the entity. */
export const trustPath = ({
  entityId,
  trustChain,
}: Pick<TrustedEntity, 'entityId' | 'trustChain'>): readonly string[] => [
  ...new Set([entityId, ...issuersOf(trustChain)]),
]

/** A chain that is kept is read once: its statements are larger than most requests that ask for it. */
const issuersOf = remembered((trustChain: readonly string[]) =>
  trustChain.flatMap((statement) => issuerOf(statement) ?? []),
)

function issuerOf(statement: string): string | undefined {
  const text = decodeBase64urlText(statement.split('.')[1] ?? '')
  const claims = text === undefined ? undefined : parseJsonObject(text, 'statement')
  return claims === undefined || failed(claims) || typeof claims.iss !== 'string' ? undefined : claims.iss
}

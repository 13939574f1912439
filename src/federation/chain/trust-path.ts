/**
 * Reads verified chains: the entities behind a trusted entity (itself, its superiors, its anchor), and the order of two
 * chains in time.
 */
import {
  decodeBase64urlText,
  failed,
  isNumericDate,
  type Json,
  type JsonObject,
  memoizeByObject,
  type NumericDate,
  parseJsonObject,
} from '../../base/index.ts'
import type { TrustedEntity } from '../trust-evaluator.ts'

/** Returns the entity identifiers of a verified chain, the subject first, each once. */
export const trustPath = ({
  entityId,
  trustChain,
}: Pick<TrustedEntity, 'entityId' | 'trustChain'>): readonly string[] => [
  ...new Set([entityId, ...saidBy(trustChain).flatMap(({ issuer }) => issuer ?? [])]),
]

/** Returns the identifier of the anchor at the end of a verified chain. */
export const anchorOf = (entity: Pick<TrustedEntity, 'entityId' | 'trustChain'>): string =>
  trustPath(entity).at(-1) ?? entity.entityId

/**
 * Returns true if a chain is newer: all statements that it does not share with the known chain were issued after that
 * was established. A single old statement, even the subject's own, does not make a newer chain.
 */
export function isNewerChain(
  trustChain: readonly string[],
  known: { readonly trustChain: readonly string[]; readonly establishedAt: NumericDate },
): boolean {
  const news = saidBy(trustChain).filter((_, index) => !known.trustChain.includes(trustChain[index] as string))
  return news.length > 0 && news.every(({ issuedAt }) => issuedAt > known.establishedAt)
}

/** Returns the `iat` of the newest statement. */
export const latestIssuedAt = (trustChain: readonly string[]): NumericDate =>
  Math.max(...saidBy(trustChain).map(({ issuedAt }) => issuedAt))

/** Returns the `kid` of the key that signed the subject's Entity Configuration. */
export const signingKeyId = ({ trustChain: [own = ''] }: Pick<TrustedEntity, 'trustChain'>): Json | undefined =>
  partOf(own, 0).kid

/** Parses a cached chain once, because its statements are larger than most requests. */
const saidBy = memoizeByObject((trustChain: readonly string[]) =>
  trustChain.map((statement) => {
    const { iss, iat } = partOf(statement, 1)
    return { issuer: typeof iss === 'string' ? iss : undefined, issuedAt: isNumericDate(iat) ? iat : 0 }
  }),
)

/** Returns the header or the claims of a statement. */
function partOf(statement: string, index: 0 | 1): JsonObject {
  const text = decodeBase64urlText(statement.split('.')[index] ?? '')
  const members = text === undefined ? undefined : parseJsonObject(text, 'statement')
  return members === undefined || failed(members) ? {} : members
}

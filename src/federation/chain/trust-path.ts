/**
 * What the statements of a verified chain say about it: who stands behind a trusted entity (itself, its superiors, its
 * anchor), and which of two words about one entity is the later.
 */
import {
  decodeBase64urlText,
  failed,
  isNumericDate,
  type JsonObject,
  type NumericDate,
  parseJsonObject,
  remembered,
} from '../../base/index.ts'
import type { TrustedEntity } from '../trust-evaluator.ts'

/** Entity identifiers of the chain, the entity's own first, each once. The chain was verified with the entity. */
export const trustPath = ({
  entityId,
  trustChain,
}: Pick<TrustedEntity, 'entityId' | 'trustChain'>): readonly string[] => [
  ...new Set([entityId, ...saidBy(trustChain).flatMap(({ issuer }) => issuer ?? [])]),
]

/**
 * Whether a chain says something new: all that it does not share with the known chain was issued after the known one was
 * established. So a single old statement among new ones, even the subject's own, makes no newer chain.
 */
export function isNewerChain(
  trustChain: readonly string[],
  known: { readonly trustChain: readonly string[]; readonly establishedAt: NumericDate },
): boolean {
  const news = saidBy(trustChain).filter((_, index) => !known.trustChain.includes(trustChain[index] as string))
  return news.length > 0 && news.every(({ issuedAt }) => issuedAt > known.establishedAt)
}

/** When the latest of a chain's statements was issued. */
export const latestIssuedAt = (trustChain: readonly string[]): NumericDate =>
  Math.max(...saidBy(trustChain).map(({ issuedAt }) => issuedAt))

/** A chain that is kept is read once: its statements are larger than most requests that ask for it. */
const saidBy = remembered((trustChain: readonly string[]) =>
  trustChain.map((statement) => {
    const { iss, iat } = claimsOf(statement)
    return { issuer: typeof iss === 'string' ? iss : undefined, issuedAt: isNumericDate(iat) ? iat : 0 }
  }),
)

function claimsOf(statement: string): JsonObject {
  const text = decodeBase64urlText(statement.split('.')[1] ?? '')
  const claims = text === undefined ? undefined : parseJsonObject(text, 'statement')
  return claims === undefined || failed(claims) ? {} : claims
}

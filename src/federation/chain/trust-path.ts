/**
 * Reads chains: the entities on the path (the entity itself, its superiors, its anchor), and which of two chains is
 * newer. The chains must be verified, except for `unverifiedPath`.
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
import { maximumStatementSize } from '../statement/entity-statement.ts'
import type { TrustedEntity } from '../trust-evaluator.ts'

/** Returns the entity identifiers on the path of a verified chain, from the subject to the anchor, each once. */
export const trustPath = ({
  entityId,
  trustChain,
}: Pick<TrustedEntity, 'entityId' | 'trustChain'>): readonly string[] => [
  ...new Set([entityId, ...issuersAndTimes(trustChain).flatMap(({ issuer }) => issuer ?? [])]),
]

/** Maximum number of issuers in the path of an unverified chain. `validateTrustChain` permits as many statements. */
const maximumIssuers = 9

/**
 * Returns the path of an unverified chain, for the evidence of a failure: the issuers of its first nine statements,
 * subject first. Equal neighbours occur once. A statement without a readable `iss` gives `an unknown issuer`.
 */
export const unverifiedPath = (trustChain: readonly string[]): readonly string[] =>
  issuersAndTimes(trustChain.slice(0, maximumIssuers))
    .map(({ issuer = 'an unknown issuer' }) => issuer)
    .filter((issuer, index, issuers) => issuer !== issuers[index - 1])

/** Returns the identifier of the anchor at the end of a verified chain. */
export const anchorOf = (entity: Pick<TrustedEntity, 'entityId' | 'trustChain'>): string =>
  trustPath(entity).at(-1) ?? entity.entityId

/**
 * Returns true if a chain is newer than the known one. The chain must have statements that the known chain lacks, and
 * each of these statements must be issued after `known.establishedAt`. The subject's own configuration is not an
 * exception.
 */
export function isNewerChain(
  trustChain: readonly string[],
  known: { readonly trustChain: readonly string[]; readonly establishedAt: NumericDate },
): boolean {
  const newStatements = issuersAndTimes(trustChain).filter(
    (_, index) => !known.trustChain.includes(trustChain[index] as string),
  )
  return newStatements.length > 0 && newStatements.every(({ issuedAt }) => issuedAt > known.establishedAt)
}

/** Returns the number of characters in the statements of a chain. */
export const charactersOf = (trustChain: readonly string[]): number =>
  trustChain.reduce((sum, { length }) => sum + length, 0)

/** Returns the `iat` of the newest statement. */
export const latestIssuedAt = (trustChain: readonly string[]): NumericDate =>
  Math.max(...issuersAndTimes(trustChain).map(({ issuedAt }) => issuedAt))

/** Returns the `kid` of the key that signed the subject's Entity Configuration. `undefined` for an empty chain. */
export const signingKeyId = ({ trustChain: [first = ''] }: Pick<TrustedEntity, 'trustChain'>): Json | undefined =>
  partOf(first, 0).kid

/**
 * Returns `iss` and `iat` of each statement. A malformed `iat` becomes 0. Parses a chain only once, because its
 * statements are large.
 */
const issuersAndTimes = memoizeByObject((trustChain: readonly string[]) =>
  trustChain.map((statement) => {
    const { iss, iat } = partOf(statement, 1)
    return { issuer: typeof iss === 'string' ? iss : undefined, issuedAt: isNumericDate(iat) ? iat : 0 }
  }),
)

/** Returns the header (0) or the claims (1) of a statement. Empty if malformed. */
function partOf(statement: string, index: 0 | 1): JsonObject {
  const text = decodeBase64urlText(statement.split('.')[index] ?? '')
  const members = text === undefined ? undefined : parseJsonObject(text, 'statement', { size: maximumStatementSize })
  return members === undefined || failed(members) ? {} : members
}

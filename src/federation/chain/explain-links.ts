/**
 * Explains a path statement by statement. Each check runs independently, so that one failure does not hide others.
 * Returns data. The caller renders it.
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  isNumericDate,
  type JsonObject,
  type NumericDate,
  type ShownEvidence,
  shownEvidence,
} from '../../base/index.ts'
import { checkJwtTimes, verifyJws } from '../../jose/index.ts'
import { hasOperatorAt, parseMetadataPolicy } from '../policy/metadata-policy.ts'
import { resolveMetadata } from '../policy/resolve-metadata.ts'
import type { EntityStatement } from '../statement/entity-statement.ts'
import { signingKeyOf } from './chain-signatures.ts'
import { checkConstraints } from './constraints.ts'
import type { TrustChainCode, TrustChainPolicy } from './trust-chain.ts'

/** A check of one statement. Only the last statement has the check `anchor`. */
export type LinkCheck = 'times' | 'link' | 'signature' | 'constraints' | 'policy' | 'anchor'

/**
 * Result of a check. `absent`: the statement has nothing to check. `not_reached`: a statement that the check needs is
 * missing or has another fault.
 */
export interface ExplainedCheck extends ShownEvidence {
  readonly check: LinkCheck
  readonly result: 'holds' | 'fails' | 'absent' | 'not_reached'
  readonly code?: TrustChainCode
  /** Place of the failure, for example `statement[1].payload.exp`. */
  readonly at?: string
}

/** One statement of a path, and its checks. */
export interface ExplainedLink {
  readonly kind: EntityStatement['kind']
  readonly issuer: string
  readonly subject: string
  /** `kid` of the signing key. */
  readonly kid: string
  readonly issuedAt?: NumericDate
  readonly expiresAt?: NumericDate
  readonly constraints?: JsonObject
  readonly metadataPolicy?: JsonObject
  readonly checks: readonly ExplainedCheck[]
}

type Verdict = Failure<TrustChainCode> | 'holds' | 'absent' | 'not_reached'

/**
 * Checks the statements of a path, subject first. Does not fetch anything. Does not check trust marks, and does not
 * report faults in the schema of the resolved metadata, because they belong to no single statement.
 */
export const explainLinks = (
  ctx: CryptoContext,
  statements: readonly EntityStatement[],
  policy: TrustChainPolicy,
): Promise<readonly ExplainedLink[]> => {
  const resolved = resolvedMetadata(statements, policy)
  return Promise.all(
    statements.map(async (statement, index) => {
      const { kind, iss, sub, kid, constraints, metadata_policy, jws } = statement
      const { iat, exp } = jws.payload
      const checks: readonly (readonly [LinkCheck, Verdict])[] = [
        ['times', checkJwtTimes(jws.payload, policy, `statement[${index}].payload`) ?? 'holds'],
        ['link', checkLink(statements, index)],
        ['signature', await checkSignature(ctx, statements, index, policy)],
        ['constraints', checkOwnConstraints(statements, index)],
        ['policy', checkPolicy(statement, index, resolved)],
        ...(index === statements.length - 1 ? [['anchor', checkAnchor(statement, index, policy)] as const] : []),
      ]
      return {
        ...{ kind, issuer: iss, subject: sub, kid },
        ...(isNumericDate(iat) && { issuedAt: iat }),
        ...(isNumericDate(exp) && { expiresAt: exp }),
        ...(constraints && { constraints }),
        ...(metadata_policy && { metadataPolicy: metadata_policy }),
        checks: checks.map(([check, verdict]) => toExplainedCheck(check, verdict)),
      }
    }),
  )
}

function toExplainedCheck(check: LinkCheck, verdict: Verdict): ExplainedCheck {
  if (!failed(verdict)) return { check, result: verdict }
  const { code, at, evidence } = verdict
  return { check, result: 'fails', code, at, ...(evidence && shownEvidence(evidence)) }
}

/**
 * Checks that a statement's subject issued the statement below it on the path. For the first statement, checks that its
 * `authority_hints` contain the issuer of the statement above.
 */
function checkLink(statements: readonly EntityStatement[], index: number): Verdict {
  const [statement, below, above] = [statements[index], statements[index - 1], statements[index + 1]]
  if (statement === undefined) return 'absent'
  if (below !== undefined && below.iss !== statement.sub)
    return fail('link_broken', `statement[${index}].payload.sub`, { expected: below.iss, found: statement.sub })
  if (index > 0) return 'holds'
  if (above === undefined) return 'not_reached'
  if (statement.authority_hints.includes(above.iss)) return 'holds'
  return fail('superior_not_hinted', 'statement[0].payload.authority_hints', {
    expected: above.iss,
    found: statement.authority_hints,
  })
}

/**
 * Verifies a signature with the key that `validateTrustChain` would use, with the same failures. On a path that does
 * not end at a pinned anchor, verifies the last statement with its own key if it is a configuration, and does not
 * verify it otherwise. Returns `not_reached` for this statement if nothing fails.
 */
async function checkSignature(
  ctx: CryptoContext,
  statements: readonly EntityStatement[],
  index: number,
  { anchors }: TrustChainPolicy,
): Promise<Verdict> {
  const [{ jws }, last] = [statements[index] as EntityStatement, statements.at(-1)]
  const pinnedKeys = anchors.get(last?.iss ?? '')
  const key = signingKeyOf(statements, index, pinnedKeys)
  if (key === undefined || failed(key)) return key ?? 'not_reached'
  const signature = await verifyJws(ctx, jws, key, `statement[${index}]`)
  if (failed(signature)) return signature
  return pinnedKeys === undefined && index === statements.length - 1 ? 'not_reached' : 'holds'
}

function checkOwnConstraints(statements: readonly EntityStatement[], index: number): Verdict {
  const { kind, constraints } = statements[index] as EntityStatement
  if (kind === 'configuration' || constraints === undefined) return 'absent'
  const subjects = statements.slice(1, index + 1).map(({ sub }) => sub)
  const below = { intermediates: index - 1, subjects }
  return checkConstraints(constraints, below, `statement[${index}].payload.constraints`) ?? 'holds'
}

/** Resolves the subject's metadata with the subordinate statements of the path. */
function resolvedMetadata(statements: readonly EntityStatement[], { urls }: TrustChainPolicy) {
  const [subject, ...above] = statements
  const subordinateStatements = above.filter(({ kind }) => kind === 'subordinate')
  return subject && resolveMetadata(subject, subordinateStatements, urls)
}

/**
 * Checks the policy of one statement. A violation of the merged policies is attributed to each statement with the
 * violated operator.
 */
function checkPolicy(
  { metadata_policy: metadataPolicy }: EntityStatement,
  index: number,
  resolved: ReturnType<typeof resolvedMetadata>,
): Verdict {
  if (metadataPolicy === undefined) return 'absent'
  const place = `statement[${index}].payload.metadata_policy`
  const parsed = parseMetadataPolicy(metadataPolicy, place)
  if (failed(parsed)) return parsed
  if (!failed(resolved)) return 'holds'
  if (resolved.at.startsWith(place)) return resolved
  if (resolved.code !== 'policy_violated') return resolved.at.startsWith('metadata.') ? 'holds' : 'not_reached'
  return hasOperatorAt(parsed, resolved.at) ? resolved : 'holds'
}

/** Checks that the path ends at a pinned anchor. Returns `not_reached` for a path that stops before an anchor. */
function checkAnchor(statement: EntityStatement, index: number, { anchors }: TrustChainPolicy): Verdict {
  const { kind, iss, authority_hints: hints } = statement
  if (anchors.has(iss)) return 'holds'
  if (kind === 'subordinate' || hints.length > 0) return 'not_reached'
  return fail('anchor_unknown', `statement[${index}].payload.iss`, { expected: [...anchors.keys()], found: iss })
}

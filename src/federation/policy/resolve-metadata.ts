/**
 * Resolved metadata (OpenID Federation 1.0 §6, §10.2): the subject's metadata after its superiors' metadata,
 * constraints and policies were applied. Roles use no other metadata of a trusted entity (FED-20).
 */
import { type Failure, fail, failed, shownValue, type UrlPolicy } from '../../base/index.ts'
import { type ConstraintCode, checkConstraints, removeForbiddenTypes } from '../chain/constraints.ts'
import { checkMetadata, type MetadataCode } from '../metadata/check-metadata.ts'
import type { EntityStatement } from '../statement/entity-statement.ts'
import type { Metadata } from '../statement/metadata-form.ts'
import {
  applyMetadataPolicy,
  hasOperatorAt,
  type MetadataPolicy,
  mergeMetadataPolicy,
  type PolicyCode,
  parseMetadataPolicy,
} from './metadata-policy.ts'

/** Reasons why there is no valid resolved metadata. */
export type ResolveMetadataCode = ConstraintCode | PolicyCode | MetadataCode

/**
 * Resolves the subject's metadata with the subordinate statements above it (nearest first), in the order of the
 * standard. Does not verify signatures. In `at` of a failure, the subject's configuration is `statement[0]`.
 */
export function resolveMetadata(
  configuration: EntityStatement,
  subordinateStatements: readonly EntityStatement[],
  urls: UrlPolicy,
): Metadata | Failure<ResolveMetadataCode> {
  const constraints = checkAllConstraints(subordinateStatements) // FED-20: 1
  if (failed(constraints)) return constraints
  let metadata = overlay(configuration.metadata, subordinateStatements[0]?.metadata ?? {}) // FED-20: 2
  for (const statement of subordinateStatements) metadata = removeForbiddenTypes(statement.constraints ?? {}, metadata) // FED-20: 3
  const policy = mergeAllPolicies(subordinateStatements)
  if (failed(policy)) return policy
  const resolved = applyMetadataPolicy(policy, metadata, 'metadata') // FED-20: 4
  if (failed(resolved)) return withPolicyIssuers(resolved, subordinateStatements)
  const schema = checkMetadata(resolved, urls, 'metadata') // FED-20: 5
  if (failed(schema)) return schema
  return resolved
}

/** Adds to the evidence of a violation the superiors whose policies have the violated operator. */
function withPolicyIssuers(
  { code, at, evidence }: Failure<'policy_violated'>,
  subordinateStatements: readonly EntityStatement[],
): Failure<'policy_violated'> {
  const issuers = subordinateStatements.filter(({ metadata_policy: json = {} }) => {
    const policy = parseMetadataPolicy(json, at)
    return !failed(policy) && hasOperatorAt(policy, at)
  })
  const stated = `${shownValue(evidence?.expected)} in the policy of ${issuers.map(({ iss }) => iss).join(' and ')}`
  return fail(code, at, { expected: stated, found: evidence?.found })
}

function checkAllConstraints(subordinateStatements: readonly EntityStatement[]): undefined | Failure<ConstraintCode> {
  for (const [index, statement] of subordinateStatements.entries()) {
    const { constraints } = statement
    if (constraints === undefined) continue
    const subjects = subordinateStatements.slice(0, index + 1).map(({ sub }) => sub)
    const below = { intermediates: index, subjects }
    const result = checkConstraints(constraints, below, `statement[${index + 1}].payload.constraints`)
    if (failed(result)) return result
  }
  return undefined
}

/** Replaces the subject's parameters by those of its immediate superior, for types that the subject has. */
function overlay(own: Metadata, superior: Metadata): Metadata {
  const overriding = Object.entries(superior).filter(([type]) => Object.hasOwn(own, type))
  if (overriding.length === 0) return own
  return { ...own, ...Object.fromEntries(overriding.map(([type, above]) => [type, { ...own[type], ...above }])) }
}

/** Merges the policies from the top down. */
function mergeAllPolicies(subordinateStatements: readonly EntityStatement[]): MetadataPolicy | Failure<PolicyCode> {
  let merged: MetadataPolicy = new Map()
  for (let index = subordinateStatements.length - 1; index >= 0; index -= 1) {
    const json = subordinateStatements[index]?.metadata_policy
    if (json === undefined) continue
    const at = `statement[${index + 1}].payload.metadata_policy`
    const policy = parseMetadataPolicy(json, at)
    if (failed(policy)) return policy
    const next = mergeMetadataPolicy(merged, policy, at)
    if (failed(next)) return next
    merged = next
  }
  return merged
}

/**
 * Metadata policy (OpenID Federation 1.0 §6.1): requirements of superiors on the metadata of the entities below them.
 * Policies are parsed, merged from the top down, and applied to the subject's metadata. Any fault invalidates the
 * chain. Policies are maps, so that member names such as `__proto__` have no special meaning.
 */
import {
  type Failure,
  type FoundEvidence,
  fail,
  failed,
  isJsonObject,
  type Json,
  type JsonObject,
  shownValue,
} from '../../base/index.ts'
import type { Metadata } from '../statement/metadata-form.ts'
import {
  isOperatorName,
  mayCombineOperators,
  type OperatorName,
  operatorNames,
  operators,
  type ParameterPolicy,
  violated,
} from './operators.ts'

/** Entity type → parameter → operator → operand. */
export type MetadataPolicy = ReadonlyMap<string, ReadonlyMap<string, ParameterPolicy>>

/** Reasons to refuse a `metadata_policy` (OpenID Federation 1.0 §6.1.3). */
export type PolicyParseCode = 'policy_malformed' | 'policy_operand_invalid' | 'policy_combination_invalid'
/** Reasons why two policies cannot be merged (OpenID Federation 1.0 §6.1.4.1). */
export type PolicyMergeCode = 'policy_merge_impossible' | 'policy_combination_invalid'
/** Reasons why policies invalidate a chain. */
export type PolicyCode = PolicyParseCode | PolicyMergeCode | 'policy_violated'

/**
 * Parses the `metadata_policy` of one statement, when a chain is resolved or a policy is configured. Checks its shape,
 * operands, and combinations of operators. Skips unknown operators. `parseEntityStatement` has refused critical ones.
 */
export function parseMetadataPolicy(json: JsonObject, at: string): MetadataPolicy | Failure<PolicyParseCode> {
  const policy = new Map<string, ReadonlyMap<string, ParameterPolicy>>()
  for (const [type, parameters] of Object.entries(json)) {
    if (!isJsonObject(parameters)) return fail('policy_malformed', `${at}.${type}`) // FED-22
    const typePolicy = new Map<string, ParameterPolicy>()
    for (const [parameter, operands] of Object.entries(parameters)) {
      const place = `${at}.${type}.${parameter}`
      if (!isJsonObject(operands)) return fail('policy_malformed', place) // FED-22
      const parameterPolicy = parseOperands(parameter, operands, place)
      if (failed(parameterPolicy)) return parameterPolicy
      typePolicy.set(parameter, parameterPolicy)
    }
    policy.set(type, typePolicy)
  }
  return policy
}

function parseOperands(
  parameter: string,
  operands: JsonObject,
  at: string,
): ParameterPolicy | Failure<'policy_operand_invalid' | 'policy_combination_invalid'> {
  const policy = new Map<OperatorName, Json>()
  for (const [name, operand] of Object.entries(operands)) {
    if (!isOperatorName(name)) continue // FED-18
    if (!operators[name].takes(operand)) return fail('policy_operand_invalid', `${at}.${name}`) // FED-22
    policy.set(name, operandOf(name, parameter, operand))
  }
  if (!mayCombineOperators(policy)) return fail('policy_combination_invalid', at) // FED-22
  return policy
}

/** Converts each `scope` value in the operand of `value`, `default` or `one_of` to a list (D-1083). */
function operandOf(name: OperatorName, parameter: string, operand: Json): Json {
  if (name === 'value' || name === 'default') return asList(parameter, operand)
  return name === 'one_of' && Array.isArray(operand) ? operand.map((one) => asList(parameter, one)) : operand
}

/** Returns the places of unknown operators as `type.parameter.operator`. Policies ignore these operators (FED-18). */
export const unknownOperators = (json: JsonObject): readonly string[] =>
  Object.entries(json).flatMap(([type, parameters]) =>
    Object.entries(isJsonObject(parameters) ? parameters : {}).flatMap(([parameter, operands]) =>
      Object.keys(isJsonObject(operands) ? operands : {})
        .filter((name) => !isOperatorName(name))
        .map((name) => `${type}.${parameter}.${name}`),
    ),
  )

/** Merges the policy of a lower statement into the policy above it, and checks the combinations of operators again. */
export function mergeMetadataPolicy(
  superior: MetadataPolicy,
  subordinate: MetadataPolicy,
  at: string,
): MetadataPolicy | Failure<PolicyMergeCode> {
  if (superior.size === 0) return subordinate
  const merged = new Map(superior)
  for (const [type, parameters] of subordinate) {
    const typePolicy = new Map(superior.get(type))
    for (const [parameter, policy] of parameters) {
      const above = typePolicy.get(parameter)
      const parameterPolicy = above ? mergeOperands(above, policy, `${at}.${type}.${parameter}`) : policy
      if (failed(parameterPolicy)) return parameterPolicy
      typePolicy.set(parameter, parameterPolicy)
    }
    merged.set(type, typePolicy)
  }
  return merged
}

function mergeOperands(
  superior: ParameterPolicy,
  subordinate: ParameterPolicy,
  at: string,
): ParameterPolicy | Failure<PolicyMergeCode> {
  const merged = new Map(superior)
  for (const [name, operand] of subordinate) {
    const above = superior.get(name)
    const mergedOperand = above === undefined ? operand : operators[name].merge(above, operand)
    if (mergedOperand === undefined) return fail('policy_merge_impossible', `${at}.${name}`) // FED-21
    merged.set(name, mergedOperand)
  }
  if (!mayCombineOperators(merged)) return fail('policy_combination_invalid', at) // FED-22
  return merged
}

/**
 * Applies a merged policy to metadata. Does not add entity types that the metadata lack.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { applyMetadataPolicy, parseMetadataPolicy } from 'fiducia/federation'
 *
 * const json = { openid_relying_party: { client_name: { default: 'Example' } } }
 * const policy = parseMetadataPolicy(json, 'metadata_policy')
 * const resolved = failed(policy) ? policy : applyMetadataPolicy(policy, { openid_relying_party: {} }, 'metadata')
 * assert.deepEqual(resolved, { openid_relying_party: { client_name: 'Example' } })
 * ```
 */
export function applyMetadataPolicy(
  policy: MetadataPolicy,
  metadata: Metadata,
  at: string,
): Metadata | Failure<'policy_violated'> {
  let result = metadata
  for (const [type, parameters] of Object.entries(metadata)) {
    const typePolicy = policy.get(type)
    const applied = typePolicy ? applyToParameters(typePolicy, parameters, `${at}.${type}`) : parameters
    if (failed(applied)) return applied
    if (applied !== parameters) result = { ...result, [type]: applied }
  }
  return result
}

/** Applies the policies of one entity type. Returns the same object if no operator returns a new value. */
function applyToParameters(
  policies: ReadonlyMap<string, ParameterPolicy>,
  parameters: JsonObject,
  at: string,
): JsonObject | Failure<'policy_violated'> {
  let changed: Map<string, Json> | undefined
  for (const [parameter, policy] of policies) {
    const current = Object.hasOwn(parameters, parameter) ? parameters[parameter] : undefined
    const value = applyOperands(parameter, policy, current, `${at}.${parameter}`)
    if (failed(value)) return value
    if (value === current) continue
    changed ??= new Map(Object.entries(parameters))
    if (value === undefined) changed.delete(parameter)
    else changed.set(parameter, value)
  }
  return changed ? Object.fromEntries(changed) : parameters
}

function applyOperands(
  parameter: string,
  policy: ParameterPolicy,
  current: Json | undefined,
  at: string,
): Json | undefined | Failure<'policy_violated'> {
  let value = current === undefined ? undefined : asList(parameter, current)
  for (const name of operatorNames) {
    const operand = policy.get(name)
    if (operand === undefined) continue
    const next = operators[name].apply(operand, value)
    if (next === violated) return fail('policy_violated', `${at}.${name}`, evidenceOf(name, operand, value)) // FED-04
    value = next
  }
  return parameter === 'scope' && Array.isArray(value) ? value.join(' ') : value // FED-22
}

const listOperators: readonly OperatorName[] = ['add', 'subset_of', 'superset_of']

/** Returns the evidence for a violation. For an operator of lists, it tells a list from another value. */
const evidenceOf = (name: OperatorName, operand: Json, value: Json | undefined): FoundEvidence =>
  listOperators.includes(name) && value !== undefined && !Array.isArray(value)
    ? { expected: `a list of ${shownValue(operand)}`, found: `${shownValue(value)}, which is not a list` }
    : { expected: operand, found: value }

/**
 * Returns true if the policy contains the operator of a violation. `place` has the form
 * `metadata.type.parameter.operator`.
 */
export const hasOperatorAt = (policy: MetadataPolicy, place: string): boolean =>
  [...policy].some(([type, parameters]) =>
    [...parameters].some(([name, operands]) =>
      [...operands.keys()].some((operator) => place === `metadata.${type}.${name}.${operator}`),
    ),
  )

/**
 * Returns the value of `scope` as a list, because policies treat it as a list (§6.1.3.1.8). Returns any other value
 * unchanged.
 */
const asList = (parameter: string, value: Json): Json =>
  parameter === 'scope' && typeof value === 'string' ? value.split(' ').filter((name) => name !== '') : value

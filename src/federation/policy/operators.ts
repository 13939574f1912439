/**
 * The seven operators of metadata policy (OpenID Federation 1.0 §6.1.3.1) in their order of application: permitted
 * operands, merging, and effect. `undefined` is an absent parameter. `false`, `0`, `""` and `null` are values, so
 * values are not tested for truthiness.
 */
import type { Json } from '../../base/index.ts'
import { commonChoices, intersection, isOneOf, isSubset, sameValue, union } from './json-sets.ts'

export type OperatorName = 'value' | 'add' | 'default' | 'one_of' | 'subset_of' | 'superset_of' | 'essential'

/** Policy of one parameter: operands by operator. */
export type ParameterPolicy = ReadonlyMap<OperatorName, Json>

interface Operator {
  /** Returns true for a permitted operand. */
  readonly takes: (operand: Json) => boolean
  /** Returns the merged operand, or `undefined` if the two cannot be merged. */
  readonly merge: (superior: Json, subordinate: Json) => Json | undefined
  /** Returns the new value (`undefined`: no parameter), or `violated`. */
  readonly apply: (operand: Json, value: Json | undefined) => Json | undefined | typeof violated
}

/** Result of an operator if the value does not satisfy it. */
export const violated: unique symbol = Symbol('violated')

const isArray = (operand: Json): operand is readonly Json[] => Array.isArray(operand)
const list = (operand: Json): readonly Json[] => operand as readonly Json[]
const equalOnly = (a: Json, b: Json): Json | undefined => (sameValue(a, b) ? a : undefined)
const unite = (a: Json, b: Json): Json => union(list(a), list(b))

export const operators: Readonly<Record<OperatorName, Operator>> = {
  value: {
    takes: () => true,
    merge: equalOnly,
    apply: (operand) => (operand === null ? undefined : operand), // FED-04
  },
  add: {
    takes: isArray,
    merge: unite,
    apply: (operand, value) => {
      if (value === undefined) return operand
      return isArray(value) ? union(value, list(operand)) : violated // FED-04
    },
  },
  default: {
    takes: (operand) => operand !== null,
    merge: equalOnly,
    apply: (operand, value) => (value === undefined ? operand : value), // FED-04
  },
  one_of: {
    takes: isArray,
    merge: (a, b) => {
      const common = commonChoices(list(a), list(b))
      return common.length === 0 ? undefined : common
    },
    apply: (operand, value) => (value === undefined || isOneOf(list(operand), value) ? value : violated), // FED-04
  },
  subset_of: {
    takes: isArray,
    merge: (a, b) => intersection(list(a), list(b)),
    apply: (operand, value) => {
      if (value === undefined) return undefined
      return isArray(value) ? intersection(value, list(operand)) : violated // FED-04
    },
  },
  superset_of: {
    takes: isArray,
    merge: unite,
    apply: (operand, value) => {
      if (value === undefined) return undefined
      return isArray(value) && isSubset(list(operand), value) ? value : violated // FED-04
    },
  },
  essential: {
    takes: (operand) => typeof operand === 'boolean',
    merge: (a, b) => a === true || b === true,
    apply: (operand, value) => (operand === true && value === undefined ? violated : value), // FED-04
  },
}

/** Operators in their order of application: the order of the members of `operators`. */
export const operatorNames = Object.keys(operators) as readonly OperatorName[]

export const isOperatorName = (name: string): name is OperatorName => Object.hasOwn(operators, name)

/** Returns true if these operators and operands may be combined (§6.1.3.1, "may be combined with"). FED-22 */
export function mayCombineOperators(policy: ParameterPolicy): boolean {
  if (policy.size < 2) return true
  const value = policy.get('value')
  const [add, oneOf, subset, superset] = (['add', 'one_of', 'subset_of', 'superset_of'] as const).map(
    (name) => policy.get(name) as readonly Json[] | undefined,
  )
  if (oneOf && (add || subset || superset)) return false
  if (add && subset && !isSubset(add, subset)) return false
  if (subset && superset && !isSubset(superset, subset)) return false
  if (value === undefined) return true
  if (value === null && (policy.has('default') || policy.get('essential') === true)) return false
  if (oneOf && !isOneOf(oneOf, value)) return false
  if (!add && !subset && !superset) return true
  if (!isArray(value)) return false
  return (
    (!add || isSubset(add, value)) && (!subset || isSubset(value, subset)) && (!superset || isSubset(superset, value))
  )
}

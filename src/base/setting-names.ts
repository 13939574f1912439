/** Names of the settings that a schema accepts at a place, also within lists, records and alternatives. */

/** Members of a zod definition that this file reads. */
interface Definition {
  readonly shape?: Readonly<Record<string, Schema>>
  readonly element?: Schema
  readonly valueType?: Schema
  readonly innerType?: Schema
  readonly in?: Schema
  readonly options?: readonly Schema[]
}

interface Schema {
  readonly def?: Definition
}

/**
 * Returns the names of the members at a place. The place is the path of names and list positions from the top of the
 * schema. Returns an empty list for a place that the schema does not have, and for a schema of another library. Does
 * not search intersections and tuples.
 */
export function settingNamesAt(schema: object, [step, ...further]: readonly PropertyKey[]): readonly string[] {
  const { shape, element, valueType, innerType, in: input, options = [] } = (schema as Schema).def ?? {}
  const inner = [innerType, input, ...options].filter((one) => one !== undefined)
  const place = step === undefined ? [] : [step, ...further]
  const innerNames = inner.flatMap((one) => settingNamesAt(one, place))
  if (step === undefined) return [...new Set([...Object.keys(shape ?? {}), ...innerNames])]
  const next = shape?.[String(step)] ?? element ?? valueType
  return next === undefined ? innerNames : [...settingNamesAt(next, further), ...innerNames]
}

/**
 * A table of cases that names each expectation once: `{ 'PP-06 method_unsupported': { 'the method plain': bend } }`.
 */
type CaseTable<T, Expected extends string> = { readonly [name in Expected]?: Readonly<Record<string, T>> }

/** Lists the cases of a table that is grouped by the expected result: title, input, result. */
export const casesOf = <const T, Expected extends string = string>(
  table: CaseTable<T, Expected>,
): [title: string, input: T, expected: Expected][] =>
  (Object.entries(table) as [Expected, Readonly<Record<string, T>>][]).flatMap(([expected, inputs]) =>
    Object.entries(inputs).map(([title, input]): [string, T, Expected] => [title, input, expected]),
  )

/** A table that is grouped by requirements and failure code. */
export type Refusals<T> = CaseTable<T, `${string} ${string}`>

/** Lists the cases of a table that is grouped by requirements and failure code. Each case ends with `rest`. */
export const refusalsOf = <const T, const Rest extends readonly unknown[] = []>(
  table: Refusals<T>,
  ...rest: Rest
): [requirements: string, title: string, input: T, code: string, ...Rest][] =>
  casesOf(table).map(([title, input, expected]) => {
    const end = expected.lastIndexOf(' ')
    return [expected.slice(0, end), title, input, expected.slice(end + 1), ...rest]
  })

/**
 * Returns a change that sets these members of an object, or of the object at a path in it. The value `undefined`
 * deletes a member.
 */
export const changing =
  (members: object, path = '') =>
  (whole: object): void => {
    const steps = path === '' ? [] : path.split('.')
    const target = steps.reduce((at, step) => Reflect.get(at, step), whole)
    for (const [name, value] of Object.entries(members))
      if (value === undefined) Reflect.deleteProperty(target, name)
      else Reflect.set(target, name, value)
  }

/** Cases by the rule that refuses them: `'WI-82 dcql_malformed': [['an empty query', bend]]`. */
export type CasesByRule<Rest extends readonly unknown[]> = Readonly<
  Record<string, readonly (readonly [title: string, ...Rest])[]>
>

/** One case, with the words of its rule: requirement, code and place. */
export type Case<Rest extends readonly unknown[]> = readonly [
  rule: readonly [id: string, code: string, at?: string],
  title: string,
  ...rest: Rest,
]

/** Returns the cases of a table, in its order. */
export const ruleCasesOf = <Rest extends readonly unknown[]>(table: CasesByRule<Rest>): readonly Case<Rest>[] =>
  Object.entries(table).flatMap(([rule, cases]) =>
    cases.map(([title, ...rest]): Case<Rest> => [rule.split(' ') as unknown as Case<Rest>[0], title, ...rest]),
  )

/** Returns the first case of each failure code. */
export const oncePerCode = <Input>(
  cases: readonly (readonly [title: string, input: Input, code: string])[],
): (readonly [title: string, input: Input, code: string])[] =>
  [...Map.groupBy(cases, ([, , code]) => code).values()].flatMap(([first]) => (first ? [first] : []))

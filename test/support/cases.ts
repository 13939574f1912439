/** Tables of cases by the rule that refuses them, so that a table names each rule once. */

/** The cases of each rule: `'WI-82 dcql_malformed': [['an empty query', bend]]`. */
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
export const casesOf = <Rest extends readonly unknown[]>(table: CasesByRule<Rest>): readonly Case<Rest>[] =>
  Object.entries(table).flatMap(([rule, cases]) =>
    cases.map(([title, ...rest]): Case<Rest> => [rule.split(' ') as unknown as Case<Rest>[0], title, ...rest]),
  )

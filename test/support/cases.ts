/** A table of cases that names each expectation once: `{ 'PP-06 method_unsupported': { 'the method plain': bend } }`. */
type CaseTable<T, Expected extends string> = { readonly [name in Expected]?: Readonly<Record<string, T>> }

/** Lists a table that is grouped by the expected result: title, input, result. */
export const casesOf = <const T, Expected extends string = string>(
  table: CaseTable<T, Expected>,
): [title: string, input: T, expected: Expected][] =>
  (Object.entries(table) as [Expected, Readonly<Record<string, T>>][]).flatMap(([expected, inputs]) =>
    Object.entries(inputs).map(([title, input]): [string, T, Expected] => [title, input, expected]),
  )

/** Lists a table that is grouped by requirements and failure code: requirements, title, input, code. */
export const refusalsOf = <const T>(
  table: CaseTable<T, `${string} ${string}`>,
): [requirements: string, title: string, input: T, code: string][] =>
  casesOf(table).map(([title, input, expected]) => {
    const end = expected.lastIndexOf(' ')
    return [expected.slice(0, end), title, input, expected.slice(end + 1)]
  })

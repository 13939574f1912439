/** Costs in docs/benchmarks.md, by the names in the first column of its tables. */
type Cells = readonly string[]

export interface Costs {
  /** Returns the processor time of a row in microseconds, on the embedded store. */
  processor(row: string): number
  /** Microseconds of a core for a registration on PostgreSQL. Includes the server. */
  readonly registrationOnPostgres: number
  /** Returns what an operation writes to PostgreSQL: commits that wait, others, and bytes of write-ahead log. */
  written(operation: string): { readonly commits: number; readonly others: number; readonly walBytes: number }
  /** Returns the number of a wallet's rows in a table, and the bytes of each. */
  table(name: string): { readonly rows: number; readonly bytes: number }
  /** Returns the bytes of a status list with gzip, and the milliseconds to create it. */
  statusList(name: string): { readonly bytes: number; readonly milliseconds: number }
  readonly erasure: { readonly results: number; readonly bytes: number; readonly milliseconds: number }
}

const numberOf = (text: string | undefined): number => Number((text ?? '').replaceAll(',', '') || Number.NaN)

/** Parses the page. Throws for a missing row, at once or when it is read. */
export function readCosts(page: string): Costs {
  const rows = page.split('\n').map((line): Cells => line.split('|').map((cell) => cell.trim()))
  /** Returns the numbers of the row in these columns. */
  const read = (name: string, ...columns: readonly number[]): readonly number[] => {
    const numbers = rows
      .filter((cells) => cells[1] === name)
      .map((cells) => columns.map((column) => numberOf(cells[column])))
      .find((all) => all.every((one) => one >= 0))
    if (numbers === undefined) throw new Error(`docs/benchmarks.md has no cost of ${name}`)
    return numbers
  }
  const peak = /\| Goodput at 2 times saturation, two workers, PostgreSQL \|.* of ([\d,]+) \/s/.exec(page)?.[1]
  if (peak === undefined) throw new Error('docs/benchmarks.md has no registrations on PostgreSQL')
  const erased = /reads ([\d,]+) results of ([\d,]+) bytes takes ([\d.]+) ms/.exec(page)
  if (erased === null) throw new Error('docs/benchmarks.md has no erasure')
  const [results = 0, bytes = 0, milliseconds = 0] = erased.slice(1).map(numberOf)
  return {
    processor: (row) => read(row, 8)[0] as number,
    registrationOnPostgres: 1e6 / numberOf(peak),
    written: (operation) => {
      const [commits = 0, others = 0, written = 0, deleted = 0] = read(operation, 2, 3, 4, 5)
      return { commits, others, walBytes: written + deleted }
    },
    table: (name) => {
      const [count = 0, size = 0] = read(name, 2, 3)
      return { rows: count, bytes: size }
    },
    statusList: (name) => {
      const [size = 0, time = 0] = read(name, 3, 4)
      return { bytes: size, milliseconds: time }
    },
    erasure: { results, bytes, milliseconds },
  }
}

/** Data for people: tables with headings, and names with values. Other programs take `--json`. */
import { printable } from '../base/index.ts'

/** A column: its heading, and its text for an entry. */
type Column<T> = readonly [heading: string, cell: (entry: T) => unknown]

/** Returns a table with headings, or `none`. Texts of others are sanitized. */
export function renderTable<T>(entries: readonly T[], columns: readonly Column<T>[]): string {
  if (entries.length === 0) return 'none'
  const rows = [
    columns.map(([heading]) => heading.toUpperCase()),
    ...entries.map((entry) => columns.map(([, cell]) => textOf(cell(entry)))),
  ]
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  return rows.map((row) => aligned(row, widths)).join('\n')
}

/** Returns one line for each name with a value. */
export function renderFacts(facts: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(facts).filter(([, value]) => value !== undefined)
  const width = Math.max(...said.map(([name]) => name.length))
  return said.map(([name, value]) => aligned([name, textOf(value)], [width])).join('\n')
}

const aligned = (row: readonly string[], widths: readonly number[]): string =>
  row
    .map((text, index) => text.padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd()

const textOf = (value: unknown): string =>
  value === undefined || value === null || value === '' ? '-' : printable(String(value))

/** Formats data as text: tables with headings, and lists of names with values. */
import { printable } from '../base/index.ts'

type Column<T> = readonly [heading: string, cell: (entry: T) => unknown]

/** Returns a table with headings, or `none` without entries. Sanitizes all cells. An empty cell contains a dash. */
export function renderTable<T>(entries: readonly T[], columns: readonly Column<T>[]): string {
  if (entries.length === 0) return 'none'
  const rows = [
    columns.map(([heading]) => heading.toUpperCase()),
    ...entries.map((entry) => columns.map(([, cell]) => textOf(cell(entry)))),
  ]
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  return rows.map((row) => aligned(row, widths)).join('\n')
}

/** Returns one line for each name. Leaves out undefined values. Sanitizes the values. An empty value is a dash. */
export function renderFacts(facts: Readonly<Record<string, unknown>>): string {
  const defined = Object.entries(facts).filter(([, value]) => value !== undefined)
  const width = Math.max(...defined.map(([name]) => name.length))
  return defined.map(([name, value]) => aligned([name, textOf(value)], [width])).join('\n')
}

const aligned = (row: readonly string[], widths: readonly number[]): string =>
  row
    .map((text, index) => text.padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd()

const textOf = (value: unknown): string =>
  value === undefined || value === null || value === '' ? '-' : printable(String(value))

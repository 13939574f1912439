/** Section of docs/benchmarks.md before the curves: the costs of `npm run bench -- --database --write`. */
import type { DatabaseCosts } from '../database/run.ts'
import type { StatusListCosts } from '../database/status-lists.ts'
import { growthSection } from './growth.ts'

const heading = '## PostgreSQL and status lists\n'

/** Returns the section with its heading, or an empty text if the page has none. */
export function databaseSection(page: string): string {
  const start = page.indexOf(heading)
  if (start < 0) return ''
  const next = page.indexOf('\n## ', start)
  return next < 0 ? page.slice(start) : page.slice(start, next)
}

/** Returns the page with this section before the curves. Replaces an earlier section. */
export const withDatabase = (page: string, section: string): string =>
  [
    page.slice(0, page.length - growthSection(page).length).replace(databaseSection(page), ''),
    section,
    growthSection(page),
  ]
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')

const exact = (value: number): string => value.toLocaleString('en')
const whole = (value: number): string => exact(Math.round(value))
/** Rounds to hundredths. */
const hundredths = (value: number): string => exact(Math.round(value * 100) / 100)

function renderTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [columns, columns.map(() => '---'), ...rows].map(line).join('\n')
}

/** Returns the section with its heading. */
export function renderDatabaseCosts(costs: DatabaseCosts, lists: readonly StatusListCosts[]): string {
  const { wallets, operations, tables, erasure } = costs
  return `${heading}
Written by \`npm run bench -- --database --write\`; do not edit. ${exact(wallets)} wallets do each operation once, with all its requests, on a
PostgreSQL of their own. *commits* wait for the disk, *others* do not. *WAL*: bytes of write-ahead log without images of pages
(\`full_page_writes = off\`). *deletion*: WAL when the rows have expired. An application orders the presentations. A few attestations and
PIDs are recorded again because their random place in a list was used. Only the times depend on the machine.

${renderTable(
  ['written by one of the', 'commits', 'others', 'WAL', 'deletion'],
  operations.map((one) => [
    one.name,
    whole(one.commits),
    whole(one.otherCommits),
    whole(one.walBytes),
    whole(one.deletionBytes),
  ]),
)}

*bytes*: of a row with its places in all indexes, after \`VACUUM FULL\`. Each wallet has two attestations and a revoked PID.

${renderTable(
  ['table', 'rows of a wallet', 'bytes'],
  tables.map(({ table, rows, bytes }) => [table, hundredths(rows), whole(bytes)]),
)}

An erasure that reads ${exact(erasure.results)} results of ${exact(erasure.bytes)} bytes takes ${erasure.milliseconds.toFixed(1)} ms in PostgreSQL.

${renderTable(
  ['status list', 'bytes', 'bytes with gzip', 'milliseconds to create'],
  lists.map((one) => [nameStatusList(one), exact(one.bytes), exact(one.gzipBytes), one.milliseconds.toFixed(2)]),
)}
`
}

/** Returns the name of a kind of list, as in its row. */
export const nameStatusList = ({
  places,
  bits,
  revoked,
}: Pick<StatusListCosts, 'places' | 'bits' | 'revoked'>): string =>
  `${exact(places)} places of ${bits} bit${bits === 1 ? '' : 's'}, ${exact(revoked * 100)} % revoked`

/**
 * `npm run bench -- --growth`: time of lookups over stores with a thousand to a million rows, on the embedded database
 * and on PostgreSQL, and of work that grows with the input from a peer. If a curve rises with the rows, the lookup
 * reads all rows. `--quick` uses a thousand rows. `--write` also writes the curves into docs/benchmarks.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openPostgresStores, openSqliteStores, type RoleStores } from '../../src/stores/index.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { withGrowth } from '../report/growth.ts'
import { median } from '../statistics.ts'
import { fillings, type GrowingRole, lookups, maximumRows } from './tables.ts'
import { works } from './works.ts'

const sizes = [1000, 10_000, 100_000, 1_000_000]
const roles: readonly GrowingRole[] = ['wallet-provider', 'pid-provider', 'relying-party', 'trust-anchor']
/** Number of measured calls of a lookup. Their median counts. */
const measuredCalls = 15

interface FilledStores {
  readonly stores: RoleStores[GrowingRole]
  close(): Promise<void> | void
}

/** Milliseconds by lookup, in the order of the sizes. */
type Curves = Map<string, number[]>

interface GrowthOptions {
  /** Maximum number of rows. Defaults to a million. */
  readonly most?: number | undefined
  readonly write: boolean
}

/** Measures and prints a Markdown table for each work without a store, and one for each database. */
export async function measureGrowth({ most = sizes.at(-1) ?? 0, write }: GrowthOptions): Promise<void> {
  const tables: string[] = []
  const print = (table: string): void => {
    tables.push(table)
    console.log(`\n${table}`)
  }
  for (const table of await measureWorks()) print(table)
  const usedSizes = sizes.filter((size) => size <= most)
  print(await measureCurves('the embedded database', usedSizes, openFilledSqlite))
  const postgres = await startPostgres({ own: true })
  try {
    print(await measureCurves('PostgreSQL', usedSizes, (role, size) => openFilledPostgres(postgres, role, size)))
  } finally {
    await postgres.stop()
  }
  const page = new URL('../../docs/benchmarks.md', import.meta.url)
  if (write) writeFileSync(page, withGrowth(readFileSync(page, 'utf8'), tables))
}

async function measureCurves(
  database: string,
  usedSizes: readonly number[],
  open: (role: GrowingRole, size: number) => Promise<FilledStores>,
): Promise<string> {
  const curves: Curves = new Map(lookups.map(({ name }) => [name, []]))
  for (const role of roles)
    for (const size of usedSizes.filter((one) => one <= (maximumRows[role] ?? one))) {
      const { stores, close } = await open(role, size)
      for (const lookup of lookups.filter((one) => one.role === role))
        curves.get(lookup.name)?.push(await timeOf(lookup.on(stores)))
      await close()
    }
  const columns = usedSizes.map((size) => `${size.toLocaleString('en')} rows`)
  return renderCurves(database, columns, curves)
}

async function measureWorks(): Promise<string[]> {
  const tables: string[] = []
  for (const { name, unit, sizes: of, on } of works) {
    const curve: number[] = []
    for (const size of of) curve.push(await timeOf(await on(size)))
    const columns = of.map((size) => `${size} ${unit}`)
    tables.push(renderCurves('this process', columns, new Map([[name, curve]])))
  }
  return tables
}

/** Returns a Markdown table. Its cells are empty where a curve has fewer values than there are columns. */
function renderCurves(
  place: string,
  columns: readonly string[],
  curves: ReadonlyMap<string, readonly number[]>,
): string {
  const rows = [...curves].map(
    ([name, curve]) => `| ${name} | ${columns.map((_, at) => curve[at]?.toFixed(2) ?? '').join(' | ')} |`,
  )
  return [
    `| milliseconds in ${place} | ${columns.join(' | ')} |`,
    `| --- |${' --- |'.repeat(columns.length)}`,
    ...rows,
  ].join('\n')
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const each: number[] = []
  await run()
  for (let time = 0; time < measuredCalls; time += 1) {
    const since = performance.now()
    await run()
    each.push(performance.now() - since)
  }
  return median(each)
}

async function openFilledSqlite(role: GrowingRole, size: number): Promise<FilledStores> {
  const directory = mkdtempSync(join(tmpdir(), 'fiducia-growth-'))
  const file = join(directory, 'store.sqlite')
  openSqliteStores(role, file).database.close()
  const database = new DatabaseSync(file)
  database.exec('PRAGMA synchronous = OFF')
  const numbers = `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${size}) SELECT i FROM n)`
  for (const statement of fillings[role](numbers, 'sqlite')) database.exec(statement)
  database.close()
  const opened = openSqliteStores(role, file)
  return {
    stores: opened.stores,
    close: () => {
      opened.database.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function openFilledPostgres(
  postgres: Awaited<ReturnType<typeof startPostgres>>,
  role: GrowingRole,
  size: number,
): Promise<FilledStores> {
  const url = await postgres.createDatabase()
  const opened = await openPostgresStores(role, url, { migrate: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`SET search_path TO ${role.replace('-', '_')}`)
  const numbers = `(SELECT i FROM generate_series(1, ${size}) AS i) AS numbers`
  for (const statement of fillings[role](numbers, 'postgres')) await client.query(statement)
  await client.query('ANALYZE')
  await client.end()
  return { stores: opened.stores, close: () => opened.database.close() }
}

/**
 * `npm run bench -- --growth`: time of lookups over stores with a thousand to a million rows, on the embedded database
 * and on PostgreSQL, and of work that grows with what a peer sends. A curve that rises with the rows shows a lookup that
 * reads all of them. `--quick` uses a thousand rows.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { openPostgresStores, openSqliteStores, type RoleStores } from '../../src/stores/index.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { median } from '../statistics.ts'
import { fillings, type GrowingRole, lookups, maximumRows } from './tables.ts'
import { works } from './works.ts'

const sizes = [1000, 10_000, 100_000, 1_000_000]
const roles: readonly GrowingRole[] = ['wallet-provider', 'pid-provider', 'relying-party', 'trust-anchor']
/** Times that a lookup is measured. The median counts. */
const times = 15

interface Opened {
  readonly stores: RoleStores[GrowingRole]
  close(): Promise<void> | void
}

/** Milliseconds by lookup, in the order of the sizes. */
type Curves = Map<string, number[]>

/** Prints a Markdown table for each database, and for work that stores nothing. `most` limits the rows. */
export async function measureGrowth(most = sizes.at(-1) ?? 0): Promise<void> {
  await printWorks()
  const measured = sizes.filter((size) => size <= most)
  await printCurves('the embedded database', measured, openFilledSqlite)
  const postgres = await startPostgres({ own: true })
  try {
    await printCurves('PostgreSQL', measured, (role, size) => openFilledPostgres(postgres, role, size))
  } finally {
    await postgres.stop()
  }
}

async function printCurves(
  database: string,
  measured: readonly number[],
  open: (role: GrowingRole, size: number) => Promise<Opened>,
): Promise<void> {
  const curves: Curves = new Map(lookups.map(({ name }) => [name, []]))
  for (const role of roles)
    for (const size of measured.filter((one) => one <= (maximumRows[role] ?? one))) {
      const { stores, close } = await open(role, size)
      for (const lookup of lookups.filter((one) => one.role === role))
        curves.get(lookup.name)?.push(await timeOf(lookup.on(stores)))
      await close()
    }
  const columns = measured.map((size) => `${size.toLocaleString('en')} rows`)
  console.log(`\n| milliseconds on ${database} | ${columns.join(' | ')} |\n| --- |${' --- |'.repeat(columns.length)}`)
  for (const [name, curve] of curves)
    console.log(`| ${name} | ${measured.map((_, at) => curve[at]?.toFixed(2) ?? '').join(' | ')} |`)
}

async function printWorks(): Promise<void> {
  for (const { name, unit, sizes: of, on } of works) {
    console.log(`\n| milliseconds | ${of.map((size) => `${size} ${unit}`).join(' | ')} |`)
    console.log(`| --- |${' --- |'.repeat(of.length)}`)
    const curve: string[] = []
    for (const size of of) curve.push((await timeOf(await on(size))).toFixed(2))
    console.log(`| ${name} | ${curve.join(' | ')} |`)
  }
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const each: number[] = []
  await run()
  for (let time = 0; time < times; time += 1) {
    const since = performance.now()
    await run()
    each.push(performance.now() - since)
  }
  return median(each)
}

async function openFilledSqlite(role: GrowingRole, size: number): Promise<Opened> {
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
): Promise<Opened> {
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

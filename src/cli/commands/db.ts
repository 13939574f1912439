/**
 * `fiducia db …`: migrates the tables of the roles' stores, and shows their state. PostgreSQL by URL. Embedded stores
 * by file, or by a data directory with several.
 */
import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Command } from 'commander'
import {
  type MigrationState,
  migratePostgres,
  openSqlite,
  postgresStatus,
  roleStores,
  type StoreTables,
  sqliteDamage,
  sqliteStatus,
} from '../../stores/index.ts'
import type { Terminal } from '../program.ts'
import { UserError } from '../user-error.ts'

interface Flags {
  readonly database?: string
  readonly store?: string
  readonly schema?: string
}

/** One store. */
interface Place {
  readonly name: string
  /** Returns the damage of an embedded store's file. Database servers check their own files. */
  damage(): string | undefined
  status(): Promise<readonly MigrationState[]>
  /** Returns the number of applied migrations. */
  migrate(): Promise<number>
}

export function register(program: Command, terminal: Terminal): void {
  const db = program.command('db').description("migrate and check the roles' databases")
  const verb = (name: string, description: string, run: (places: readonly Place[]) => Promise<void>): void =>
    void db
      .command(name)
      .description(description)
      .option('--database <url>', 'postgresql://…, sqlite:FILE, a file, or a data directory; default: DATABASE_URL')
      .option('--store <name>', "one store only: a role's name, or rate-limits")
      .option('--schema <name>', "PostgreSQL schema; default: the role's name")
      .action((flags: Flags) => run(placesOf(flags)))

  verb('migrate', 'apply the pending migrations', async (places) => {
    for (const place of places) {
      const damage = place.damage()
      if (damage !== undefined) throw new UserError(`The store ${place.name} is damaged (${damage}): ${advice}.`)
      const applied = await place.migrate()
      terminal.out(`${place.name.padEnd(16)} ${applied > 0 ? `applied ${applied}` : 'was up to date'}\n`)
    }
  })
  const does =
    'show the version and the pending migrations of each store, and check the files of embedded stores for damage; exits with 1 if anything is pending or damaged'
  verb('status', does, async (places) => {
    let pending = 0
    let newer = 0
    let damaged = 0
    for (const place of places) {
      const damage = place.damage()
      if (damage !== undefined) {
        terminal.out(`${place.name.padEnd(24)} damaged: ${damage}\n`)
        damaged += 1
        continue
      }
      const states = await place.status()
      for (const state of states) terminal.out(`${lineOf(place.name, state)}\n`)
      pending += pendingIn(states)
      newer += states.filter((state) => state.pending < 0).length
    }
    if (damaged > 0) throw new UserError(`A store is damaged: ${advice}.`)
    if (newer > 0) throw new UserError('The tables were written by a newer version of the program: install that one.')
    if (pending > 0) throw new UserError('The tables are not those of this version: run fiducia db migrate.')
  })
}

const advice = 'stop the service, and restore a backup of the file'

const pendingIn = (states: readonly MigrationState[]): number =>
  states.reduce((sum, { pending }) => sum + Math.max(pending, 0), 0)

function lineOf(name: string, { store, version, pending }: MigrationState): string {
  const what = store === name ? name : `${name} ${store}`
  const state = pending === 0 ? 'up to date' : pending > 0 ? `${pending} pending` : 'newer than this program'
  return `${what.padEnd(24)} version ${version}  ${state}`
}

function placesOf({ database = process.env.DATABASE_URL, store, schema }: Flags): readonly Place[] {
  if (!database) throw new UserError('Name the database: --database, or DATABASE_URL.')
  const stores = roleStores.filter(({ name }) => store === undefined || name === store)
  if (stores.length === 0)
    throw new UserError(`There is no store "${store}": ${roleStores.map(({ name }) => name).join(', ')}.`)
  // Settings and DATABASE_URL name an embedded store with this prefix.
  const place = database.replace(/^sqlite:/, '')
  if (!/^\w+:\/\//.test(place)) return inFiles(place, stores, store !== undefined)
  if (schema !== undefined && store === undefined) throw new UserError('Name the store of the schema with --store.')
  return stores.map((one) => inPostgres(place, one, schema))
}

const inPostgres = (url: string, { name, postgres }: StoreTables, schema: string | undefined): Place => ({
  name,
  damage: () => undefined,
  status: () => postgresStatus(url, postgres, schema === undefined ? {} : { schema }),
  migrate: async () => pendingIn(await migratePostgres(url, postgres, schema === undefined ? {} : { schema })),
})

/**
 * Returns the embedded stores. A file is named after its store, unless `--store` names it. For a directory, returns the
 * existing ones.
 */
function inFiles(path: string, stores: readonly StoreTables[], named: boolean): readonly Place[] {
  if (!existsSync(path)) throw new UserError(`There is no ${path}.`)
  const folder = existsSync(join(path, 'stores')) ? join(path, 'stores') : path
  const embedded = stores.filter((one): one is EmbeddedTables => one.sqlite !== undefined)
  const found = statSync(path).isDirectory()
    ? embedded.map((one) => ({ one, file: join(folder, `${one.name}.sqlite`) })).filter(({ file }) => existsSync(file))
    : embedded.filter(({ name }) => named || basename(path) === `${name}.sqlite`).map((one) => ({ one, file: path }))
  if (found.length === 0)
    throw new UserError(`${path} holds no store that its name shows: name the store with --store.`)
  return found.map(({ one, file }) => inFile(file, one))
}

type EmbeddedTables = StoreTables & Required<Pick<StoreTables, 'sqlite'>>

const inFile = (file: string, { name, sqlite }: EmbeddedTables): Place => ({
  name,
  damage: () => sqliteDamage(file),
  status: async () => [sqliteStatus(file, name, sqlite)],
  migrate: async () => {
    const pending = pendingIn([sqliteStatus(file, name, sqlite)])
    await openSqlite(file, sqlite).close()
    return pending
  },
})

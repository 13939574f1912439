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
import { withExamples } from '../examples.ts'
import { answerOf, jsonOption, printAnswer } from '../print-answer.ts'
import type { Terminal } from '../program.ts'
import { renderTable } from '../table.ts'
import { UserError } from '../user-error.ts'

interface Flags {
  readonly database?: string
  readonly store?: string
  readonly schema?: string
  readonly json?: true
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
  const verb = (
    name: string,
    description: string,
    run: (places: readonly Place[], json: true | undefined) => Promise<void>,
  ): Command =>
    db
      .command(name)
      .description(description)
      .option('--database <url>', 'postgresql://…, sqlite:FILE, a file, or a data directory; default: DATABASE_URL')
      .option('--store <name>', "one store only: a role's name, or rate-limits")
      .option('--schema <name>', "PostgreSQL schema; default: the role's name")
      .option(...jsonOption)
      .action((flags: Flags) => run(placesOf(flags), flags.json))

  const migrate = verb('migrate', 'apply the pending migrations', async (places, json) => {
    const done: { readonly store: string; readonly applied: number }[] = []
    try {
      for (const place of places) {
        const damage = place.damage()
        if (damage !== undefined) throw new UserError(`The store ${place.name} is damaged (${damage}): ${advice}.`)
        done.push({ store: place.name, applied: await place.migrate() })
      }
    } finally {
      if (done.length > 0) printAnswer(terminal, answerOf(done, migrationTable(done)), json)
    }
  })
  withExamples(migrate, 'fiducia db migrate --database postgresql://fiducia@localhost/fiducia')
  const does =
    'show the version and the pending migrations of each store, and check the files of embedded stores for damage; exits with 1 if anything is pending or damaged'
  const status = verb('status', does, async (places, json) => {
    const states: TableState[] = []
    for (const place of places) states.push(...(await statesOf(place)))
    const table = renderTable(states, [
      ['store', ({ name }) => name],
      ['version', ({ version }) => version],
      ['state', stateOf],
    ])
    printAnswer(terminal, answerOf(states, table), json)
    if (states.some(({ damage }) => damage !== undefined)) throw new UserError(`A store is damaged: ${advice}.`)
    if (states.some(({ pending = 0 }) => pending < 0))
      throw new UserError('The tables were written by a newer version of the program: install that one.')
    if (states.some(({ pending = 0 }) => pending > 0))
      throw new UserError('The tables are not those of this version: run fiducia db migrate.')
  })
  withExamples(
    status,
    'fiducia db status --database wallet-provider/data',
    'fiducia db status --database wallet.sqlite --store wallet-provider --json',
  )
}

const migrationTable = (done: readonly { readonly store: string; readonly applied: number }[]): string =>
  renderTable(done, [
    ['store', ({ store }) => store],
    ['migrations', ({ applied }) => (applied > 0 ? `applied ${applied}` : 'was up to date')],
  ])

/** The tables of a store, or the damage of its file. */
type TableState = { readonly name: string } & Partial<Pick<MigrationState, 'version' | 'pending'>> & {
    readonly damage?: string
  }

async function statesOf(place: Place): Promise<readonly TableState[]> {
  const damage = place.damage()
  if (damage !== undefined) return [{ name: place.name, damage }]
  return (await place.status()).map(({ store, version, pending }) => ({
    name: store === place.name ? store : `${place.name} ${store}`,
    ...{ version, pending },
  }))
}

const stateOf = ({ damage, pending = 0 }: TableState): string => {
  if (damage !== undefined) return `damaged: ${damage}`
  return pending === 0 ? 'up to date' : pending > 0 ? `${pending} pending` : 'newer than this program'
}

const advice = 'stop the service, and restore a backup of the file'

const pendingIn = (states: readonly MigrationState[]): number =>
  states.reduce((sum, { pending }) => sum + Math.max(pending, 0), 0)

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

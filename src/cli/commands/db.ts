/**
 * `fiducia db …`: migrates the tables of the roles' stores, shows their state, and partitions those in PostgreSQL.
 * `--database` is the URL of a PostgreSQL database, the file of an embedded store, or a data directory with embedded
 * stores.
 */
import type { Command } from 'commander'
import type { MigrationState } from '../../stores/index.ts'
import { withExamples } from '../examples.ts'
import { answerOf, jsonOption, printAnswer } from '../print-answer.ts'
import type { Terminal } from '../program.ts'
import type { StoreFlags, StoreHandle } from '../store-places.ts'
import { renderTable } from '../table.ts'
import { UserError } from '../user-error.ts'
import { wholeNumber } from '../whole-number.ts'

export function register(program: Command, terminal: Terminal): void {
  const db = program.command('db').description("migrate, check and partition the roles' databases")
  const verb = (
    name: string,
    description: string,
    run: (stores: readonly StoreHandle[], flags: Flags) => Promise<void>,
  ): Command =>
    db
      .command(name)
      .description(description)
      .option('--database <url>', 'postgresql://…, sqlite:FILE, a file, or a data directory; default: DATABASE_URL')
      .option('--store <name>', "one store only: a role's name, or rate-limits")
      .option('--schema <name>', "PostgreSQL schema; default: the store's name with underscores")
      .option(...jsonOption)
      .action(async (flags: Flags) => {
        const { storesOf } = await import('../store-places.ts')
        await run(storesOf(flags), flags)
      })

  const reportTo = (store: StoreHandle) => (sentence: string) => terminal.err(`${store.name}: ${sentence}\n`)
  const migrate = verb('migrate', 'apply the pending migrations', async (stores, { json }) => {
    const migrateOne = async (store: StoreHandle) => {
      const damage = store.damage()
      if (damage !== undefined) throw new UserError(`The store ${store.name} is damaged (${damage}): ${advice}.`)
      return { store: store.name, applied: await store.migrate(reportTo(store)) }
    }
    await changeEach(stores, migrateOne, (done) => printAnswer(terminal, answerOf(done, migrationTable(done)), json))
  })
  withExamples(migrate, 'fiducia db migrate --database postgresql://fiducia@localhost/fiducia')
  const statusDescription =
    'show the version and the pending migrations of each store, and check the files of embedded stores for damage; exits with 1 if anything is pending, damaged or newer than this program'
  const status = verb('status', statusDescription, async (stores, { json }) => {
    const states: TableState[] = []
    for (const store of stores) states.push(...(await statesOf(store)))
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
      throw new UserError('Migrations are pending: run fiducia db migrate.')
  })
  withExamples(
    status,
    'fiducia db status --database wallet-provider/data',
    'fiducia db status --database wallet.sqlite --store wallet-provider --json',
  )
  const partitionDescription =
    'partition used one-time values by time and attestations by status lists, in PostgreSQL, once; requests wait while rows are copied'
  const partition = verb('partition', partitionDescription, async (stores, { json, lists = 256 }) => {
    const partitionOne = async (store: StoreHandle) => ({
      store: store.name,
      partitioned: await store.partition(lists, reportTo(store)),
    })
    await changeEach(stores, partitionOne, (done) => printAnswer(terminal, answerOf(done, partitionTable(done)), json))
  })
  partition.option(
    '--lists <count>',
    'status lists in one partition of attestations; default: 256',
    wholeNumber(1, 99_999),
  )
  withExamples(
    partition,
    'fiducia db partition --store wallet-provider --database postgresql://fiducia@localhost/fiducia',
  )
}

/** Changes one store after the other. If one fails, prints the changes before it and rejects with its error. */
async function changeEach<T>(
  stores: readonly StoreHandle[],
  change: (store: StoreHandle) => Promise<T>,
  print: (done: readonly T[]) => void,
): Promise<void> {
  const done: T[] = []
  try {
    for (const store of stores) done.push(await change(store))
  } finally {
    if (done.length > 0) print(done)
  }
}

interface Flags extends StoreFlags {
  readonly json?: true
  readonly lists?: number
}

const partitionTable = (done: readonly { readonly store: string; readonly partitioned: readonly string[] }[]): string =>
  renderTable(done, [
    ['store', ({ store }) => store],
    ['partitioned', ({ partitioned }) => partitioned.join(', ') || 'nothing: it was partitioned before'],
  ])

const migrationTable = (done: readonly { readonly store: string; readonly applied: number }[]): string =>
  renderTable(done, [
    ['store', ({ store }) => store],
    ['migrations', ({ applied }) => (applied > 0 ? `applied ${applied}` : 'was up to date')],
  ])

/** Migration state of a store, or the damage of its file. */
type TableState = { readonly name: string } & Partial<Pick<MigrationState, 'version' | 'pending'>> & {
    readonly damage?: string
  }

async function statesOf(handle: StoreHandle): Promise<readonly TableState[]> {
  const damage = handle.damage()
  if (damage !== undefined) return [{ name: handle.name, damage }]
  return (await handle.status()).map(({ store, version, pending }) => ({
    name: store === handle.name ? store : `${handle.name} ${store}`,
    ...{ version, pending },
  }))
}

const stateOf = ({ damage, pending = 0 }: TableState): string => {
  if (damage !== undefined) return `damaged: ${damage}`
  return pending === 0 ? 'up to date' : pending > 0 ? `${pending} pending` : 'newer than this program'
}

const advice = 'stop the service, and restore a backup of the file'

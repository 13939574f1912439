/**
 * `npm run bench -- --database`: what each operation writes to PostgreSQL, the size of the rows that grow, the time of
 * an erasure, and the size of status lists. `--write` also writes them into docs/benchmarks.md. The services, their
 * load and the work on lists share this process, so only counts and sizes depend on nothing else.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { daySeconds } from '../../src/base/index.ts'
import { serve } from '../../src/node/index.ts'
import { administer, startPostgres } from '../../test/support/postgres.ts'
import { collect } from '../measure.ts'
import type { BenchOptions } from '../options.ts'
import { renderDatabaseCosts, withDatabase } from '../report/database.ts'
import { composeService, type Service } from '../service/compose.ts'
import type { Ports } from '../service/origins.ts'
import { median } from '../statistics.ts'
import type { Stage } from '../vectors/case.ts'
import { createPopulation, createVendor, type Vendor } from '../vectors/wallets.ts'
import { type Writes, writesDuring } from './counters.ts'
import { application, operations } from './operations.ts'
import { measureStatusLists, type StatusListCosts } from './status-lists.ts'

/** Costs of one operation. */
interface OperationCosts extends Writes {
  readonly name: string
  /** Bytes of write-ahead log for the deletion of its rows, once they have expired. */
  readonly deletionBytes: number
}

interface TableCosts {
  readonly table: string
  /** Number of rows of one wallet after all operations. */
  readonly rows: number
  /** Bytes of a row with its places in indexes, packed. */
  readonly bytes: number
}

interface ErasureCosts {
  /** Number of results that the erasure reads, and their average size in bytes. */
  readonly results: number
  readonly bytes: number
  readonly milliseconds: number
}

export interface DatabaseCosts {
  readonly wallets: number
  readonly operations: readonly OperationCosts[]
  readonly tables: readonly TableCosts[]
  readonly erasure: ErasureCosts
}

/** Wallets that run before the measurement. The services store their trust marks and the like with them. */
const warmUpWallets = 4
/** Seconds after which everything has expired except attestations, and the rows that stay. */
const oneDay = daySeconds
/** Seconds after which attestations have expired too. */
const longest = 400 * daySeconds

/** Tables whose rows stay for a year or longer, and attestations. */
const measuredTables = [
  'wallet_provider.wallet_instance',
  'wallet_provider.wallet_instance_certificate',
  'wallet_provider.wallet_instance_event',
  'wallet_provider.wallet_attestation',
  'pid_provider.issued_credential',
  'pid_provider.credential_change',
  'relying_party.presentation_audit',
]

/** Measures, prints the tables, and writes them if the options say so. */
export async function writeDatabaseCosts({ wallets, write }: Pick<BenchOptions, 'wallets' | 'write'>): Promise<void> {
  const lists: readonly StatusListCosts[] = await measureStatusLists()
  const text = renderDatabaseCosts(await measureDatabaseCosts(wallets), lists)
  console.log(text)
  const page = new URL('../../docs/benchmarks.md', import.meta.url)
  if (write) writeFileSync(page, withDatabase(readFileSync(page, 'utf8'), text))
}

/** Measures the operations of this number of wallets on a server of their own. */
export async function measureDatabaseCosts(wallets: number): Promise<DatabaseCosts> {
  await using cleanUp = new AsyncDisposableStack()
  const directory = mkdtempSync(join(tmpdir(), 'fiducia-database-'))
  cleanUp.defer(() => rmSync(directory, { recursive: true, force: true }))
  const postgres = cleanUp.use(await startPostgres({ own: true }))
  await administer(postgres.url, 'ALTER SYSTEM SET autovacuum = off', 'SELECT pg_reload_conf()')
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  cleanUp.defer(() => client.end())
  const vendor = await createVendor('database')
  const relyingParty = { applications: [application] }
  const service = await composeService({ directory, vendor: vendor.save(), databaseUrl: postgres.url, relyingParty })
  cleanUp.defer(() => service.close())
  const ports: Record<string, number> = {}
  for (const { name, app } of service.roles) {
    const server = await serve({ app, port: 0, hosts: ['127.0.0.1'] })
    cleanUp.defer(() => server.stop())
    ports[name] = server.port
  }
  const stageOf = (seed: string, size: number): Promise<Stage> => createStage(vendor, ports as Ports, seed, size)
  const warmUp = await stageOf('warm up', warmUpWallets)
  for (const { run } of operations) await run(warmUp)
  return await measure(client, service, await stageOf('measured', wallets))
}

async function createStage(vendor: Vendor, ports: Ports, seed: string, size: number): Promise<Stage> {
  const population = await createPopulation(vendor, seed, size)
  return { population, collect: (role, requests, status) => collect(ports[role], role, requests, status) }
}

async function measure(client: pg.Client, service: Service, stage: Stage): Promise<DatabaseCosts> {
  const wallets = stage.population.wallets.length
  const now = stage.population.now()
  const deletion = async (seconds: number): Promise<number> =>
    (await writesDuring(client, () => prune(service, now + seconds))).walBytes / wallets
  const costs: OperationCosts[] = []
  let erasure: ErasureCosts | undefined
  for (const { name, run } of operations) {
    const { commits, otherCommits, walBytes } = await writesDuring(client, () => run(stage))
    if (name === 'presentations') erasure = await measureErasure(client, service)
    const perWallet = { commits: commits / wallets, otherCommits: otherCommits / wallets, walBytes: walBytes / wallets }
    costs.push({ name, ...perWallet, deletionBytes: await deletion(oneDay) })
  }
  await revokePids(service)
  const tables: TableCosts[] = []
  for (const table of measuredTables) tables.push(await measureTable(client, table, wallets + warmUpWallets))
  const ofAttestation = (await deletion(longest)) / 2
  const withLast = costs.map((one) =>
    one.name.endsWith('attestations') ? { ...one, deletionBytes: one.deletionBytes + ofAttestation } : one,
  )
  if (erasure === undefined) throw new Error('no presentation was measured')
  return { wallets, operations: withLast, tables, erasure }
}

/** Deletes what has expired at this time, as the services do each minute. Keeps the audit. */
async function prune({ database: { prune, stores } }: Service, at: number): Promise<void> {
  const { presentationSessions } = stores['relying-party']
  await prune(at)
  await presentationSessions.forgetRedeemed(at)
  await presentationSessions.prune(at)
}

/** Revokes all PIDs, so that the log of their changes has rows. */
async function revokePids({ database: { stores } }: Service): Promise<void> {
  const { issuedCredentials } = stores['pid-provider']
  const change = { status: 'revoked', at: 1, actor: 'administrator', reason: 'the person asked for it' } as const
  for (let before: string | undefined; ; ) {
    const page = await issuedCredentials.search({ limit: 100, ...(before && { before }) })
    for (const { id } of page) await issuedCredentials.changeStatus({ credentialId: id, ...change })
    before = page.at(-1)?.id
    if (before === undefined) return
  }
}

async function measureTable(client: pg.Client, table: string, wallets: number): Promise<TableCosts> {
  await client.query(`VACUUM FULL ${table}`)
  const text = `SELECT count(*)::int AS rows, pg_total_relation_size('${table}')::int AS bytes FROM ${table}`
  const [{ rows, bytes }] = (await client.query(text)).rows
  return { table, rows: rows / wallets, bytes: bytes / rows }
}

const measuredCalls = 5

/** Measures the erasure of a person who has no result. It reads every result and deletes none. */
async function measureErasure(client: pg.Client, { database }: Service): Promise<ErasureCosts> {
  const { erasures } = database.stores['relying-party']
  const audit = { at: 1, application: '', presentation: 'x', event: 'erased', outcome: 'person_request' } as const
  const input = { session: 'nobody', texts: ['"TINIT-XXXXXX00X00X000X"'], tasks: [], audit }
  const times: number[] = []
  for (let call = 0; call < measuredCalls; call += 1) {
    const since = performance.now()
    await erasures?.erase(input)
    times.push(performance.now() - since)
  }
  const text = `SELECT count(*)::int AS results, avg(octet_length(result))::int AS bytes
    FROM relying_party.presentation_session WHERE result IS NOT NULL`
  const [row] = (await client.query(text)).rows
  return { results: row.results, bytes: row.bytes, milliseconds: median(times) }
}

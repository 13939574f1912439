/**
 * Converts the tables that grow with the number of a country's users into partitioned ones (D-900): claims (used
 * single-use values) by their time of expiry, Wallet Attestations by ranges of status lists. One transaction copies the
 * rows. Store methods wait for the transaction, or fail with `Unavailable`.
 */
import pg from 'pg'
import type { NumericDate } from '../../base/index.ts'
import { maximumListCount } from '../../status-list/index.ts'
import { requireCurrentTables } from './database.ts'
import { lockSchema, type MigrationOptions, type Run, retryAfterLock, withConnection } from './migrate.ts'
import { type PostgresSchema, schemaOf } from './schema.ts'

/** Options of `partitionPostgres`. */
export interface PartitionOptions extends MigrationOptions {
  /** Number of status lists in one partition of attestations, at least 1. Defaults to 256. */
  readonly lists?: number
  /** Time from which partitions of claims are created, in seconds since 1970. Defaults to the database's clock. */
  readonly now?: NumericDate
}

/** A table, the column that it is divided by, and its partitions. */
interface Division {
  readonly table: string
  readonly column: string
  /** Partitions by name, with their bounds. */
  readonly partitions: readonly (readonly [name: string, bounds: string])[]
  /** Statements for keys, indexes and triggers. */
  readonly after: readonly string[]
}

/**
 * Divides the tables. Returns the names of those that were not divided before. Rejects with `DatabaseFault` if
 * migrations are pending or the database is unusable. Rejects with `Unavailable` for an outage, and if a lock is not
 * available.
 */
export async function partitionPostgres(
  url: string,
  store: PostgresSchema,
  { schema = schemaOf(store.store), ...options }: PartitionOptions = {},
): Promise<readonly string[]> {
  await requireCurrentTables(url, store, schema)
  return withConnection(url, schema, async (run) => {
    await lockSchema(run, schema)
    const undivided: Divisible[] = []
    for (const divisible of divisibles) {
      const [whole] = await run("SELECT FROM pg_class WHERE oid = to_regclass($1) AND relkind = 'r'", [divisible.table])
      if (whole !== undefined) undivided.push(divisible)
    }
    const tables = undivided.map(({ table }) => table)
    if (tables.length === 0) return tables
    await retryAfterLock(run, options, async () => {
      await run(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`)
      for (const { table, divisionOf } of undivided) await divide(run, await divisionOf(run, table, options))
    })
    return tables
  })
}

/**
 * Returns the division of the claims. A claim in the default partition is deleted as a row, so that partition has an
 * index by time.
 */
const claimsDivision = async (_: Run, table: string, { now }: PartitionOptions): Promise<Division> => ({
  table,
  column: 'expires_at',
  partitions: [['used_default', 'DEFAULT']],
  after: [
    'ALTER TABLE used ADD CONSTRAINT used_pkey PRIMARY KEY (digest, expires_at)',
    'CREATE INDEX used_by_expiry ON used_default (expires_at)',
    // Claims with the expiry 0 only test whether the server commits (`probe`). To guard them would take too many locks.
    `CREATE TRIGGER used_once BEFORE INSERT ON used FOR EACH ROW WHEN (new.expires_at > 0)
       EXECUTE FUNCTION guard_claim()`,
    `SELECT tend_claim_partitions(${now ?? 'floor(extract(epoch FROM now()))::bigint'})`,
  ],
})

/**
 * Returns the division of the attestations, with partitions for the maximum number of lists. Keys and indexes keep
 * their names and forms.
 */
async function attestationsDivision(run: Run, table: string, { lists = 256 }: PartitionOptions): Promise<Division> {
  const firstLists = Array.from({ length: Math.ceil(maximumListCount / lists) }, (_, at) => at * lists)
  const constraints = await run(
    `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS made
     FROM pg_constraint WHERE conrelid = $1::text::regclass AND contype IN ('p', 'u')`,
    [table],
  )
  const indexes = await run(
    `SELECT pg_get_indexdef(indexrelid) AS made FROM pg_index
     WHERE indrelid = $1::text::regclass AND indexrelid NOT IN (SELECT conindid FROM pg_constraint)`,
    [table],
  )
  return {
    table,
    column: 'status_list',
    partitions: firstLists.map((list) => {
      const end = list + lists < maximumListCount ? list + lists : 'MAXVALUE'
      return [`${table}_${list}`, `FOR VALUES FROM (${list === 0 ? 'MINVALUE' : list}) TO (${end})`]
    }),
    after: [...constraints, ...indexes].map(({ made }) => String(made)),
  }
}

/** A table that can be divided, and the function that returns its division. */
interface Divisible {
  readonly table: string
  divisionOf(run: Run, table: string, options: PartitionOptions): Promise<Division>
}

const divisibles: readonly Divisible[] = [
  { table: 'used', divisionOf: claimsDivision },
  { table: 'wallet_attestation', divisionOf: attestationsDivision },
]

/** Replaces a table by a divided one with the same rows and rights. */
async function divide(run: Run, { table, column, partitions, after }: Division): Promise<void> {
  const rights = await run(
    `SELECT privilege_type AS right, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END AS to
     FROM pg_class, aclexplode(relacl) WHERE oid = $1::text::regclass`,
    [table],
  )
  await run(`ALTER TABLE ${table} RENAME TO ${table}_whole`)
  await run(
    `CREATE TABLE ${table} (LIKE ${table}_whole INCLUDING ALL EXCLUDING INDEXES) PARTITION BY RANGE (${column})`,
  )
  for (const [name, bounds] of partitions) await run(`CREATE TABLE ${name} PARTITION OF ${table} ${bounds}`)
  const names = [table, ...partitions.map(([name]) => name)].map((name) => pg.escapeIdentifier(name)).join(', ')
  for (const { right, to } of rights) await run(`GRANT ${right} ON ${names} TO ${to}`)
  await run(`INSERT INTO ${table} SELECT * FROM ${table}_whole`)
  await run(`DROP TABLE ${table}_whole`)
  for (const statement of after) await run(statement)
}

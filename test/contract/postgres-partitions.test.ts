/** PostgreSQL with partitioned tables. The contracts of all stores on them are in postgres-partitions.long.ts. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import {
  createPostgresWalletProviderStores,
  migratePostgres,
  openPostgres,
  type PostgresDatabase,
  partitionPostgres,
  postgresStatus,
  walletProviderSchema,
} from '../../src/stores/index.ts'
import { claimDigest } from '../../src/stores/stored-values.ts'
import { administer, startPostgres, type TestPostgres } from '../support/postgres.ts'

const many = { connections: 8 }
/** Width of a partition of claims in seconds. */
const span = 900

const partitionsOf = async (database: PostgresDatabase, table: string): Promise<readonly string[]> =>
  (
    await database.read(
      'SELECT relid::regclass::text AS name FROM pg_partition_tree($1::text::regclass) WHERE isleaf',
      [table],
    )
  )
    .map(({ name }) => String(name))
    .toSorted()

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server?.stop())

/** Opens a converted database of the Wallet Provider that had these rows before. */
async function convert(url: string, ...filling: readonly string[]): Promise<PostgresDatabase> {
  await migratePostgres(url, walletProviderSchema)
  await administer(url, 'SET search_path TO wallet_provider', ...filling)
  assert.deepEqual(await partitionPostgres(url, walletProviderSchema, { lists: 1000, now }), [
    'used',
    'wallet_attestation',
  ])
  assert.deepEqual(await partitionPostgres(url, walletProviderSchema), [], 'a second run must partition nothing')
  return openPostgres(url, { store: walletProviderSchema, ...many })
}

const now = 1_800_000_123
const current = Math.floor(now / span) * span
const claim = (value: string, expiresAt: number) => ({ name: 'challenge', value, expiresAt }) as const
const fillInstances = `INSERT INTO wallet_instance (hardware_key_tag, hardware_key_thumbprint, hardware_key, device,
  platform, status, registered_at) VALUES ('tag', 'thumbprint', '{}', '{}', 'android', 'operational', 1)`
const fillAttestations = `INSERT INTO wallet_attestation (status_list, status_index, hardware_key_tag, kept_until)
  SELECT n / 100, n % 100, 'tag', ${now} + n FROM generate_series(0, 49999) AS n`

test('WP-02 postgres: one of 50 racing claims in a converted database wins, also with different times of expiry', async () => {
  const spent = claim('spent', now + 60)
  const digest = Buffer.from(claimDigest(spent)).toString('hex')
  const database = await convert(
    await server.createDatabase(),
    fillInstances,
    `INSERT INTO used SELECT decode(md5(n::text), 'hex'), ${now} + n FROM generate_series(1, 5000) AS n`,
    `INSERT INTO used VALUES ('\\x${digest}', ${spent.expiresAt})`,
  )
  try {
    assert.deepEqual(await database.read('SELECT count(*) AS n FROM used', []), [{ n: 5001 }])
    const { walletInstances } = createPostgresWalletProviderStores(database)
    const begin = (...claims: readonly ReturnType<typeof claim>[]) =>
      walletInstances.beginAttestation({ claims, hardwareKeyTag: 'tag' })
    assert.deepEqual(await begin(claim('spent', now + 5000)), { lost: 'challenge' })
    const racing = Array.from({ length: 50 }, (_, n) => begin(claim('raced', now + 100 * n)))
    const outcomes = await Promise.all(racing)
    assert.equal(outcomes.filter((outcome) => outcome === 'begun').length, 1)
    // Two verbs with two claims each, in both orders, and one expiry in each partition.
    const pairs = Array.from({ length: 50 }, (_, n) =>
      n % 2 ? begin(claim('one', now + n), claim('other', now + span)) : begin(claim('other', now), claim('one', now)),
    )
    assert.equal((await Promise.all(pairs)).filter((outcome) => outcome === 'begun').length, 1)
  } finally {
    await database.close()
  }
})

test('WP-02 postgres: a claim waits for another session that takes it with another expiry, and is lost', async () => {
  const url = await server.createDatabase()
  const database = await convert(url, fillInstances)
  const other = new pg.Client({ connectionString: url, options: '-c search_path=wallet_provider' })
  await other.connect()
  try {
    const { walletInstances } = createPostgresWalletProviderStores(database)
    await other.query('BEGIN')
    await other.query("SELECT claim_all(ARRAY[$1::bytea], ARRAY[$2::bigint], ARRAY['challenge'])", [
      claimDigest(claim('c', 0)),
      now + 60,
    ])
    const waiting = walletInstances.beginAttestation({ claims: [claim('c', now + 1500)], hardwareKeyTag: 'tag' })
    const blocked = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))'
    while ((await other.query(blocked)).rowCount === 0);
    await other.query('COMMIT')
    assert.deepEqual(await waiting, { lost: 'challenge' })
  } finally {
    await other.end()
    await database.close()
  }
})

test('postgres: pruning drops partitions of expired claims and creates the next, with the rights of a service', async () => {
  const url = await server.createDatabase()
  const user = `fiducia_partitioned_${process.pid}`
  await administer(url, `CREATE ROLE ${user} LOGIN`)
  const grants = [
    `GRANT USAGE ON SCHEMA wallet_provider TO ${user}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA wallet_provider TO ${user}`,
  ]
  await (await convert(url, ...grants, fillInstances, fillAttestations)).close()
  const address = new URL(url)
  address.username = user
  const database = await openPostgres(address.href, { store: walletProviderSchema, ...many })
  try {
    const names = (...begins: readonly number[]) => [...begins.map((begin) => `used_${begin}`), 'used_default']
    const claims = () => partitionsOf(database, 'used')
    assert.deepEqual(await claims(), names(current, current + span, current + 2 * span))
    const { walletInstances } = createPostgresWalletProviderStores(database)
    const take = (value: string, expiresAt: number) =>
      walletInstances.beginAttestation({ claims: [claim(value, expiresAt)], hardwareKeyTag: 'tag' })
    const later = current + 4 * span
    assert.equal(await take('last of its partition', current + span - 1), 'begun')
    assert.equal(await take('first of the next', current + span), 'begun')
    assert.equal(await take('beyond', later), 'begun')
    // Replicas prune together.
    const pruneTogether = (at: number) => Promise.all([database.prune(at), database.prune(at), database.prune(at)])
    // A call that waits too long for a lock leaves the work to the next one.
    const prune = async (at: number, ...begins: readonly number[]) => {
      for (let time = 0; time < 20; time += 1) {
        await pruneTogether(at)
        if (String(await claims()) === String(names(...begins))) return
      }
      assert.deepEqual(await claims(), names(...begins))
    }
    await prune(current + span - 1, current, current + span, current + 2 * span)
    assert.deepEqual(await take('last of its partition', later), { lost: 'challenge' })
    await prune(current + span, current + span, current + 2 * span, current + 3 * span)
    assert.deepEqual(await take('first of the next', later), { lost: 'challenge' })
    assert.equal(await take('last of its partition', later), 'begun')
    await prune(current + 2 * span, current + 2 * span, current + 3 * span, later)
    // The claims beyond moved into their partition.
    const [moved] = await database.read('SELECT DISTINCT tableoid::regclass::text AS name FROM used', [])
    assert.deepEqual(moved, { name: `used_${later}` })
    assert.deepEqual(await take('beyond', current + 2 * span), { lost: 'challenge' })
    const [left] = await database.read('SELECT count(*) AS n, min(kept_until) AS first FROM wallet_attestation', [])
    assert.deepEqual(left, { n: 50_000 - (current + 2 * span - now), first: current + 2 * span })
  } finally {
    await database.close()
    await administer(url, `DROP OWNED BY ${user}`, `DROP ROLE ${user}`)
  }
})

test('postgres: an expired partition that a vacuum holds stops neither the new partitions nor the other drops', async () => {
  const url = await server.createDatabase()
  const database = await convert(url)
  const vacuum = new pg.Client({ connectionString: url, options: '-c search_path=wallet_provider' })
  await vacuum.connect()
  try {
    await vacuum.query(`BEGIN; LOCK TABLE used_${current} IN SHARE UPDATE EXCLUSIVE MODE`)
    await database.prune(current + 2 * span)
    const names = [0, 2, 3, 4].map((n) => `used_${current + n * span}`)
    assert.deepEqual(await partitionsOf(database, 'used'), [...names, 'used_default'])
    await vacuum.query('COMMIT')
    await database.prune(current + 2 * span)
    assert.deepEqual(await partitionsOf(database, 'used'), [...names.slice(1), 'used_default'])
  } finally {
    await vacuum.end()
    await database.close()
  }
})

test('postgres: the statements about places in status lists read the partition of their list alone', async () => {
  const database = await convert(await server.createDatabase(), fillInstances, fillAttestations)
  try {
    await database.write('ANALYZE wallet_attestation', [])
    const plans: string[] = []
    const explain = async (text: string, values: Parameters<PostgresDatabase['read']>[1]) => {
      const plan = await database.read(`EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ${text}`, values)
      plans.push(plan.map((row) => String(row['QUERY PLAN'])).join('\n'))
      return []
    }
    const { walletInstances } = createPostgresWalletProviderStores({ ...database, read: explain })
    await walletInstances.usedPlaces([{ list: 3, index: 7 }])
    await walletInstances.revokedPlaces(3, now)
    for (const plan of plans) {
      const executed = plan.split('\n').filter((line) => line.includes('Scan') && !line.includes('never executed'))
      const partitions = executed.flatMap((line) => line.match(/ on (wallet_attestation_\d+)/)?.[1] ?? [])
      assert.deepEqual(partitions, ['wallet_attestation_0'], plan)
      assert.doesNotMatch(plan, /Seq Scan/)
    }
    assert.equal(plans.length, 2)
  } finally {
    await database.close()
  }
})

test('postgres: later migrations apply to partitioned tables, and nothing is partitioned while migrations are pending', async () => {
  const url = await server.createDatabase()
  const older = { ...walletProviderSchema, migrations: walletProviderSchema.migrations.slice(0, -3) }
  await migratePostgres(url, older)
  await assert.rejects(partitionPostgres(url, walletProviderSchema), /not up to date: run fiducia db migrate\.$/)
  assert.deepEqual(await partitionPostgres(url, older, { lists: 10_000 }), ['used', 'wallet_attestation'])
  const later = {
    ...walletProviderSchema,
    migrations: [
      ...walletProviderSchema.migrations,
      `ALTER TABLE wallet_attestation ADD COLUMN more text; ALTER TABLE used ADD COLUMN more text;
       CREATE INDEX wallet_attestation_more ON wallet_attestation (more); DROP INDEX used_by_expiry`,
    ],
  }
  const database = await openPostgres(url, { store: later, migrate: true })
  try {
    assert.ok((await postgresStatus(url, later)).every(({ pending }) => pending === 0))
    await database.prune(current + span)
    assert.ok((await partitionsOf(database, 'used')).includes(`used_${current + 3 * span}`))
  } finally {
    await database.close()
  }
})

/** A replica that starts over a shared PostgreSQL with other secrets than the running replicas is refused. */
import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { ConfigError, createNodeCrypto, rotateSecret } from '../../src/node/index.ts'
import { createSecretsComparison, silentSeconds } from '../../src/serve/compare-secrets.ts'
import { initialize, type RunningService, readSettings, runService } from '../../src/serve/index.ts'
import {
  createPostgresReplicaSecrets,
  createPostgresStoreIdentity,
  openPostgres,
  type PostgresDatabase,
  pidProviderSchema,
  type ReplicaSecrets,
} from '../../src/stores/index.ts'
import { createJsonLog } from '../../src/telemetry/index.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { sentDuring } from '../support/sent-statements.ts'

const random = seededRandom('replica-secrets')
const crypto = createNodeCrypto()
let postgres: TestPostgres
let database: PostgresDatabase
before(async () => {
  postgres = await startPostgres()
  database = await openPostgres(postgres.url, { store: pidProviderSchema, migrate: true })
})
after(async () => {
  await database.close()
  await postgres.stop()
})

const one = { id: 1, secret: random.bytes(32) }
const two = { id: 2, secret: random.bytes(32) }
const three = { id: 3, secret: random.bytes(32) }
type Keys = readonly [typeof one, ...(typeof one)[]]

/** Returns replicas over one store that start with these secrets. */
function replicasOver(replicas: ReplicaSecrets) {
  const clock = fixedClock()
  const start = async (cNonce: Keys, person: Keys = [three]) => {
    const comparison = createSecretsComparison({ clock, random, crypto, replicas })
    await comparison.compare('keys/secrets.json', { cNonce, person })
    return comparison
  }
  const refuses = (cNonce: Keys, reason: RegExp, person?: Keys) =>
    assert.rejects(start(cNonce, person), (thrown) => {
      assert.ok(thrown instanceof ConfigError, String(thrown))
      assert.match(thrown.message, reason)
      return true
    })
  return { clock, start, refuses }
}

test('a replica with another secret is refused with the file and the purpose, and running replicas continue', async () => {
  const { start, refuses } = replicasOver(createPostgresReplicaSecrets(database))
  const running = [await start([one]), await start([one])]
  await refuses([two], /^.*\n? *keys\/secrets\.json: the secret "cNonce" differs from that of the other replicas/)
  await refuses([one], /secrets\.json: the secret "person" differs from that of the other replicas/, [two])
  await assert.rejects(start([two], [one]), (thrown) => thrown instanceof ConfigError && thrown.faults.length === 2)
  running.push(await start([one]))
  assert.equal(await createPostgresStoreIdentity(database).isEmpty(), true, 'the digests must not count as records')
  const kept = JSON.stringify(await database.read('SELECT * FROM replica_secrets', []))
  for (const { secret } of [one, three]) assert.ok(!kept.includes(Buffer.from(secret).toString('base64url')))
  await Promise.all(running.map((replica) => replica.stop()))
  assert.deepEqual(await database.read('SELECT * FROM replica_secrets', []), [])
  await (await start([two], [two])).stop()
})

test('a replica waits for one that announces itself at the same time, and sees its secrets', async () => {
  const url = await postgres.createDatabase()
  const shared = await openPostgres(url, { store: pidProviderSchema, migrate: true })
  const other = new pg.Client({ connectionString: url, options: '-c search_path=pid_provider' })
  await other.connect()
  try {
    const replicas = createPostgresReplicaSecrets(shared)
    const [sent] = await sentDuring(() => replicas.announce('first', {}, 1000))
    await other.query('BEGIN')
    await other.query((sent as { readonly text: string }).text, ['other', '{"cNonce":["other"]}', 1000])
    let hasEnded = false
    const seen = replicas.announce('own', { cNonce: ['own'] }, 1000).then(async () => {
      const digests = await replicas.earlier('own', 1000)
      hasEnded = true
      return digests
    })
    const blocked = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))'
    while (!hasEnded && (await other.query(blocked)).rowCount === 0);
    await other.query('COMMIT')
    assert.deepEqual(await seen, [{}, { cNonce: ['other'] }])
  } finally {
    await other.end()
    await shared.close()
  }
})

test('each step of a secret rollover passes a rolling restart, and a skipped step is refused', async () => {
  const { start, refuses } = replicasOver(createPostgresReplicaSecrets(database))
  const steps: Keys[] = [[one], [one, two], [two, one], [two, three], [three, two]]
  let running = [await start([one]), await start([one])]
  for (const [index, step] of steps.entries()) {
    for (const replica of running) {
      await replica.stop()
      running = [...running.slice(1), await start(step)]
    }
    const skipped = steps[index + 2]
    if (skipped)
      await refuses(skipped, /"cNonce" (?:is more than one step of "fiducia keys rotate-secret" away|differs)/)
  }
  await Promise.all(running.map((replica) => replica.stop()))
})

test('a crashed replica counts for three minutes', async () => {
  const { clock, start, refuses } = replicasOver(createPostgresReplicaSecrets(database))
  const lost = await start([one])
  clock.advance(silentSeconds)
  await refuses([two], /A replica that crashed counts for 180 more seconds/)
  clock.advance(1)
  await (await start([two])).stop()
  assert.deepEqual(await database.read('SELECT * FROM replica_secrets', []), [], 'the crashed replica must be deleted')
  await lost.stop()
})

test('PP-68 a PID Provider does not start beside a replica with other secrets', { timeout: 60_000 }, async () => {
  const url = await postgres.createDatabase()
  const begin = () => initialize('pid-provider', { directory: freshDirectory() })
  const run = async (file: string): Promise<RunningService> => {
    const environment = { FIDUCIA_OPERATIONS_PORT: '0', FIDUCIA_SELF_CHECK: 'false', FIDUCIA_DATABASE_MIGRATE: 'true' }
    const overrides = { port: 0, hosts: ['127.0.0.1'], database: url }
    const log = createJsonLog('pid-provider', { write: () => undefined })
    const settings = readSettings('pid-provider', { file, environment, overrides })
    return runService('pid-provider', settings, { log, warn: () => undefined })
  }
  const secretsBeside = (file: string): string => join(file, '../keys/secrets.json')
  const storeBeside = (file: string): string => join(file, '../keys/store.json')
  const [first, second] = [(await begin()).file, (await begin()).file]
  const running = await run(first)
  try {
    copyFileSync(storeBeside(first), storeBeside(second))
    await assert.rejects(
      run(second),
      /keys\/secrets\.json: the secret "cNonce" .*; .*keys\/secrets\.json: the secret "person" /,
    )
    copyFileSync(secretsBeside(first), secretsBeside(second))
    rotateSecret({ random }, secretsBeside(second), 'cNonce')
    await (await run(second)).stop()
  } finally {
    await running.stop()
  }
})

/**
 * Races on PostgreSQL. Another session has run its verb and not committed yet. The verb under test must wait, and must
 * then see the committed rows.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { Claim } from '../../src/base/index.ts'
import {
  createPostgresPidProviderStores,
  createPostgresWalletProviderStores,
  openPostgres,
  type PostgresDatabase,
  type PostgresSchema,
  pidProviderSchema,
  walletProviderSchema,
} from '../../src/stores/index.ts'
import { claimDigest, valueDigest } from '../../src/stores/stored-values.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { noteStore, notes } from '../support/postgres-notes.ts'
import { sentDuring } from '../support/sent-statements.ts'

let server: TestPostgres
before(async () => {
  server = await startPostgres()
})
after(() => server?.stop())

interface Session {
  /** Begins a transaction and calls the verb. */
  begin(verb: string, ...values: readonly unknown[]): Promise<void>
  /** Calls a verb in the same transaction. */
  also(verb: string, ...values: readonly unknown[]): Promise<void>
  /** Returns true if another session waits for this transaction. */
  isWaitedFor(): Promise<boolean>
  commit(): Promise<void>
}

/** Opens a store's database and another session on it. */
async function beside(store: PostgresSchema, run: (database: PostgresDatabase, other: Session) => Promise<void>) {
  const url = await server.createDatabase()
  const database = await openPostgres(url, { store, migrate: true })
  const other = new pg.Client({ connectionString: url, options: `-c search_path=${store.store.replace('-', '_')}` })
  await other.connect()
  const also: Session['also'] = async (verb, ...values) => {
    await other.query(`SELECT ${verb}(${values.map((_, n) => `$${n + 1}`).join()})`, [...values])
  }
  try {
    await run(database, {
      also,
      begin: async (verb, ...values) => {
        await other.query('BEGIN')
        await also(verb, ...values)
      },
      isWaitedFor: async () => {
        const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))'
        return ((await other.query(waiting)).rowCount ?? 0) > 0
      },
      commit: async () => void (await other.query('COMMIT')),
    })
  } finally {
    await other.end()
    await database.close()
  }
}

/** Begins a verb, and commits the other session once the verb waits for it. The verb must not answer before. */
async function waiting<T>(other: Session, verb: () => Promise<T>, meanwhile = async () => {}): Promise<T> {
  let answered = false
  const answer = verb().finally(() => {
    answered = true
  })
  while (!answered && !(await other.isWaitedFor()));
  assert.equal(answered, false, 'did not wait for the other session')
  await meanwhile()
  await other.commit()
  return answer
}

const claim = (name: string, value: string): Claim => ({ name, value, expiresAt: 2000 })
const noClaims = ['{}', '{}', '{}']

test('postgres: a claim that another session has taken is lost when that session commits', async () => {
  await beside(notes, async (database, other) => {
    const { note, noted } = noteStore(database)
    const sent = await sentDuring(async () => {
      assert.equal(await note([claim('jti', 'a')], 'first'), 'noted')
    })
    const { values } = sent[0] as { values: readonly unknown[] }
    await database.write('DELETE FROM used', [])
    await other.begin('write_note', ...values)
    assert.deepEqual(await waiting(other, () => note([claim('jti', 'a')], 'second')), { lost: 'jti' })
    assert.deepEqual(await noted(), ['first', 'first'])
  })
})

test('postgres: claims are taken in one order, so that no deadlock occurs', async () => {
  await beside(notes, async (database, other) => {
    const { note } = noteStore(database)
    const sorted = ['a', 'b']
      .map((value) => claim('jti', value))
      .map((one) => ({ one, digest: claimDigest(one) }))
      .toSorted((first, second) => Buffer.compare(first.digest, second.digest))
    const [low, high] = sorted.map(({ digest }) => [[Buffer.from(digest)], [2000], ['jti']])
    await other.begin('claim_all', ...(low ?? []))
    const both = sorted.map(({ one }) => one).toReversed()
    const sent = await sentDuring(async () => {
      const thenHigh = () => other.also('claim_all', ...(high ?? []))
      assert.deepEqual(await waiting(other, () => note(both, 'both'), thenHigh), { lost: 'jti' })
    })
    const notings = sent.filter((one) => typeof one === 'object')
    assert.equal(notings.length, 1, 'a deadlock was undone and tried again')
  })
})

const tag = 'tag'
async function withInstance(
  run: (stores: ReturnType<typeof createPostgresWalletProviderStores>, other: Session) => Promise<void>,
) {
  await beside(walletProviderSchema, async (database, other) => {
    const stores = createPostgresWalletProviderStores(database)
    const hardwareKey = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }
    const device = { platform: 'apple', application: 'TEAM.app' } as const
    const life = { status: 'registered', registeredAt: 1000, counter: 0 } as const
    const instance = { hardwareKeyTag: tag, hardwareKey, hardwareKeyThumbprint: 't', device, ...life }
    await stores.walletInstances.register({ claims: [], instance })
    await run(stores, other)
  })
}
const revocation = ['revoked_by_user', 'ada', 1010]
const record = { hardwareKeyTag: tag, place: { list: 0, index: 7 }, keptUntil: 2000, now: 1010 }

test('WP-75 postgres: an attestation waits for a concurrent revocation and is not recorded', async () => {
  await withInstance(async ({ walletInstances }, other) => {
    await other.begin('revoke_instance', tag, ...revocation)
    assert.equal(await waiting(other, () => walletInstances.recordAttestation(record)), 'revoked')
  })
})

test('WP-75 postgres: a revocation finds the attestation that was recorded while it waited', async () => {
  await withInstance(async ({ walletInstances }, other) => {
    await other.begin('record_attestation', tag, 0, 7, 2000, 1010, 'wallet')
    const revoke = () => walletInstances.revoke({ hardwareKeyTag: tag, reason: 'revoked_by_user', now: 1011 })
    assert.equal(await waiting(other, revoke), 'revoked')
    assert.deepEqual(await walletInstances.revokedPlaces(0, 1011), [7])
  })
})

test('WP-91 postgres: a revocation by evidence counts a concurrent revocation at another replica', async () => {
  await withInstance(async ({ walletInstances }, other) => {
    const found = await walletInstances.find(tag)
    assert.ok(found)
    const instance = { ...found, hardwareKeyTag: 'second', hardwareKeyThumbprint: 'second' }
    await walletInstances.register({ claims: [], instance })
    await other.begin('revoke_or_hold', tag, 'integrity_denied', 'wallet-provider', 1, 60, 1010)
    const judged = { hardwareKeyTag: 'second', reason: 'integrity_denied', maxPerMinute: 1, now: 1010 } as const
    assert.equal(await waiting(other, () => walletInstances.revokeOrHold(judged)), 'held')
  })
})

test('WP-91 postgres: an attestation waits for a concurrent hold and is not recorded', async () => {
  await withInstance(async ({ walletInstances }, other) => {
    await other.begin('revoke_or_hold', tag, 'integrity_denied', 'wallet-provider', 0, 60, 1010)
    assert.equal(await waiting(other, () => walletInstances.recordAttestation(record)), 'held')
  })
})

test('WP-61 postgres: a counter value that another session has stored is refused', async () => {
  await withInstance(async ({ walletInstances }, other) => {
    await other.begin('begin_attestation', ...noClaims, tag, 7)
    const again = () => walletInstances.beginAttestation({ claims: [], hardwareKeyTag: tag, counter: 7 })
    assert.equal(await waiting(other, again), 'counter_not_above')
  })
})

test('WP-76 postgres: the log of changes cannot be rewritten, not even by SQL', async () => {
  await beside(walletProviderSchema, async (database) => {
    for (const sql of ['UPDATE wallet_instance_event SET at = 0', 'DELETE FROM wallet_instance_event'])
      await assert.rejects(database.write(sql, []), /only grows/)
  })
})

const names = { format: 'vc+sd-jwt', holderThumbprint: 'h', subject: 'p', clientId: 'c', walletProvider: 'w' }
const times = { issuedAt: 1000, expiresAt: 2000, status: 'valid' } as const
const credential = { ...names, ...times, id: 'second', tokenId: 'token', statusList: 0, statusIndex: 2 }
const first = [
  'first',
  'vc+sd-jwt',
  'h',
  'p',
  'c',
  'w',
  'token',
  0,
  1,
  1000,
  2000,
  'valid',
  null,
  null,
  null,
  ['valid'],
  'a',
  'r',
]

type PidProviderRace = (stores: ReturnType<typeof createPostgresPidProviderStores>, other: Session) => Promise<void>

async function withOpenGrant(run: PidProviderRace) {
  await beside(pidProviderSchema, async (database, other) => {
    const stores = createPostgresPidProviderStores(database)
    const request = { requestUri: 'urn:1', expiresAt: 2000 }
    await stores.authorizationSessions.begin({ id: 'a', request, expiresAt: 2000 } as never)
    const grant = { code: 'code', codeExpiresAt: 2000, request, subject: 'p' } as never
    await stores.authorizationSessions.end({ id: 'a', requestUri: 'urn:1', claims: [], grant })
    await run(stores, other)
  })
}

const withGrant = (run: PidProviderRace) =>
  withOpenGrant(async (stores, other) => {
    const token = { jti: 'token', dpopThumbprint: 'd', expiresAt: 2000 }
    await stores.grants.redeem({ code: 'code', claims: [], token })
    await run(stores, other)
  })

test('PP-17 PP-75 D-61 postgres: a token request that another session spends is lost by its proof, or else by its code', async () => {
  for (const [mine, lost] of [
    ['proof', 'dpop_jti'],
    ['new proof', 'code'],
  ] as const)
    await withOpenGrant(async ({ grants }, other) => {
      const dpop = (value: string) => ({ ...claim('dpop_jti', value), name: 'dpop_jti' as const })
      const theirs = [[Buffer.from(claimDigest(dpop('proof')))], [2000], ['dpop_jti']]
      await other.begin('redeem_grant', ...theirs, Buffer.from(valueDigest('code')), 'theirs', '{}', 2000)
      const token = { jti: 'mine', expiresAt: 2000 }
      const redeem = () => grants.redeem({ code: 'code', claims: [dpop(mine)], token })
      assert.deepEqual(await waiting(other, redeem), { lost })
      assert.equal(await grants.findByToken('mine'), undefined)
    })
})

for (const [version, most] of [
  ['this version', [5]],
  ['the version before', []],
] as const)
  test(`PP-114 postgres: a credential revokes the earlier credential of its key and token, which ${version} registers concurrently`, async () => {
    await withGrant(async ({ issuedCredentials }, other) => {
      await other.begin('register_credential', ...noClaims, ...first, ...most)
      const second = () => issuedCredentials.register({ claims: [], credential })
      assert.equal(await waiting(other, second), 'registered')
      const found = await issuedCredentials.search({ subject: 'p' })
      assert.deepEqual(
        new Map(found.map(({ id, status }) => [id, status])),
        new Map([
          ['first', 'revoked'],
          ['second', 'valid'],
        ]),
      )
    })
  })

test('PP-125 postgres: if two keys race for the last place of a token, the later key gets no credential', async () => {
  await withGrant(async ({ issuedCredentials }, other) => {
    for (const [n, id] of ['a', 'b', 'c', 'd'].entries()) {
      const earlier = { ...credential, id, holderThumbprint: id, statusIndex: 10 + n }
      assert.equal(await issuedCredentials.register({ claims: [], credential: earlier }), 'registered')
    }
    await other.begin('register_credential', ...noClaims, ...first, 5)
    const last = { ...credential, holderThumbprint: 'other' }
    const claims = [{ name: 'c_nonce', value: 'n', expiresAt: 2000 }] as const
    assert.equal(await waiting(other, () => issuedCredentials.register({ claims, credential: last })), 'too_many')
    const renewal = { ...last, holderThumbprint: 'a' }
    assert.equal(await issuedCredentials.register({ claims, credential: renewal }), 'registered')
  })
})

test('PP-158 postgres: a credential waits for a concurrent suspension and is not superseded', async () => {
  await withGrant(async ({ issuedCredentials }, other) => {
    await issuedCredentials.register({ claims: [], credential })
    await other.begin('change_credential', 'second', 'suspended', 1, 'a', 'r', ['valid'])
    const next = { ...credential, id: 'next', statusIndex: 3 }
    const register = () => issuedCredentials.register({ claims: [], credential: next })
    assert.equal(await waiting(other, register), 'withdrawn')
    assert.equal((await issuedCredentials.find('second'))?.status, 'suspended')
  })
})

test('PP-111 postgres: a change of status starts from the value that another session has committed', async () => {
  await withGrant(async ({ issuedCredentials }, other) => {
    await issuedCredentials.register({ claims: [], credential })
    await other.begin('change_credential', 'second', 'revoked', 1, 'a', 'r', ['valid', 'suspended'])
    const change = { credentialId: 'second', status: 'suspended', at: 2, actor: 'b', reason: 's' } as const
    assert.equal(await waiting(other, () => issuedCredentials.changeStatus(change)), 'final')
    assert.equal((await issuedCredentials.changes('second')).length, 1)
  })
})

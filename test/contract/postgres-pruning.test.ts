/**
 * Each step of a deletion of expired rows reads them by an index, also with the generic plan of a prepared statement.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createPostgresOpenIdRecords,
  createPostgresRateCounters,
  createPostgresRelyingPartyStores,
  type PostgresDatabase,
  type PostgresSchema,
  pidProviderSchema,
  rateLimitsSchema,
  relyingPartySchema,
  walletProviderSchema,
} from '../../src/stores/index.ts'
import { usePostgres } from '../support/postgres-stores.ts'
import { sentDuring } from '../support/sent-statements.ts'

const openEmpty = usePostgres()

interface Pruned {
  readonly store: PostgresSchema
  readonly prune: (database: PostgresDatabase) => Promise<unknown>
  /** Index that each step reads, in the order of the steps. */
  readonly indexes: readonly string[]
}

const pruned: readonly Pruned[] = [
  {
    store: walletProviderSchema,
    prune: (database) => database.prune(1),
    indexes: ['used_by_expiry', 'wallet_attestation_by_end'],
  },
  {
    store: pidProviderSchema,
    prune: (database) => database.prune(1),
    indexes: [
      'used_by_expiry',
      'authorization_grant_by_expiry',
      'authorization_session_by_expiry',
      'pushed_request_by_expiry',
      'watched_list_by_expiry',
    ],
  },
  {
    store: relyingPartySchema,
    prune: async (database) => {
      const stores = createPostgresRelyingPartyStores(database)
      await database.prune(1)
      await stores.presentationSessions.prune(1)
      await stores.presentationSessions.forgetUnbegun(1)
      await stores.presentationSessions.forgetRedeemed(1)
      await stores.presentationAudit.prune(1)
      await stores.erasures?.prune(1)
      await createPostgresOpenIdRecords(database).prune(1)
    },
    indexes: [
      'used_by_expiry',
      'presentation_session_by_age',
      'presentation_session_unbegun',
      'presentation_session_by_redemption',
      'presentation_audit_by_age',
      'erasure_task_by_age',
      'openid_record_by_expiry',
    ],
  },
  {
    store: rateLimitsSchema,
    prune: (database) => createPostgresRateCounters(database).prune(1),
    indexes: ['rate_count_by_time'],
  },
]

for (const { store, prune, indexes } of pruned)
  test(`postgres: each step of the deletion of expired rows reads an index of ${store.store}`, async () => {
    const database = openEmpty(store, { connections: 1, idleMilliseconds: 10_000 })
    const texts = (await sentDuring(() => prune(database))).map((one) => (one as { readonly text: string }).text)
    const steps = texts.filter((text) => text?.includes('SKIP LOCKED'))
    // PostgreSQL would sort the few rows of a small table. In a large table, a sort costs more than the index.
    for (const setting of ['plan_cache_mode = force_generic_plan', 'enable_sort = off'])
      await database.write(`SET ${setting}`, [])
    const plans: string[] = []
    for (const [n, text] of steps.entries()) {
      await database.write(`PREPARE step_${n} AS ${text}`, [])
      const plan = await database.read(`EXPLAIN EXECUTE step_${n}(1)`, [])
      plans.push(plan.map((row) => String(row['QUERY PLAN'])).join('\n'))
    }
    assert.deepEqual(
      plans.map((plan) => /Index Scan using (\w+)/.exec(plan)?.[1] ?? plan),
      indexes,
    )
  })

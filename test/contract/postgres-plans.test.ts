/** Plans of PostgreSQL for queries over tables that grow (GEN-64). Each table has 20,000 rows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createPostgresPidProviderStores,
  createPostgresRelyingPartyStores,
  createPostgresTrustAnchorStores,
  createPostgresWalletProviderStores,
  type PostgresDatabase,
  type PostgresSchema,
  pidProviderSchema,
  relyingPartySchema,
  trustAnchorSchema,
  walletProviderSchema,
} from '../../src/stores/index.ts'
import { usePostgres } from '../support/postgres-stores.ts'

const openEmpty = usePostgres()
const limit = 10

/** Fills the tables. Returns the plans of the statements that the work sends. */
async function plansOf(
  schema: PostgresSchema,
  filling: readonly string[],
  work: (database: PostgresDatabase) => Promise<unknown>,
): Promise<string> {
  const database = openEmpty(schema)
  for (const statement of filling) await database.write(statement, [])
  for (const table of new Set(filling.flatMap((statement) => /INSERT INTO (\w+)/.exec(statement)?.[1] ?? [])))
    await database.write(`ANALYZE ${table}`, [])
  const plans: string[] = []
  const explain = async (text: string, values: Parameters<PostgresDatabase['read']>[1]) => {
    const plan = await database.read(`EXPLAIN ${text}`, values)
    plans.push(plan.map((row) => String(row['QUERY PLAN'])).join('\n'))
  }
  await work({
    ...database,
    read: async (text, values) => {
      await explain(text, values)
      return []
    },
    write: async (text, values) => {
      await explain(text, values)
      return { count: 0, rows: [] }
    },
  })
  return plans.join('\n')
}

const numbers = 'FROM generate_series(1, 20000) AS n'
const credentials = `INSERT INTO issued_credential SELECT n::text, 'f', 'h' || n, 'p' || n, 'c' || n, 'w', 't' || n, 0, n,
  n, 9000, 'revoked', NULL, NULL, NULL, CASE WHEN n > 19990 THEN 0 ELSE 1 END ${numbers}`
const log = (profile: string, rows: string) =>
  `INSERT INTO subordinate_event (profile, entity_id, event)
     SELECT '${profile}', 'e' || n, '{"action":"keys_announced"}' ${rows}`

for (const [title, schema, filling, expected, work] of [
  [
    'instances by platform',
    walletProviderSchema,
    [
      `INSERT INTO wallet_instance (hardware_key_tag, hardware_key_thumbprint, hardware_key, device, platform, status,
         registered_at) SELECT n::text, n::text, '{}', '{}', 'android', 'operational', n ${numbers}`,
    ],
    /Index Scan Backward using wallet_instance_by_platform/,
    (database) => createPostgresWalletProviderStores(database).walletInstances.search({ platform: 'apple', limit }),
  ],
  [
    'revoked places of a status list',
    walletProviderSchema,
    [
      `INSERT INTO wallet_attestation (status_list, status_index, hardware_key_tag, kept_until, revoked)
         SELECT 0, n, n::text, 9000, n % 1000 = 0 ${numbers}`,
    ],
    /wallet_attestation_revoked/,
    (database) => createPostgresWalletProviderStores(database).walletInstances.revokedPlaces(0, 1),
  ],
  [
    'withdrawn places of a status list without freed places',
    pidProviderSchema,
    [credentials],
    /issued_credential_listed/,
    (database) => createPostgresPidProviderStores(database).issuedCredentials.exceptions(0),
  ],
  [
    'credentials by format',
    pidProviderSchema,
    [credentials],
    /Index Scan Backward using issued_credential_by_format/,
    (database) => createPostgresPidProviderStores(database).issuedCredentials.search({ format: 'other', limit }),
  ],
  [
    'credentials of a person by format',
    pidProviderSchema,
    [credentials],
    /issued_credential_by_subject/,
    (database) =>
      createPostgresPidProviderStores(database).issuedCredentials.search({ subject: 'p7', format: 'f', limit }),
  ],
  [
    'the log of a profile entity',
    trustAnchorSchema,
    [log('seed', numbers), log('it-wallet-1.4', 'FROM generate_series(1, 5) AS n')],
    /subordinate_event_by_profile/,
    (database) => createPostgresTrustAnchorStores(database, 'it-wallet-1.4').subordinates.log({ limit }),
  ],
  [
    'pending announcements',
    trustAnchorSchema,
    [`INSERT INTO key_announcement SELECT 'seed', 'e' || n, 's', 1, 1, 0 ${numbers}`],
    /key_announcement_pending/,
    (database) => createPostgresTrustAnchorStores(database).keyAnnouncements.list(limit),
  ],
  [
    'expired certificates',
    trustAnchorSchema,
    [
      `INSERT INTO certificate SELECT 'seed', to_hex(n), 'e' || n, 'k', 'root', 1, 'c', 1, 9000 + n, NULL, NULL, NULL
         ${numbers}`,
    ],
    /certificate_by_end/,
    (database) =>
      createPostgresTrustAnchorStores(database).certificates.list({ inState: { state: 'expired', now: 100 }, limit }),
  ],
  [
    'members without protocol keys',
    trustAnchorSchema,
    [
      `INSERT INTO subordinate (profile, entity_id, status, revision, pin_due)
         SELECT 'seed', 'e' || n, 'active', 1, CASE WHEN n > 19990 THEN 0 END ${numbers}`,
    ],
    /subordinate_unpinned/,
    (database) =>
      createPostgresTrustAnchorStores(database).subordinates.takeUnpinned({ now: 100, nextDue: 160, limit }),
  ],
  [
    'earlier tasks of a person at an erasure',
    relyingPartySchema,
    [
      `INSERT INTO erasure_task (id, receipt, application, holder, attempts, due_at, created_at)
         SELECT n::text, 'r', 'portal', '{"tax_id_code":"' || n || '"}', 0, 1, 1 ${numbers}`,
    ],
    /erasure_task_by_holder/,
    (database) =>
      createPostgresRelyingPartyStores(database).erasures?.erase({
        session: 'own',
        texts: [],
        tasks: [{ id: 'task', receipt: 'receipt', application: 'portal', holder: '{"tax_id_code":"7"}' }],
        audit: { at: 1000, application: '', presentation: 'receipt', event: 'erased' },
      }) ?? Promise.resolve(),
  ],
] as readonly (readonly [
  string,
  PostgresSchema,
  readonly string[],
  RegExp,
  (database: PostgresDatabase) => Promise<unknown>,
])[])
  test(`GEN-64 postgres: ${title}: the query uses an index`, async () => {
    const plans = await plansOf(schema, filling, work)
    assert.match(plans, expected)
    assert.doesNotMatch(plans, /Seq Scan on (?!presentation_session)/)
  })

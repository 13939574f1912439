/** Plans of SQLite for queries over tables that grow (GEN-64). */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { mock, test } from 'node:test'
import { session } from '../../store-contracts/relying-party-records.ts'
import type { RoleStores } from '../role-stores.ts'
import { openSqliteStores } from './open-stores.ts'

type Role = keyof RoleStores

/** Runs work on empty stores of a role. Returns the plans of its statements that match `sql`. */
async function plansOf<R extends Role>(
  role: R,
  sql: RegExp,
  work: (stores: RoleStores[R]) => Promise<unknown>,
): Promise<readonly string[]> {
  const { stores, database } = openSqliteStores(role, ':memory:')
  const { prepare } = DatabaseSync.prototype
  const plans: string[] = []
  const mocked = mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, text: string) {
    if (sql.test(text)) {
      const plan = prepare.call(this, `EXPLAIN QUERY PLAN ${text}`).all()
      plans.push(plan.map(({ detail }) => String(detail)).join('; '))
    }
    return prepare.call(this, text)
  })
  try {
    await work(stores as RoleStores[R])
  } finally {
    mocked.mock.restore()
    await database.close()
  }
  return plans
}

function planTest<R extends Role>(
  title: string,
  role: R,
  sql: RegExp,
  expected: RegExp,
  work: (stores: RoleStores[R]) => Promise<unknown>,
): void {
  test(`GEN-64 sqlite: ${title}`, async () => {
    const [plan = '', ...others] = await plansOf(role, sql, work)
    assert.match(plan, expected)
    assert.doesNotMatch(plan, /USE TEMP B-TREE/)
    assert.deepEqual(others, [])
  })
}

const limit = 10
const instances = /FROM wallet_instance WHERE/
planTest(
  'instances by platform are found by an index',
  'wallet-provider',
  instances,
  /USING INDEX wallet_instance_by_platform \(<expr>=\?\)/,
  ({ walletInstances }) => walletInstances.search({ platform: 'apple', limit }),
)
test('GEN-64 sqlite: instances of a user are found by the user, also with a platform or a status', async () => {
  for (const further of [{ platform: 'apple' }, { status: 'revoked' }, { held: true }] as const) {
    const [plan = ''] = await plansOf('wallet-provider', instances, ({ walletInstances }) =>
      walletInstances.search({ user: 'u', ...further, limit }),
    )
    assert.match(plan, /USING INTEGER PRIMARY KEY/)
    assert.match(plan, /wallet_instance_user_by_user/)
  }
})
planTest(
  'the revoked places of a status list are found by an index that has only them',
  'wallet-provider',
  /FROM wallet_attestation/,
  /USING (COVERING )?INDEX wallet_attestation_revoked \(status_list=\? AND kept_until>\?\)/,
  ({ walletInstances }) => walletInstances.revokedPlaces(0, 1),
)
const credentials = /FROM issued_credential/
planTest(
  'credentials by format are found by an index',
  'pid-provider',
  credentials,
  /USING INDEX issued_credential_by_format \(format=\?\)/,
  ({ issuedCredentials }) => issuedCredentials.search({ format: 'other', limit }),
)
test('GEN-64 sqlite: credentials of a person are found by the person, also with a format or a status', async () => {
  for (const further of [{ format: 'other' }, { status: 'revoked' }] as const) {
    const [plan = ''] = await plansOf('pid-provider', credentials, ({ issuedCredentials }) =>
      issuedCredentials.search({ subject: 's', ...further, limit }),
    )
    assert.match(plan, /USING INDEX issued_credential_by_subject \(subject=\?\)/)
  }
})
planTest(
  'the withdrawn places of a status list are found by an index without freed places',
  'pid-provider',
  credentials,
  /USING INDEX issued_credential_listed \(status_list=\?\)/,
  ({ issuedCredentials }) => issuedCredentials.exceptions(0),
)
planTest(
  'the log of a profile entity is read in its order',
  'trust-anchor',
  /FROM subordinate_event/,
  /USING INDEX subordinate_event_by_profile \(profile=\?\)/,
  ({ subordinates }) => subordinates.log({ limit }),
)
planTest(
  'pending announcements are found by an index that has only them',
  'trust-anchor',
  /FROM key_announcement/,
  /USING INDEX key_announcement_pending \(profile=\?\)/,
  ({ keyAnnouncements }) => keyAnnouncements.list(limit),
)
for (const [state, expected] of [
  ['expired', /USING INDEX certificate_by_end \(profile=\? AND not_after<\?\)/],
  ['revoked', /USING INDEX certificate_withdrawn \(profile=\?\)/],
  ['held', /USING INDEX certificate_held \(profile=\?\)/],
  ['valid', /USING INDEX sqlite_autoindex_certificate_1 \(profile=\?\)/],
] as const)
  planTest(
    `${state} certificates are read in the order of an index`,
    'trust-anchor',
    /FROM certificate/,
    expected,
    ({ certificates }) => certificates.list({ inState: { state, now: 1 }, limit }),
  )
planTest(
  'members without protocol keys are found by an index that has only them',
  'trust-anchor',
  /SELECT entity_id FROM subordinate/,
  /USING INDEX subordinate_unpinned \(profile=\? AND pin_due>\?\)/,
  ({ subordinates }) => subordinates.takeUnpinned({ now: 1, nextDue: 2, limit }),
)
planTest(
  'an erasure finds the earlier tasks of the person by an index',
  'relying-party',
  /DELETE FROM erasure_task/,
  /USING COVERING INDEX erasure_task_by_holder \(holder=\? AND application=\?\)/,
  async ({ presentationSessions, erasures }) => {
    await presentationSessions.begin(session('own'))
    const audit = { at: 1000, application: '', presentation: 'receipt', event: 'erased' } as const
    const task = { id: 'task', receipt: 'receipt', application: 'portal', holder: '{"tax_id_code":"X"}' }
    await erasures?.erase({ session: 'own', texts: [], tasks: [task], audit })
  },
)

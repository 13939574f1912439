/** Plans of SQLite for queries over tables that grow (GEN-64). */
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { mock, test } from 'node:test'
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

planTest(
  'the revoked places of a status list are found by an index that has only them',
  'wallet-provider',
  /FROM wallet_attestation/,
  /USING (COVERING )?INDEX wallet_attestation_revoked \(status_list=\? AND kept_until>\?\)/,
  ({ walletInstances }) => walletInstances.revokedPlaces(0, 1),
)
const credentials = /FROM issued_credential/
planTest(
  'the withdrawn places of a status list are found by an index without freed places',
  'pid-provider',
  credentials,
  /USING INDEX issued_credential_listed \(status_list=\?\)/,
  ({ issuedCredentials }) => issuedCredentials.exceptions(0),
)

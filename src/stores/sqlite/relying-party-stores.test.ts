/** Work of the embedded store that grows with sessions, which anybody can begin. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { session } from '../../store-contracts/relying-party-records.ts'
import { openSqlite } from './database.ts'
import { forgetRows } from './forget.ts'
import { relyingPartyMigrations } from './relying-party-schema.ts'
import { createSqliteRelyingPartyStores } from './relying-party-stores.ts'

test('an erasure and the upkeep read by an index, and parse no session that waits for a wallet', async (t) => {
  const database = openSqlite(':memory:', relyingPartyMigrations)
  const { write } = database
  const written: string[] = []
  const noting: typeof write = (verb) =>
    write((store) =>
      verb({
        ...store,
        prepare: (sql) => {
          written.push(sql)
          return store.prepare(sql)
        },
      }),
    )
  t.mock.method(database, 'write', noting)
  t.mock.method(database, 'forget', (...given: Parameters<typeof database.forget>) => forgetRows(noting, ...given))
  const { presentationSessions: sessions, erasures } = createSqliteRelyingPartyStores(database)
  await sessions.begin(session('own'))
  const audit = { at: 1000, application: '', presentation: 'receipt', event: 'erased' } as const
  const task = { id: 'task', receipt: 'receipt', application: 'portal', holder: '{"tax_id_code":"X"}' }
  assert.equal(await erasures?.erase({ session: 'own', texts: ['"X"'], tasks: [task], audit }), 'erased')
  await sessions.forgetUnbegun(2000)
  await sessions.forgetRedeemed(2000)
  const ofSeveral = /FROM presentation_session\b.* WHERE (?!id = )/s
  const plans = await Promise.all(
    written
      .filter((sql) => ofSeveral.test(sql))
      .map(async (sql) => {
        const values = [...new Set(sql.match(/\$\d|\?/g))].map(() => '')
        const plan = await database.statements.read(`EXPLAIN QUERY PLAN ${sql}`, values)
        return plan.map(({ detail }) => String(detail)).join('; ')
      }),
  )
  assert.deepEqual(
    plans.map((plan) => /USING INDEX (presentation_session_\w+)/.exec(plan)?.[1]),
    ['presentation_session_by_response_code', 'presentation_session_unbegun', 'presentation_session_by_redemption'],
  )
  await database.close()
})

/** Work of the embedded store that grows with sessions, which anybody can begin. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { session } from '../../store-contracts/relying-party-records.ts'
import { openSqlite } from './database.ts'
import { relyingPartyMigrations } from './relying-party-schema.ts'
import { createSqliteRelyingPartyStores } from './relying-party-stores.ts'

test('an erasure and the upkeep parse no session that waits for a wallet', async (t) => {
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
  const { presentationSessions: sessions, erasures } = createSqliteRelyingPartyStores(database)
  await sessions.begin(session('own'))
  const audit = { at: 1000, application: '', presentation: 'receipt', event: 'erased' } as const
  const task = { id: 'task', receipt: 'receipt', application: 'portal', holder: '{"tax_id_code":"X"}' }
  assert.equal(await erasures?.erase({ session: 'own', texts: ['"X"'], tasks: [task], audit }), 'erased')
  await sessions.forgetUnbegun(2000)
  await sessions.forgetRedeemed(2000)
  const parsing = written.filter((sql) => sql.includes('json_') && sql.includes('presentation_session'))
  const plans = await Promise.all(
    parsing.map(async (sql) => {
      const values = [...new Set(sql.match(/\$\d|\?/g))].map(() => '')
      const plan = await database.statements.read(`EXPLAIN QUERY PLAN ${sql}`, values)
      return plan.map(({ detail }) => String(detail)).join('; ')
    }),
  )
  assert.deepEqual(
    plans.map((plan) => /USING INDEX (\w+)/.exec(plan)?.[1]),
    ['presentation_session_by_response_code', 'presentation_session_by_reference'],
  )
  await database.close()
})

/** Tests of the Relying Party's store for deletion requests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RelyingPartyStores } from '../relying-party/index.ts'
import { entry as audited, ordered, session } from './relying-party-records.ts'

const task = (id: string) => ({ id, receipt: 'receipt', application: 'portal', holder: '{"tax_id_code":"X"}' })

/**
 * Defines the tests with `node:test`, for stores that have `erasures`. `open` returns new empty stores. `name` begins
 * the titles.
 */
export function erasuresContract(name: string, open: () => RelyingPartyStores): void {
  const opened = () => {
    const stores = open()
    assert.ok(stores.erasures)
    const { presentationSessions: sessions, presentationAudit: audit, erasures } = stores
    return { sessions, audit, erasures }
  }

  test(`${name}: RP-140 a task is due until it is settled, and then has no personal data`, async () => {
    const { erasures } = opened()
    await erasures.add(task('a'), 1000)
    await erasures.add(task('b'), 1010)
    assert.deepEqual(await erasures.due(999, 5), [])
    assert.deepEqual(await erasures.due(1000, 5), [{ ...task('a'), attempts: 0 }])
    await erasures.postpone('a', 1060)
    assert.deepEqual(
      (await erasures.due(1060, 5)).map(({ id, attempts }) => [id, attempts]),
      [
        ['b', 0],
        ['a', 1],
      ],
    )
    assert.equal((await erasures.due(1060, 1)).length, 1)
    await erasures.settle('a', 1070)
    await erasures.postpone('a', 1080)
    await erasures.prune(1005)
    assert.deepEqual(
      (await erasures.due(2000, 5)).map(({ id }) => id),
      ['b'],
    )
  })

  test(`${name}: RP-140 sessions whose result contains the text are deleted, and no other sessions; the audit does not contain the text`, async () => {
    const { sessions, audit, erasures } = opened()
    for (const [id, value, application] of [
      ['a', 'X', 'portal'],
      ['b', 'XY', 'portal'],
      ['c', undefined, 'portal'],
      ['d', 'X', undefined],
    ] as const) {
      if (application === undefined) await sessions.begin(session(id))
      else {
        const begun = ordered(id, application)
        // Escapes that JSON permits and PostgreSQL's jsonb does not.
        const order = { application, returnUrl: 'https://portal.example/return', state: 'a\0b\\u0000\ud800' }
        await sessions.order({ session: { ...begun, order } })
        const audit = audited('begun', id)
        await sessions.open({ id, cookie: `cookie-${id}`, expiresAt: 1300, now: 1000, audit })
      }
      const result = { credentials: [{ selected: [{ path: ['tax_id_code'], value }] }] } as never
      if (value !== undefined) await sessions.complete({ id, result, responseCode: `code-${id}`, now: 1010 })
    }
    const entry = { at: 1020, event: 'erased', outcome: 'person_request' } as const
    const requestEntry = { ...entry, application: '', presentation: 'receipt' }
    assert.equal(await erasures.eraseHeld({ text: '"X"', audit: requestEntry }), 2)
    assert.deepEqual([await sessions.find('a'), await sessions.find('d')], [undefined, undefined])
    assert.ok((await sessions.find('b')) && (await sessions.find('c')))
    const listed = (application: string) => audit.list({ application, since: 1020, limit: 5 })
    assert.deepEqual(await listed(''), [requestEntry])
    assert.deepEqual(await listed('portal'), [{ ...entry, application: 'portal', presentation: 'a' }])
  })
}

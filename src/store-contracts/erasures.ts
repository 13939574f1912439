/** Contract of the stored erasures. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RelyingPartyStores } from '../relying-party/index.ts'
import { session } from './relying-party-records.ts'

const task = (id: string) => ({ id, receipt: 'receipt', application: 'portal', holder: '{"tax_id_code":"X"}' })

/** Tests stores that have erasures. `open` returns empty stores. */
export function erasuresContract(name: string, open: () => RelyingPartyStores): void {
  const opened = () => {
    const stores = open()
    assert.ok(stores.erasures)
    return { sessions: stores.presentationSessions, erasures: stores.erasures }
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

  test(`${name}: RP-140 sessions whose result has the text are deleted, and no others`, async () => {
    const { sessions, erasures } = opened()
    for (const [id, value] of [
      ['a', 'X'],
      ['b', 'XY'],
      ['c', undefined],
    ] as const) {
      await sessions.begin(session(id))
      const result = { credentials: [{ selected: [{ path: ['tax_id_code'], value }] }] } as never
      if (value !== undefined) await sessions.complete({ id, result, responseCode: `code-${id}`, now: 1010 })
    }
    assert.equal(await erasures.eraseHeld('"X"'), 1)
    assert.equal(await sessions.find('a'), undefined)
    assert.ok((await sessions.find('b')) && (await sessions.find('c')))
  })
}

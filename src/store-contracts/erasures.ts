/** Tests of the Relying Party's store for deletion requests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErasureTask, RelyingPartyStores } from '../relying-party/index.ts'
import { entry as audited, ordered, session } from './relying-party-records.ts'

const task = (id: string, change: Partial<ErasureTask> = {}) => ({
  ...{ id, receipt: 'receipt', application: 'portal', holder: `{"tax_id_code":"${id}"}` },
  ...change,
})

/**
 * Defines the tests with `node:test`, for stores that have `erasures`. `open` returns new empty stores. `name` begins
 * the titles.
 */
export function erasuresContract(name: string, open: () => RelyingPartyStores): void {
  const opened = () => {
    const stores = open()
    assert.ok(stores.erasures)
    const { presentationSessions: sessions, presentationAudit: audit, erasures } = stores
    const eraseWith = async (id: string, tasks: readonly string[], at: number) => {
      await sessions.begin(session(id))
      const audit = { at, application: '', presentation: 'receipt', event: 'erased' } as const
      assert.equal(
        await erasures.erase({ session: id, texts: ['"X"'], tasks: tasks.map((one) => task(one)), audit }),
        'erased',
      )
    }
    return { sessions, audit, erasures, eraseWith }
  }

  test(`${name}: RP-140 a task is due until it is settled, and then has no personal data`, async () => {
    const { erasures, eraseWith } = opened()
    await eraseWith('one', ['a'], 1000)
    await eraseWith('two', ['b'], 1010)
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

  test(`${name}: RP-140 an erasure deletes its session and the sessions with a claim that equals one of its texts, and no others; the audit contains none of the texts`, async () => {
    const { sessions, audit, erasures } = opened()
    for (const [id, value, application] of [
      ['a', 'X', 'portal'],
      ['b', 'XY', 'portal'],
      ['c', undefined, 'portal'],
      ['d', 'X', undefined],
      ['e', 'Y', 'portal'],
      ['f', { numbers: ['X'] }, 'portal'],
      ['own', 'Z', 'library'],
    ] as const) {
      if (application === undefined) await sessions.begin(session(id))
      else {
        const begun = ordered(id, application)
        // Escapes that PostgreSQL's jsonb refuses, and text that only begins like an escape.
        const order = { application, returnUrl: 'https://portal.example/return', state: 'a\0b\\u0000\ud800\\ud8' }
        await sessions.order({ session: { ...begun, order } })
        const audit = audited('begun', id)
        await sessions.open({ id, cookie: `cookie-${id}`, expiresAt: 1300, now: 1000, audit })
      }
      const selected = [
        { path: ['X'], value: { X: 'a "X"\0\ud800\\ud8' } },
        { path: ['tax_id_code'], value },
      ]
      const named = { id: 'X', type: 'X', issuer: 'X', status: 'X', surplus: ['X'] }
      const result = { credentials: [{ ...named, selected }], trace: 'X' } as never
      if (value !== undefined) await sessions.complete({ id, result, responseCode: `code-${id}`, now: 1010 })
    }
    const entry = { at: 1020, event: 'erased', outcome: 'person_request' } as const
    const requestEntry = { ...entry, application: '', presentation: 'receipt' }
    const request = { session: 'own', texts: ['"X"', '"Y"'], tasks: [], audit: requestEntry }
    assert.equal(await erasures.erase(request), 'erased')
    for (const id of ['a', 'd', 'e', 'f', 'own']) assert.equal(await sessions.find(id), undefined, id)
    assert.ok((await sessions.find('b')) && (await sessions.find('c')))
    const listed = (application: string) => audit.list({ application, since: 1020, limit: 5 })
    assert.deepEqual(await listed(''), [requestEntry])
    assert.deepEqual(await listed('library'), [{ ...entry, application: 'library', presentation: 'own' }])
    const byId = (await listed('portal')).toSorted((one, other) => one.presentation.localeCompare(other.presentation))
    const erased = ['a', 'e', 'f'].map((presentation) => ({ ...entry, application: 'portal', presentation }))
    assert.deepEqual(byId, erased)
  })

  test(`${name}: RP-193 an erasure replaces the open tasks for the same application and person, and no others`, async () => {
    const { sessions, erasures, eraseWith } = opened()
    const holder = '{"tax_id_code":"X"}'
    const erase = async (id: string, tasks: readonly ReturnType<typeof task>[], at: number) => {
      await sessions.begin(session(id))
      const audit = { at, application: '', presentation: id, event: 'erased' } as const
      return erasures.erase({ session: id, texts: ['"X"'], tasks, audit })
    }
    const dueAt = async (now: number) => (await erasures.due(now, 50)).map(({ id }) => id).toSorted()
    await eraseWith('another person', ['other'], 1000)
    await erase('one', [task('a1', { holder }), task('b1', { holder, application: 'library' })], 1000)
    await erasures.postpone('a1', 5000)
    for (const at of [1010, 1020]) await erase(`again ${at}`, [task(`a${at}`, { holder })], at)
    assert.deepEqual(await dueAt(1030), ['a1020', 'b1', 'other'])
    // A task can be settled after it was replaced, because its request was already being sent.
    await erasures.settle('a1', 1030)
    await erasures.settle('a1010', 1030)
    assert.deepEqual(await dueAt(9000), ['a1020', 'b1', 'other'])
    assert.equal(
      await erasures.erase({
        session: 'unknown',
        texts: [],
        tasks: [task('c', { holder })],
        audit: { at: 1040, application: '', presentation: 'c', event: 'erased' },
      }),
      'over',
    )
    assert.deepEqual(await dueAt(9000), ['a1020', 'b1', 'other'])
  })

  test(`${name}: RP-209 open tasks before a time end once, each with an audit entry, and settled tasks without one`, async () => {
    const { audit, erasures, eraseWith } = opened()
    await eraseWith('one', ['a', 'b', 'c', 'settled'], 1000)
    await eraseWith('two', ['later'], 1010)
    await erasures.settle('settled', 1001)
    await erasures.postpone('a', 9000)
    const end = (limit: number) => erasures.endUnconfirmed({ before: 1010, now: 5000, limit })
    const ended = [await end(2), ...(await Promise.all([end(5), end(5)]))]
    assert.deepEqual(ended.map(({ length }) => length).toSorted(), [0, 1, 2])
    const gone = { application: 'portal', receipt: 'receipt' }
    assert.deepEqual(ended.flat(), [gone, gone, gone])
    const entry = { at: 5000, application: 'portal', presentation: 'receipt', event: 'erasure_unconfirmed' }
    assert.deepEqual(await audit.list({ application: 'portal', since: 0, limit: 9 }), [entry, entry, entry])
    assert.deepEqual(
      (await erasures.due(9999, 5)).map(({ id }) => id),
      ['later'],
    )
  })

  test(`${name}: RP-140 of 20 concurrent erasures of a session one succeeds, and the others change nothing`, async () => {
    const { sessions, audit, erasures } = opened()
    await sessions.begin(session('own'))
    assert.ok(await sessions.find('own'))
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, at) => {
        const entry = { at: 1020, application: '', presentation: `receipt-${at}`, event: 'erased' } as const
        return erasures.erase({ session: 'own', texts: ['"X"'], tasks: [task(`${at}`)], audit: entry })
      }),
    )
    assert.equal(outcomes.filter((outcome) => outcome === 'erased').length, 1)
    assert.equal(await sessions.find('own'), undefined)
    const winner = outcomes.indexOf('erased')
    assert.deepEqual(
      (await erasures.due(1020, 50)).map(({ id }) => id),
      [`${winner}`],
    )
    const entries = await audit.list({ application: '', since: 0, limit: 50 })
    assert.deepEqual(
      entries.map(({ presentation }) => presentation),
      [`receipt-${winner}`],
    )
  })

  test(`${name}: RP-140 concurrent erasures that find each other's sessions end without a deadlock`, async () => {
    const { sessions, erasures } = opened()
    const ids = Array.from({ length: 10 }, (_, at) => `own-${at}`)
    for (const id of ids) {
      await sessions.begin(session(id))
      const result = { credentials: [{ selected: [{ path: ['tax_id_code'], value: 'X' }] }] } as never
      await sessions.complete({ id, result, responseCode: `code-${id}`, now: 1010 })
    }
    const audit = { at: 1020, application: '', presentation: 'receipt', event: 'erased' } as const
    const outcomes = await Promise.all(
      ids.map((id) => erasures.erase({ session: id, texts: ['"X"'], tasks: [task(id)], audit })),
    )
    assert.equal(outcomes.filter((outcome) => outcome === 'erased').length, 1)
    for (const id of ids) assert.equal(await sessions.find(id), undefined)
  })
}

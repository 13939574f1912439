import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decision } from '../../test/support/run-program.ts'
import { consoleSource } from './read-decisions.ts'
import { UserError } from './user-error.ts'

const answering = (status: number) =>
  consoleSource(async () => new Response('{}', { status }), 'http://localhost:4000', 'wrong')

test('a refused administration token is a user’s error, not an empty list', async () => {
  for (const status of [401, 403])
    for (const ask of [() => answering(status).list(false), () => answering(status).find('last')])
      await assert.rejects(ask, (thrown) => thrown instanceof UserError && /administration token/.test(thrown.message))
})

test('an unknown trace is reported as not kept', async () => {
  await assert.rejects(
    answering(404).find({ trace: 'x' }),
    /No decision with this trace is kept in the sandbox: name the log of another service with --log FILE\.$/,
  )
  assert.deepEqual(await answering(404).list(false), [])
})

test('the console’s new decisions are those that its previous list does not have, oldest first', async () => {
  const lists = [['a'], ['c', 'b', 'a'], ['c', 'b'], []]
  const source = consoleSource(
    async () => Response.json({ decisions: (lists.shift() ?? []).map((trace) => decision(trace)) }),
    'http://localhost:4000',
  )
  const added = async () => (await source.readNew(false)).map(({ trace }) => trace)
  assert.deepEqual([await added(), await added(), await added(), await added()], [[], ['b', 'c'], [], []])
})

test('a console that fails is not reported as a missing decision', async () => {
  const other = consoleSource(async () => Response.json({}), 'http://localhost:4000')
  for (const source of [answering(500), answering(200), other])
    for (const ask of [() => source.list(false), () => source.find('last'), () => source.find({ trace: 'x' })])
      await assert.rejects(ask, (thrown) => thrown instanceof UserError && /does not answer with/.test(thrown.message))
})

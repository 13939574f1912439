import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf, runTogether } from './run-together.ts'

const failing = (what: string) => async () => Promise.reject(new Error(what))
const messagesOf = async (tasks: readonly (() => unknown)[]): Promise<readonly string[]> =>
  runTogether(tasks).then(
    () => [],
    (thrown) => faultsOf(thrown).map((fault) => (fault as Error).message),
  )

test('rejects with each error, also of nested tasks and of tasks that throw', async () => {
  assert.deepEqual(await messagesOf([async () => 1, () => undefined]), [])
  assert.deepEqual(await messagesOf([failing('a'), async () => 1]), ['a'])
  const thrown = () => {
    throw new Error('c')
  }
  assert.deepEqual(await messagesOf([failing('a'), () => runTogether([failing('b'), thrown])]), ['a', 'b', 'c'])
  await assert.rejects(runTogether([failing('a')]), /^Error: a$/)
  await assert.rejects(runTogether([failing('a'), failing('b')]), /2 tasks failed/)
})

test('waits for the tasks beside one that fails', async () => {
  const slow = Promise.withResolvers<void>()
  const ended: string[] = []
  const all = messagesOf([failing('a'), () => slow.promise.then(() => ended.push('slow'))])
  slow.resolve()
  assert.deepEqual([await all, ended], [['a'], ['slow']])
})

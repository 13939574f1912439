import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf, runInTurn, runTogether } from './run-tasks.ts'

const failing = (what: string) => async () => Promise.reject(new Error(what))
const messagesOf = async (tasks: readonly (() => unknown)[], run = runTogether): Promise<readonly string[]> =>
  run(tasks).then(
    () => [],
    (thrown) => faultsOf(thrown).map((fault) => (fault as Error).message),
  )

for (const run of [runTogether, runInTurn])
  test(`${run.name} rejects with each error, also of nested tasks and of tasks that throw`, async () => {
    assert.deepEqual(await messagesOf([async () => 1, () => undefined], run), [])
    assert.deepEqual(await messagesOf([failing('a'), async () => 1], run), ['a'])
    const thrown = () => {
      throw new Error('c')
    }
    assert.deepEqual(await messagesOf([failing('a'), () => run([failing('b'), thrown])], run), ['a', 'b', 'c'])
    await assert.rejects(run([failing('a')]), /^Error: a$/)
    await assert.rejects(run([failing('a'), failing('b')]), /2 tasks failed/)
  })

test('runTogether waits for the tasks beside one that fails', async () => {
  const slow = Promise.withResolvers<void>()
  const ended: string[] = []
  const all = messagesOf([failing('a'), () => slow.promise.then(() => ended.push('slow'))])
  slow.resolve()
  assert.deepEqual([await all, ended], [['a'], ['slow']])
})

test('runInTurn begins a task after the end of the one before it, also after a failure', async () => {
  const steps: string[] = []
  const task = (name: string) => async () => {
    steps.push(`begin ${name}`)
    await Promise.resolve()
    steps.push(`end ${name}`)
  }
  assert.deepEqual(await messagesOf([task('a'), failing('b'), task('c')], runInTurn), ['b'])
  assert.deepEqual(steps, ['begin a', 'end a', 'begin c', 'end c'])
})

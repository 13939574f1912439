import assert from 'node:assert/strict'
import childProcess from 'node:child_process'
import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import { type TestContext, test } from 'node:test'
import type { ReplicaOptions } from './messages.ts'
import { type ReplicaObservers, startReplicas } from './start-replicas.ts'

/** A process of a replica, which never runs. */
class Process extends EventEmitter {
  readonly pid: number | undefined
  exitCode: number | null = null
  readonly signalCode = null

  constructor(pid: number | undefined) {
    super()
    this.pid = pid
  }

  send({ kind }: { readonly kind: string }): void {
    if (kind === 'stop') this.exit()
    else if (this.pid !== undefined)
      setImmediate(() => this.emit('message', { kind: 'serving', ports: { 'relying-party': this.pid } }))
  }

  exit(): void {
    this.exitCode = 0
    this.emit('exit', 0, null)
  }
}

/** Lets each start of a process return, or throw, the next of `results`. */
function forkAs(t: TestContext, results: (Process | Error)[]): void {
  t.mock.method(childProcess, 'fork', () => {
    const result = results.shift() ?? assert.fail('another process is started')
    if (result instanceof Error) throw result
    if (result.pid === undefined) process.nextTick(() => result.emit('error', new Error('spawn EAGAIN')))
    return result
  })
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
}

const start = (reported: string[] = []) =>
  startReplicas(
    1,
    {} as ReplicaOptions,
    {
      onFault: (fault, surface) => reported.push(`${surface}: ${fault}`),
    } as Partial<ReplicaObservers> as ReplicaObservers,
  )
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

test('a replica is replaced even if processes cannot be started for some time, which is reported', async (t) => {
  const [first, last] = [new Process(1), new Process(2)]
  forkAs(t, [first, new Process(undefined), new Error('spawn ENOMEM'), last])
  const reported: string[] = []
  const replicas = await start(reported)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  first.exit()
  for (const milliseconds of [500, 1000, 2000]) {
    await settle()
    assert.deepEqual(replicas.addressesOf('relying-party'), [])
    t.mock.timers.tick(milliseconds)
  }
  await settle()
  assert.deepEqual(replicas.addressesOf('relying-party'), [{ name: '1', port: 2 }])
  await replicas.stop()
  assert.deepEqual(reported, ['replica 1: spawn EAGAIN', 'replica 1: spawn ENOMEM'])
})

test('if the first processes cannot be started, the start is rejected with the cause', async (t) => {
  forkAs(t, [new Process(undefined)])
  await assert.rejects(start(), /EAGAIN/)
  forkAs(t, [new Error('spawn ENOMEM')])
  await assert.rejects(start(), /ENOMEM/)
})

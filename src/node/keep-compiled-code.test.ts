import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { keepCompiledCode } from './keep-compiled-code.ts'

/** V8 looks whether little is allocated. */
const look = /Memory reducer: (?:high|low) alloc|started GC/g

/** A process with garbage that then does nothing, and V8's own account of its waiting for a quiet moment. */
function idleProcess(first: string) {
  const script = `
    ${first}
    globalThis.kept = Array.from({ length: 200_000 }, (_, count) => ({ count, text: 'x' + count }))
    globalThis.kept = undefined
    globalThis.gc()
    setInterval(() => undefined, 1000)`
  const soon = ['--memory-reducer-delay-ms=50', '--gc-memory-reducer-start-delay-ms=50']
  const child = spawn(
    process.execPath,
    [
      '--conditions=fiducia-source',
      '--expose-gc',
      '--trace-memory-reducer',
      ...soon,
      '--input-type=module',
      '-e',
      script,
    ],
    { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const looks: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => looks.push(...(text.match(look) ?? [])))
  return { child, looks }
}

test('a process that keeps its compiled code looks for no quiet moment to collect in', {
  timeout: 60_000,
}, async () => {
  const other = idleProcess('')
  const keeping = idleProcess(`import { keepCompiledCode } from './keep-compiled-code.ts'; keepCompiledCode()`)
  try {
    while (keeping.looks.length === 0) await once(keeping.child.stdout, 'data')
    const since = other.looks.length
    while (other.looks.length < since + 2) await once(other.child.stdout, 'data')
    assert.equal(keeping.looks.length, 1) // and gave up
  } finally {
    other.child.kill()
    keeping.child.kill()
  }
})

test('a record of process.nextTick stays alive, and with it the shape of all of them', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const ticks: WeakRef<object>[] = []
  const hook = createHook({
    init: (_id, type, _trigger, resource) => {
      if (type === 'TickObject') ticks.push(new WeakRef(resource))
    },
  }).enable()
  keepCompiledCode()
  process.nextTick(() => undefined)
  hook.disable()
  await setImmediate()
  collect()
  assert.deepEqual(
    ticks.map((tick) => tick.deref() !== undefined),
    [true, false],
  )
})

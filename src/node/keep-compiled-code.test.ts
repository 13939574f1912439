import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'

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
  child.stdout
    .setEncoding('utf8')
    .on('data', (text: string) => looks.push(...(text.match(/Memory reducer: high/g) ?? [])))
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
    while (other.looks.length < since + 5) await once(other.child.stdout, 'data')
    assert.equal(keeping.looks.length, 1) // and gave up
  } finally {
    other.child.kill()
    keeping.child.kill()
  }
})

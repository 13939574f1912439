/**
 * Runs test files in this process: `node run-in-one-process.ts OPTIONS FILE…`, where the first word has the options as
 * JSON. The runner of Node follows each promise to find the test of a stray error, which costs a tenth of the processor
 * time. Here it follows them only while the files load. Afterwards the run reports a stray error without its test, and
 * fails.
 */
import { createHook } from 'node:async_hooks'
import { before, run } from 'node:test'
import report from './test-reporter.ts'

/** Options of the runner that a caller may choose. */
export type OneProcessOptions = Pick<NonNullable<Parameters<typeof run>[0]>, 'timeout' | 'testNamePatterns'>

const [options = '{}', ...files] = process.argv.slice(2)

/** Starts the run. Returns its events, and the hooks by which the runner follows promises. */
function start() {
  const hooks: { disable(): unknown }[] = []
  const prototype = Object.getPrototypeOf(createHook({})) as ReturnType<typeof createHook>
  const { enable } = prototype
  prototype.enable = function () {
    hooks.push(this)
    return enable.call(this)
  }
  try {
    return { events: run({ ...(JSON.parse(options) as OneProcessOptions), files, isolation: 'none' }), hooks }
  } finally {
    prototype.enable = enable
  }
}

const { events, hooks } = start()
before(() => {
  for (const hook of hooks) hook.disable()
})
events.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1
})
events.compose(report).pipe(process.stdout)

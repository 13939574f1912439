/**
 * Runs test files in this process: `node run-in-one-process.ts OPTIONS FILE…`, where OPTIONS are the runner's options as
 * JSON. The runner of Node tracks each promise to find the test of a stray error, which costs a tenth of the processor
 * time. Here it tracks promises only while the files load, because it then assigns hooks to their suites. Afterwards a
 * stray error is reported without its test, and fails the run.
 */
import { createHook } from 'node:async_hooks'
import { join } from 'node:path'
import { run } from 'node:test'
import report from './test-reporter.ts'

/** Options of the runner that a caller may choose. */
export type OneProcessOptions = Pick<NonNullable<Parameters<typeof run>[0]>, 'timeout' | 'testNamePatterns'>

const [options = '{}', ...paths] = process.argv.slice(2)
/** Paths of the test files, in the order in which they load. */
export const files: readonly string[] = paths

/** Starts the run. Returns its events, and the hooks by which the runner tracks promises. */
function start() {
  const hooks: { disable(): unknown }[] = []
  const prototype = Object.getPrototypeOf(createHook({})) as ReturnType<typeof createHook>
  const { enable } = prototype
  prototype.enable = function () {
    hooks.push(this)
    return enable.call(this)
  }
  try {
    const loader = join(import.meta.dirname, 'load-test-files.ts')
    return { events: run({ ...(JSON.parse(options) as OneProcessOptions), files: [loader], isolation: 'none' }), hooks }
  } finally {
    prototype.enable = enable
  }
}

const { events, hooks } = start()

/** Ends the tracking of promises. Hooks of suites that are created later would run for the tests of all files. */
export function stopTracking(): void {
  for (const hook of hooks) hook.disable()
}

events.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1
})
events.compose(report).pipe(process.stdout)

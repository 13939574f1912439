/** Runs test files in a separate Node process, with the project's condition and reporter. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OneProcessOptions } from './run-in-one-process.ts'
import { root } from './source/files.ts'
import type { TestSummary } from './test-reporter.ts'

export interface CommandResult {
  readonly code: number
  readonly output: string
}

/**
 * Runs a program and returns its exit code and output. `cwd` defaults to the top of the repository. Kills the program
 * after `minutes`, which defaults to 10. With `yields`, other processes have the processor first.
 */
export function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  minutes = 10,
  cwd = root,
  yields = false,
): Promise<CommandResult> {
  const { promise, resolve } = Promise.withResolvers<CommandResult>()
  const child = spawn(command, args, {
    cwd,
    // Inside a run of node:test, another run would be skipped silently.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: minutes * 60_000,
    killSignal: 'SIGKILL',
  })
  if (yields && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  let output = ''
  const keep = (chunk: Buffer): void => {
    output += chunk.toString()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }))
  child.on('close', (code, signal) =>
    resolve({ code: code ?? 1, output: signal ? `${output}\nkilled after ${minutes} minutes\n` : output }),
  )
  return promise
}

export interface TestRun extends CommandResult, TestSummary {
  /** Files that tests left in the temporary directory. */
  readonly left: readonly string[]
}

export interface TestOptions {
  /** Runs all files in one process, which saves half of the time, because modules load once. */
  readonly oneProcess?: boolean
  readonly env?: Readonly<Record<string, string>>
  /** Minutes until the run is killed. Defaults to 10. */
  readonly minutes?: number
  /** Lets other processes have the processor first. For tests that compute and do not wait. */
  readonly yields?: boolean
  /** Pattern of test titles. Defaults to all tests. */
  readonly titles?: string
  /** Maximum seconds of one test, for code that may never finish. */
  readonly testSeconds?: number
  /** Uses the system's temporary directory instead of a new one, so that the browser is unpacked there only once. */
  readonly sharedTemporary?: boolean
}

/** Runs the test files. Returns their counts, their output and the files that they left. */
export async function runTests(files: readonly string[], options: TestOptions = {}): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), 'fiducia-tests-'))
  const summaryFile = join(folder, 'summary.json')
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  try {
    const result = await run(
      process.execPath,
      ['--conditions=fiducia-source', '--disable-warning=ExperimentalWarning', ...nodeArguments(files, options)],
      { ...options.env, TEST_SUMMARY_FILE: summaryFile, ...(options.sharedTemporary ? {} : { TMPDIR: temporary }) },
      options.minutes,
      root,
      options.yields,
    )
    return { ...result, ...readSummary(summaryFile), left: readdirSync(temporary) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the arguments of Node that run the files. */
function nodeArguments(files: readonly string[], { oneProcess, titles, testSeconds }: TestOptions): readonly string[] {
  const milliseconds = testSeconds && testSeconds * 1000
  if (oneProcess) {
    const options: OneProcessOptions = {
      ...(milliseconds && { timeout: milliseconds }),
      ...(titles && { testNamePatterns: titles }),
    }
    // Most objects of a test are short-lived. A larger nursery saves a tenth of the time of all files.
    return ['--max-semi-space-size=64', join(root, 'scripts/run-in-one-process.ts'), JSON.stringify(options), ...files]
  }
  return [
    '--test',
    `--test-reporter=${pathToFileURL(join(root, 'scripts/test-reporter.ts'))}`,
    ...(milliseconds ? [`--test-timeout=${milliseconds}`] : []),
    ...(titles ? [`--test-name-pattern=${titles}`] : []),
    ...files,
  ]
}

/** Returns the summary of a run. A run without a summary has crashed and counts as one failure. */
function readSummary(file: string): TestSummary {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestSummary
  } catch {
    return { passed: 0, failed: 1, failures: ['the test run ended without a summary'], leftOut: [] }
  }
}

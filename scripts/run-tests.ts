/**
 * Runs test files in a Node of their own, with the project's condition and reporter.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, shortPath } from './source/files.ts'
import type { TestSummary } from './test-reporter.ts'

export interface CommandResult {
  readonly code: number
  readonly output: string
}

/** Runs a program, at the top of the repository when not said, and keeps what it prints. Killed after `minutes`. */
export function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  minutes = 10,
  cwd = root,
): Promise<CommandResult> {
  const { promise, resolve } = Promise.withResolvers<CommandResult>()
  const child = spawn(command, args, {
    cwd,
    // A run inside a run of node:test would be skipped without a word.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: minutes * 60_000,
    killSignal: 'SIGKILL',
  })
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
  /** What tests left in the temporary directory. */
  readonly left: readonly string[]
}

/** Folders of `test/` whose files run in memory, each by itself: half of the time of a process per file is spent reading the same modules. */
export const inOneProcess: ReadonlySet<string> = new Set(['conformance', 'property', 'middleware', 'deployment'])

/**
 * Files of other folders that do the same: they start no process, and change neither the environment nor the directory of
 * their own. Of a file that is not named here nothing is lost but time.
 */
const inMemory: ReadonlySet<string> = new Set(
  Object.entries({
    bench: ['capacity', 'floors', 'parts', 'vectors'],
    docs: ['guides'],
    e2e: ['custom-scheme', 'https-sandbox', 'it-wallet', 'pid-provider-races', 'walk', 'wallet-among-strangers'],
    guides: ['obtain-pid'],
    serve: [
      'attestation-keys',
      'configured-members',
      'federation-settings',
      'key-purposes',
      'listen-tls',
      'mdoc-signer',
      'national-logins',
      'production-devices',
      'run-service',
      'shown-trust-marks',
      'trust-mark-delegations',
      'turns',
    ],
  }).flatMap(([folder, names]) => names.map((name) => `test/${folder}/${name}.test.ts`)),
)

/** Whether a test file may share its process with others: those beside the code, those of such a folder, and those named. */
export function keepsToItself(file: string): boolean {
  const path = shortPath(file)
  const [top, folder = ''] = path.split('/')
  return top === 'src' || (top === 'test' && inOneProcess.has(folder)) || inMemory.has(path)
}

export interface TestOptions {
  /** All files in one process: faster, for tests that keep to themselves. */
  readonly oneProcess?: boolean
  readonly env?: Readonly<Record<string, string>>
  readonly minutes?: number
  /** Only tests whose title matches this. */
  readonly titles?: string
  /** Of one test, after which it has failed: for code in which something may never come. */
  readonly testSeconds?: number
  /** The system's temporary directory in the place of one of their own: the browser unpacks itself there, once. */
  readonly sharedTemporary?: boolean
}

export async function runTests(files: readonly string[], options: TestOptions = {}): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), 'fiducia-tests-'))
  const summaryFile = join(folder, 'summary.json')
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  try {
    const result = await run(
      process.execPath,
      [
        '--conditions=fiducia-source',
        '--disable-warning=ExperimentalWarning',
        // Much of what a test makes dies with it: with a larger nursery, a tenth less time for all files together.
        ...(options.oneProcess ? ['--max-semi-space-size=64', '--test-isolation=none'] : []),
        '--test',
        `--test-reporter=${join(root, 'scripts/test-reporter.ts')}`,
        ...(options.testSeconds ? [`--test-timeout=${options.testSeconds * 1000}`] : []),
        ...(options.titles ? [`--test-name-pattern=${options.titles}`] : []),
        ...files,
      ],
      { ...options.env, TEST_SUMMARY_FILE: summaryFile, ...(options.sharedTemporary ? {} : { TMPDIR: temporary }) },
      options.minutes,
    )
    return { ...result, ...readSummary(summaryFile), left: readdirSync(temporary) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A run that left no summary has crashed: one failure. */
function readSummary(file: string): TestSummary {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as TestSummary
  } catch {
    return { passed: 0, failed: 1, failures: ['the test run ended without a summary'], leftOut: [] }
  }
}

/**
 * Starts the sandbox as a user does: `bin/fiducia.mjs` in its own process and directory, on free ports. Imports little
 * of the package, because many tests import only this file.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, type TestContext } from 'node:test'
import { findFreeBase } from '../../src/sandbox/free-ports.ts'
import { freshDirectory } from './fresh-directory.ts'

/** `freeBase` returns the first of seven consecutive free ports. */
export { findFreeBase as freeBase, freshDirectory }

const bin = join(import.meta.dirname, '../../bin/fiducia.mjs')

/**
 * Further arguments for every sandbox of a run, so that the same suites run over replicas. `{database}` is an empty
 * database on the server of DATABASE_URL_TEST, one per directory.
 */
const furtherWords = process.env.TEST_SANDBOX_WORDS?.split(' ') ?? []
const databases = new Map<string, Promise<string>>()

const givenDatabase = async (): Promise<string> =>
  (await (await import('./postgres.ts')).startPostgres({ from: 'given' })).url

async function wordsOf(words: readonly string[], cwd: string): Promise<readonly string[]> {
  const [first = '--'] = words
  if (furtherWords.length === 0 || !first.startsWith('--')) return words
  const database = databases.get(cwd) ?? givenDatabase()
  databases.set(cwd, database)
  const url = await database
  return [...words, ...furtherWords.map((word) => word.replace('{database}', url))]
}

export interface Finished {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the command until it ends. */
export async function runFiducia(words: readonly string[], cwd = freshDirectory()): Promise<Finished> {
  const started = begin(await wordsOf(words, cwd), cwd)
  const code = await started.ended
  return { code, out: started.output.out, err: started.output.err }
}

/** Runs the command until it ends. Sends the signal when it has printed the text `at`. */
export async function interruptFiducia(
  words: readonly string[],
  { cwd, at, signal }: { readonly cwd: string; readonly at: string; readonly signal: NodeJS.Signals },
): Promise<Finished> {
  const { child, output, ended } = begin(await wordsOf(words, cwd), cwd)
  let isSent = false
  child.stdout?.on('data', () => {
    if (isSent || !output.out.includes(at)) return
    isSent = true
    child.kill(signal)
  })
  return { code: await ended, ...output }
}

interface RunningState {
  readonly console: string
  readonly trust_anchor: string
  readonly wallet_provider: string
  readonly pid_provider: string
  readonly relying_party: string
  readonly national_idp: { readonly oidc: string; readonly saml: string }
  readonly admin_token: string
  readonly certificate_authority?: string
}

export interface RunningSandbox {
  readonly base: number
  readonly cwd: string
  readonly pid: number
  readonly state: RunningState
  /** Returns the output so far. */
  output(): Finished
  /** Sends the signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<Finished>
}

/**
 * Starts the sandbox without the life cycle and waits for its state file, which it writes when every service answers.
 * The sandbox ends with the test.
 */
export async function startSandbox(
  t: Pick<TestContext, 'after'>,
  words: readonly string[] = [],
  { cwd = freshDirectory(), base }: { readonly cwd?: string; readonly base?: number } = {},
): Promise<RunningSandbox> {
  const { port, started, state } = await startOnFreePorts(words, cwd, base)
  const end = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<Finished> => {
    started.child.kill(signal)
    return { code: await started.ended, ...started.output }
  }
  t.after(() => end())
  const pid = started.child.pid ?? 0
  return { base: port, cwd, pid, state, end, output: () => ({ code: started.child.exitCode, ...started.output }) }
}

let shared: Promise<RunningSandbox> | undefined

/**
 * Returns a function that returns the sandbox of all files in this process that call this function. It starts before
 * their tests, with `kept` as its data directory, and ends after them. A test must permit what the other files change.
 */
export function sharedSandbox(): () => RunningSandbox {
  let running: RunningSandbox
  before(async (t) => {
    shared ??= startSandbox(t as unknown as TestContext, ['--data', 'kept'])
    running = await shared
  })
  return () => running
}

/** Starts the sandbox. Tries other ports if another program takes one between the search and the start. */
async function startOnFreePorts(words: readonly string[], cwd: string, base: number | undefined, tries = 3) {
  const port = base ?? (await findFreeBase())
  const started = begin(await wordsOf(['--no-demo', '--port', String(port), ...words], cwd), cwd)
  try {
    return { port, started, state: await waitForState(cwd, started) }
  } catch (thrown) {
    started.child.kill('SIGKILL')
    await started.ended
    if (base !== undefined || tries === 1 || !/^Port \d+ is in use/m.test(started.output.err)) throw thrown
    return startOnFreePorts(words, cwd, base, tries - 1)
  }
}

interface Begun {
  readonly child: ChildProcess
  readonly output: { out: string; err: string }
  readonly ended: Promise<number | null>
}

function begin(words: readonly string[], cwd: string): Begun {
  const child = spawn(process.execPath, ['--conditions=fiducia-source', bin, ...words], { cwd })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  return { child, output, ended: new Promise((resolve) => child.once('close', resolve)) }
}

function stateIn(cwd: string): (RunningState & { readonly pid: number }) | undefined {
  try {
    return JSON.parse(readFileSync(join(cwd, '.fiducia/sandbox.json'), 'utf8'))
  } catch {
    return undefined
  }
}

async function waitForState(cwd: string, { child, output }: Begun): Promise<RunningState> {
  for (let waited = 0; waited < 90_000; waited += 50) {
    const state = stateIn(cwd)
    if (state !== undefined && state.pid === child.pid) return state
    if (child.exitCode !== null) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the sandbox did not start: ${output.err}`)
}

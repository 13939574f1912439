/**
 * A PostgreSQL for tests: the server of `DATABASE_URL_TEST` if set, else a new server by the programs of this machine,
 * else by those of the npm package. A new server runs on a loopback port, in a temporary directory that is removed in
 * every case. Throws if it cannot start.
 *
 * A new server can be restarted, killed, stalled and resumed; the server of `DATABASE_URL_TEST` cannot.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { childrenOf } from './child-processes.ts'
import {
  machinePrograms,
  type PostgresPrograms,
  packagedPrograms,
  type ServerUser,
  serverUser,
} from './postgres/programs.ts'

interface PostgresOptions {
  /** `given` is DATABASE_URL_TEST. Defaults to the first of the three that is available. */
  readonly from?: 'given' | 'machine' | 'package'
  /** Starts a new server even if `DATABASE_URL_TEST` is set, because the test stops it. */
  readonly own?: true
  readonly maxConnections?: number
}

export interface TestPostgres extends AsyncDisposable {
  /** URL of an initially empty database. */
  readonly url: string
  /**
   * Creates another database on the same server, empty or a copy of one to which nobody is connected. Returns its URL.
   */
  createDatabase(from?: string): Promise<string>
  /** Stops the server and starts it on the same port and data. `crash` kills it, so that nothing is flushed. */
  restart(options?: { readonly crash?: boolean }): Promise<void>
  /** Stops the server until `restart`. */
  halt(): Promise<void>
  /** Suspends every process of the server: connections are accepted, but not answered. */
  stall(): void
  resume(): void
  stop(): Promise<void>
}

export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const given = options.own ? undefined : process.env.DATABASE_URL_TEST
  const from = options.from ?? (given ? 'given' : machinePrograms() ? 'machine' : 'package')
  if (from !== 'given') return startOwn(from, options.maxConnections ?? 100)
  if (!given) throw new Error('DATABASE_URL_TEST is not set')
  const refuse = (): never => {
    throw new Error('a test must not stop the server of DATABASE_URL_TEST')
  }
  const created: string[] = []
  const createDatabase = async (from?: string): Promise<string> => {
    const url = await makeDatabase(given, from)
    created.push(new URL(url).pathname.slice(1))
    return url
  }
  const stop = async (): Promise<void> => {
    for (const name of created.splice(0)) await administer(given, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
  const own = { restart: async () => refuse(), halt: async () => refuse(), stall: refuse, resume: refuse }
  return { url: await createDatabase(), createDatabase, ...own, stop, [Symbol.asyncDispose]: stop }
}

/** Runs the statements, one after another, on a connection of their own. */
export async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

async function makeDatabase(url: string, from?: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = from === undefined ? '' : ` TEMPLATE ${new URL(from).pathname.slice(1)}`
  await administer(url, `CREATE DATABASE ${name}${template}`)
  const made = new URL(url)
  made.pathname = `/${name}`
  return made.href
}

/** Settings without durability: the data of these tests need not survive a crash of the machine. */
const settings = [
  'deadlock_timeout=50ms',
  'fsync=off',
  'full_page_writes=off',
  'unix_socket_directories=',
  'listen_addresses=127.0.0.1',
]

async function startOwn(from: 'machine' | 'package', maxConnections: number): Promise<TestPostgres> {
  const user = serverUser()
  // Another user may not be able to read the temporary directory of a test run.
  const directory = mkdtempSync(join(user ? '/tmp' : tmpdir(), 'fiducia-postgres-'))
  const release = startGuard(directory)
  let server: ChildProcess | undefined
  try {
    if (user) chownSync(directory, user.uid, user.gid)
    const programs = from === 'machine' ? machinePrograms() : packagedPrograms(directory)
    if (programs === undefined) throw new Error('this machine has no PostgreSQL')
    const data = join(directory, 'data')
    initialize(programs, data, user)
    const port = await freePort()
    const url = `postgresql://fiducia@127.0.0.1:${port}/postgres`
    const run = async (): Promise<void> => {
      const words = [...settings, `port=${port}`, `max_connections=${maxConnections}`].flatMap((word) => ['-c', word])
      server = spawn(programs.postgres, ['-D', data, ...words], {
        ...user,
        cwd: directory,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      await untilReady(server)
    }
    const halt = async (signal: 'SIGINT' | 'SIGKILL'): Promise<void> => {
      const running = server
      server = undefined
      if (running?.pid === undefined || running.exitCode !== null) return
      const closed = new Promise((resolve) => running.once('close', resolve))
      signalAll(running.pid, 'SIGCONT')
      if (signal === 'SIGKILL') signalAll(running.pid, 'SIGKILL')
      else process.kill(running.pid, 'SIGINT')
      await closed
    }
    const stop = async (): Promise<void> => {
      await halt('SIGINT')
      release()
      rmSync(directory, { recursive: true, force: true })
    }
    await run()
    return {
      url: await makeDatabase(url),
      createDatabase: (from) => makeDatabase(url, from),
      restart: async ({ crash = false } = {}) => {
        await halt(crash ? 'SIGKILL' : 'SIGINT')
        await run()
      },
      halt: () => halt('SIGINT'),
      stall: () => signalAll(server?.pid, 'SIGSTOP'),
      resume: () => signalAll(server?.pid, 'SIGCONT'),
      stop,
      [Symbol.asyncDispose]: stop,
    }
  } catch (thrown) {
    signalAll(server?.pid, 'SIGKILL')
    release()
    throw thrown
  }
}

/**
 * Starts a guard process. When this process ends for any reason (its pipe closes, even after SIGKILL), the guard ends
 * the server and removes the directory. Returns a function that makes the guard do so earlier.
 */
function startGuard(directory: string): () => void {
  const last = `cat; pid=$(head -n 1 data/postmaster.pid) && kill -CONT $pid && kill -QUIT $pid && sleep 1; cd /; rm -rf "$0"`
  const guard = spawn('sh', ['-c', last, directory], {
    cwd: directory,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  const { stdin } = guard
  if (stdin instanceof Socket) stdin.unref()
  return () => void stdin?.end()
}

/** Runs initdb, as another user if this process is root. Throws with the output of initdb. */
function initialize({ initdb }: PostgresPrograms, data: string, user: ServerUser | undefined): void {
  const words = ['-D', data, '-U', 'fiducia', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--wal-segsize=1']
  const { status, stderr, error } = spawnSync(initdb, words, { ...user, cwd: '/', encoding: 'utf8' })
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? stderr}`)
}

/** Resolves when the server accepts connections. Rejects with its last output if it ends before. */
function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-4000)
      if (output.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}:\n${output}`)))
  })
}

/** Sends the signal to the server and to each process that it forked. */
function signalAll(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  for (const each of [pid, ...childrenOf(pid)])
    try {
      process.kill(each, signal)
    } catch {
      // It had already ended.
    }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** `fiducia serve --workers` as an operator runs it: processes over one PostgreSQL, one of them killed, all stopped. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findPort, servingEnvironment } from '../../src/node/index.ts'
import { initialize } from '../../src/serve/index.ts'
import { migratePostgres, trustAnchorSchema } from '../../src/stores/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { startPostgres } from '../support/postgres.ts'

const directory = freshDirectory()
const { file } = await initialize('trust-anchor', { directory })

interface Line {
  readonly event?: string
  readonly pid?: number
  readonly port?: number
  readonly text?: string
}

const started: ChildProcess[] = []
after(() => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL')
})

const freePort = (): Promise<number> => findPort({ port: 0, hosts: ['127.0.0.1'] })

function startWorkers(databaseUrl: string, operationsPort: number, port = 0) {
  const bin = join(import.meta.dirname, '../../bin/fiducia.mjs')
  const words = [
    'serve',
    'trust-anchor',
    '--config',
    file,
    '--port',
    `${port}`,
    '--workers',
    '2',
    '--database',
    databaseUrl,
  ]
  const child = spawn(process.execPath, ['--conditions=fiducia-source', bin, ...words], {
    env: {
      ...process.env,
      FIDUCIA_OPERATIONS_PORT: String(operationsPort),
      FIDUCIA_SHUTDOWN_DRAIN_SECONDS: '1',
      FIDUCIA_SELF_CHECK: 'false',
    },
  })
  started.push(child)
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  const lines = (event: string): readonly Line[] =>
    said.out
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Line)
      .filter((line) => line.event === event)
  const until = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> => {
    for (const since = performance.now(); !(await isSo()); ) {
      assert.ok(performance.now() - since < 30_000, `${what}: ${said.err}${said.out}`)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, said, lines, until, ended }
}

test('over PostgreSQL a killed worker is replaced, the metrics of the workers add up, and a stop is orderly', async () => {
  await using postgres = await startPostgres()
  const url = await postgres.createDatabase()
  await migratePostgres(url, trustAnchorSchema)
  const operationsPort = await freePort()
  const { child, lines, until, ended } = startWorkers(url, operationsPort)
  const operations = async (path: string): Promise<Response> => fetch(`http://127.0.0.1:${operationsPort}${path}`)
  await until('two workers', () => lines('listening').length === 2)
  const [first, second] = lines('listening') as [Line, Line]
  assert.equal(first.port, second.port)
  if (existsSync('/proc/self/environ')) {
    const { GLIBC_TUNABLES, NODE_OPTIONS } = servingEnvironment(process.env)
    for (const variable of [`GLIBC_TUNABLES=${GLIBC_TUNABLES}`, `NODE_OPTIONS=${NODE_OPTIONS}`])
      assert.ok(readFileSync(`/proc/${first.pid}/environ`, 'utf8').includes(`${variable}\0`))
  }
  const limitsAlone = ({ text = '' }: Line): boolean => text.startsWith('Each process limits its clients on its own')
  assert.equal(lines('notice').filter(limitsAlone).length, 2)
  const ask = async (): Promise<number> =>
    (
      await fetch(`http://127.0.0.1:${first.port}/list`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(5000),
      })
    ).status

  for (let index = 0; index < 12; index += 1) assert.equal(await ask(), 200)
  const figures = await (await operations('/metrics')).text()
  assert.match(figures, /^fiducia_requests_total\{surface="trust-anchor\/list",status="200",role="trust-anchor"\} 12$/m)
  assert.equal((await operations('/ready')).status, 200)

  const late = startWorkers(url, await freePort(), first.port)
  assert.equal(await late.ended, 1)
  assert.match(late.said.err, /^Port \d+ is in use: stop what uses it, or choose another with --port\.\n$/)

  // The open requests of the killed worker fail at once, later requests are answered, and no request waits.
  const asked = Array.from({ length: 40 }, ask)
  process.kill(second.pid ?? 0, 'SIGKILL')
  const answers = await Promise.allSettled(asked)
  for (const answer of answers)
    if (answer.status === 'rejected') assert.notEqual(answer.reason.name, 'TimeoutError', 'no request waits')
    else assert.equal(answer.value, 200)
  for (let index = 0; index < 6; index += 1) assert.equal(await ask(), 200)
  await until('the end of the worker is logged', () => lines('worker_ended').length === 1)
  await until('a new worker listens', () => lines('listening').length === 3)
  assert.equal(lines('worker_ended').length, 1)
  assert.equal(lines('listening')[2]?.port, first.port)
  assert.equal((await operations('/ready')).status, 200)

  child.kill('SIGTERM')
  await until('both workers stop', () => lines('stopping').length === 2)
  assert.equal(await ask(), 200, 'requests must be answered until load balancers notice the stop')
  assert.equal(await ended, 0)
  assert.equal(lines('stopped').length, 2)
  await assert.rejects(ask())
})

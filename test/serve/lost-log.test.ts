/**
 * A service that can no longer write its log: `fiducia serve` as a process, its standard output full or without a
 * reader.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { request } from 'undici'
import { logTo, writerTo } from '../../src/cli/standard-stream.ts'
import { findPort } from '../../src/node/index.ts'
import { initialize } from '../../src/serve/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { missingProgramWords } from '../support/missing-programs.ts'

const program = join(import.meta.dirname, '../../bin/fiducia.mjs')
const directory = freshDirectory()
const { file } = await initialize('trust-anchor', { directory })
const cuts: (() => void)[] = []
after(() => {
  for (const cut of cuts) cut()
})

/** Starts a service, sends refused requests (each writes a line of the log) and SIGTERM. Returns the exit code. */
async function served(output: 'pipe' | 'stalled' | number): Promise<number | null> {
  const port = await findPort({ port: 0 })
  const words = [program, 'serve', 'trust-anchor', '--config', file, '--port', String(port)]
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', output === 'stalled' ? 'pipe' : output, 'ignore'],
    env: {
      ...process.env,
      FIDUCIA_SELF_CHECK: 'false',
      FIDUCIA_OPERATIONS_PORT: '0',
      FIDUCIA_LIMITS_RATE_ENABLED: 'false',
    },
  })
  cuts.push(() => child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (output === 'pipe') child.stdout?.destroy()
  const get = (path: string): Promise<number | undefined> =>
    request(`http://127.0.0.1:${port}${path}`).then(
      async ({ statusCode, body }) => {
        await body.dump()
        return statusCode
      },
      () => undefined,
    )
  while (child.exitCode === null && (await get('/health')) !== 200)
    await new Promise((resolve) => setTimeout(resolve, 20))
  // More than an unread pipe can buffer.
  const refusals = output === 'stalled' ? 900 : 3
  for (let times = 0; times < refusals; times += 1) assert.equal(await get('/fetch'), 400, 'a refusal is answered')
  assert.equal(await get('/health'), 200)
  child.kill('SIGTERM')
  return ended
}

test('GEN-27 a log without a reader does not end the service', { timeout: 30_000 }, async () => {
  assert.equal(await served('pipe'), 0)
})

test('GEN-27 a stalled log reader does not delay the end of a service', { timeout: 30_000 }, async () => {
  assert.equal(await served('stalled'), 0)
})

test('GEN-27 a service keeps a bounded part of its log in memory for a stalled reader', () => {
  const taken: string[] = []
  const stream = Object.assign(new Socket(), { fd: 1 })
  let waiting = 0
  Object.defineProperty(stream, 'writableLength', { get: () => waiting })
  stream.write = (text: string | Uint8Array) => {
    taken.push(String(text))
    waiting += text.length
    return false
  }
  const log = logTo(stream, writerTo(stream as unknown as NodeJS.WriteStream & { fd: number }))
  const line = 'x'.repeat(1_000_000)
  for (let times = 0; times < 10; times += 1) log.write(line)
  assert.equal(taken.length, 5)
  waiting = 0
  log.write('again')
  assert.equal(taken.at(-1), 'again')
})

const full = '/dev/full'
const missing = !existsSync(full) && `${missingProgramWords}${full}`
test('GEN-27 a log on a full disk does not end the service', { timeout: 30_000, skip: missing }, async () => {
  assert.equal(await served(openSync(full, 'a')), 0)
})

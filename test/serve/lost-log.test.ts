/** A service whose log can no longer be written: `fiducia serve` as a process, its standard output full or without a reader. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findPort } from '../../src/node/index.ts'
import { initialize } from '../../src/serve/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { lackingWords } from '../support/lacking.ts'

const program = join(import.meta.dirname, '../../bin/fiducia.mjs')
const directory = freshDirectory()
const { file } = await initialize('trust-anchor', { directory })
const cuts: (() => void)[] = []
after(() => {
  for (const cut of cuts) cut()
})

/** Serves until it answers, is refused something three times (each a line of the log), and is told to stop: its exit code. */
async function served(output: 'pipe' | number): Promise<number | null> {
  const port = await findPort({ port: 0 })
  const words = [program, 'serve', 'trust-anchor', '--config', file, '--port', String(port)]
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', output, 'ignore'],
    env: { ...process.env, FIDUCIA_SELF_CHECK: 'false', FIDUCIA_OPERATIONS_PORT: '0' },
  })
  cuts.push(() => child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.stdout?.destroy()
  const get = (path: string): Promise<number | undefined> =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => undefined,
    )
  while (child.exitCode === null && (await get('/health')) !== 200)
    await new Promise((resolve) => setTimeout(resolve, 20))
  for (let times = 0; times < 3; times += 1) assert.equal(await get('/fetch'), 400, 'a refusal is answered')
  assert.equal(await get('/health'), 200)
  child.kill('SIGTERM')
  return ended
}

test('GEN-27 a log that nobody reads any more ends no service', { timeout: 30_000 }, async () => {
  assert.equal(await served('pipe'), 0)
})

const full = '/dev/full'
const missing = !existsSync(full) && `${lackingWords}${full}`
test('GEN-27 a log on a disk that is full ends no service', { timeout: 30_000, skip: missing }, async () => {
  assert.equal(await served(openSync(full, 'a')), 0)
})

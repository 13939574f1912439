/**
 * Requirements of `fiducia serve --workers`. workers.long.ts covers the replacement, the count and the stop of workers.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { register } from '../../src/cli/commands/serve.ts'
import { runProgram } from '../../src/cli/program.ts'
import { findPort } from '../../src/node/index.ts'
import { initialize } from '../../src/serve/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'
import { startPostgres } from '../support/postgres.ts'

test('workers on the embedded store are refused in one sentence', async () => {
  const { file } = await initialize('trust-anchor', { directory: freshDirectory() })
  const err: string[] = []
  const terminal = { out: () => undefined, err: (text: string) => void err.push(text) }
  const code = await runProgram([register], ['serve', 'trust-anchor', '--config', file, '--workers', '2'], terminal)
  assert.equal(code, 2)
  assert.match(
    err.join(''),
    /^The configuration has a fault:\n {2}--workers needs PostgreSQL: the embedded store takes one process \(DATABASE_URL\)\n$/,
  )
})

/** Serves a Trust Anchor in two workers, as an operator does. Returns the exit code and the text on standard error. */
async function serveInWorkers(
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly err: string }> {
  const { file } = await initialize('trust-anchor', { directory: freshDirectory() })
  const bin = join(import.meta.dirname, '../../bin/fiducia.mjs')
  const words = ['serve', 'trust-anchor', '--config', file, '--workers', '2']
  const child = spawn(process.execPath, ['--conditions=fiducia-source', bin, ...words], {
    env: { ...process.env, ...environment },
  })
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const [code] = await once(child, 'close')
  return { code, err }
}

test('GEN-68 workers that find no database end the service with 1, so that a service manager starts it again', async () => {
  const closedPort = await findPort({ port: 0, hosts: ['127.0.0.1'] })
  const { code, err } = await serveInWorkers({ DATABASE_URL: `postgresql://fiducia@127.0.0.1:${closedPort}/none` })
  assert.match(err, /PostgreSQL is out of reach \(ECONNREFUSED: nothing listens there\)/)
  assert.match(err, /^The workers could not start: see their messages above\.$/m)
  assert.doesNotMatch(err, /The configuration has a fault/)
  assert.equal(code, 1)
})

test('GEN-68 workers whose settings have a fault end the service with 2', async () => {
  await using postgres = await startPostgres()
  const tokenFile = join(freshDirectory(), 'short.token')
  writeFileSync(tokenFile, 'short')
  const { code, err } = await serveInWorkers({
    DATABASE_URL: postgres.url,
    FIDUCIA_DATABASE_MIGRATE: 'true',
    FIDUCIA_ADMINISTRATION_TOKEN_FILE: tokenFile,
  })
  assert.match(err, /^ {2}administration: the token /m)
  assert.match(err, /^ {2}the workers could not start: see their messages above$/m)
  assert.equal(code, 2)
})

/** Workers that hang, and a worker that only seems to hang: `src/serve/run-workers.ts`. */
import assert from 'node:assert/strict'
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { initialize } from '../../src/serve/index.ts'
import { runWorkers } from '../../src/serve/run-workers.ts'
import type { Log } from '../../src/telemetry/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'

const until = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> => {
  for (const since = performance.now(); !(await isSo()); ) {
    assert.ok(performance.now() - since < 20_000, what)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Settings without an operations listener, and without a pause at the stop. */
const quiet = {
  listen: { port: 0, hosts: ['127.0.0.1'] },
  operations: { port: undefined, hosts: [] },
  shutdown: { drainSeconds: 0, timeoutSeconds: 0 },
}

function endsOfWorkers() {
  const ended: string[] = []
  const log = { warn: (_: string, { code }: { readonly code: string }) => void ended.push(code) } as unknown as Log
  return { ended, log }
}

test('a hanging worker is reported, killed and replaced', async () => {
  cluster.setupPrimary({ exec: join(import.meta.dirname, '../support/hanging-worker.ts'), execArgv: [] })
  const told: string[] = []
  const log = { warn: (event: string) => void told.push(event) } as unknown as Log
  const { listen } = quiet
  const settings = { listen, operations: listen, shutdown: { drainSeconds: 0, timeoutSeconds: 1 } }
  const workers = await runWorkers('trust-anchor', 2, settings, log, 7)
  try {
    const ask = async () => (await fetch(`http://127.0.0.1:${workers.operationsPort}/ready`)).json()
    await until('both workers serve', async () => (await ask()).notes?.length === 0 && (await ask()).status === 'ready')
    await until('one worker is reported as missing', async () => (await ask()).notes[0] === 'of 2 workers 1 answer')
    assert.equal((await ask()).status, 'ready')
    await until('the hanging worker is killed', () => told.includes('worker_ended'))
    await until('both workers serve again', async () => (await ask()).notes.length === 0)
  } finally {
    await workers.stop()
  }
})

test('a stop waits some seconds for a hanging worker, and then ends', async () => {
  cluster.setupPrimary({ exec: join(import.meta.dirname, '../support/sigterm-ignoring-worker.ts'), execArgv: [] })
  const log = { warn: () => undefined } as unknown as Log
  const workers = await runWorkers('trust-anchor', 1, quiet, log)
  await once(cluster, 'message')
  const since = performance.now()
  await workers.stop()
  assert.ok(performance.now() - since > 4000, 'the worker got its time to stop')
})

test('a worker is replaced even if processes cannot be started for some time', async (t) => {
  cluster.setupPrimary({ exec: join(import.meta.dirname, '../support/sigterm-ignoring-worker.ts'), execArgv: [] })
  const { ended, log } = endsOfWorkers()
  const workers = await runWorkers('trust-anchor', 1, quiet, log)
  t.after(() => workers.stop())
  const [worker] = (await once(cluster, 'message')) as [Worker]
  worker.emit('message', { fiducia: 'readiness', report: { ready: true, reasons: [], notes: [] } })
  const { execPath } = process
  const { fork } = cluster
  t.after(() => {
    process.execPath = execPath
    cluster.fork = fork
  })
  process.execPath = '/nowhere/node'
  worker.process.kill('SIGKILL')
  await until('one start has failed', () => ended.length === 2)
  cluster.fork = () => {
    throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' })
  }
  await until('another start has failed', () => ended.length === 3)
  process.execPath = execPath
  cluster.fork = fork
  await once(cluster, 'message')
  assert.deepEqual(ended, ['signal', 'ENOENT', 'ENOMEM'])
})

test('a stopping worker does not count as hanging', async (t) => {
  const { file } = await initialize('trust-anchor', { directory: freshDirectory() })
  const written = JSON.parse(readFileSync(file, 'utf8').replace(/^\s*\/\/.*$/gm, ''))
  writeFileSync(file, JSON.stringify({ ...written, selfCheck: false, shutdown: { drainSeconds: 6 } }))
  const { argv } = process
  t.after(() => {
    process.argv = argv
  })
  // Workers get the arguments of the first process.
  process.argv = [...argv.slice(0, 2), 'serve', 'trust-anchor', '--config', file, '--host', '127.0.0.1']
  const exec = join(import.meta.dirname, '../../bin/fiducia.mjs')
  cluster.setupPrimary({ exec, execArgv: ['--conditions=fiducia-source'], silent: true })
  const { ended, log } = endsOfWorkers()
  const settings = { ...quiet, shutdown: { drainSeconds: 0, timeoutSeconds: 1 } }
  const workers = await runWorkers('trust-anchor', 1, settings, log, 3)
  try {
    const [worker] = (await once(cluster, 'message')) as [Worker]
    const since = performance.now()
    worker.process.kill('SIGTERM')
    await until('the worker has ended', () => ended.length > 0)
    assert.deepEqual(ended, ['0'], 'the worker ended without a kill')
    assert.ok(performance.now() - since > 5000, 'the stop took longer than the limit for silent workers')
  } finally {
    await workers.stop()
  }
})

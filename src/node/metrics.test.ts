import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { collectWorkerMetrics } from './metrics.ts'

after(() => cluster.disconnect())

test('figures of workers are added up, or the worst of them is told; one that hangs holds none of them back', async () => {
  cluster.setupPrimary({ exec: join(import.meta.dirname, '../../test/support/metrics-worker.ts'), execArgv: [] })
  const workers = Array.from({ length: 3 }, () => cluster.fork())
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  const { text } = await collectWorkerMetrics()
  assert.match(text, /^fiducia_counted\{role="role"\} 6$/m)
  assert.match(text, /^fiducia_worst\{role="role"\} 3$/m)
  assert.match(text, /^fiducia_workers 3$/m)
  if (process.platform === 'win32') return

  workers[0]?.process.kill('SIGSTOP')
  const { text: without } = await collectWorkerMetrics(200)
  workers[0]?.process.kill('SIGCONT')
  assert.match(without, /^fiducia_counted\{role="role"\} 6$/m, 'what it said last stands')
  assert.match(without, /^fiducia_workers 2$/m)
})

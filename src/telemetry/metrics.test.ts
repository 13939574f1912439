import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import perfHooks from 'node:perf_hooks'
import { after, test } from 'node:test'
import { collectWorkerMetrics, createMetrics } from './metrics.ts'

after(() => cluster.disconnect())

test('metrics of workers are added or their maximum is used, and the last metrics of a stopped worker are kept', async () => {
  cluster.setupPrimary({ exec: join(import.meta.dirname, '../../test/support/metrics-worker.ts'), execArgv: [] })
  const workers = Array.from({ length: 3 }, () => cluster.fork())
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  const { text } = await collectWorkerMetrics('role')
  assert.match(text, /^fiducia_counted\{role="role"\} 6$/m)
  assert.match(text, /^fiducia_worst\{role="role"\} 3$/m)
  assert.match(text, /^fiducia_workers\{role="role"\} 3$/m)
  if (process.platform === 'win32') return

  workers[0]?.process.kill('SIGSTOP')
  const { text: without } = await collectWorkerMetrics('role', 200)
  workers[0]?.process.kill('SIGCONT')
  assert.match(without, /^fiducia_counted\{role="role"\} 6$/m, 'the last metrics of the stopped worker are counted')
  assert.match(without, /^fiducia_workers\{role="role"\} 2$/m)
})

test('the counters and histograms of a worker that ended are still counted, but its gauges are not', async () => {
  cluster.setupPrimary({ exec: join(import.meta.dirname, '../../test/support/metrics-worker.ts'), execArgv: [] })
  const startWorker = async () => {
    const worker = cluster.fork()
    await once(worker, 'message')
    return worker
  }
  const read = async () => {
    const { text } = await collectWorkerMetrics('role')
    const value = (name: string) => Number(text.match(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'm'))?.[1] ?? 0)
    return ['fiducia_requests_total', 'fiducia_request_seconds_count', 'fiducia_counted'].map(value)
  }
  const [requests = 0, timed = 0, counted = 0] = await read()
  for (const round of [1, 2]) {
    const worker = await startWorker()
    assert.deepEqual(await read(), [requests + round, timed + round, counted + worker.id])
    const ended = once(worker, 'exit')
    worker.process.kill('SIGKILL')
    await ended
    assert.deepEqual(await read(), [requests + round, timed + round, counted])
  }
})

test('a counter is read on demand and not added twice', async () => {
  const metrics = createMetrics('wallet-provider')
  let refused = 2
  metrics.counter('fiducia_connections_refused_total', 'Refused', () => refused)
  const lines = async () => (await metrics.text()).text.match(/^(?:# TYPE )?fiducia_connections_refused_total.*$/gm)
  const sample = (value: number) => `fiducia_connections_refused_total{role="wallet-provider"} ${value}`
  assert.deepEqual(await lines(), ['# TYPE fiducia_connections_refused_total counter', sample(2)])
  refused = 5
  assert.equal((await lines())?.at(-1), sample(5))
})

test('the roles of a process share the metrics of the process, each with its own label', async (t) => {
  createMetrics('wallet-provider')
  const { mock } = t.mock.method(perfHooks, 'monitorEventLoopDelay')
  for (const role of ['pid-provider', 'relying-party']) {
    const { text } = await createMetrics(role).text()
    const labels = [...text.matchAll(/^(?:nodejs_eventloop_lag_max_seconds|process_start_time_seconds)\{(.*)\}/gm)]
    assert.deepEqual(
      labels.map(([, label]) => label),
      [`role="${role}"`, `role="${role}"`],
    )
  }
  assert.equal(mock.callCount(), 0)
})

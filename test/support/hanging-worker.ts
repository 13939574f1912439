/**
 * A worker that reports readiness; the first one then blocks its event loop. Started by
 * `test/serve/hanging-workers.test.ts`.
 */
import cluster from 'node:cluster'
import { reportReadiness } from '../../src/serve/worker.ts'

reportReadiness(async () => ({ ready: true, reasons: [], notes: [] }))
if (cluster.worker?.id === 1)
  setTimeout(() => {
    for (;;);
  }, 200)
process.on('SIGTERM', () => process.exit())

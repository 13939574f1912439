/** A worker that says that it is ready and, as the first one, goes round no more; run by `test/serve/hanging-workers.test.ts`. */
import cluster from 'node:cluster'
import { tellReadiness } from '../../src/serve/worker.ts'

tellReadiness(async () => ({ ready: true, reasons: [], notes: [] }))
if (cluster.worker?.id === 1)
  setTimeout(() => {
    for (;;);
  }, 200)
process.on('SIGTERM', () => process.exit())

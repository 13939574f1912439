/** A worker with its own metrics; started by `src/telemetry/metrics.test.ts`. */
import cluster from 'node:cluster'
import { createMetrics } from '../../src/telemetry/metrics.ts'

const metrics = createMetrics('role')
const own = cluster.worker?.id ?? 0
metrics.gauge('fiducia_counted', 'Of all together', () => own)
metrics.gauge('fiducia_worst', 'Of the worst', () => own, 'max')
metrics.request('role/health', 200, 0.001)
process.send?.('ready')

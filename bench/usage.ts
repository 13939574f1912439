/** Measures the resources that this process uses. Processor time per request is the least noisy absolute figure. */
import { performance } from 'node:perf_hooks'

export interface Usage {
  /** Processor time in microseconds, of this thread or of all threads. */
  readonly cpu: number
  readonly seconds: number
  /** Share of the time in which the event loop was busy, from 0 to 1. */
  readonly utilisation: number
  /** Resident memory in bytes. */
  readonly rss: number
}

/**
 * Returns a usage meter. Each call returns the usage since the last call. With `one`, the processor time excludes V8's
 * compiler threads, which work in the first minutes and are not a cost of a request. With `all`, it includes all threads,
 * for an implementation with cryptography outside the serving thread.
 */
export function createUsageMeter(threads: 'one' | 'all' = 'one'): () => Usage {
  const measure = threads === 'one' ? process.threadCpuUsage : process.cpuUsage
  const read = (since?: NodeJS.CpuUsage): NodeJS.CpuUsage => measure.call(process, since)
  let cpu = read()
  let loop = performance.eventLoopUtilization()
  let at = performance.now()
  return () => {
    const used = read(cpu)
    const busy = performance.eventLoopUtilization(loop)
    const seconds = (performance.now() - at) / 1000
    cpu = read()
    loop = performance.eventLoopUtilization()
    at = performance.now()
    return { cpu: used.user + used.system, seconds, utilisation: busy.utilization, rss: process.memoryUsage.rss() }
  }
}

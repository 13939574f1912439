/** Resources that a process used since the last call. Processor time per request is the least noisy absolute figure. */
import { performance } from 'node:perf_hooks'

export interface Usage {
  /**
   * Microseconds of the serving thread. Excludes the engine's compiler threads of the first minutes, which are not a
   * cost of a request.
   */
  readonly cpu: number
  readonly seconds: number
  /** Share of the time in which the event loop was busy. */
  readonly utilisation: number
  /** Bytes. */
  readonly rss: number
}

/**
 * Returns a usage meter. `all` counts all threads, for an implementation with cryptography outside the serving thread.
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

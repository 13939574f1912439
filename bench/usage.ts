/**
 * What a process has used since it was asked last. Processor time per request is the least noisy absolute figure there is.
 */
import { performance } from 'node:perf_hooks'

export interface Usage {
  /**
   * Microseconds of the thread that serves: what the engine's compiler does beside it in the first minutes is no cost of
   * a request.
   */
  readonly cpu: number
  readonly seconds: number
  /** Share of the time in which the event loop had something to do. */
  readonly utilisation: number
  /** Bytes. */
  readonly rss: number
}

/** Of all threads for who has his cryptography done by others than the one that serves. */
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

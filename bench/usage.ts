/**
 * What a process has used since it was asked last. Processor time per request is the least noisy absolute figure there is.
 */
import { performance } from 'node:perf_hooks'

export interface Usage {
  /** Microseconds, all threads. */
  readonly cpu: number
  readonly seconds: number
  /** Share of the time in which the event loop had something to do. */
  readonly utilisation: number
  /** Bytes. */
  readonly rss: number
}

export function createUsageMeter(): () => Usage {
  let cpu = process.cpuUsage()
  let loop = performance.eventLoopUtilization()
  let at = performance.now()
  return () => {
    const used = process.cpuUsage(cpu)
    const busy = performance.eventLoopUtilization(loop)
    const seconds = (performance.now() - at) / 1000
    cpu = process.cpuUsage()
    loop = performance.eventLoopUtilization()
    at = performance.now()
    return { cpu: used.user + used.system, seconds, utilisation: busy.utilization, rss: process.memoryUsage.rss() }
  }
}

/** Profiler of a measured process. Times that are measured while it runs are meaningless. */
import { Session } from 'node:inspector/promises'

export function createProfiler() {
  let session: Session | undefined
  return {
    startProfiling: async (): Promise<void> => {
      session = new Session()
      session.connect()
      await session.post('Profiler.enable')
      await session.post('Profiler.setSamplingInterval', { interval: 200 })
      await session.post('Profiler.start')
    },
    stopProfiling: async () => {
      const result = await session?.post('Profiler.stop')
      await session?.post('Profiler.disable')
      session?.disconnect()
      return result?.profile
    },
  }
}

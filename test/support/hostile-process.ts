/**
 * One side of the attack in its own process, so that its memory can be measured alone: `server` or `victim`. Reports
 * its address, then its memory on each request. Ends with its parent process.
 */
import { fork } from 'node:child_process'
import { startVictim } from './hostile-federation.ts'
import { startHostileServer } from './hostile-server.ts'

export interface HostileSide {
  readonly url: string
  memory(): Promise<NodeJS.MemoryUsage>
  stop(): void
}

/** Starts this file as the process of one side. */
export async function startSide(side: 'server' | 'victim'): Promise<HostileSide> {
  const child = fork(import.meta.filename, [side], { execArgv: ['--conditions=fiducia-source', '--expose-gc'] })
  const answer = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', () => reject(new Error(`the ${side} has ended`)))
    })
  return {
    url: await answer<string>(),
    memory: () => {
      const usage = answer<NodeJS.MemoryUsage>()
      child.send('memory')
      return usage
    },
    stop: () => child.disconnect(),
  }
}

if (import.meta.main) {
  const server = process.argv[2] === 'server'
  const url = server ? (await startHostileServer()).base : (await startVictim({ record() {} })).entityId
  process.on('message', () => {
    globalThis.gc?.()
    process.send?.(process.memoryUsage())
  })
  process.on('disconnect', () => process.exit())
  process.send?.(url)
}

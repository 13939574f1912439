/**
 * Measures the floors of a case in turns with the case. Every few hundredths of a second the service is suspended in the
 * middle of its work, and each of its floors gets the core for the same time. Other load on the machine changes within
 * tenths of a second. Short turns expose operation and floors to the same load. Floors that are measured before or after
 * the operation would be exposed to another load.
 */
import { setTimeout } from 'node:timers/promises'
import { type LoadResult, runClosedLoop } from './client/closed-loop.ts'
import type { RawAnswer } from './floors/http-floor.ts'
import { type Goal, goals } from './goals.ts'
import type { BenchOptions } from './options.ts'
import type { Processes } from './processes.ts'
import { addTurns, type Loop, type Rate, rateOf } from './rates.ts'
import type { Case } from './vectors/case.ts'

export type FloorPart = 'http' | 'crypto' | 'storage'

/** Returns the parts of the floor to which a row is compared. */
export const floorParts = ({ of }: Pick<Goal, 'of'>): readonly FloorPart[] =>
  of === 'http' ? ['http'] : of === 'crypto' ? ['crypto'] : ['http', 'crypto', 'storage']

export interface FloorTurns {
  /** Starts the turns, which suspend the service at intervals. */
  begin(): void
  /**
   * Ends the turns after the load. Returns the rates of the floors, and for how many milliseconds of the load the
   * service was suspended (`held`).
   */
  end(): Promise<{ readonly floors: Readonly<Partial<Record<FloorPart, Rate>>>; readonly held: number }>
}

/** Number of pairs, each a claim and a row, in one transaction of the storage floor. */
const pairs = 16

/** Prepares the turns. Takes the first turn of the floors before the service gets any request. */
export async function openFloorTurns(
  { service, floors, floorPorts, directory }: Processes,
  { turnMilliseconds: milliseconds, connections }: BenchOptions,
  one: Case,
  { requests, answer }: { readonly requests: readonly Buffer[]; readonly answer: RawAnswer },
): Promise<FloorTurns> {
  const inputs = {
    http: { milliseconds },
    crypto: { name: one.crypto, milliseconds },
    storage: { directory, milliseconds, pairs },
  }
  const goal = goals.find((row) => row.case === one.id) as Goal
  const parts = floorParts(goal).filter((part) => part === 'http' || (part === 'crypto' ? one.crypto : one.writes))
  const loops = new Map<FloorPart, Loop[]>(parts.map((part) => [part, []]))
  const takeFloors = async (): Promise<void> => {
    floors.release()
    for (const part of parts) loops.get(part)?.push(await floors.ask<Loop>(part, inputs[part]))
    floors.hold()
  }

  let isOver = false
  let raw: Promise<LoadResult> | undefined
  if (parts.includes('http')) {
    await floors.ask('answerWith', answer)
    const load = { port: floorPorts.raw, requests, connections, status: answer.status }
    await new Promise<void>((ready, fail) => {
      raw = runClosedLoop({ ...load, count: Number.POSITIVE_INFINITY, until: () => isOver, ready: async () => ready() })
      raw.catch(fail)
    })
  }
  await takeFloors()

  const holds: { readonly from: number; readonly to: number }[] = []
  const takeTurns = async (): Promise<void> => {
    for (;;) {
      await setTimeout(milliseconds)
      if (isOver) return
      service.hold()
      const from = performance.now()
      await takeFloors()
      holds.push({ from, to: performance.now() })
      service.release()
    }
  }
  let running = Promise.resolve()
  return {
    begin: () => {
      running = takeTurns()
    },
    end: async () => {
      const at = performance.now()
      isOver = true
      await running
      floors.release()
      await raw
      const held = holds.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, at) - from), 0)
      return { floors: Object.fromEntries([...loops].map(([part, taken]) => [part, rateOf(addTurns(taken))])), held }
    },
  }
}

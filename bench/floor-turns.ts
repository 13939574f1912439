/**
 * The floors of a case, taken while it is measured: every few hundredths of a second the service is held in the middle of
 * whatever it does, and its floors have the core for as long. What else works on the machine comes and goes within tenths of a
 * second: so it meets the operation and its floors alike, where a floor before and one after would meet another machine.
 */
import { setTimeout } from 'node:timers/promises'
import { type Fired, fire } from './client/closed-loop.ts'
import type { RawAnswer } from './floors/http-floor.ts'
import { type Goal, goals } from './goals.ts'
import type { BenchOptions } from './options.ts'
import type { Processes } from './processes.ts'
import { type Loop, type Rate, rateOf, total } from './rates.ts'
import type { Case } from './vectors/case.ts'

export type FloorPart = 'http' | 'crypto' | 'storage'

/** The parts of the floor that a row is compared with. */
export const floorParts = ({ of }: Pick<Goal, 'of'>): readonly FloorPart[] =>
  of === 'http' ? ['http'] : of === 'crypto' ? ['crypto'] : ['http', 'crypto', 'storage']

export interface FloorTurns {
  /** From now on the service is held by turns. */
  begin(): void
  /** The load is over: what the floors did, and for how many of its milliseconds the service was held. */
  end(): Promise<{ readonly floors: Readonly<Partial<Record<FloorPart, Rate>>>; readonly held: number }>
}

/** So many writes share a transaction when all connections write at once. */
const pairs = 16

/** Takes the first turn of the floors, before anything is sent to the service. */
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
  let raw: Promise<Fired> | undefined
  if (parts.includes('http')) {
    await floors.ask('answerWith', answer)
    const load = { port: floorPorts.raw, requests, connections, status: answer.status }
    await new Promise<void>((ready, fail) => {
      raw = fire({ ...load, count: Number.POSITIVE_INFINITY, until: () => isOver, ready: async () => ready() })
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
      return { floors: Object.fromEntries([...loops].map(([part, taken]) => [part, rateOf(total(taken))])), held }
    },
  }
}

/** Rate of verified presentations in two processes on two cores, compared with that of one process on one core. */
import { type Child, startChild } from '../channel.ts'
import type { Figure } from '../figures.ts'
import { type Loop, rateOf } from '../rates.ts'
import { type BehaviourContext, behaviourFigure } from './context.ts'

export async function measureTwoProcesses({ options, processes }: BehaviourContext): Promise<Figure[]> {
  const children = [0, 1].map((core) => startChild('in-process/process.ts', core, processes.pinned))
  const turn = { name: 'sd-jwt-verify', side: 'product', milliseconds: options.turnSeconds * 150 }
  const rate = async (child: Child): Promise<number> => rateOf(await child.ask<Loop>('run', turn)).perSecond
  try {
    const ratios: number[] = []
    for (const child of children) await rate(child)
    for (let attempt = 0; attempt < options.turns + 2; attempt += 1) {
      const alone = await rate(children[0] as Child)
      const together = await Promise.all(children.map(rate))
      ratios.push(together.reduce((sum, one) => sum + one, 0) / alone)
    }
    return [behaviourFigure('two-processes', ratios)]
  } finally {
    await Promise.all(children.map((child) => child.stop()))
  }
}

/** Context of the behaviour rows. They are measured after the rounds of a run, with the wallets of the last round. */
import type { Figure } from '../figures.ts'
import { type BehaviourCase, type Goal, goals } from '../goals.ts'
import type { CaseMeasurement } from '../measure.ts'
import type { BenchOptions } from '../options.ts'
import type { Processes } from '../processes.ts'
import { spreadOf } from '../statistics.ts'
import type { Stage } from '../vectors/case.ts'

export interface BehaviourContext {
  readonly processes: Processes
  readonly options: BenchOptions
  readonly stage: Stage
  /** Measurements of the steady rounds of this run. */
  readonly measured: readonly CaseMeasurement[]
}

const goalOf = (id: BehaviourCase): Goal => goals.find((goal) => goal.case === id) as Goal

/** Returns a figure from one ratio per turn. */
export const behaviourFigure = (
  id: BehaviourCase,
  ratios: readonly number[],
  more: Omit<Figure, 'goal' | 'ratio'> = {},
): Figure => ({ goal: goalOf(id), ratio: spreadOf(ratios), ...more })

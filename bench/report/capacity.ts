/**
 * Capacity of one core, for planning a deployment: the rates of a run, as a table between two marks of the operators'
 * guide.
 */
import type { CaseId, Goal } from '../goals.ts'

interface Capacity {
  readonly goal: Pick<Goal, 'case' | 'operation'>
  /** Rate of one core. */
  readonly perSecond?: number
}

/** Operations of a life cycle, in its order. */
const lifeCycleCases: readonly CaseId[] = [
  'wp-register',
  'wp-token',
  'pid-par-cold',
  'pid-authorize',
  'pid-token',
  'pid-credential',
  'rp-request-object',
  'rp-response',
  'rp-status',
  'entity-configuration',
]

const begin = '<!-- generated: figures of the bench -->\n'
const end = '<!-- end -->'

/**
 * Rounds to two significant digits. The third digit differs between runs on the same machine. Rounds to a whole number
 * first, so that the rates in docs/benchmarks.md, which are whole, have the same result.
 */
const rounded = (rate: number): string => Number(Math.round(rate).toPrecision(2)).toLocaleString('en')

/** Returns the guide with the rates between its marks. */
export function withCapacity(guide: string, all: readonly Capacity[]): string {
  const rows = lifeCycleCases.flatMap((id) => all.filter(({ goal }) => goal.case === id))
  const lines = rows.flatMap(({ goal, perSecond }) =>
    perSecond === undefined ? [] : [`| ${goal.operation} | ${rounded(perSecond)} |`],
  )
  const [before = '', rest = ''] = guide.split(begin)
  return [
    `${before}${begin}A core of the machine of [benchmarks](../benchmarks.md), saturated, on the embedded store:\n`,
    ['| operation | /s |', '| --- | --- |', ...lines, ''].join('\n'),
    rest.slice(rest.indexOf(end)),
  ].join('\n')
}

/** What one core does, for who plans a deployment: rates of a run, written between two marks of the operators' guide. */
import type { CaseId, Goal } from '../goals.ts'

interface Capacity {
  readonly goal: Pick<Goal, 'case' | 'operation'>
  /** Of one core. */
  readonly perSecond?: number
}

/** Those that a life cycle is made of, in its order. */
const told: readonly CaseId[] = [
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

/** Two digits, of the whole number that the page tells: the next run, on the same machine, differs in the third. */
const rounded = (rate: number): string => Number(Math.round(rate).toPrecision(2)).toLocaleString('en')

export function withCapacity(guide: string, all: readonly Capacity[]): string {
  const rows = told.flatMap((id) => all.filter(({ goal }) => goal.case === id))
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

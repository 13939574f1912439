/** Renders results as a table for a terminal, and as Markdown for the page. */
import { barOf } from '../goals.ts'
import { judge, type Result } from '../results.ts'
import type { Spread } from '../statistics.ts'

const ratio = (value: number): string => (Number.isFinite(value) ? value.toFixed(value >= 10 ? 1 : 2) : '–')

const spread = ({ median, least, most }: Spread): string =>
  least === most ? ratio(median) : `${ratio(median)} (${ratio(least)}–${ratio(most)})`

const rate = (perSecond: number | undefined): string =>
  perSecond === undefined ? '–' : Math.round(perSecond).toLocaleString('en')

const headings = ['operation', 'of', 'ratio', 'by CPU', 'must', 'moonshot', '/s', 'CPU µs', 'floor µs', ''] as const

function rowOf(result: Result): readonly string[] {
  const { goal, byCpu, cpu, floor, peer } = result
  const times = peer && cpu && `${(peer.cpu / cpu).toFixed(1)} times ${peer.name}`
  const { verdict } = judge(result)
  const notes = [verdict, result.fault, times, bareServerNote(result), result.note].filter((note) => note !== undefined)
  return [
    goal.operation,
    goal.of,
    spread(result.ratio),
    byCpu ? spread(byCpu) : '–',
    `${goal.least ? '≤' : '≥'} ${goal.must}`,
    `${goal.least ? '≤' : '≥'} ${goal.moonshot}`,
    rate(result.perSecond),
    cpu === undefined ? '–' : cpu.toFixed(1),
    floor === undefined ? '–' : floor.cpu.toFixed(1),
    notes.join('; '),
  ]
}

/** Returns the figure of the bare server in words, with the bar if it differs from the goal's. */
function bareServerNote({ goal, bare }: Result): string | undefined {
  if (bare === undefined) return undefined
  const bar = barOf(goal, 'must', bare.median)
  return `a bare server: ${spread(bare)}${bar === goal.must ? '' : `, so ≤ ${ratio(bar)} here`}`
}

export function renderTable(results: readonly Result[]): string {
  const rows = [headings, ...results.map(rowOf)]
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const markdown = (first: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(first), line(first.map(() => '---')), ...rows.map(line)].join('\n')

export const renderMarkdown = (results: readonly Result[]): string => markdown(headings, results.map(rowOf))

/** Renders the peers as Markdown: compared with their own floors, and with us by processor time. */
export function renderPeers(results: readonly Result[]): string {
  const rows = results.flatMap(({ goal, cpu, peer }) => {
    if (!peer || !cpu) return []
    const { floor } = peer
    const ownFloor = floor ? [floor.cpu.toFixed(1), ratio(floor.cpu / peer.cpu)] : ['–', '–']
    return [[peer.name, goal.operation, rate(peer.perSecond), peer.cpu.toFixed(1), ...ownFloor, ratio(peer.cpu / cpu)]]
  })
  const first = ['peer', 'for', '/s', 'CPU µs', 'its floor µs', 'of its floor', 'fiducia is … times as fast']
  return rows.length === 0 ? 'No peer was measured.' : markdown(first, rows)
}

/** The figures of a run as a table for a terminal, and as Markdown for the page. */
import { type Figure, judge } from '../figures.ts'
import type { Spread } from '../statistics.ts'

const ratio = (value: number): string => (Number.isFinite(value) ? value.toFixed(value >= 10 ? 1 : 2) : '–')

const spread = ({ median, least, most }: Spread): string =>
  least === most ? ratio(median) : `${ratio(median)} (${ratio(least)}–${ratio(most)})`

const rate = (perSecond: number | undefined): string =>
  perSecond === undefined ? '–' : Math.round(perSecond).toLocaleString('en')

const headings = ['operation', 'of', 'ratio', 'by CPU', 'must', 'moonshot', '/s', 'CPU µs', 'floor µs', ''] as const

function rowOf(figure: Figure): readonly string[] {
  const { goal, byCpu, cpu, floor, note } = figure
  const { must, moonshot, mustByCpu } = judge(figure)
  const verdict = moonshot ? 'moonshot' : must ? 'must' : mustByCpu ? 'must by CPU' : 'below'
  return [
    goal.operation,
    goal.of,
    spread(figure.ratio),
    byCpu ? spread(byCpu) : '–',
    `${goal.least ? '≤' : '≥'} ${goal.must}`,
    `${goal.least ? '≤' : '≥'} ${goal.moonshot}`,
    rate(figure.perSecond),
    cpu === undefined ? '–' : cpu.toFixed(1),
    floor === undefined ? '–' : floor.cpu.toFixed(1),
    note === undefined ? verdict : `${verdict}; ${note}`,
  ]
}

export function renderTable(figures: readonly Figure[]): string {
  const rows = [headings, ...figures.map(rowOf)]
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

export function renderMarkdown(figures: readonly Figure[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...figures.map((figure) => line(rowOf(figure)))].join('\n')
}

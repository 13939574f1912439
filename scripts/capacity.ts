/**
 * `npm run capacity`: computes what a country needs from the costs in docs/benchmarks.md, and writes it between the
 * marks of docs/guides/capacity.md. `--check` compares instead.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderNationalCapacity } from './capacity/render.ts'
import { root } from './source/files.ts'

const marks = ['<!-- generated: npm run capacity -->\n', '\n<!-- end -->'] as const

/** Returns the guide with its generated part. */
export function withNationalCapacity(guide: string, benchmarks: string): string {
  const [begin, end] = marks
  const [before = '', rest = ''] = guide.split(begin)
  return `${before}${begin}${renderNationalCapacity(benchmarks)}${rest.slice(rest.indexOf(end))}`
}

if (import.meta.main) {
  const path = join(root, 'docs/guides/capacity.md')
  const guide = readFileSync(path, 'utf8')
  const computed = withNationalCapacity(guide, readFileSync(join(root, 'docs/benchmarks.md'), 'utf8'))
  if (!process.argv.includes('--check')) writeFileSync(path, computed)
  else if (computed !== guide) {
    console.error('docs/guides/capacity.md is out of date: npm run capacity')
    process.exitCode = 1
  }
}

/**
 * `npm run lines`: prints the lines of code of each folder, for sources and tests separately, without comments and
 * blank lines. `--json` prints one object, for a comparison with another commit.
 */
import { readFileSync } from 'node:fs'
import { filesUnder, shortPath } from './source/files.ts'
import { blank } from './source/scan.ts'

interface Count {
  files: number
  lines: number
}

const isTest = (path: string): boolean => path.startsWith('test/') || /\.(?:test|long)\.ts$/.test(path)

const countLines = (source: string): number =>
  blank(source, ['comment'])
    .split('\n')
    .filter((line) => line.trim() !== '').length

const counts = new Map<string, { source: Count; test: Count }>()
for (const file of ['src', 'test', 'scripts', 'bench'].flatMap((folder) => filesUnder(folder, '.ts'))) {
  const path = shortPath(file)
  const folder = path.split('/').slice(0, 2).join('/')
  const key = folder.endsWith('.ts') ? (path.split('/')[0] ?? '') : folder
  const count = counts.get(key) ?? { source: { files: 0, lines: 0 }, test: { files: 0, lines: 0 } }
  const kind = count[isTest(path) ? 'test' : 'source']
  kind.files += 1
  kind.lines += countLines(readFileSync(file, 'utf8'))
  counts.set(key, count)
}

const rows = [...counts].sort(([one], [other]) => one.localeCompare(other))
if (process.argv.includes('--json')) console.log(JSON.stringify(Object.fromEntries(rows)))
else {
  const print = (name: string, { source, test }: { source: Count; test: Count }): void =>
    console.log(
      `${name.padEnd(32)} ${String(source.files).padStart(5)} ${String(source.lines).padStart(7)} ${String(test.files).padStart(5)} ${String(test.lines).padStart(7)}`,
    )
  console.log(`${'folder'.padEnd(32)} files  source files   tests`)
  for (const [name, count] of rows) print(name, count)
  const sum = (kind: 'source' | 'test', starts: string): Count =>
    rows
      .filter(([name]) => name.startsWith(starts))
      .reduce((all, [, count]) => ({ files: all.files + count[kind].files, lines: all.lines + count[kind].lines }), {
        files: 0,
        lines: 0,
      })
  print('src and all tests', { source: sum('source', 'src'), test: sum('test', '') })
}

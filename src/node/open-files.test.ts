import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { openFilesLimit, scarceFiles } from './open-files.ts'

test('the limit of open files is that of the process', () => {
  const program = `import(${JSON.stringify(new URL('./open-files.ts', import.meta.url).href)}).then((m) => console.log(m.openFilesLimit()))`
  const run = `ulimit -n 300 && exec "$0" -e "$1"`
  const said = execFileSync('sh', ['-c', run, process.execPath, program], { encoding: 'utf8' }).trim()
  assert.equal(said, process.platform === 'linux' ? '300' : 'undefined')
})

test('reports settings only if they allow more connections than the process can open', () => {
  assert.match(
    scarceFiles(10_000, 10_199) ?? '',
    /may open 10199 files and its settings allow 10000 connections: .*ulimit/,
  )
  assert.equal(scarceFiles(10_000, 10_200), undefined)
  assert.equal(scarceFiles(Number.MAX_SAFE_INTEGER, undefined) === undefined, openFilesLimit() === undefined)
})

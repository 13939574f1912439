import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '../run-tests.ts'
import { root } from '../source/files.ts'
import { applyMutant, mutantsOf } from './mutants.ts'

const changes = (source: string): readonly string[] => mutantsOf(source).map((mutant) => applyMutant(source, mutant))

test('inverts operators and removes conditions', () => {
  assert.deepEqual(changes('if (a === 1) b()\n'), ['if (false) b()\n', 'if (a !== 1) b()\n'])
  assert.deepEqual(changes('const isOld = now >= end && true\n'), [
    'const isOld = now > end && true\n',
    'const isOld = now >= end || true\n',
    'const isOld = now >= end && false\n',
  ])
})

test('does not change comments, strings, types and imports', () => {
  assert.deepEqual(changes("// a === b\nconst a = 'b && c'\n"), [])
  assert.deepEqual(changes('type A = true\nimport { a } from "b"\n'), [])
})

test('the command refuses a folder that src does not have', async () => {
  const words = ['--conditions=fiducia-source', join(root, 'scripts/mutate.ts'), 'nowhere']
  const { code, output } = await run(process.execPath, words)
  assert.equal(code, 1, output)
  assert.match(output, /src has no folder nowhere/)
})

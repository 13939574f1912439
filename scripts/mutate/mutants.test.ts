import assert from 'node:assert/strict'
import { test } from 'node:test'
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

/** Comments and names follow the rules of CONTRIBUTING.md. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { filesUnder, shortPath } from '../scripts/source/files.ts'
import { judgeProse } from './boundaries/prose.ts'

/** These files contain the forbidden phrases and names as data. */
const exempt = ['test/boundaries/prose.ts', 'test/prose.test.ts']
const files = ['src', 'test', 'scripts', 'bench', 'examples'].flatMap((folder) => filesUnder(folder, '.ts'))
test('no comment and no name breaks the rules', () => {
  const faults = files
    .filter((file) => !exempt.includes(shortPath(file)))
    .flatMap((file) => judgeProse(readFileSync(file, 'utf8')).map((fault) => `${shortPath(file)} ${fault}`))
  assert.deepEqual(faults, [])
})

for (const [source, fault] of [
  ['/** Of a key: its name. */', 'begins with "of"'],
  ['/** Seconds; 300 when not said. */', '"not said"'],
  ['/* The caller is\n * told so. */', '"is told"'],
  ['const untilTold = 1', 'the name untilTold'],
] as const)
  test(`refuses ${source}`, () => assert.match(judgeProse(source).join('\n'), new RegExp(fault)))

for (const source of [
  '/** Returns the key. Defaults to 300. */',
  "const text = 'whoever'",
  '/** The key of an entity. */',
])
  test(`accepts ${source}`, () => assert.deepEqual(judgeProse(source), []))

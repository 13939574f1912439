/**
 * Every main export has an `@example` in its docstring, which compiles and runs unchanged. `npm test` compiles them
 * together with the repository (scripts/check.ts).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from '../../scripts/run-tests.ts'
import { entries } from '../package/built-package.ts'
import { examplesIn, readExamples, writeExampleProject } from './doc-examples.ts'
import { entriesWithoutMainExport, mainExports } from './main-exports.ts'

const examples = readExamples()
const project = writeExampleProject(examples, mainExports)

test('every main export has an example, and every example is that of a main export', () => {
  const listed = Object.entries(mainExports).flatMap(([entry, names]) => names.map((name) => `${entry} ${name}`))
  assert.deepEqual(examples.map(({ entry, name }) => `${entry} ${name}`).sort(), listed.sort())
})

test('every entry of the package has a main export', () => {
  const all = entries.map(({ name }) => name.replace('fiducia/', ''))
  assert.deepEqual([...Object.keys(mainExports), ...entriesWithoutMainExport].sort(), all.sort())
})

for (const { entry, name, code, place } of examples)
  test(`${place}: the example of ${name} is short, imports it by the package's name and asserts its result`, () => {
    const lines = code.split('\n').filter((line) => line !== '')
    assert.ok(lines.length <= 21, `${lines.length} lines`)
    assert.match(code, new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from 'fiducia/${entry}'$`, 'm'))
    assert.doesNotMatch(code, /from '(?!fiducia\/|node:)/)
    if (entry !== 'store-contracts') assert.match(code, /^assert|^await assert/m)
  })

test('all examples run', async () => {
  const words = ['--conditions=fiducia-source', '--disable-warning=ExperimentalWarning', 'run.mjs']
  const { code, output } = await run(process.execPath, words, {}, 5, project)
  assert.equal(code, 0, output)
})

for (const [what, text] of [
  ['without a fence', '/**\n * Returns one.\n *\n * @example one()\n */\nexport const one = () => 1\n'],
  [
    'before a declaration that is not exported',
    '/**\n * Returns one.\n *\n * @example\n * ```ts\n * one()\n * ```\n */\nconst one = () => 1\n',
  ],
] as const)
  test(`refuses an @example ${what}`, () => assert.throws(() => examplesIn('src/a/a.ts', text), /src\/a\/a\.ts:1/))

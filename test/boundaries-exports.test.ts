/** Another file or a page uses each exported name, unless it is a type of a package entry. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesUnder, root, shortPath } from '../scripts/source/files.ts'
import { judgeExports } from './boundaries/exports.ts'

/** Names whose use this test does not see: by a computed import, or in a declaration that the compiler writes. */
const exceptions: Readonly<Record<string, string>> = {
  main: 'bin/fiducia.mjs imports the source or the built file',
  ruleTables: 'scripts/requirements/built.ts imports the file of each folder',
  ClientLimits: 'the compiler writes it into the type of openInfrastructure',
  ClockWatch: 'the compiler writes it into the type of openInfrastructure',
  SecretsComparison: 'the compiler writes it into the type of openInfrastructure',
}

const pages = [...filesUnder('docs/guides', '.md'), join(root, 'README.md')].map((file) => readFileSync(file, 'utf8'))
const files = ['src', 'test', 'scripts', 'bench', 'examples'].flatMap((folder) =>
  ['.ts', '.mjs'].flatMap((suffix) => filesUnder(folder, suffix)),
)

test('another file uses each exported name', () => {
  const sources = new Map(files.map((file) => [shortPath(file), readFileSync(file, 'utf8')]))
  const code = pages.flatMap((page) => [...page.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([text]) => text))
  const faults = judgeExports(sources, code)
  const isException = (fault: string): boolean => Object.keys(exceptions).some((name) => fault.includes(` → ${name}:`))
  assert.equal(faults.filter((fault) => !isException(fault)).join('\n'), '')
  for (const name of Object.keys(exceptions))
    assert.ok(
      faults.some((fault) => fault.includes(` → ${name}:`)),
      `${name} needs no exception`,
    )
})

const declared = 'export const a = 1\nexport interface B {}\n'
const fault = (file: string, ...names: readonly string[]): readonly string[] => names.map((name) => `${file} → ${name}`)

for (const [title, others, pagesOfCase, expected] of [
  ['names that no file imports', {}, [], fault('src/x/a.ts', 'a', 'B')],
  ['names that another file imports', { 'src/x/b.ts': "import {\n  a,\n  type B,\n} from './a.ts'" }, [], []],
  ['names that a test imports under another name', { 'src/x/a.test.ts': "import { a as c, B } from './a.ts'" }, [], []],
  [
    'names that only a comment and a text import',
    { 'src/x/b.ts': "// import { a, B } from './a.ts'\nconst b = `\nimport { a, B } from './a.ts'\n`" },
    [],
    fault('src/x/a.ts', 'a', 'B'),
  ],
  [
    'names of a file that is imported as a whole',
    { 'test/b.ts': "import * as x from '../src/x/a.ts'\nx.a" },
    [],
    fault('src/x/a.ts', 'B'),
  ],
  [
    'a name that a dynamic import uses',
    { 'src/x/b.ts': "const { a } = await import('./a.ts')" },
    [],
    fault('src/x/a.ts', 'B'),
  ],
  ['names that an entry re-exports', { 'src/x/index.ts': "export * from './a.ts'" }, [], fault('src/x/a.ts', 'a')],
  ['a name that a page shows', { 'src/x/index.ts': "export * from './a.ts'" }, ['`a()`'], []],
  [
    'a name that an example imports from the package',
    { 'src/x/index.ts': "export * from './a.ts'", 'examples/e.ts': "import { a } from 'fiducia/x'" },
    [],
    [],
  ],
  [
    'names that a file re-exports for no other file',
    { 'src/x/b.ts': "export { a, type B } from './a.ts'" },
    [],
    [...fault('src/x/a.ts', 'a', 'B'), ...fault('src/x/b.ts', 'a', 'B')],
  ],
  [
    'names that a file re-exports under another name',
    { 'src/x/b.ts': "export { a as c, type B } from './a.ts'", 'src/y/d.ts': "import { B, c } from '../x/b.ts'" },
    [],
    [],
  ],
] as const satisfies readonly (readonly [
  string,
  Readonly<Record<string, string>>,
  readonly string[],
  readonly string[],
])[])
  test(`exports: ${title}`, () => {
    const faults = judgeExports(new Map(Object.entries({ 'src/x/a.ts': declared, ...others })), pagesOfCase)
    assert.deepEqual(
      faults.map((one) => one.split(':')[0]),
      expected,
    )
  })

/**
 * The import rule (docs/architecture.md), checked on every published source. Invented sources that break it show that
 * each check can fail.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesUnder, root, shortPath, sourceFiles } from '../scripts/source/files.ts'
import { judgeDocstrings } from './boundaries/docstrings.ts'
import {
  importsOf,
  judgeCycles,
  judgeGlobals,
  judgeHooks,
  judgeImports,
  judgeLazyPackages,
  judgeNames,
  judgePermissions,
  judgeSizes,
  judgeVerifiedValues,
  type Sources,
} from './boundaries/judge.ts'
import { layers, lazyPackages, optionalPackages, packages } from './boundaries/rules.ts'

const sources: Sources = new Map(sourceFiles().map((file) => [shortPath(file), readFileSync(file, 'utf8')]))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, unknown>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>
}

const assertNone = (faults: readonly string[]): void => assert.equal(faults.join('\n'), '')

test('imports follow the layers', () => assertNone(judgeImports(sources)))
test('a source uses each arrow and each open file of the rules', () => assertNone(judgePermissions(sources)))
test('a lazy package is loaded only when a feature needs it', () => assertNone(judgeLazyPackages(sources)))
test('imports form no cycle', () => assertNone(judgeCycles(sources)))
test('time, randomness, network and process are injected', () => assertNone(judgeGlobals(sources)))
test('only verifiers create Verified values', () => assertNone(judgeVerifiedValues(sources)))
test('no top-level hook runs for the tests of other files', () => {
  const files = ['src', 'test', 'scripts'].flatMap((folder) =>
    ['.test.ts', '.long.ts'].flatMap((suffix) => filesUnder(folder, suffix)),
  )
  assertNone(judgeHooks(new Map(files.map((file) => [shortPath(file), readFileSync(file, 'utf8')]))))
})
test('no file and no folder has a forbidden general name', () => assertNone(judgeNames(sources)))
test('every public declaration has a docstring', () => assertNone(judgeDocstrings(sources)))
test('no file has 400 lines or more', (t) => {
  const { refused, questioned } = judgeSizes(sources)
  for (const line of questioned) t.diagnostic(`a question for the review: ${line}`)
  assertNone(refused)
})

test('every folder with an index is exported, under both conditions', () => {
  const folders = readdirSync(join(root, 'src')).filter((name) => existsSync(join(root, 'src', name, 'index.ts')))
  for (const folder of folders)
    assert.deepEqual(manifest.exports[`./${folder}`], {
      'fiducia-source': `./src/${folder}/index.ts`,
      types: `./dist/${folder}/index.d.ts`,
      default: `./dist/${folder}/index.js`,
    })
  assert.deepEqual(
    readdirSync(join(root, 'src')).filter((name) => layers[name] === undefined),
    ['package.json'],
  )
})

test('every runtime dependency and optional package has a row of importers and a line with its reason', () => {
  const reasons = readFileSync(join(root, 'docs/adr/0002-dependencies.md'), 'utf8')
  for (const name of [...Object.keys(manifest.dependencies), ...optionalPackages]) {
    assert.ok(packages[name], `${name} has no row in test/boundaries/rules.ts`)
    assert.match(
      reasons,
      new RegExp(`^\\| \`${name}\` \\|`, 'm'),
      `${name} has no line in docs/adr/0002-dependencies.md`,
    )
  }
})

test('an optional package is lazy, and is an optional peer instead of a dependency', () => {
  assert.deepEqual(Object.keys(manifest.peerDependencies).toSorted(), optionalPackages)
  for (const name of optionalPackages) {
    assert.ok(lazyPackages.includes(name), name)
    assert.equal(manifest.dependencies[name], undefined, name)
    assert.deepEqual(manifest.peerDependenciesMeta[name], { optional: true }, name)
  }
})

test('tests and tools read no variable of the form FIDUCIA_…, which a service would refuse as an unknown setting', () => {
  const ofCommands = ['FIDUCIA_ADMIN_TOKEN', 'FIDUCIA_KEYS_PASSPHRASE']
  const files = ['test', 'scripts', 'bench'].flatMap((folder) => filesUnder(folder, '.ts'))
  const asked = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\benv(?:ironment)?\.(FIDUCIA_\w+)/g)]
      .filter(([, name = '']) => !ofCommands.includes(name))
      .map(([, name]) => `${shortPath(file)}: ${name}`),
  )
  assertNone(asked)
})

type Broken = readonly [file: string, source: string, reason: RegExp | undefined]
const one = (file: string, source: string): Sources => new Map([[file, source]])
const rows = (kind: string, judge: (sources: Sources) => string[], cases: readonly Broken[]): void => {
  for (const [file, source, reason] of cases)
    test(`${kind}: ${reason ? 'refuses' : 'accepts'} ${file}: ${source}`, () => {
      const faults = judge(one(file, source))
      if (reason) assert.match(faults.join('\n'), reason)
      else assertNone(faults)
    })
}

rows('imports', judgeImports, [
  [
    'src/jose/jws.ts',
    "import { a } from '../oauth/index.ts'",
    /^src\/jose\/jws\.ts → src\/oauth\/index\.ts: L1 must not import L2/,
  ],
  ['src/wallet/a.ts', "import { a } from '../pid-provider/index.ts'", /roles communicate over HTTP only/],
  ['src/wallet/a.ts', "import { a } from '../http/index.ts'", /serves nothing/],
  ['src/wallet-provider/a.ts', "import { a } from '../software-device/index.ts'", /over HTTP only/],
  ['src/wallet/a.ts', "import { a } from '../jose/jws.ts'", /through its index/],
  ['src/jose/a.ts', "import { a } from './index.ts'", /own index/],
  ['src/oid4vp/a.ts', "import { a } from '../oid4vci/index.ts'", /no arrow from oid4vp to oid4vci/],
  ['src/oauth/a.ts', "import { a } from '../http/index.ts'", /no arrow/],
  ['src/oid4vp/a.ts', "import { a } from '../oauth/index.ts'", undefined],
  ['src/oid4vp/a.ts', "import type { T } from '../federation/trust-evaluator.ts'", undefined],
  ['src/jose/a.ts', "import type { T } from '../federation/trust-evaluator.ts'", /L1 must not import L2/],
  ['src/jose/a.ts', "export * from '../../test/support/network.ts'", /nothing from outside src/],
  ['src/jose/a.ts', "const a = await import('../wallet/index.ts')", /L1 must not import L3/],
  ['src/jose/a.ts', "import {\n  a,\n  type B,\n} from '../wallet/index.ts'", /L1 must not import L3/],
  ['src/jose/a.ts', "import './b'", /end in \.ts/],
  ['src/drawer/a.ts', "import { a } from '../base/index.ts'", /has no layer/],
  ['src/oauth/a.ts', "import { jwtVerify } from 'jose'", /only jose may import jose/],
  ['src/oauth/a.ts', "import { html } from 'hono/html'", /only http may import hono/],
  ['src/oauth/a.ts', "import 'left-pad'", /no row/],
  ['src/base/a.ts', "import { z } from 'zod'", /may import zod/],
  ['src/wallet/a.ts', "import { createHash } from 'node:crypto'", /node:\* stays/],
  ['src/x509/a.ts', "import { X509Certificate } from 'node:crypto'", undefined],
  ['src/node/a.ts', "import { paths } from '../pid-provider/index.ts'", /knows no role/],
  ['src/cli/a.ts', "import { paths } from '../pid-provider/paths.ts'", undefined],
  ['src/stores/a.ts', "import { a } from '../telemetry/index.ts'", /no arrow from stores to telemetry/],
])

test('permissions: reports an arrow and an open file that no source uses', () => {
  const judge = (line: string): string => judgePermissions(one('src/http/a.ts', line)).join('\n')
  assert.doesNotMatch(judge("import { a } from '../rules/index.ts'"), /^http → rules: /m)
  assert.match(judge("import { a } from './b.ts'"), /^http → rules: no source uses this permission$/m)
  assert.doesNotMatch(judge("import { a } from '../pages/page.ts'"), /^src\/pages\/page\.ts: /m)
  assert.match(judge("import { a } from './page.ts'"), /^src\/pages\/page\.ts: no source uses this permission$/m)
})

rows('lazy packages', judgeLazyPackages, [
  [
    'src/sandbox/index.ts',
    "import { IdentityProvider } from 'samlify'",
    /src\/sandbox\/index\.ts → samlify: is loaded/,
  ],
  ['src/sandbox/index.ts', "export { Provider } from 'oidc-provider/lib/provider.js'", /→ oidc-provider: is loaded/],
  ['src/cli/main.ts', "import 'samlify'", /is loaded/],
  ['src/sandbox/index.ts', "import type { Provider } from 'oidc-provider'", undefined],
  ['src/sandbox/index.ts', "const { Provider } = await import('oidc-provider')", undefined],
  ['src/sandbox/worker.ts', "import { Provider } from 'oidc-provider'", undefined],
])

test('lazy packages: follows static imports of values and no others', () => {
  const judge = (line: string): string[] =>
    judgeLazyPackages(
      new Map([
        ['src/sandbox/index.ts', line],
        ['src/sandbox/a.ts', "import { b } from 'samlify'"],
      ]),
    )
  assert.deepEqual(judge("export * from './a.ts'"), ['src/sandbox/a.ts → samlify: is loaded before a feature needs it'])
  assert.deepEqual(judge("export type { B } from './a.ts'"), [])
  assert.deepEqual(judge("await import('./a.ts')"), [])
})

rows('globals', judgeGlobals, [
  ['src/oauth/a.ts', 'const now = Date.now()', /Date\.now/],
  ['src/oauth/a.ts', 'const now = new Date()', /new Date/],
  ['src/oauth/a.ts', 'const then = new Date(seconds * 1000)', undefined],
  ['src/oauth/a.ts', '/** not Date.now() */ const a = "Math.random"', undefined],
  ['src/node/a.ts', 'const dice = Math.random()', /Math\.random/],
  ['src/oauth/a.ts', 'await fetch(url)', /global fetch/],
  ['src/oauth/a.ts', 'await ctx.fetch(url)', undefined],
  ['src/oauth/a.ts', 'const a = (fetch: Fetch) => fetch(url)', undefined],
  ['src/oauth/a.ts', 'const a = ({ fetch }: Context) => fetch(url)', undefined],
  ['src/oauth/a.ts', 'interface A { readonly fetch: Fetch }\nconst a = () => fetch(url)', /global fetch/],
  ['src/wallet/a.ts', 'process.env.A', /process/],
  ['src/wallet/a.ts', 'Buffer.from(a)', /Buffer/],
  ['src/oauth/a.ts', 'console.log(a)', /console/],
  ['src/oauth/a.ts', 'await crypto.subtle.digest(a, b)', /WebCrypto/],
])

rows('Verified values', judgeVerifiedValues, [
  ['src/wallet/a.ts', 'export function verifyA() { return verified(a) }', /only verifiers/],
  ['src/oauth/a.ts', 'export function parseA() { return verified(a) }', /only verifiers/],
  ['src/oauth/a.ts', 'export async function verifyA() { return verified(a) }', undefined],
])

rows('names', judgeNames, [
  ['src/oauth/utils.ts', '', /too general/],
  ['src/oauth/common/a.ts', '', /too general/],
  ['src/oauth/pkce.ts', '', undefined],
])

test('sizes: refuses 400 lines and questions 250', () => {
  const lines = (count: number): string => 'a\n'.repeat(count)
  const judged = judgeSizes(
    new Map([
      ['a', lines(399)],
      ['b', lines(400)],
      ['c', lines(249)],
    ]),
  )
  assert.deepEqual(judged, { refused: ['b: 400 lines'], questioned: ['a: 399 lines'] })
})

test('hooks: refuses a top-level hook, and accepts a hook in a describe', () => {
  const file = 'test/conformance/a.test.ts'
  const judge = (source: string): string[] => judgeHooks(new Map([[file, source]]))
  assert.deepEqual(judge("\nbeforeEach(() => undefined)\ntest('a', run)"), [
    `${file}: a hook for each test must be in a describe (line 2)`,
  ])
  assert.deepEqual(judge("describe('a', () => {\n  afterEach(() => undefined)\n})\n// beforeEach(() => undefined)"), [])
})

test('docstrings: each declaration that an index exports, directly or not, needs one, and no other', () => {
  const source = "/** Header. */\nimport { b } from 'b'\n\nexport const a = b\n/** Said. */\nexport interface C {}\n"
  const judge = (index: string, more: readonly (readonly [string, string])[] = []): string[] =>
    judgeDocstrings(new Map([['src/x/index.ts', index], ['src/x/a.ts', source], ...more]))
  const fault = 'src/x/a.ts → a: is public and has no docstring (line 4)'
  assert.deepEqual(judge("export * from './a.ts'"), [fault])
  assert.deepEqual(judge("export {\n  a as b,\n  type C,\n} from './a.ts'"), [fault])
  assert.deepEqual(judge("export type { C } from './a.ts'"), [])
  assert.deepEqual(judge("export * from './d/e.ts'", [['src/x/d/e.ts', "export { a } from '../a.ts'"]]), [fault])
  assert.deepEqual(judge("export { z } from './a.ts'"), ['src/x/a.ts → z: is not declared in this file'])
  const overloads = '/** Said. */\nexport function f(): void\nexport function f(a?: number): void {}\n'
  assert.deepEqual(judge("export * from './f.ts'", [['src/x/f.ts', overloads]]), [])
  const inText = 'const text = `\nexport const g = 1\n`\n'
  assert.deepEqual(judge("export * from './g.ts'", [['src/x/g.ts', inText]]), [])
})

test('cycles: names the files of a cycle', () => {
  const cycle: Sources = new Map([
    ['src/a/b.ts', "import { c } from './c.ts'"],
    ['src/a/c.ts', "import { d } from './d.ts'"],
    ['src/a/d.ts', "import { c } from './c.ts'"],
  ])
  assert.deepEqual(judgeCycles(cycle), ['src/a/c.ts → src/a/d.ts → src/a/c.ts: a cycle of imports'])
})

test('imports: ignores comments and texts that look like an import', () => {
  const source =
    "// import 'a'\nimport type { B } from 'b'\nexport { c } from 'c'\nconst d = \" import 'e'\"\nimport 'g'"
  assert.deepEqual(importsOf(source), ['b', 'c', 'g'])
})

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { root, sourceFiles } from '../source/files.ts'
import { argumentsOf, breakDecision, breakRules, changes, taggedLines } from './transform.ts'

const only = new Set(['WP-17'])
const waives = 'globalThis.fiduciaBreak.waives'
const spoil = 'globalThis.fiduciaBreak.spoil'

const rows: readonly [name: string, source: string, broken: string][] = [
  [
    'a guard asks whether its code is waived',
    "if (a(b)) return fail('x', at)",
    `if ((a(b)) && !${waives}('x')) return fail('x', at)`,
  ],
  [
    'a guard over two lines asks whether its code is waived',
    "if (a &&\n  /[)]/.test(b))\n  return fail('x', at)",
    `if ((a &&\n  /[)]/.test(b)) && !${waives}('x'))\n  return fail('x', at)`,
  ],
  [
    'a guard in braces asks whether its code is waived',
    "if (a) { return fail('x') }",
    `if ((a) && !${waives}('x')) { return fail('x') }`,
  ],
  [
    'a guard asks whether its computed code is waived',
    'if (a) return fail(b(1, 2), at)',
    `if ((a) && !${waives}(b(1, 2))) return fail(b(1, 2), at)`,
  ],
  ['a tagged guard is waived', "if (a) return fail('x') // WP-17", "if ((a) && !true) return fail('x') // WP-17"],
  [
    'the tag of another requirement waives nothing',
    "if (a) return fail('x') // WP-18",
    `if ((a) && !${waives}('x')) return fail('x') // WP-18`,
  ],
  ['a tagged member is removed', "f({\n  typ: 'a', // WP-17\n  b,\n})", 'f({\n// WP-17\n  b,\n})'],
  ['a tagged call is removed', 'const a = 1\nawait b.revoke(a) // WP-17', 'const a = 1\n// WP-17'],
  ['a tagged operand is removed', 'const a =\n  b ||\n  c || // WP-17\n  d', 'const a =\n  b ||\n// WP-17\n  d'],
  ['a tagged condition is negated', 'if (a > b) c() // WP-17', 'if (!(a > b)) c() // WP-17'],
  [
    'a tagged result is negated',
    'function f() {\n  return a === b // WP-17\n}',
    'function f() {\nreturn !(a === b) // WP-17\n}',
  ],
  ['a tagged value is spoilt', 'const a = b(c) // WP-17', `const a = ${spoil}(b(c)) // WP-17`],
  [
    'a tagged value that is awaited is spoilt',
    'async () => {\n  const { a, b } = await c(d)?.e // WP-17\n}',
    `async () => {\nconst { a, b } = await ${spoil}(c(d)?.e) // WP-17\n}`,
  ],
  [
    'a tagged answer is spoilt',
    'function f() {\n  return respond(a) // WP-17\n}',
    `function f() {\nreturn ${spoil}(respond(a)) // WP-17\n}`,
  ],
  [
    'a tagged answer with an arrow function is spoilt, although the arrow has a greater-than sign',
    'function f() {\n  return a.map((b) => c(b)) // WP-17\n}',
    `function f() {\nreturn ${spoil}(a.map((b) => c(b))) // WP-17\n}`,
  ],
  [
    'a tagged body of an arrow function is spoilt',
    'const f = (\n  a: B,\n): string => c(a) // WP-17',
    `const f = (\n  a: B,\n${'): string => '}${spoil}(c(a)) // WP-17`,
  ],
  ['a tagged element is spoilt', 'f(\n  { a: 1 }, // WP-17\n  b,\n)', `f(\n${spoil}({ a: 1 }), // WP-17\n  b,\n)`],
  ['a tagged call under a condition is removed', 'if (a)\n  b(c) // WP-17', 'if (a)\n; // WP-17'],
  [
    'a tagged call that is a value is spoilt',
    'const f = () =>\n  b(c) // WP-17',
    `const f = () =>\n${spoil}(b(c)) // WP-17`,
  ],
  ['a tagged throw is removed', 'if (a)\n  throw new B(c) // WP-17', 'if (a)\n; // WP-17'],
  ['the beginning of a value is unchanged', 'const a = b({ // WP-17\n  c,\n})', 'const a = b({ // WP-17\n  c,\n})'],
  ['a line that would not parse is unchanged', 'const a = [\n  b, c: // WP-17\n]', 'const a = [\n  b, c: // WP-17\n]'],
  ['a tag above a line does nothing', "// WP-17\nconst a = { b: 'c' }", "// WP-17\nconst a = { b: 'c' }"],
  [
    'the content of a string is unchanged',
    'const a = "if (a) return fail(\'x\') // WP-17"',
    'const a = "if (a) return fail(\'x\') // WP-17"',
  ],
]

for (const [name, source, broken] of rows) test(name, () => assert.equal(breakRules(source, only), broken))

test('distinguishes a tagged line that can be broken from other lines', () => {
  assert.equal(changes('const a = b(c) // WP-17', 'WP-17'), true)
  assert.equal(changes('const a = b(c) // WP-17', 'WP-18'), false)
  assert.equal(changes('const a = [\n  b, c: // WP-17\n]', 'WP-17'), false)
})

test('finds the requirements of tagged lines', () => {
  const lines = taggedLines("a: 1, // WP-17 and RP-03\n/** PP-01 */\nb: '// PP-02',\n")
  assert.deepEqual(
    lines.map(({ ids }) => ids),
    [['WP-17', 'RP-03']],
  )
})

test('splits the arguments of a call', () => {
  const source = "f('a', [b, c], { d, e }, g(h, i))"
  assert.deepEqual(argumentsOf(source, source, 1, source.length - 1), ["'a'", '[b, c]', '{ d, e }', 'g(h, i)'])
})

test('every source of the project still parses with every tag broken', () => {
  for (const file of sourceFiles()) {
    const source = readFileSync(file, 'utf8')
    const all = new Set(taggedLines(source).flatMap(({ ids }) => ids))
    assert.doesNotThrow(() => stripTypeScriptTypes(breakRules(source, all)), file)
  }
})

test('transforms base/open-decision.ts', () => {
  const source = readFileSync(join(root, 'src/base/open-decision.ts'), 'utf8')
  assert.doesNotThrow(() => stripTypeScriptTypes(breakDecision(source)))
  assert.throws(() => breakDecision('nothing of the kind'), /mend scripts\/break\/transform\.ts/)
})

/** Runs a decision in its own process with the hook loaded. Returns what the process prints. */
function decide(ids: string, body: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fiducia-break-'))
  try {
    const file = join(folder, 'decide.ts')
    const of = (source: string): string => JSON.stringify(pathToFileURL(join(root, 'src', source)))
    writeFileSync(
      file,
      `import { createDecide } from ${of('base/decision.ts')}
import { Refusal } from ${of('base/refusal.ts')}
import { checkJwtTimes } from ${of('jose/jws.ts')}
const ctx = { clock: { now: () => 0 }, random: { bytes: (n: number) => new Uint8Array(n) }, decisions: { record() {} } }
const answer = { status: 400, error: 'e', text: 't' }
const times = (exp: unknown) => checkJwtTimes({ exp } as never, { now: 100, skew: 0 }, 'jwt') ?? 'fine'
const rules = { time_invalid: ['GEN-10', answer], expired: ['WP-18', answer], not_yet_valid: ['GEN-04', answer] } as never
try {
  console.log(await createDecide(ctx)('test', async (decision) => { ${body} }))
} catch (thrown) {
  console.log(thrown instanceof Refusal ? thrown.requirement : thrown)
}
`,
    )
    const hook = pathToFileURL(join(root, 'scripts/break/hook.ts')).href
    const run = spawnSync(process.execPath, ['--conditions=fiducia-source', '--import', hook, file], {
      encoding: 'utf8',
      env: { ...process.env, REQUIREMENT_BREAK: ids },
    })
    return run.stdout.trim() + run.stderr.trim()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const expired = 'return decision.check(rules, () => times(1))'

test('a broken rule of a table passes only in a check with that table', () => {
  assert.equal(decide('', expired), 'WP-18')
  assert.equal(decide('GEN-04', expired), 'WP-18')
  assert.equal(decide('WP-18', expired), 'fine')
})

test('one fault of a rule can be broken separately', () => {
  assert.equal(decide('WP-18/expired', expired), 'fine')
  assert.equal(decide('WP-18/time_invalid', expired), 'WP-18')
  assert.equal(decide('WP-20/gone', "decision.that('WP-20', answer, false, 'gone'); return 'passed'"), 'passed')
  assert.equal(decide('WP-20/gone', "decision.that('WP-20', answer, false); return 'passed'"), 'WP-20')
  assert.equal(decide('WP-02/lost', "return decision.refuse(['WP-02', answer], 'lost')"), 'broken WP-02')
  assert.equal(decide('WP-02/lost', "return decision.refuse(['WP-02', answer], 'late')"), 'WP-02')
})

test('a broken `that` or `found` passes, and a broken `refuse` refuses with another name', () => {
  assert.equal(decide('WP-20', "decision.that('WP-20', answer, false); return 'passed'"), 'passed')
  assert.equal(decide('WP-20', "decision.found('WP-20', answer, undefined); return 'passed'"), 'passed')
  assert.equal(decide('WP-21', "decision.that('WP-20', answer, false); return 'passed'"), 'WP-20')
  assert.equal(decide('WP-02', "return decision.refuse(['WP-02', answer], 'lost')"), 'broken WP-02')
})

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runTests } from './run-tests.ts'

test('files in one process: suites, subtests and failures count, and a stray error fails the run', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'fiducia-one-process-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const first = join(folder, 'first.test.ts')
  writeFileSync(
    first,
    `import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
const later = () => new Promise((resolve) => setTimeout(resolve, 10))
test('leaves a promise', async () => { void Promise.reject(new Error('nobody waits for this')); await later() })
test('fails', () => assert.fail('as it should'))
test('passes', async (t) => { await later(); await t.test('within', later) })
describe('a slow suite', async () => { await later(); test('in the suite', later) })
`,
  )
  const second = join(folder, 'second.test.ts')
  writeFileSync(second, "import { test } from 'node:test'\ntest('of another file', () => {})\n")
  const { code, passed, failed, output } = await runTests([first, second], { oneProcess: true })
  assert.deepEqual([code, passed, failed], [1, 5, 2], output)
  assert.match(output, /as it should/)
  assert.match(output, /nobody waits for this/)
  const alone = await runTests([second, first], { oneProcess: true, titles: 'of another' })
  assert.deepEqual([alone.code, alone.passed, alone.failed], [0, 1, 0], alone.output)
})

test('files in one process: the hooks of a suite run only for its own tests', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'fiducia-one-process-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const files = ['first', 'second'].map((name) => join(folder, `${name}.test.ts`))
  for (const [index, file] of files.entries())
    writeFileSync(
      file,
      `import { beforeEach, describe, test } from 'node:test'
await new Promise((resolve) => setTimeout(resolve, 50))
describe('suite ${index}', () => {
  beforeEach((context) => console.log(\`hook ${index} before \${context.name}\`))
  test('test ${index}', () => {})
})
`,
    )
  const { code, output } = await runTests(files, { oneProcess: true })
  assert.equal(code, 0, output)
  assert.deepEqual(output.match(/hook \d before test \d/g), ['hook 0 before test 0', 'hook 1 before test 1'])
})

test('files in one process: a file that cannot be loaded fails the run, and the others run', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'fiducia-one-process-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [broken, whole] = [join(folder, 'broken.test.ts'), join(folder, 'whole.test.ts')]
  writeFileSync(broken, "import './nowhere.ts'\n")
  writeFileSync(whole, "import { test } from 'node:test'\ntest('of a whole file', () => {})\n")
  const { code, passed, failed, output } = await runTests([broken, whole], { oneProcess: true })
  assert.deepEqual([code, passed, failed], [1, 1, 1], output)
  assert.match(output, /nowhere\.ts/)
})

test('files in one process: a suite fails if it is skipped, or if its hook or its definition fails', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'fiducia-one-process-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'suites.test.ts')
  writeFileSync(
    file,
    `import { after, before, describe, test } from 'node:test'
const fault = (text) => () => { throw new Error(text) }
describe('a set-up', () => { before(fault('no set-up')); test('without set-up', () => {}) })
describe('a clean-up', () => { after(fault('no clean-up')); test('before the clean-up', () => {}) })
describe('a definition', fault('no definition'))
describe('a parent', () => { test('of a failure', fault('of the test')) })
describe.skip('a skipped suite', () => { test('of a skipped suite', () => {}) })
`,
  )
  const { passed, failures, output } = await runTests([file], { oneProcess: true })
  const names = failures.map((name) => name.split(': ')[1])
  assert.deepEqual(
    [passed, names],
    [1, ['without set-up', 'a set-up', 'a clean-up', 'a definition', 'of a failure', 'a skipped suite']],
  )
  for (const reason of ['no set-up', 'no clean-up', 'no definition', 'of the test'])
    assert.equal(output.split(`Error: ${reason}`).length, 2, output)
})

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { runTests } from '../run-tests.ts'
import { root, shortPath } from '../source/files.ts'
import { readObservations } from './observations.ts'

test('a test run records decisions, outputs and titles, and the reporter counts failures and skips', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiducia-observations-'))
  try {
    const file = join(folder, 'sample.test.ts')
    const support = (name: string): string => JSON.stringify(pathToFileURL(join(root, 'test/support', name)))
    writeFileSync(
      file,
      `import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { observeOutput, recordingSink } from ${support('decisions.ts')}
import { missingPrograms } from ${support('missing-programs.ts')}
test('WP-17 passes', async (t) => {
  recordingSink().record({ trace: 't', surface: 's', at: 0, outcome: 'refused', evidence: {},
    checks: [{ requirement: 'WP-17', passed: false, code: 'iss_mismatch', at: 'payload.iss' }] })
  observeOutput('WP-25')
  await t.test('inner', () => {})
})
describe('WP-01 a suite is no test', () => { test('in it', () => {}) })
test('WP-18 fails', () => assert.fail('as it should'))
test('WP-19 is skipped', { skip: true }, () => {})
test('WP-20 is to be done', { todo: true }, () => {})
test('WP-21 is left out', { skip: missingPrograms('sh', 'program-of-nowhere') }, () => {})
test('has what it needs', { skip: missingPrograms('sh') }, () => {})
`,
    )
    const observations = join(folder, 'seen')
    const result = await runTests([file], { env: { REQUIREMENT_OBSERVATIONS: observations } })
    assert.deepEqual([result.code, result.passed, result.failed], [1, 4, 3], result.output)
    assert.match(result.output, /as it should/)
    assert.match(result.output, /is skipped/)
    assert.deepEqual(result.leftOut, [`${shortPath(file)}: WP-21 is left out: this machine has no program-of-nowhere`])
    const seen = readObservations(observations)
    assert.deepEqual(seen?.titles.toSorted(), ['WP-17 passes', 'has what it needs', 'in it', 'inner'])
    assert.deepEqual([...(seen?.outputs ?? [])], ['WP-25'])
    assert.deepEqual(seen?.checks, [
      { surface: 's', requirement: 'WP-17', passed: false, code: 'iss_mismatch', at: 'payload.iss' },
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('without a run there are no observations, and a test file that cannot be loaded is a failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiducia-observations-'))
  try {
    assert.equal(readObservations(folder), undefined)
    const file = join(folder, 'broken.test.ts')
    writeFileSync(file, "import './nowhere.ts'\n")
    const result = await runTests([file])
    assert.notEqual(result.code, 0)
    assert.equal(result.failed, 1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

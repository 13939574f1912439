import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { createDecide } from '../base/index.ts'
import { createJsonLog } from '../telemetry/index.ts'
import { initialize } from './initialize.ts'
import { readSettings } from './read-settings.ts'
import { recordDecisions } from './record-decisions.ts'

/** A recorder of decisions into the log and a file; `written` closes it and reads the lines of the file. */
async function recording() {
  const directory = freshDirectory()
  const { file } = await initialize('trust-anchor', { directory })
  const settings = readSettings('trust-anchor', { file, environment: { FIDUCIA_DECISIONS_FILE: 'decisions.jsonl' } })
  const lines: string[] = []
  const log = createJsonLog('trust-anchor', { write: (line) => void lines.push(line) })
  const decisions = recordDecisions(settings, log)
  const decide = createDecide({ clock: fixedClock(), random: seededRandom('recording'), decisions })
  const written = (): string[] => {
    decisions.close()
    return readFileSync(join(directory, 'decisions.jsonl'), 'utf8').trimEnd().split('\n')
  }
  return { decide, lines, written }
}

test('GEN-08 a flood of refusals does not fill the file of decisions, and the log has all of them (D-970)', async () => {
  const { decide, lines, written } = await recording()
  const answer = { status: 400, error: 'invalid_request', text: 'No.' }
  for (let count = 0; count < 100; count += 1)
    assert.throws(() => decide.now('trust-anchor/fetch', (decision) => decision.that('FED-01', answer, false)))
  const inFile = written()
  assert.deepEqual([inFile.length, lines.length], [61, 100])
  const suppressed = { surface: 'trust-anchor/fetch', requirement: 'FED-01', code: 'not_satisfied', count: 40 }
  assert.deepEqual(JSON.parse(inFile.at(-1) ?? ''), { suppressed })
})

test('GEN-08 a flood of different refusals does not fill the file of decisions either (D-970)', async () => {
  const { decide, written } = await recording()
  const answer = { status: 400, error: 'invalid_request', text: 'No.' }
  const surfaces = Array.from({ length: 20 }, (_, index) => `trust-anchor/${index}`)
  for (let count = 0; count < 60; count += 1)
    for (const surface of surfaces)
      assert.throws(() => decide.now(surface, (decision) => decision.that('FED-01', answer, false)))
  const inFile = written()
  const [decisions, summaries] = [inFile.filter((line) => line.includes('"checks"')), inFile.slice(300)]
  assert.equal(decisions.length, 300)
  assert.deepEqual(
    summaries.map((line) => JSON.parse(line).suppressed.count),
    surfaces.map(() => 45),
  )
})

test('WP-76 a flood of refusals that changed a register is in the file, each of them (D-970)', async () => {
  const { decide, written } = await recording()
  const answer = { status: 403, error: 'access_denied', text: 'No.' }
  for (let count = 0; count < 100; count += 1)
    assert.throws(() =>
      decide.now('wallet-provider/token', (decision) => {
        decision.note('change', 'revoked')
        decision.that('WP-29', answer, false, 'integrity_denied')
      }),
    )
  const inFile = written()
  assert.equal(inFile.length, 100)
})

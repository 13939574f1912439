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

test('GEN-08 a flood of refusals does not fill the file of decisions, and the log has all of them (D-970)', async () => {
  const directory = freshDirectory()
  const { file } = await initialize('trust-anchor', { directory })
  const environment = { FIDUCIA_DECISIONS_FILE: 'decisions.jsonl' }
  const lines: string[] = []
  const log = createJsonLog('trust-anchor', { write: (line) => void lines.push(line) })
  const recorded = recordDecisions(readSettings('trust-anchor', { file, environment }), log)
  const decide = createDecide({ clock: fixedClock(), random: seededRandom('flood'), decisions: recorded })
  const answer = { status: 400, error: 'invalid_request', text: 'No.' }
  for (let count = 0; count < 100; count += 1)
    assert.throws(() => decide.now('trust-anchor/fetch', (decision) => decision.that('FED-01', answer, false)))
  recorded.close()
  const inFile = readFileSync(join(directory, 'decisions.jsonl'), 'utf8').trimEnd().split('\n')
  assert.deepEqual([inFile.length, lines.length], [61, 100])
  const suppressed = { surface: 'trust-anchor/fetch', requirement: 'FED-01', code: 'not_satisfied', count: 40 }
  assert.deepEqual(JSON.parse(inFile.at(-1) ?? ''), { suppressed })
})

test('GEN-08 a flood of different refusals does not fill the file of decisions either (D-970)', async () => {
  const directory = freshDirectory()
  const { file } = await initialize('trust-anchor', { directory })
  const environment = { FIDUCIA_DECISIONS_FILE: 'decisions.jsonl' }
  const log = createJsonLog('trust-anchor', { write: () => undefined })
  const recorded = recordDecisions(readSettings('trust-anchor', { file, environment }), log)
  const decide = createDecide({ clock: fixedClock(), random: seededRandom('flood'), decisions: recorded })
  const answer = { status: 400, error: 'invalid_request', text: 'No.' }
  const surfaces = Array.from({ length: 20 }, (_, index) => `trust-anchor/${index}`)
  for (let count = 0; count < 60; count += 1)
    for (const surface of surfaces)
      assert.throws(() => decide.now(surface, (decision) => decision.that('FED-01', answer, false)))
  recorded.close()
  const inFile = readFileSync(join(directory, 'decisions.jsonl'), 'utf8').trimEnd().split('\n')
  const [decisions, summaries] = [inFile.filter((line) => line.includes('"checks"')), inFile.slice(300)]
  assert.equal(decisions.length, 300)
  assert.deepEqual(
    summaries.map((line) => JSON.parse(line).suppressed.count),
    surfaces.map(() => 45),
  )
})

test('WP-76 a flood of refusals that changed a register is in the file, each of them (D-970)', async () => {
  const directory = freshDirectory()
  const { file } = await initialize('trust-anchor', { directory })
  const environment = { FIDUCIA_DECISIONS_FILE: 'decisions.jsonl' }
  const log = createJsonLog('trust-anchor', { write: () => undefined })
  const recorded = recordDecisions(readSettings('trust-anchor', { file, environment }), log)
  const decide = createDecide({ clock: fixedClock(), random: seededRandom('changes'), decisions: recorded })
  const answer = { status: 403, error: 'access_denied', text: 'No.' }
  for (let count = 0; count < 100; count += 1)
    assert.throws(() =>
      decide.now('wallet-provider/token', (decision) => {
        decision.note('change', 'revoked')
        decision.that('WP-29', answer, false, 'integrity_denied')
      }),
    )
  recorded.close()
  const inFile = readFileSync(join(directory, 'decisions.jsonl'), 'utf8').trimEnd().split('\n')
  assert.equal(inFile.length, 100)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectBuilt, namedRequirements, strayTables } from './built.ts'

test('finds the requirements in calls of decisions, and their codes', () => {
  const source = `
    decision.that('WP-20', WP.revoked, instance.status !== 'revoked', 'instance_revoked')
    const a = decision.found(
      'GEN-07',
      answers.mediaType,
      route.find((accepted) => types[accepted] === type),
    )
    decision.refuse(['WP-02', WP.stale], 'challenge_used', 'payload.challenge')
    decision.that(rule, answer, holds)
    // decision.that('WP-99', answer, holds)
  `
  assert.deepEqual(
    namedRequirements(source).map(({ requirement, code }) => [requirement, code]),
    [
      ['WP-20', 'instance_revoked'],
      ['GEN-07', 'not_found'],
      ['WP-02', 'challenge_used'],
    ],
  )
})

test('reports a rule table that is not listed', () => {
  const table = 'export const REQUEST_RULES = {\n} as const\nconst other = {}\n'
  assert.deepEqual(strayTables('src/nowhere/a.ts', table), [
    'src/nowhere/a.ts: REQUEST_RULES is not listed in src/nowhere/rule-tables.ts',
  ])
  const derived = "export const OTHER_RULES = mdocRules<A>('WI-62', answers)\n"
  assert.deepEqual(strayTables('src/nowhere/a.ts', derived), [
    'src/nowhere/a.ts: OTHER_RULES is not listed in src/nowhere/rule-tables.ts',
  ])
  assert.deepEqual(strayTables('src/nowhere/a.ts', 'const other = {}\nconst someRules = (answer) => ({})\n'), [])
})

test('the requirements of the envelope of every endpoint are found in the code', async () => {
  const built = await collectBuilt()
  assert.ok(built.places.has('GEN-29'))
  assert.ok(built.codes.get('GEN-29')?.has('header_duplicated'))
  assert.ok(built.codes.get('GEN-09')?.has('parameter_duplicated'), 'src/http/rule-tables.ts')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCatalogue, readCatalogue } from './catalogue.ts'
import { parseAdditionalMembers, parseReadings, readDecisions } from './decisions.ts'

test('every reading names tests that the catalogue has, and every reading that the catalogue names is there', () => {
  const readings = parseReadings(readDecisions())
  const known = new Set(parseCatalogue(readCatalogue()).map(({ id }) => id))
  for (const { id, tests } of readings) {
    assert.ok(tests.length > 0, `${id} is pinned by no test`)
    for (const requirement of tests) assert.ok(known.has(requirement), `${id} names ${requirement}`)
  }
  const ids = readings.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length, 'a number stands twice')
  for (const [named] of readCatalogue().matchAll(/\bD-\d{2,3}\b/g)) assert.ok(ids.includes(named), named)
})

test('reads the additional members', () => {
  const members = parseAdditionalMembers(readDecisions())
  assert.ok(members.some(({ artefact, member }) => artefact === 'access token' && member === 'cnf.jkt'))
  const bare = '## Additional members\n\n| a | m | r |\n|---|---|---|\n| PID | vct | why |\n'
  assert.throws(() => parseAdditionalMembers(bare), /not an additional member/)
  assert.throws(() => parseReadings('## Readings\n| a |\n|-|\n| D-1 | | | | |\n'), /not a reading/)
})

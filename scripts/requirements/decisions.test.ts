import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCatalogue, readCatalogue } from './catalogue.ts'
import { parseAdditionalMembers, parseDecisions, readAdditionalMembers, readDecisionPages } from './decisions.ts'

test('every decision names requirements of the catalogue, and every decision in the catalogue exists', () => {
  const decisions = [...readDecisionPages().values()].flatMap(parseDecisions)
  const known = new Set(parseCatalogue(readCatalogue()).map(({ id }) => id))
  for (const { id, tests } of decisions) {
    assert.ok(tests.length > 0, `${id} names no test`)
    for (const requirement of tests) assert.ok(known.has(requirement), `${id} names ${requirement}`)
  }
  const ids = decisions.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length, 'no number of a decision occurs twice')
  for (const [named] of readCatalogue().matchAll(/\bD-\d{2,4}\b/g)) assert.ok(ids.includes(named), named)
})

test('reads the additional members, and refuses a malformed table', () => {
  const members = parseAdditionalMembers(readAdditionalMembers())
  assert.ok(members.some(({ artefact, member }) => artefact === 'access token' && member === 'cnf.jkt'))
  assert.throws(
    () => parseAdditionalMembers('| a | m | r |\n|---|---|---|\n| PID | vct | why |\n'),
    /not an additional/,
  )
})

test('refuses a heading that is not a decision, and a decision without tests', () => {
  assert.deepEqual(parseDecisions('# A\n\n### D-42 Profiles\n\nText.\n\nTests: GEN-21, PP-01.\n'), [
    { id: 'D-42', title: 'Profiles', tests: ['GEN-21', 'PP-01'] },
  ])
  assert.throws(() => parseDecisions('### Profiles\n\nTests: GEN-21.\n'), /not a decision/)
  assert.throws(() => parseDecisions('### D-42 Profiles\n\nText.\n'), /not a decision/)
})

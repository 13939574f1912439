/**
 * Faulty queries: definitions and scopes of variant 1, DCQL of variant 2. The wallet answers none of them and
 * does not ask the user.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { ruleCasesOf } from '../../support/cases.ts'
import { createPresentationBench, nextBench } from '../../support/presentation-bench.ts'
import { pidDefinition, pidQuery, type RelyingPartyBends, responseUri } from '../../support/scripted-relying-party.ts'

const parties = await createPresentationBench()

type Bend = (bends: RelyingPartyBends) => void

const scoped = (payload: JsonObject | { scope: undefined }, metadata: JsonObject = {}): Bend => {
  return (bends) => {
    bends.variant = 'scope'
    bends.request = { payload }
    bends.metadata = (members) => ({ ...members, ...metadata })
  }
}
const byValue = (definition: object): Bend =>
  scoped({ scope: undefined, presentation_definition: definition } as unknown as JsonObject)
const dcql = (change: object): Bend => {
  return (bends) => {
    bends.request = { payload: { dcql_query: { ...pidQuery, ...change } } }
  }
}
const [pid, wallet] = pidQuery.credentials
const asked = (change: object): Bend => dcql({ credentials: [{ ...pid, ...change }, wallet] })
const [descriptor] = pidDefinition.input_descriptors
const namesake = { ...pidDefinition, id: 'definition-2' }
const twoDefinitions = { presentation_definitions_supported: [pidDefinition, namesake] } as unknown as JsonObject
const name = { id: 'name', path: ['given_name'] }

const rows = ruleCasesOf<[bend: Bend]>({
  'WI-80 scope_malformed payload.scope': [['a scope of blanks', scoped({ scope: ' ' })]],
  'WI-80 scope_ambiguous payload.scope': [
    [
      'a scope of two definitions whose descriptors have the same id',
      scoped({ scope: 'definition-1 definition-2' }, twoDefinitions),
    ],
  ],
  'WI-80 definition_malformed payload.presentation_definition.input_descriptors': [
    ['a definition by value without descriptors', byValue({ id: 'x', input_descriptors: [] })],
  ],
  'WI-80 descriptor_id_duplicate payload.presentation_definition.input_descriptors.0.id': [
    [
      'a definition by value with one descriptor twice',
      byValue({ id: 'x', input_descriptors: [descriptor, descriptor] }),
    ],
  ],
  'WI-82 dcql_too_large payload.dcql_query': [
    [
      'too many credentials',
      dcql({ credentials: Array.from({ length: 33 }, (_, index) => ({ ...pid, id: `pid${index}` })) }),
    ],
  ],
  'WI-82 dcql_id_invalid payload.dcql_query.credentials.0.id': [['an overlong id', asked({ id: 'x'.repeat(129) })]],
  'WI-82 dcql_claim_id_duplicate payload.dcql_query.credentials.0.claims.0.id': [
    ['one claim id twice', asked({ claims: [name, { id: 'name', path: ['family_name'] }] })],
  ],
  'WI-82 dcql_claim_sets_invalid payload.dcql_query.credentials.0.claim_sets': [
    ['claim_sets of a claim that is not requested', asked({ claims: [name], claim_sets: [['other']] })],
  ],
  'WI-82 dcql_credential_sets_invalid payload.dcql_query.credential_sets': [
    ['credential_sets of a credential that is not requested', dcql({ credential_sets: [{ options: [['other']] }] })],
  ],
})

for (const [[id, code, at], what, bend] of rows)
  test(`${id} refuses ${what}, and posts nothing`, async () => {
    const bench = nextBench(parties)
    bend(bench.relyingParty.bends)
    const refusal = await bench.refuses(id, code)
    assert.equal(refusal.at, at)
    assert.equal(bench.sentTo(responseUri).length, 0)
    assert.equal(bench.asked.length, 0)
  })

test('WI-80 accepts a definition by value, and a scope of one of two definitions', async () => {
  const bench = nextBench(parties)
  byValue(pidDefinition)(bench.relyingParty.bends)
  assert.equal((await bench.present()).kind, 'presented')
  const other = nextBench(parties)
  scoped({ scope: 'definition-1' }, twoDefinitions)(other.relyingParty.bends)
  assert.equal((await other.present()).kind, 'presented')
})

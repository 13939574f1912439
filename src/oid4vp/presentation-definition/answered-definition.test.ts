/** Array elements in a definition, and whether the disclosures answer it exactly. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { both, resolved } from '../../../test/support/pid-definition.ts'
import { attestation, field, pid } from '../../../test/support/presentation-definition.ts'
import { failed } from '../../base/index.ts'
import type { PresentedCredential, StoredCredential } from '../../credential/index.ts'
import { checkDefinitionResponse } from './check.ts'
import { evaluateDefinition } from './evaluate.ts'

const driving: StoredCredential = {
  id: 'mdl-1',
  format: 'mso_mdoc',
  doctype: 'a',
  claims: { ns: { b: { c: 1 } } },
}
for (const [paths, code] of [
  [["$['ns']['b']"], 'accepted'],
  [["$['ns']"], 'field_missing'],
  [["$['ns']['b']['c']"], 'field_missing'],
  [["$['ns'][*]"], 'field_missing'],
  [["$['credentialSubject']['ns']['b']"], 'field_missing'],
  [['$.b', "$['ns']['b']"], 'accepted'],
] as const)
  test(`WI-94 RP-86 wallet and Relying Party read ${paths.join(' or ')} of an mdoc: ${code}`, () => {
    const requested = field({ path: [...paths] })
    assert.equal(evaluateDefinition(requested, [driving]).descriptors[0]?.rejected[0]?.code ?? 'accepted', code)
    const answer = checkDefinitionResponse(requested, new Map([['a', { ...driving, disclosed: [['ns', 'b']] }]]))
    assert.equal(failed(answer) ? answer.code : 'accepted', code)
  })

test('WI-94 RP-86 a path over all elements skips those that it does not lead into', () => {
  const held: StoredCredential = { id: 'c', format: 'dc+sd-jwt', claims: { list: [{ x: 1 }, 'y', { x: 2 }] } }
  const [asked] = evaluateDefinition(field({ path: ['$.list[*].x'] }), [held]).descriptors
  assert.deepEqual(asked?.candidates[0]?.claims, [
    { path: ['list', 0, 'x'], value: 1 },
    { path: ['list', 2, 'x'], value: 2 },
  ])
})

for (const [title, filter, indexes] of [
  ['all elements without a filter', undefined, [0, 1, 2]],
  ['the elements of the type in a filter', { type: 'string' }, [0, 1, 2]],
  ['the elements that equal the constant of a filter', { const: 'IT' }, [0, 2]],
] as const)
  test(`WI-94 RP-86 wallet and Relying Party select ${title}`, () => {
    const requested = field({ path: ['$.nationalities[*]'], ...(filter && { filter }) })
    const nationalities = ['IT', 'FR', 'IT']
    const held: StoredCredential = { id: 'c', format: 'dc+sd-jwt', claims: { nationalities } }
    const paths = indexes.map((index) => ['nationalities', index])
    const [offered] = evaluateDefinition(requested, [held]).descriptors
    assert.deepEqual(
      offered?.candidates[0]?.claims.map(({ path }) => path),
      paths,
    )
    const left = { nationalities: indexes.map((index) => nationalities[index] ?? '') }
    const places = indexes.map((_, index) => ['nationalities', index])
    const shown: PresentedCredential = { ...held, claims: left, disclosed: places }
    const answer = checkDefinitionResponse(requested, new Map([['a', shown]]))
    assert.ok(!failed(answer))
    assert.deepEqual(
      answer[0]?.claims.map(({ path }) => path),
      places,
    )
    assert.deepEqual(answer[0]?.surplus, [])
  })

test('RP-86 an element that is requested by its index is found among the disclosed elements', () => {
  const fields = ['IT', 'FR'].map((constant, index) => ({
    path: [`$.nationalities[${index}]`],
    filter: { const: constant },
  }))
  const requested = {
    definitionIds: ['d'],
    descriptors: [{ id: 'a', constraints: { limit_disclosure: 'required', fields } }],
  } as const
  const [offered] = evaluateDefinition(requested, [pid]).descriptors
  const disclosed = offered?.candidates[0]?.claims.map(({ path }) => path) ?? []
  assert.equal(disclosed.length, 2)
  const answer = checkDefinitionResponse(requested, new Map([['a', { ...pid, disclosed }]]))
  assert.ok(!failed(answer))
  assert.deepEqual([answer[0]?.claims.map(({ value }) => value), answer[0]?.surplus], [['IT', 'FR'], []])
})

test('RP-86 an element that does not satisfy the filter is surplus', () => {
  const requested = field({ path: ['$.nationalities[*]'], filter: { const: 'IT' } })
  const disclosed = [
    ['nationalities', 0],
    ['nationalities', 1],
  ]
  const answer = checkDefinitionResponse(requested, new Map([['a', { ...pid, disclosed }]]))
  assert.ok(!failed(answer))
  assert.deepEqual(answer[0]?.claims, [{ path: ['nationalities', 0], value: 'IT' }])
  assert.deepEqual(answer[0]?.surplus, [['nationalities', 1]])
})

test('RP-53 every descriptor must be answered, and no other descriptor', () => {
  const shown = (one: StoredCredential): PresentedCredential => ({ ...one, disclosed: [] })
  const verdict = (entries: [string, PresentedCredential][]): string => {
    const answer = checkDefinitionResponse(both, new Map(entries))
    return failed(answer) ? answer.code : 'accepted'
  }
  assert.equal(
    verdict([
      ['Pid', shown(pid)],
      ['WalletAttestation', shown(attestation)],
    ]),
    'accepted',
  )
  assert.equal(verdict([['Pid', shown(pid)]]), 'attestation_missing')
  assert.equal(verdict([['WalletAttestation', shown(attestation)]]), 'descriptor_missing')
  assert.equal(
    verdict([
      ['Pid', shown(pid)],
      ['other', shown(pid)],
    ]),
    'descriptor_unrequested',
  )
  assert.equal(
    verdict([
      ['Pid', shown(attestation)],
      ['WalletAttestation', shown(attestation)],
    ]),
    'format_mismatch',
  )
})

test('RP-86 a claim beyond the fields of a descriptor with limit_disclosure is surplus', () => {
  const shown = { ...pid, disclosed: [['unique_id'], ['given_name']] }
  const answer = checkDefinitionResponse(resolved('Pid'), new Map([['Pid', shown]]))
  assert.ok(!failed(answer))
  assert.deepEqual(
    answer[0]?.claims.map(({ path }) => path[0]),
    ['vct', 'cnf', 'unique_id'],
  )
  assert.deepEqual(answer[0]?.surplus, [['given_name']])
  assert.equal(answer[0]?.disclosureLimited, true)
})

/** Answered descriptors of a definition that does not require all of them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attestation, pid } from '../../../test/support/presentation-definition.ts'
import { failed, type Json } from '../../base/index.ts'
import { evaluateDefinition } from './evaluate.ts'
import { parsePresentationDefinition, requestedDefinition, resolveScope } from './schema.ts'

const claim = (path: string) => ({ fields: [{ path: [path] }] })
/** The PID answers `name` and `other`, the attestation answers `issuer`, and nothing answers `email` and `phone`. */
const descriptors = [
  { id: 'email', group: ['contact'], constraints: claim('$.email') },
  { id: 'name', group: ['person', 'any'], constraints: claim('$.given_name') },
  { id: 'phone', group: ['contact'], constraints: claim('$.phone') },
  { id: 'other', group: ['person', 'any'], constraints: claim('$.unique_id') },
  { id: 'issuer', group: ['wallet', 'any'], constraints: claim('$.iss') },
]
const parsed = (requirements: Json) =>
  parsePresentationDefinition(
    { id: 'd', input_descriptors: descriptors as unknown as Json, submission_requirements: requirements },
    'definition',
  )

function answered(requirements: readonly object[]): string {
  const definition = parsed(requirements as unknown as Json)
  assert.ok(!failed(definition), JSON.stringify(requirements))
  const outcome = evaluateDefinition(requestedDefinition(definition), [pid, attestation])
  return outcome.satisfiable ? outcome.descriptors.map(({ id }) => id).join(' ') : 'nothing'
}

const person = { rule: 'all', from: 'person' }
const contact = { rule: 'all', from: 'contact' }
for (const [title, requirements, expected] of [
  ['all of a group', [person], 'name other'],
  ['one of a group', [{ rule: 'pick', count: 1, from: 'any' }], 'name'],
  ['two of a group', [{ rule: 'pick', count: 2, from: 'any' }], 'name other'],
  ['at least two of a group', [{ rule: 'pick', min: 2, from: 'any' }], 'name other'],
  ['at most two of a group', [{ rule: 'pick', max: 2, from: 'any' }], 'name'],
  [
    'at least none of a group, and all of another',
    [
      { rule: 'pick', min: 0, from: 'person' },
      { rule: 'all', from: 'wallet' },
    ],
    'issuer',
  ],
  ['at least none of a group', [{ rule: 'pick', min: 0, from: 'person' }], 'nothing'],
  ['a pick from a group without a number', [{ rule: 'pick', from: 'person' }], 'name'],
  ['more than can be answered', [{ rule: 'pick', count: 4, from: 'any' }], 'nothing'],
  ['all of a group that cannot be answered', [contact], 'nothing'],
  ['one of a group that cannot be answered', [{ rule: 'pick', count: 1, from: 'contact' }], 'nothing'],
  ['a group that has no descriptor', [{ rule: 'all', from: 'nobody' }], 'nothing'],
  ['all of a group without a descriptor, beside another group', [person, { rule: 'all', from: 'nobody' }], 'nothing'],
  ['a count with an equal maximum', [{ rule: 'pick', count: 2, max: 2, from: 'person' }], 'name other'],
  ['a count with a smaller maximum', [{ rule: 'pick', count: 2, max: 1, from: 'person' }], 'nothing'],
  ['all of a group, whatever the maximum is', [{ rule: 'all', max: 1, from: 'person' }], 'name other'],
  [
    'one of each of two groups',
    [
      { rule: 'pick', count: 1, from: 'wallet' },
      { rule: 'pick', count: 1, from: 'person' },
    ],
    'name issuer',
  ],
  [
    'several requirements',
    [
      { rule: 'pick', count: 1, from: 'person' },
      { rule: 'all', from: 'wallet' },
    ],
    'name issuer',
  ],
  ['several requirements, one of which fails', [person, contact], 'nothing'],
  ['one of two requirements', [{ rule: 'pick', count: 1, from_nested: [contact, person] }], 'name other'],
  ['both of two requirements', [{ rule: 'all', from_nested: [contact, person] }], 'nothing'],
] as const)
  test(`WI-94 answers ${title}: ${expected}`, () => assert.equal(answered(requirements), expected))

for (const [title, requirements] of [
  ['not a list', { rule: 'all', from: 'person' }],
  ['an empty list', []],
  ['an unknown rule', [{ rule: 'most', from: 'person' }]],
  ['neither a group nor nested requirements', [{ rule: 'all' }]],
  ['a group and nested requirements', [{ ...person, from_nested: [contact] }]],
  ['malformed nested requirements', [{ rule: 'all', from_nested: [{ rule: 'most', from: 'person' }] }]],
  ['a count of zero', [{ rule: 'pick', count: 0, from: 'person' }]],
] as const)
  test(`RP-26 refuses the submission requirements of a definition: ${title}`, () => {
    const definition = parsed(requirements as unknown as Json)
    assert.equal(failed(definition) ? definition.code : 'accepted', 'definition_malformed')
  })

test('WI-80 a scope that names a definition applies its requirements, and one that names a descriptor requests it', () => {
  const definition = parsed([{ rule: 'pick', count: 1, from: 'any' }])
  assert.ok(!failed(definition))
  for (const [scope, expected] of [
    ['d', ['name']],
    ['other', ['other']],
  ] as const) {
    const requested = resolveScope(scope, [definition])
    assert.ok(!failed(requested))
    const outcome = evaluateDefinition(requested, [pid, attestation])
    assert.equal(outcome.satisfiable, true)
    assert.deepEqual(
      outcome.descriptors.map(({ id }) => id),
      expected,
    )
  }
})

test('WI-80 WI-94 an answer to a scope with several definitions must satisfy the requirements of each', () => {
  const definitionOf = (id: string, group: string) => {
    const input_descriptors = descriptors
      .filter((one) => one.group.includes(group))
      .map((one) => ({ ...one, group: [group] })) as unknown as Json
    const submission_requirements: Json = [{ rule: 'pick', count: 1, from: group }]
    const read = parsePresentationDefinition({ id, input_descriptors, submission_requirements }, 'definition')
    assert.ok(!failed(read))
    return read
  }
  const [p, w, c] = [definitionOf('p', 'person'), definitionOf('w', 'wallet'), definitionOf('c', 'contact')]
  for (const [scope, expected] of [
    ['p w', 'name issuer'],
    ['w p', 'issuer name'],
    ['p c', 'nothing'],
    ['c w', 'nothing'],
  ] as const) {
    const requested = resolveScope(scope, [p, w, c])
    assert.ok(!failed(requested))
    const outcome = evaluateDefinition(requested, [pid, attestation])
    const ids = outcome.descriptors.map(({ id }) => id).join(' ')
    assert.equal(outcome.satisfiable ? ids : 'nothing', expected, scope)
  }
})

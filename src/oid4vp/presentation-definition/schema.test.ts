/** Supported definitions, and the request of a scope. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { casesOf } from '../../../test/support/cases.ts'
import { both, definition, resolved } from '../../../test/support/pid-definition.ts'
import { failed, type Json } from '../../base/index.ts'
import {
  type PresentationDefinition,
  parsePresentationDefinition,
  type RequestedDefinition,
  requestedDefinition,
  resolveScope,
} from './schema.ts'

test('RP-35 WI-80 a scope is resolved to a definition first, then to an input descriptor', () => {
  assert.deepEqual(
    both.descriptors.map(({ id }) => id),
    ['Pid', 'WalletAttestation'],
  )
  const one = resolved('WalletAttestation')
  assert.deepEqual(
    one.descriptors.map(({ id }) => id),
    ['WalletAttestation'],
  )
  assert.deepEqual(one.definitionIds, ['d76c51b7'])
  assert.equal(resolved('Pid WalletAttestation d76c51b7').descriptors.length, 2)
  const shadow: PresentationDefinition = { id: 'Pid', input_descriptors: [{ id: 'Other', constraints: {} }] }
  assert.deepEqual(
    resolved('Pid', [definition, shadow]).descriptors.map(({ id }) => id),
    ['Other'],
  )
})

const scopes: readonly (readonly [scope: string, code: string])[] = [
  ['', 'scope_unknown'],
  ['nothing', 'scope_unknown'],
  ['Pid nothing', 'scope_unknown'],
  ['__proto__', 'scope_unknown'],
  ['x '.repeat(100), 'scope_unknown'],
  ['d76c51b7 second', 'scope_ambiguous'],
]
for (const [scope, code] of scopes)
  test(`RP-35 WI-80 the scope "${scope.slice(0, 20)}": ${code}`, () => {
    const second = { id: 'second', input_descriptors: [{ id: 'Pid', constraints: {} }] }
    const requested = resolveScope(scope, [definition, second])
    assert.equal(failed(requested) ? requested.code : 'accepted', code)
  })

const malformed: readonly (readonly [title: string, value: unknown, code: string])[] = casesOf({
  definition_malformed: {
    'no id': { ...definition, id: undefined },
    'no descriptors': { id: 'd', input_descriptors: [] },
    'a descriptor without constraints': { id: 'd', input_descriptors: [{ id: 'a' }] },
    'a field without path': { id: 'd', input_descriptors: [{ id: 'a', constraints: { fields: [{}] } }] },
    'a path that is a text': { id: 'd', input_descriptors: [{ id: 'a', constraints: { fields: [{ path: '$.x' }] } }] },
    'too many descriptors': {
      id: 'd',
      input_descriptors: Array.from({ length: 33 }, (_, id) => ({ id: `${id}`, constraints: {} })),
    },
    'too many groups of a descriptor': {
      id: 'd',
      input_descriptors: [{ id: 'a', group: Array.from({ length: 33 }, () => 'x'), constraints: {} }],
    },
    null: null,
  },
  descriptor_id_duplicate: {
    'one descriptor id twice': {
      id: 'd',
      input_descriptors: [
        { id: 'a', constraints: {} },
        { id: 'a', constraints: {} },
      ],
    },
  },
})
for (const [title, value, code] of malformed)
  test(`RP-26 refuses a definition with ${title}`, () => {
    const parsed = parsePresentationDefinition(value as Json, 'definition')
    assert.equal(failed(parsed) ? parsed.code : 'accepted', code)
  })

test('RP-35 WI-80 a descriptor without formats has those of its definition, however a scope names it', () => {
  const own = { jwt: {} }
  const common = { 'vc+sd-jwt': { alg: ['ES256'] } }
  const read = parsePresentationDefinition(
    {
      id: 'd',
      format: common,
      input_descriptors: [
        { id: 'a', constraints: {} },
        { id: 'b', format: own, constraints: {} },
      ],
    },
    'definition',
  )
  assert.ok(!failed(read))
  const formats = ({ descriptors }: RequestedDefinition) => descriptors.map(({ id, format }) => [id, format])
  const both = [
    ['a', common],
    ['b', own],
  ]
  assert.deepEqual(formats(requestedDefinition(read)), both)
  assert.deepEqual(formats(resolved('d', [read])), both)
  assert.deepEqual(formats(resolved('a', [read])), both.slice(0, 1))
  assert.deepEqual(formats(resolved('d a', [read])), both, 'a descriptor that is named twice is requested once')
})

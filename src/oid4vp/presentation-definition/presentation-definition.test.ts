import assert from 'node:assert/strict'
import { test } from 'node:test'
import { both, definition, pidType, resolved } from '../../../test/support/pid-definition.ts'
import { failed, type Json, type JsonObject } from '../../base/index.ts'
import type { PresentedCredential, StoredCredential } from '../presentable-credential.ts'
import { checkDefinitionResponse } from './check.ts'
import { evaluateDefinition } from './evaluate.ts'
import {
  type PresentationDefinition,
  parsePresentationDefinition,
  type RequestedDefinition,
  requestedDefinition,
  resolveScope,
} from './schema.ts'

const claims: JsonObject = {
  vct: pidType,
  cnf: { jwk: { kty: 'EC' } },
  unique_id: 'u-1',
  given_name: 'Ada',
  list: [1, 2],
  nothing: null,
  nationalities: ['IT', 'FR'],
}
const pid: StoredCredential = { id: 'pid-1', format: 'dc+sd-jwt', alg: 'ES256', keyBindingAlg: 'ES256', claims }
const attestation: StoredCredential = { id: 'wa-1', format: 'jwt', alg: 'ES256', claims: { iss: 'https://wp.example' } }

test('RP-35 WI-80 a scope names a definition first, then an input descriptor', () => {
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

const malformed: readonly (readonly [title: string, value: unknown, code: string])[] = [
  ['no id', { ...definition, id: undefined }, 'definition_malformed'],
  ['no descriptors', { id: 'd', input_descriptors: [] }, 'definition_malformed'],
  ['a descriptor without constraints', { id: 'd', input_descriptors: [{ id: 'a' }] }, 'definition_malformed'],
  [
    'a field without path',
    { id: 'd', input_descriptors: [{ id: 'a', constraints: { fields: [{}] } }] },
    'definition_malformed',
  ],
  [
    'a path that is no list',
    { id: 'd', input_descriptors: [{ id: 'a', constraints: { fields: [{ path: '$.x' }] } }] },
    'definition_malformed',
  ],
  [
    'one descriptor id twice',
    {
      id: 'd',
      input_descriptors: [
        { id: 'a', constraints: {} },
        { id: 'a', constraints: {} },
      ],
    },
    'descriptor_id_duplicate',
  ],
  [
    'too many descriptors',
    { id: 'd', input_descriptors: Array.from({ length: 33 }, (_, id) => ({ id: `${id}`, constraints: {} })) },
    'definition_malformed',
  ],
  ['null', null, 'definition_malformed'],
]
for (const [title, value, code] of malformed)
  test(`RP-26 refuses a definition with ${title}`, () => {
    const parsed = parsePresentationDefinition(value as Json, 'definition')
    assert.equal(failed(parsed) ? parsed.code : 'accepted', code)
  })

test('WI-94 offers what meets format, path and filter, with the fields alone', () => {
  const { satisfiable, descriptors } = evaluateDefinition(both, [pid, attestation])
  assert.equal(satisfiable, true)
  assert.deepEqual(
    descriptors.map(({ candidates }) =>
      candidates.map((one) => [one.credential.id, one.claims.map((c) => c.path.join('.'))]),
    ),
    [[['pid-1', ['vct', 'cnf.jwk', 'unique_id']]], [['wa-1', ['iss']]]],
  )
  assert.equal(evaluateDefinition(both, [pid]).satisfiable, false)
})

const field = (value: object): RequestedDefinition =>
  requestedDefinition({
    id: 'd',
    input_descriptors: [{ id: 'a', constraints: { fields: [value as { path: string[] }] } }],
  })
const format = (value: object): RequestedDefinition =>
  requestedDefinition({ id: 'd', input_descriptors: [{ id: 'a', format: value as JsonObject, constraints: {} }] })

test('WI-94 offers no value for an optional field that asks for none', () => {
  const asked = field({ path: ['$.given_name'], filter: { const: 'Ada' }, predicate: 'required', optional: true })
  const { satisfiable, descriptors } = evaluateDefinition(asked, [pid])
  assert.equal(satisfiable, true)
  assert.deepEqual(descriptors[0]?.candidates[0]?.claims, [])
})

const fits: readonly (readonly [id: string, title: string, requested: RequestedDefinition, code: string])[] = [
  ['WI-94', 'another format', format({ mso_mdoc: {} }), 'format_mismatch'],
  ['RP-86', 'the other name of the format', format({ 'vc+sd-jwt': {} }), 'accepted'],
  ['WI-94', 'another algorithm', format({ 'vc+sd-jwt': { alg: ['ES512'] } }), 'algorithm_mismatch'],
  [
    'WI-94',
    'the same as OpenID4VP names it',
    format({ 'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES512'] } }),
    'algorithm_mismatch',
  ],
  [
    'WI-94',
    'another algorithm of the key binding',
    format({ 'vc+sd-jwt': { 'kb-jwt_alg_values': ['ES512'] } }),
    'algorithm_mismatch',
  ],
  [
    'RP-86',
    'the algorithm of the key binding',
    format({ 'vc+sd-jwt': { 'kb-jwt_alg_values': ['ES256'] } }),
    'accepted',
  ],
  ['WI-94', 'a missing field', field({ path: ['$.email'] }), 'field_missing'],
  ['WI-94', 'an optional missing field', field({ path: ['$.email'], optional: true }), 'accepted'],
  ['WI-94', 'an alternative path', field({ path: ['$.email', '$.given_name'] }), 'accepted'],
  [
    'WI-94',
    'an alternative path whose filter holds, after one whose does not',
    field({ path: ['$.unique_id', '$.given_name'], filter: { const: 'Ada' } }),
    'accepted',
  ],
  [
    'WI-94',
    'alternative paths of which none holds',
    field({ path: ['$.given_name', '$.email'], filter: { const: 'Eva' } }),
    'filter_mismatch',
  ],
  ['WI-94', 'another constant', field({ path: ['$.vct'], filter: { const: 'x' } }), 'filter_mismatch'],
  ['WI-94', 'another type', field({ path: ['$.vct'], filter: { type: 'object' } }), 'filter_mismatch'],
  ['WI-94', 'a value of a list', field({ path: ['$.given_name'], filter: { enum: ['Ada', 'Eva'] } }), 'accepted'],
  ['WI-94', 'a value outside a list', field({ path: ['$.given_name'], filter: { enum: ['Eva'] } }), 'filter_mismatch'],
  [
    'WI-94',
    'a pattern, which is never run',
    field({ path: ['$.given_name'], filter: { pattern: '(a+)+$' } }),
    'filter_unsupported',
  ],
  [
    'WI-94',
    'an unknown type',
    field({ path: ['$.given_name'], filter: { type: 'constructor' } }),
    'filter_unsupported',
  ],
  ['WI-94', 'a type of a list', field({ path: ['$.nothing'], filter: { type: ['string', 'null'] } }), 'accepted'],
  ['WI-94', 'no type of a list', field({ path: ['$.list'], filter: { type: ['string', 'null'] } }), 'filter_mismatch'],
  ['WI-94', 'an empty list of types', field({ path: ['$.vct'], filter: { type: [] } }), 'filter_unsupported'],
  [
    'WI-94',
    'a list with an unknown type',
    field({ path: ['$.vct'], filter: { type: ['string', 'toString'] } }),
    'filter_unsupported',
  ],
  [
    'WI-94',
    'a type in a list in a list',
    field({ path: ['$.vct'], filter: { type: [['string']] } }),
    'filter_unsupported',
  ],
  [
    'WI-94',
    'whether a filter holds in the place of the value',
    field({ path: ['$.given_name'], filter: { const: 'Ada' }, predicate: 'required' }),
    'filter_unsupported',
  ],
  [
    'WI-94',
    'whether a filter holds, or the value',
    field({ path: ['$.given_name'], filter: { const: 'Ada' }, predicate: 'preferred' }),
    'accepted',
  ],
  ['WI-94', 'an object as constant', field({ path: ['$.cnf'], filter: { const: { jwk: { kty: 'EC' } } } }), 'accepted'],
  [
    'WI-94',
    'another object',
    field({ path: ['$.cnf'], filter: { const: { jwk: { kty: 'OKP' } } } }),
    'filter_mismatch',
  ],
  [
    'WI-94',
    'an array in a list',
    field({
      path: ['$.list'],
      filter: {
        enum: [
          [2, 1],
          [1, 2],
        ],
      },
    }),
    'accepted',
  ],
  ['WI-94', 'an array outside a list', field({ path: ['$.list'], filter: { enum: [[2, 1], [1]] } }), 'filter_mismatch'],
  ['WI-94', 'null as constant', field({ path: ['$.nothing'], filter: { const: null } }), 'accepted'],
  ['WI-94', 'the first of all elements', field({ path: ['$.nationalities[*]'], filter: { const: 'IT' } }), 'accepted'],
  [
    'WI-94',
    'the second of all elements',
    field({ path: ['$.nationalities[*]'], filter: { const: 'FR' } }),
    'filter_mismatch',
  ],
  ['WI-94', 'a recursive path', field({ path: ['$..given_name'] }), 'field_path_unsupported'],
  ['WI-94', 'the whole credential', field({ path: ['$'] }), 'field_path_unsupported'],
  ['WI-94', 'a script in a path', field({ path: ['$.list[?(@.x)]'] }), 'field_path_unsupported'],
  ['WI-94', 'inherited names', field({ path: ['$.constructor.name'] }), 'field_missing'],
  ['RP-57', '$.credentialSubject.x', field({ path: ['$.credentialSubject.given_name'] }), 'accepted'],
  ['RP-57', '$.verified_claims.claims.x', field({ path: ['$.verified_claims.claims.given_name'] }), 'accepted'],
  ['RP-57', 'bracket notation', field({ path: ["$['given_name']"] }), 'accepted'],
  ['RP-57', 'an index', field({ path: ['$.list[1]'], filter: { const: 2 } }), 'accepted'],
  ['RP-57', 'type for vct', field({ path: ['$.type'], filter: { const: pidType } }), 'accepted'],
]
for (const [id, title, requested, code] of fits)
  test(`${id} both ends: ${title}: ${code}`, () => {
    const { descriptors } = evaluateDefinition(requested, [pid])
    assert.equal(descriptors[0]?.rejected[0]?.code ?? 'accepted', code)
    const answer = checkDefinitionResponse(requested, new Map([['a', { ...pid, disclosed: [] }]]))
    assert.equal(failed(answer) ? answer.code : 'accepted', code)
  })

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
  test(`WI-94 RP-86 both ends: of an mdoc ${paths.join(' or ')}: ${code}`, () => {
    const requested = field({ path: [...paths] })
    assert.equal(evaluateDefinition(requested, [driving]).descriptors[0]?.rejected[0]?.code ?? 'accepted', code)
    const answer = checkDefinitionResponse(requested, new Map([['a', { ...driving, disclosed: [['ns', 'b']] }]]))
    assert.equal(failed(answer) ? answer.code : 'accepted', code)
  })

test('WI-94 RP-86 a path over all elements passes over those that it does not lead into', () => {
  const held: StoredCredential = { id: 'c', format: 'dc+sd-jwt', claims: { list: [{ x: 1 }, 'y', { x: 2 }] } }
  const [asked] = evaluateDefinition(field({ path: ['$.list[*].x'] }), [held]).descriptors
  assert.deepEqual(asked?.candidates[0]?.claims, [
    { path: ['list', 0, 'x'], value: 1 },
    { path: ['list', 2, 'x'], value: 2 },
  ])
})

for (const [title, filter, indexes] of [
  ['without a filter all', undefined, [0, 1, 2]],
  ['those of its type', { type: 'string' }, [0, 1, 2]],
  ['those that are the constant', { const: 'IT' }, [0, 2]],
] as const)
  test(`WI-94 RP-86 of the elements ${title} are taken, by both ends alike`, () => {
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

test('RP-86 an element that was asked for by its index is found beside the others that were disclosed', () => {
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

test('RP-86 an element that the filter does not hold of is surplus', () => {
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

test('RP-53 every descriptor is answered, and no other', () => {
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

test('RP-86 limit_disclosure lets no further claim through', () => {
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

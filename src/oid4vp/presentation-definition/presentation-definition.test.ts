import assert from 'node:assert/strict'
import { test } from 'node:test'
import { both, pidType } from '../../../test/support/pid-definition.ts'
import { attestation, field, format, pid } from '../../../test/support/presentation-definition.ts'
import { failed } from '../../base/index.ts'
import { checkDefinitionResponse } from './check.ts'
import { evaluateDefinition } from './evaluate.ts'
import { type RequestedDefinition, requestedDefinition } from './schema.ts'

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

test('WI-94 a wildcard takes the members of an object as it takes the elements of an array (RFC 9535 §2.3.2)', () => {
  const { descriptors } = evaluateDefinition(field({ path: ['$.address[*]'] }), [pid])
  assert.deepEqual(
    descriptors[0]?.candidates[0]?.claims.map(({ path }) => path.join('.')),
    ['address.locality', 'address.country'],
  )
})

test('WI-94 no wildcard takes all that a credential says of its person, wherever it stands', () => {
  for (const claims of [{ credentialSubject: pid.claims }, { verified_claims: { claims: pid.claims } }, pid.claims])
    for (const path of [
      '$[*]',
      '$.*',
      '$.credentialSubject[*]',
      '$.verified_claims.claims.*',
      '$.verified_claims[*]',
      '$[*][*]',
    ]) {
      const { descriptors } = evaluateDefinition(field({ path: [path] }), [{ ...pid, claims }])
      assert.equal(descriptors[0]?.rejected[0]?.code, 'field_missing', path)
    }
})

test('WI-94 offers no value for an optional field that asks for none', () => {
  const asked = field({ path: ['$.given_name'], filter: { const: 'Ada' }, predicate: 'required', optional: true })
  const { satisfiable, descriptors } = evaluateDefinition(asked, [pid])
  assert.equal(satisfiable, true)
  assert.deepEqual(descriptors[0]?.candidates[0]?.claims, [])
})

const related = (constraints: object): RequestedDefinition =>
  requestedDefinition({ id: 'd', input_descriptors: [{ id: 'a', constraints: constraints as Record<string, never> }] })

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
  [
    'WI-94',
    'the algorithm under one of the two names of the format',
    format({ 'vc+sd-jwt': { alg: ['ES512'] }, 'dc+sd-jwt': { alg: ['ES256'] } }),
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
  ...['title', 'description', '$schema', '$comment', 'examples', 'default'].map(
    (name) =>
      [
        'WI-94',
        `a filter with ${name}`,
        field({ path: ['$.given_name'], filter: { const: 'Ada', [name]: 'x' } }),
        'accepted',
      ] as const,
  ),
  [
    'WI-94',
    'an unknown type',
    field({ path: ['$.given_name'], filter: { type: 'constructor' } }),
    'filter_unsupported',
  ],
  ['WI-94', 'a type of a list', field({ path: ['$.nothing'], filter: { type: ['string', 'null'] } }), 'accepted'],
  ['WI-94', 'no type of a list', field({ path: ['$.list'], filter: { type: ['string', 'null'] } }), 'filter_mismatch'],
  ['WI-94', 'true or false', field({ path: ['$.adult'], filter: { type: 'boolean' } }), 'accepted'],
  ['WI-94', 'neither true nor false', field({ path: ['$.list'], filter: { type: 'boolean' } }), 'filter_mismatch'],
  ['WI-94', 'a number', field({ path: ['$.list[0]'], filter: { type: 'number' } }), 'accepted'],
  ['WI-94', 'no number', field({ path: ['$.given_name'], filter: { type: 'number' } }), 'filter_mismatch'],
  [
    'WI-94',
    'a list of values that is none',
    field({ path: ['$.vct'], filter: { enum: pidType } }),
    'filter_unsupported',
  ],
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
  ['WI-94', 'the first of all members', field({ path: ['$.address[*]'], filter: { const: 'Roma' } }), 'accepted'],
  ['WI-94', 'the second of all members', field({ path: ['$.address.*'], filter: { const: 'IT' } }), 'filter_mismatch'],
  ['WI-94', 'all elements, in dots', field({ path: ['$.nationalities.*'], filter: { const: 'IT' } }), 'accepted'],
  ['WI-94', 'members of what has none', field({ path: ['$.given_name[*]'] }), 'field_missing'],
  ['WI-94', 'an index of what has names', field({ path: ['$.address[0]'] }), 'field_missing'],
  ['WI-94', 'all that a credential has', field({ path: ['$.*'] }), 'field_missing'],
  ['WI-94', 'members of all that a credential has', field({ path: ['$[*].country'] }), 'field_missing'],
  ['WI-94', 'a credential of the user’s own making', related({ subject_is_issuer: 'required' }), 'filter_unsupported'],
  ['WI-94', 'one of his own making, if possible', related({ subject_is_issuer: 'preferred' }), 'accepted'],
  [
    'WI-94',
    'claims about one person',
    related({ same_subject: [{ field_id: ['x'], directive: 'required' }] }),
    'filter_unsupported',
  ],
  [
    'WI-94',
    'claims about one person, if possible',
    related({ same_subject: [{ field_id: ['x'], directive: 'preferred' }] }),
    'accepted',
  ],
  [
    'WI-94',
    'claims about one person, and others if possible',
    related({
      same_subject: [
        { field_id: ['x'], directive: 'preferred' },
        { field_id: ['y'], directive: 'required' },
      ],
    }),
    'filter_unsupported',
  ],
  ['WI-94', 'a relation that is none', related({ same_subject: [null] }), 'accepted'],
  ['WI-94', 'a path that begins nowhere', field({ path: ['x.given_name'] }), 'field_path_unsupported'],
  ['WI-94', 'an endless path', field({ path: [`$${'.given_name'.repeat(60)}`] }), 'field_path_unsupported'],
  ['WI-94', 'a recursive path', field({ path: ['$..given_name'] }), 'field_path_unsupported'],
  ['WI-94', 'a control character in a name', field({ path: ["$['given\n_name']"] }), 'field_path_unsupported'],
  ['WI-94', 'a null character in a name', field({ path: ['$["given\0_name"]'] }), 'field_path_unsupported'],
  ['WI-94', 'half of a surrogate pair in a name', field({ path: ["$['given\ud800']"] }), 'field_path_unsupported'],
  ['WI-94', 'an index with a leading zero', field({ path: ['$.nationalities[01]'] }), 'field_path_unsupported'],
  ['WI-94', 'the whole credential', field({ path: ['$'] }), 'field_path_unsupported'],
  ['WI-94', 'a script in a path', field({ path: ['$.list[?(@.x)]'] }), 'field_path_unsupported'],
  ['WI-94', 'inherited names', field({ path: ['$.constructor.name'] }), 'field_missing'],
  ['RP-57', '$.credentialSubject.x', field({ path: ['$.credentialSubject.given_name'] }), 'accepted'],
  ['RP-57', '$.verified_claims.claims.x', field({ path: ['$.verified_claims.claims.given_name'] }), 'accepted'],
  ['RP-57', 'bracket notation', field({ path: ["$['given_name']"] }), 'accepted'],
  ['RP-57', 'the first index', field({ path: ['$.list[0]'], filter: { const: 1 } }), 'accepted'],
  ['RP-57', 'another quote in a name', field({ path: [`$["it's"]`, `$['"']`] }), 'field_missing'],
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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalsOf } from '../../../test/support/cases.ts'
import { both, pidType } from '../../../test/support/pid-definition.ts'
import { attestation, field, format, pid } from '../../../test/support/presentation-definition.ts'
import { failed } from '../../base/index.ts'
import { checkDefinitionResponse } from './check.ts'
import { evaluateDefinition } from './evaluate.ts'
import { type RequestedDefinition, requestedDefinition } from './schema.ts'

test('WI-94 offers credentials that match format, path and filter, with the requested fields only', () => {
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

test('WI-94 a wildcard selects the members of an object as well as the elements of an array (RFC 9535 §2.3.2)', () => {
  const { descriptors } = evaluateDefinition(field({ path: ['$.address[*]'] }), [pid])
  assert.deepEqual(
    descriptors[0]?.candidates[0]?.claims.map(({ path }) => path.join('.')),
    ['address.locality', 'address.country'],
  )
})

test('WI-94 a wildcard does not select all claims about the person, wherever they are nested', () => {
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

test('WI-94 offers no value for an optional field with a required predicate', () => {
  const asked = field({ path: ['$.given_name'], filter: { const: 'Ada' }, predicate: 'required', optional: true })
  const { satisfiable, descriptors } = evaluateDefinition(asked, [pid])
  assert.equal(satisfiable, true)
  assert.deepEqual(descriptors[0]?.candidates[0]?.claims, [])
})

const related = (constraints: object): RequestedDefinition =>
  requestedDefinition({ id: 'd', input_descriptors: [{ id: 'a', constraints: constraints as Record<string, never> }] })

const fits: readonly (readonly [id: string, title: string, requested: RequestedDefinition, code: string])[] = [
  ...['title', 'description', '$schema', '$comment', 'examples', 'default'].map(
    (name) =>
      [
        'WI-94',
        `a filter with ${name}`,
        field({ path: ['$.given_name'], filter: { const: 'Ada', [name]: 'x' } }),
        'accepted',
      ] as const,
  ),
  ...refusalsOf({
    'WI-94 format_mismatch': { 'another format': format({ mso_mdoc: {} }) },
    'RP-86 accepted': {
      'the other name of the format': format({ 'vc+sd-jwt': {} }),
      'the algorithm of the key binding': format({ 'vc+sd-jwt': { 'kb-jwt_alg_values': ['ES256'] } }),
    },
    'WI-94 algorithm_mismatch': {
      'another algorithm': format({ 'vc+sd-jwt': { alg: ['ES512'] } }),
      'another algorithm under the name of OpenID4VP': format({ 'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES512'] } }),
      'another algorithm of the key binding': format({ 'vc+sd-jwt': { 'kb-jwt_alg_values': ['ES512'] } }),
    },
    'WI-94 accepted': {
      'the algorithm under one of the two names of the format': format({
        'vc+sd-jwt': { alg: ['ES512'] },
        'dc+sd-jwt': { alg: ['ES256'] },
      }),
      'an optional missing field': field({ path: ['$.email'], optional: true }),
      'an alternative path': field({ path: ['$.email', '$.given_name'] }),
      'an alternative path whose value matches, after a path whose value does not': field({
        path: ['$.unique_id', '$.given_name'],
        filter: { const: 'Ada' },
      }),
      'a value of a list': field({ path: ['$.given_name'], filter: { enum: ['Ada', 'Eva'] } }),
      'a type of a list': field({ path: ['$.nothing'], filter: { type: ['string', 'null'] } }),
      'a boolean': field({ path: ['$.adult'], filter: { type: 'boolean' } }),
      'a number': field({ path: ['$.list[0]'], filter: { type: 'number' } }),
      'a preferred predicate': field({
        path: ['$.given_name'],
        filter: { const: 'Ada' },
        predicate: 'preferred',
      }),
      'an object as constant': field({ path: ['$.cnf'], filter: { const: { jwk: { kty: 'EC' } } } }),
      'an array in a list': field({
        path: ['$.list'],
        filter: {
          enum: [
            [2, 1],
            [1, 2],
          ],
        },
      }),
      'null as constant': field({ path: ['$.nothing'], filter: { const: null } }),
      'the first of all elements': field({ path: ['$.nationalities[*]'], filter: { const: 'IT' } }),
      'the first of all members': field({ path: ['$.address[*]'], filter: { const: 'Roma' } }),
      'all elements, in dot notation': field({ path: ['$.nationalities.*'], filter: { const: 'IT' } }),
      'a self-issued credential, if possible': related({ subject_is_issuer: 'preferred' }),
      'claims about one person, if possible': related({ same_subject: [{ field_id: ['x'], directive: 'preferred' }] }),
      'a relation that is null': related({ same_subject: [null] }),
    },
    'WI-94 field_missing': {
      'a missing field': field({ path: ['$.email'] }),
      'members of a text': field({ path: ['$.given_name[*]'] }),
      'an index of an object': field({ path: ['$.address[0]'] }),
      'all members of a credential': field({ path: ['$.*'] }),
      'members of all members of a credential': field({ path: ['$[*].country'] }),
      'inherited names': field({ path: ['$.constructor.name'] }),
    },
    'WI-94 filter_mismatch': {
      'alternative paths of which none matches': field({ path: ['$.given_name', '$.email'], filter: { const: 'Eva' } }),
      'another constant': field({ path: ['$.vct'], filter: { const: 'x' } }),
      'another type': field({ path: ['$.vct'], filter: { type: 'object' } }),
      'a value outside a list': field({ path: ['$.given_name'], filter: { enum: ['Eva'] } }),
      'a value of none of the listed types': field({ path: ['$.list'], filter: { type: ['string', 'null'] } }),
      'a value that is not a boolean': field({ path: ['$.list'], filter: { type: 'boolean' } }),
      'a value that is not a number': field({ path: ['$.given_name'], filter: { type: 'number' } }),
      'another object': field({ path: ['$.cnf'], filter: { const: { jwk: { kty: 'OKP' } } } }),
      'an array outside a list': field({ path: ['$.list'], filter: { enum: [[2, 1], [1]] } }),
      'the second of all elements': field({ path: ['$.nationalities[*]'], filter: { const: 'FR' } }),
      'the second of all members': field({ path: ['$.address.*'], filter: { const: 'IT' } }),
    },
    'WI-94 filter_unsupported': {
      'a pattern, which is never run': field({ path: ['$.given_name'], filter: { pattern: '(a+)+$' } }),
      'an unknown type': field({ path: ['$.given_name'], filter: { type: 'constructor' } }),
      'an enum that is not a list': field({ path: ['$.vct'], filter: { enum: pidType } }),
      'an empty list of types': field({ path: ['$.vct'], filter: { type: [] } }),
      'a list with an unknown type': field({ path: ['$.vct'], filter: { type: ['string', 'toString'] } }),
      'a type in a nested list': field({ path: ['$.vct'], filter: { type: [['string']] } }),
      'a required predicate': field({
        path: ['$.given_name'],
        filter: { const: 'Ada' },
        predicate: 'required',
      }),
      'a self-issued credential': related({ subject_is_issuer: 'required' }),
      'claims about one person': related({ same_subject: [{ field_id: ['x'], directive: 'required' }] }),
      'claims about one person, and others if possible': related({
        same_subject: [
          { field_id: ['x'], directive: 'preferred' },
          { field_id: ['y'], directive: 'required' },
        ],
      }),
    },
    'WI-94 field_path_unsupported': {
      'a path that does not begin with $': field({ path: ['x.given_name'] }),
      'a long path': field({ path: [`$${'.given_name'.repeat(60)}`] }),
      'a recursive path': field({ path: ['$..given_name'] }),
      'a control character in a name': field({ path: ["$['given\n_name']"] }),
      'a null character in a name': field({ path: ['$["given\0_name"]'] }),
      'half of a surrogate pair in a name': field({ path: ["$['given\ud800']"] }),
      'an index with a leading zero': field({ path: ['$.nationalities[01]'] }),
      'the whole credential': field({ path: ['$'] }),
      'a script in a path': field({ path: ['$.list[?(@.x)]'] }),
    },
    'RP-57 accepted': {
      '$.credentialSubject.x': field({ path: ['$.credentialSubject.given_name'] }),
      '$.verified_claims.claims.x': field({ path: ['$.verified_claims.claims.given_name'] }),
      'bracket notation': field({ path: ["$['given_name']"] }),
      'the first index': field({ path: ['$.list[0]'], filter: { const: 1 } }),
      'an index': field({ path: ['$.list[1]'], filter: { const: 2 } }),
      'type for vct': field({ path: ['$.type'], filter: { const: pidType } }),
    },
    'RP-57 field_missing': { 'another quote in a name': field({ path: [`$["it's"]`, `$['"']`] }) },
  }),
]
for (const [id, title, requested, code] of fits)
  test(`${id} wallet and Relying Party: ${title}: ${code}`, () => {
    const { descriptors } = evaluateDefinition(requested, [pid])
    assert.equal(descriptors[0]?.rejected[0]?.code ?? 'accepted', code)
    const answer = checkDefinitionResponse(requested, new Map([['a', { ...pid, disclosed: [] }]]))
    assert.equal(failed(answer) ? answer.code : 'accepted', code)
  })

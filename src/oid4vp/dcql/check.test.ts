import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claims, one, parse, pid, pidType } from '../../../test/support/dcql.ts'
import { failed, type JsonObject } from '../../base/index.ts'
import type { PresentedCredential } from '../../credential/index.ts'
import { withAttestationQuery } from './attestation-query.ts'
import { checkDcqlResponse, type DcqlPresentations } from './check.ts'

const shown = (change: Partial<PresentedCredential> = {}): PresentedCredential => ({
  ...pid,
  disclosed: [['given_name']],
  ...change,
})
const check = (query: object, presented: readonly DcqlPresentations[]): string => {
  const answer = checkDcqlResponse(parse(query), presented)
  return failed(answer) ? answer.code : 'accepted'
}
const entry = (id: string, ...credentials: PresentedCredential[]): DcqlPresentations => ({ id, credentials })
const without = (name: string): JsonObject => {
  const { [name]: _, ...rest } = claims
  return rest
}

const responses: readonly (readonly [title: string, query: object, presented: DcqlPresentations[], code: string])[] = [
  ['the requested credential', one(), [entry('pid', shown())], 'accepted'],
  ['no presentation', one(), [], 'presentation_missing'],
  ['another id', one(), [entry('other', shown())], 'presentation_unrequested'],
  ['a further id', one(), [entry('pid', shown()), entry('other', shown())], 'presentation_unrequested'],
  ['one id twice', one(), [entry('pid', shown()), entry('pid', shown())], 'presentation_duplicate_id'],
  ['two credentials where `multiple` is absent', one(), [entry('pid', shown(), shown())], 'presentation_count'],
  [
    'two credentials where `multiple` is false',
    one({ multiple: false }),
    [entry('pid', shown(), shown())],
    'presentation_count',
  ],
  ['two credentials where `multiple` is true', one({ multiple: true }), [entry('pid', shown(), shown())], 'accepted'],
  ['no credential where `multiple` is true', one({ multiple: true }), [entry('pid')], 'presentation_count'],
  [
    'a second credential that does not match',
    one({ multiple: true }),
    [entry('pid', shown(), shown({ claims: without('given_name') }))],
    'claim_missing',
  ],
  ['another format', one(), [entry('pid', shown({ format: 'jwt' }))], 'format_mismatch'],
  ['another type', one(), [entry('pid', shown({ claims: { ...claims, vct: 'x' } }))], 'type_mismatch'],
  ['no type at all', one(), [entry('pid', shown({ claims: { given_name: 'Ada' } }))], 'type_mismatch'],
  [
    'no type where the query names an empty type',
    one({ meta: { vct_values: [''] } }),
    [entry('pid', shown({ claims: { given_name: 'Ada' } }))],
    'type_mismatch',
  ],
  ['a missing claim', one(), [entry('pid', shown({ claims: without('given_name') }))], 'claim_missing'],
  [
    'another value',
    one({ claims: [{ path: ['age'], values: [18] }] }),
    [entry('pid', shown())],
    'claim_value_mismatch',
  ],
  [
    'D-273 a path over all elements that leads into some of them',
    one({ claims: [{ path: ['mixed', null, 'x'] }] }),
    [entry('pid', shown())],
    'accepted',
  ],
  [
    'an optional set left out',
    {
      credentials: ['pid', 'other'].flatMap((id) => (one({ id }) as { credentials: object[] }).credentials),
      credential_sets: [{ options: [['pid']] }, { options: [['other']], required: false }],
    },
    [entry('pid', shown())],
    'accepted',
  ],
  [
    'a required set half answered',
    {
      credentials: [
        { id: 'a', format: 'jwt' },
        { id: 'b', format: 'jwt' },
      ],
      credential_sets: [{ options: [['a', 'b']] }],
    },
    [entry('a', shown({ format: 'jwt' }))],
    'attestation_missing',
  ],
  ...(['a', 'b'] as const).map(
    (id) =>
      [
        `one option of two, ${id}`,
        {
          credentials: [
            { id: 'a', format: 'dc+sd-jwt', meta: { vct_values: [pidType] } },
            { id: 'b', format: 'dc+sd-jwt', meta: { vct_values: [pidType] } },
          ],
          credential_sets: [{ options: [['a'], ['b']] }],
        },
        [entry(id, shown())],
        'accepted',
      ] as [string, object, DcqlPresentations[], string],
  ),
]
for (const [title, query, presented, code] of responses)
  test(`RP-13 ${title}: ${code}`, () => assert.equal(check(query, presented), code))

test('RP-55 returns the requested claims and reports the surplus', () => {
  const disclosed = [['given_name'], ['family_name'], ['address'], ['address', 'region']]
  const query = parse(one({ claims: [{ path: ['given_name'] }, { path: ['address', 'locality'] }] }))
  const answers = checkDcqlResponse(query, [entry('pid', shown({ disclosed }))])
  assert.ok(!failed(answers))
  assert.deepEqual(answers[0]?.claims, [
    { path: ['given_name'], value: 'Ada' },
    { path: ['address', 'locality'], value: 'Roma' },
  ])
  assert.deepEqual(answers[0]?.surplus, [['family_name'], ['address', 'region']])
})

test('RP-85 an index finds its element although elements before it were not disclosed', () => {
  const query = one({ claims: [{ path: ['nationalities', 1] }] })
  const withheld = [{ path: ['nationalities'], before: [1] }]
  const moved = shown({ claims: { ...claims, nationalities: ['FR'] }, disclosed: [['nationalities', 0]], withheld })
  assert.equal(check(query, [entry('pid', moved)]), 'accepted')
  const other = shown({ claims: { ...claims, nationalities: ['IT'] }, disclosed: [['nationalities', 0]] })
  assert.equal(check(query, [entry('pid', other)]), 'claim_missing')
  const none = shown({ claims: { ...claims, nationalities: [] }, disclosed: [] })
  assert.equal(check(query, [entry('pid', none)]), 'claim_missing')
})

test('RP-56 the attestation is requested by default, and its absence has its own code', () => {
  const wa: PresentedCredential = { format: 'jwt', claims: { iss: 'x', iat: 1, cnf: {} }, disclosed: [] }
  for (const sets of [undefined, [{ options: [['pid']] }]]) {
    const query = withAttestationQuery(parse({ ...one(), ...(sets ? { credential_sets: sets } : {}) }))
    assert.equal(withAttestationQuery(query), query)
    assert.deepEqual(query.credentials.at(-1)?.claims, [{ path: ['iss'] }, { path: ['iat'] }, { path: ['cnf'] }])
    assert.equal(check(query, [entry('pid', shown()), entry('wallet_attestation', wa)]), 'accepted')
    assert.equal(check(query, [entry('pid', shown())]), 'attestation_missing')
    assert.equal(check(query, [entry('wallet_attestation', wa)]), 'presentation_missing')
    assert.equal(check(query, []), 'presentation_missing')
  }
})

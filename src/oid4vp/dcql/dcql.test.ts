import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed, type JsonObject } from '../../base/index.ts'
import type { ClaimPath } from '../claim-path.ts'
import type { PresentedCredential, StoredCredential } from '../presentable-credential.ts'
import { withAttestationQuery } from './attestation-query.ts'
import { checkDcqlResponse, type DcqlPresentations } from './check.ts'
import { evaluateDcql } from './evaluate.ts'
import { type DcqlQuery, parseDcqlQuery } from './schema.ts'

const pidType = 'eu.eudiw.pid.it'
const claims: JsonObject = {
  iss: 'https://pid.example',
  vct: pidType,
  type: pidType,
  given_name: 'Ada',
  family_name: 'Rossi',
  tax_id_number: 'TINIT-X',
  age: 36,
  address: { locality: 'Roma', region: 'Lazio' },
  nationalities: ['IT', 'FR'],
  degrees: [{ type: 'BSc' }, { type: 'MSc' }, { name: 'x' }],
}
const pid: StoredCredential = { id: 'pid-1', format: 'vc+sd-jwt', alg: 'ES256', claims }
const attestation: StoredCredential = { id: 'wa-1', format: 'jwt', claims: { iss: 'https://wp.example', iat: 1 } }
const license: StoredCredential = {
  id: 'mdl-1',
  format: 'mso_mdoc',
  doctype: 'org.iso.18013.5.1.mDL',
  claims: { 'org.iso.18013.5.1': { family_name: 'Rossi' } },
}
const wallet = [pid, attestation, license]

const parse = (query: object): DcqlQuery => {
  const parsed = parseDcqlQuery(query as JsonObject, { strictIds: true }, 'dcql_query')
  assert.ok(!failed(parsed), failed(parsed) ? `${parsed.code} ${parsed.at}` : '')
  return parsed
}
const one = (change: object = {}): object => ({
  credentials: [
    { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [pidType] }, claims: [{ path: ['given_name'] }], ...change },
  ],
})

const malformed: readonly (readonly [id: string, title: string, query: unknown, code: string])[] = [
  ['RP-37', 'null', null, 'dcql_malformed'],
  ['RP-37', 'no credentials', {}, 'dcql_malformed'],
  ['RP-37', 'an empty list', { credentials: [] }, 'dcql_malformed'],
  ['RP-37', 'no format', one({ format: undefined }), 'dcql_malformed'],
  ['RP-37', 'no id', one({ id: undefined }), 'dcql_malformed'],
  ['RP-37', 'an id with a blank', one({ id: 'personal id' }), 'dcql_id_invalid'],
  ['RP-37', 'the id __proto__', one({ id: '__proto__' }), 'dcql_id_invalid'],
  [
    'RP-37',
    'one id twice',
    {
      credentials: [
        { id: 'a', format: 'jwt' },
        { id: 'a', format: 'jwt' },
      ],
    },
    'dcql_id_duplicate',
  ],
  ['RP-37', 'vct_values that are no list', one({ meta: { vct_values: pidType } }), 'dcql_malformed'],
  ['RP-37', 'a claim without path', one({ claims: [{ id: 'a' }] }), 'dcql_malformed'],
  ['RP-37', 'an empty path', one({ claims: [{ path: [] }] }), 'dcql_malformed'],
  ['RP-85', 'a negative index', one({ claims: [{ path: ['a', -1] }] }), 'dcql_malformed'],
  ['RP-85', 'a broken index', one({ claims: [{ path: ['a', 0.5] }] }), 'dcql_malformed'],
  ['RP-85', 'multiple as text', one({ multiple: 'true' }), 'dcql_malformed'],
  ['RP-85', 'empty values', one({ claims: [{ path: ['a'], values: [] }] }), 'dcql_malformed'],
  [
    'RP-85',
    'one claim id twice',
    one({
      claims: [
        { id: 'x', path: ['a'] },
        { id: 'x', path: ['b'] },
      ],
    }),
    'dcql_claim_id_duplicate',
  ],
  [
    'RP-85',
    'a claim set of an unknown claim',
    one({ claims: [{ id: 'x', path: ['a'] }], claim_sets: [['y']] }),
    'dcql_claim_sets_invalid',
  ],
  [
    'RP-85',
    'claim sets over claims without id',
    one({ claims: [{ path: ['a'] }, { id: 'x', path: ['b'] }], claim_sets: [['x']] }),
    'dcql_claim_sets_invalid',
  ],
  ['RP-85', 'claim sets without claims', one({ claims: undefined, claim_sets: [['x']] }), 'dcql_claim_sets_invalid'],
  [
    'RP-85',
    'a credential set of an unknown query',
    { ...one(), credential_sets: [{ options: [['nobody']] }] },
    'dcql_credential_sets_invalid',
  ],
  ['RP-85', 'an empty option', { ...one(), credential_sets: [{ options: [[]] }] }, 'dcql_malformed'],
  [
    'GEN-23',
    'a thousand queries',
    { credentials: Array.from({ length: 1000 }, (_, id) => ({ id: `q${id}`, format: 'jwt' })) },
    'dcql_too_large',
  ],
  [
    'GEN-23',
    'a thousand claims',
    one({ claims: Array.from({ length: 1000 }, () => ({ path: ['a'] })) }),
    'dcql_too_large',
  ],
  [
    'GEN-23',
    'a thousand path elements',
    one({ claims: [{ path: Array.from({ length: 1000 }, () => null) }] }),
    'dcql_too_large',
  ],
  [
    'GEN-23',
    'a thousand values',
    one({ claims: [{ path: ['a'], values: Array.from({ length: 1000 }, () => 1) }] }),
    'dcql_too_large',
  ],
  [
    'GEN-23',
    'a thousand options',
    { ...one(), credential_sets: [{ options: Array.from({ length: 1000 }, () => ['pid']) }] },
    'dcql_too_large',
  ],
  [
    'GEN-23',
    'a thousand sets',
    { ...one(), credential_sets: Array.from({ length: 1000 }, () => ({ options: [['pid']] })) },
    'dcql_too_large',
  ],
  ['GEN-23', 'a thousand claim sets', one({ claim_sets: Array.from({ length: 1000 }, () => ['x']) }), 'dcql_too_large'],
  [
    'GEN-23',
    'a thousand authorities',
    one({ trusted_authorities: Array.from({ length: 1000 }, () => ({})) }),
    'dcql_too_large',
  ],
]
for (const [id, title, query, code] of malformed)
  test(`${id} refuses a query with ${title}`, () => {
    const parsed = parseDcqlQuery(query as JsonObject, { strictIds: true }, 'dcql_query')
    assert.equal(failed(parsed) ? parsed.code : 'accepted', code)
  })

test('a wallet reads ids with blanks, which deployed relying parties send', () => {
  const parsed = parseDcqlQuery(one({ id: 'personal id data' }) as JsonObject, { strictIds: false }, 'dcql_query')
  assert.ok(!failed(parsed))
})

const matching: readonly (readonly [
  id: string,
  title: string,
  query: object,
  expected: string | readonly ClaimPath[],
])[] = [
  ['WI-82', 'format and type', one(), [['given_name']]],
  ['WI-82', 'vc+sd-jwt as vc+sd-jwt', one({ format: 'vc+sd-jwt' }), [['given_name']]],
  ['WI-82', 'another type', one({ meta: { vct_values: ['mDL'] } }), 'type_mismatch'],
  ['WI-82', 'a type among several', one({ meta: { vct_values: ['mDL', pidType] } }), [['given_name']]],
  [
    'WI-82',
    'a claim that is not there',
    one({ claims: [{ path: ['given_name'] }, { path: ['email'] }] }),
    'claim_missing',
  ],
  ['WI-82', 'inherited names', one({ claims: [{ path: ['constructor'] }] }), 'claim_missing'],
  ['WI-82', '__proto__', one({ claims: [{ path: ['__proto__', 'toString'] }] }), 'claim_missing'],
  ['RP-85', 'no claims: nothing is disclosed', one({ claims: undefined }), []],
  ['RP-85', 'a nested path', one({ claims: [{ path: ['address', 'locality'] }] }), [['address', 'locality']]],
  ['RP-85', 'a path through a text', one({ claims: [{ path: ['given_name', 'x'] }] }), 'claim_missing'],
  ['RP-85', 'an index', one({ claims: [{ path: ['nationalities', 1] }] }), [['nationalities', 1]]],
  ['RP-85', 'an index beyond', one({ claims: [{ path: ['nationalities', 2] }] }), 'claim_missing'],
  ['RP-85', 'an index into an object', one({ claims: [{ path: ['address', 0] }] }), 'claim_missing'],
  ['RP-85', 'a name into an array', one({ claims: [{ path: ['nationalities', 'length'] }] }), 'claim_missing'],
  [
    'RP-85',
    'null over an array',
    one({ claims: [{ path: ['degrees', null, 'type'] }] }),
    [
      ['degrees', 0, 'type'],
      ['degrees', 1, 'type'],
    ],
  ],
  ['RP-85', 'null over an object', one({ claims: [{ path: ['address', null] }] }), 'claim_missing'],
  ['RP-85', 'a value', one({ claims: [{ path: ['age'], values: [35, 36] }] }), [['age']]],
  ['RP-85', 'a value of another type', one({ claims: [{ path: ['age'], values: ['36'] }] }), 'claim_value_mismatch'],
  [
    'RP-85',
    'a value among elements',
    one({ claims: [{ path: ['nationalities', null], values: ['FR'] }] }),
    [['nationalities', 1]],
  ],
  [
    'RP-85',
    'the first claim set that fits',
    one({
      claims: [
        { id: 'e', path: ['email'] },
        { id: 'g', path: ['given_name'] },
        { id: 'f', path: ['family_name'] },
      ],
      claim_sets: [['e'], ['f'], ['g']],
    }),
    [['family_name']],
  ],
  [
    'RP-85',
    'no claim set that fits',
    one({ claims: [{ id: 'e', path: ['email'] }], claim_sets: [['e']] }),
    'claim_missing',
  ],
  [
    'RP-85',
    'an authority that the credential does not name',
    one({ trusted_authorities: [{ type: 'openid_federation', values: ['https://ta.example'] }] }),
    'authority_mismatch',
  ],
  [
    'RP-57',
    'credentialSubject before a flat claim',
    one({ claims: [{ path: ['credentialSubject', 'given_name'] }] }),
    [['given_name']],
  ],
  [
    'RP-57',
    'verified_claims before a flat claim',
    one({ claims: [{ path: ['verified_claims', 'claims', 'given_name'] }] }),
    [['given_name']],
  ],
  ['RP-57', 'tax_id_code for tax_id_number', one({ claims: [{ path: ['tax_id_code'] }] }), [['tax_id_number']]],
]
for (const [id, title, query, expected] of matching)
  test(`${id} matches: ${title}`, () => {
    const { queries, satisfiable } = evaluateDcql(parse(query), [pid])
    const [outcome] = queries
    const found = outcome?.candidates[0]?.claims.map(({ path }) => path) ?? outcome?.rejected[0]?.code
    assert.deepEqual(found, expected)
    assert.equal(satisfiable, typeof expected !== 'string')
  })

test('RP-57 finds a flat path in nested claims, and reads the type from `type`', () => {
  const old: StoredCredential = {
    id: 'old',
    format: 'vc+sd-jwt',
    claims: { type: pidType, verified_claims: { claims: { given_name: 'Ada', tax_id_code: 'X' } } },
  }
  const query = parse(one({ claims: [{ path: ['given_name'] }, { path: ['tax_id_number'] }] }))
  const paths = evaluateDcql(query, [old]).queries[0]?.candidates[0]?.claims.map(({ path }) => path.join('.'))
  assert.deepEqual(paths, ['verified_claims.claims.given_name', 'verified_claims.claims.tax_id_code'])
})

test('RP-85 an authority in common is enough', () => {
  const query = parse(one({ trusted_authorities: [{ type: 'openid_federation', values: ['https://a', 'https://b'] }] }))
  const known = { ...pid, authorities: [{ type: 'openid_federation', values: ['https://b'] }] }
  assert.ok(evaluateDcql(query, [known]).satisfiable)
  assert.ok(!evaluateDcql(query, [{ ...pid, authorities: [{ type: 'aki', values: ['https://b'] }] }]).satisfiable)
})

test('WI-82 without a matching credential nothing is offered, and each rejection is named', () => {
  const query = parse({
    credentials: [
      { id: 'pid', format: 'dc+sd-jwt', claims: [{ path: ['email'] }] },
      { id: 'wa', format: 'jwt', claims: [{ path: ['iss'] }] },
      { id: 'mdl', format: 'mso_mdoc', meta: { doctype_value: 'other' } },
    ],
  })
  const { satisfiable, queries } = evaluateDcql(query, wallet)
  assert.equal(satisfiable, false)
  assert.deepEqual(
    queries.map(({ rejected }) => rejected.map(({ credential, code }) => `${credential} ${code}`)),
    [
      ['pid-1 claim_missing', 'wa-1 format_mismatch', 'mdl-1 format_mismatch'],
      ['pid-1 format_mismatch', 'mdl-1 format_mismatch'],
      ['pid-1 format_mismatch', 'wa-1 format_mismatch', 'mdl-1 type_mismatch'],
    ],
  )
})

test('RP-85 credential sets: options in order, optional sets do not block', () => {
  const query = parse({
    credentials: [
      { id: 'pid', format: 'dc+sd-jwt' },
      { id: 'mdl', format: 'mso_mdoc' },
      { id: 'gone', format: 'ldp_vc' },
    ],
    credential_sets: [{ options: [['gone'], ['mdl', 'pid'], ['pid']] }, { options: [['gone']], required: false }],
  })
  const { satisfiable, sets } = evaluateDcql(query, wallet)
  assert.equal(satisfiable, true)
  assert.deepEqual(sets, [
    { required: true, options: [['mdl', 'pid'], ['pid']] },
    { required: false, options: [] },
  ])
})

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
  ['what was asked', one(), [entry('pid', shown())], 'accepted'],
  ['nothing', one(), [], 'presentation_missing'],
  ['another id', one(), [entry('other', shown())], 'presentation_unrequested'],
  ['a further id', one(), [entry('pid', shown()), entry('other', shown())], 'presentation_unrequested'],
  ['one id twice', one(), [entry('pid', shown()), entry('pid', shown())], 'presentation_duplicate_id'],
  ['two where `multiple` was left out', one(), [entry('pid', shown(), shown())], 'presentation_count'],
  ['two where `multiple` is false', one({ multiple: false }), [entry('pid', shown(), shown())], 'presentation_count'],
  ['two where `multiple` is true', one({ multiple: true }), [entry('pid', shown(), shown())], 'accepted'],
  ['none where `multiple` is true', one({ multiple: true }), [entry('pid')], 'presentation_count'],
  [
    'a second one that does not fit',
    one({ multiple: true }),
    [entry('pid', shown(), shown({ claims: without('given_name') }))],
    'claim_missing',
  ],
  ['another format', one(), [entry('pid', shown({ format: 'jwt' }))], 'format_mismatch'],
  ['another type', one(), [entry('pid', shown({ claims: { ...claims, vct: 'x' } }))], 'type_mismatch'],
  ['no type at all', one(), [entry('pid', shown({ claims: { given_name: 'Ada' } }))], 'type_mismatch'],
  ['a claim held back', one(), [entry('pid', shown({ claims: without('given_name') }))], 'claim_missing'],
  [
    'another value',
    one({ claims: [{ path: ['age'], values: [18] }] }),
    [entry('pid', shown())],
    'claim_value_mismatch',
  ],
  [
    'an optional set left out',
    { ...one(), credential_sets: [{ options: [['pid']], required: false }] },
    [],
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
]
for (const [title, query, presented, code] of responses)
  test(`RP-13 ${title}: ${code}`, () => assert.equal(check(query, presented), code))

test('RP-55 hands on what was asked and reports the surplus', () => {
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
  const moved = shown({ claims: { ...claims, nationalities: ['FR'] }, disclosed: [['nationalities', 0]] })
  assert.equal(check(query, [entry('pid', moved)]), 'accepted')
  const none = shown({ claims: { ...claims, nationalities: [] }, disclosed: [] })
  assert.equal(check(query, [entry('pid', none)]), 'claim_missing')
})

test('RP-56 the attestation is asked for by default, and its absence has a code of its own', () => {
  const wa: PresentedCredential = { format: 'jwt', claims: { iss: 'x', iat: 1, cnf: {} }, disclosed: [] }
  for (const sets of [undefined, [{ options: [['pid']] }]]) {
    const query = withAttestationQuery(parse({ ...one(), ...(sets ? { credential_sets: sets } : {}) }))
    assert.equal(withAttestationQuery(query), query)
    assert.equal(check(query, [entry('pid', shown()), entry('wallet_attestation', wa)]), 'accepted')
    assert.equal(check(query, [entry('pid', shown())]), 'attestation_missing')
    assert.equal(check(query, [entry('wallet_attestation', wa)]), 'presentation_missing')
    assert.equal(check(query, []), 'presentation_missing')
  }
})

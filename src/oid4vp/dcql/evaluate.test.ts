import assert from 'node:assert/strict'
import { test } from 'node:test'
import { license, one, parse, pid, pidType, wallet } from '../../../test/support/dcql.ts'
import type { ClaimPath, StoredCredential } from '../../credential/index.ts'
import { evaluateDcql } from './evaluate.ts'
import type { DcqlQuery } from './schema.ts'

const asking = (...path: ClaimPath) => one({ claims: [{ path }] })

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
  ['WI-82', 'a missing claim', one({ claims: [{ path: ['given_name'] }, { path: ['email'] }] }), 'claim_missing'],
  ['WI-82', 'inherited names', asking('constructor'), 'claim_missing'],
  ['WI-82', '__proto__', asking('__proto__', 'toString'), 'claim_missing'],
  ['RP-85', 'a query without claims, which discloses nothing', one({ claims: undefined }), []],
  ['RP-85', 'a nested path', asking('address', 'locality'), [['address', 'locality']]],
  ['RP-85', 'a path through a text', asking('given_name', 'x'), 'claim_missing'],
  ['RP-85', 'an index', asking('nationalities', 1), [['nationalities', 1]]],
  ['RP-85', 'an index beyond', asking('nationalities', 2), 'claim_missing'],
  ['RP-85', 'an index into an object', asking('address', 0), 'claim_missing'],
  ['RP-85', 'a name into an array', asking('nationalities', 'length'), 'claim_missing'],
  [
    'RP-85',
    'null over an array',
    asking('degrees', null, 'type'),
    [
      ['degrees', 0, 'type'],
      ['degrees', 1, 'type'],
    ],
  ],
  ['RP-85', 'a name into elements of which one is not an object', asking('mixed', null, 'x'), 'claim_missing'],
  ['RP-85', 'null over an object', asking('address', null), 'claim_missing'],
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
  ['RP-57', 'credentialSubject before a flat claim', asking('credentialSubject', 'given_name'), [['given_name']]],
  ['RP-57', 'verified_claims before a flat claim', asking('verified_claims', 'claims', 'given_name'), [['given_name']]],
  ['RP-57', 'tax_id_code for tax_id_number', asking('tax_id_code'), [['tax_id_number']]],
]
for (const [id, title, query, expected] of matching)
  test(`${id} evaluates ${title}`, () => {
    const { queries, satisfiable } = evaluateDcql(parse(query), [pid])
    const [outcome] = queries
    const found = outcome?.candidates[0]?.claims.map(({ path }) => path) ?? outcome?.rejected[0]?.code
    assert.deepEqual(found, expected)
    assert.equal(satisfiable, typeof expected !== 'string')
  })

for (const [path, expected] of [
  [['ns', 'b'], [['ns', 'b']]],
  [['ns'], 'claim_missing'],
  [['ns', 'b', 'c'], 'claim_missing'],
  [['ns', 'list', 0], 'claim_missing'],
  [['ns', null], 'claim_missing'],
  [['ns', 0], 'claim_missing'],
  [['credentialSubject', 'ns', 'b'], 'claim_missing'],
] as const)
  test(`WI-82 a path into an mdoc is a namespace and an element: ${JSON.stringify(path)}`, () => {
    const held = { ...license, claims: { ns: { b: { c: 1 }, list: [1] } } }
    const meta = { doctype_value: license.doctype as string }
    const query = { credentials: [{ id: 'mdl', format: 'mso_mdoc', meta, claims: [{ path: [...path] }] }] }
    const [outcome] = evaluateDcql(query, [held]).queries
    const found = outcome?.candidates[0]?.claims.map((claim) => claim.path) ?? outcome?.rejected[0]?.code
    assert.deepEqual(found, expected)
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

test('RP-85 only one credential answers a query without `multiple`', () => {
  for (const [change, expected] of [
    [{}, false],
    [{ multiple: false }, false],
    [{ multiple: true }, true],
  ] as const)
    assert.equal(evaluateDcql(parse(one(change)), [pid]).queries[0]?.multiple, expected)
})

test('RP-57 technical claims are read only at the top level of a credential (D-266)', () => {
  const inside = { vct: 'inner', status: 'resident', given_name: 'Ada' }
  const wrapped = { ...pid, claims: { vct: pidType, credentialSubject: inside, verified_claims: { claims: inside } } }
  const outcome = (...path: string[]) => evaluateDcql(parse(asking(...path)), [wrapped]).queries[0]
  assert.equal(outcome('status')?.rejected[0]?.code, 'claim_missing')
  assert.deepEqual(outcome('vct')?.candidates[0]?.claims, [{ path: ['vct'], value: pidType }])
  assert.deepEqual(outcome('given_name')?.candidates[0]?.claims, [
    { path: ['credentialSubject', 'given_name'], value: 'Ada' },
  ])
  assert.deepEqual(outcome('credentialSubject', 'status')?.candidates[0]?.claims, [
    { path: ['credentialSubject', 'status'], value: 'resident' },
  ])
})

test('RP-57 a path to a claim of the person finds no technical claim of this name (D-266)', () => {
  const held = { ...pid, claims: { vct: pidType, status: {}, verified_claims: { claims: { status: 'resident' } } } }
  const outcome = (...path: string[]) => evaluateDcql(parse(asking(...path)), [held]).queries[0]
  for (const name of ['vct', 'type'])
    assert.equal(outcome('credentialSubject', name)?.rejected[0]?.code, 'claim_missing', name)
  assert.deepEqual(outcome('credentialSubject', 'status')?.candidates[0]?.claims, [
    { path: ['verified_claims', 'claims', 'status'], value: 'resident' },
  ])
})

test('RP-85 one common authority is enough', () => {
  const query = parse(one({ trusted_authorities: [{ type: 'openid_federation', values: ['https://a', 'https://b'] }] }))
  const known = { ...pid, authorities: [{ type: 'openid_federation', values: ['https://b'] }] }
  assert.ok(evaluateDcql(query, [known]).satisfiable)
  const foreign = [
    [{ type: 'aki', values: ['https://b'] }],
    [{ type: 'openid_federation', values: ['https://c'] }],
    [
      { type: 'aki', values: ['https://b'] },
      { type: 'openid_federation', values: ['https://c'] },
    ],
  ]
  for (const authorities of foreign) assert.ok(!evaluateDcql(query, [{ ...pid, authorities }]).satisfiable)
})

test('WI-82 without a matching credential nothing is offered, and each rejection is named', () => {
  const query = parse({
    credentials: [
      { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [pidType] }, claims: [{ path: ['email'] }] },
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

test('RP-85 credential sets keep the order of their options, and an optional set need not be satisfiable', () => {
  const query = parse({
    credentials: [
      { id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [pidType] } },
      { id: 'mdl', format: 'mso_mdoc', meta: { doctype_value: 'org.iso.18013.5.1.mDL' } },
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

test('RP-85 the place of a refused claim set is that of its claim in the query', () => {
  const claims = [
    { id: 'g', path: ['given_name'] },
    { id: 'e', path: ['email'] },
  ]
  const query = one({ claims, claim_sets: [['e']] }) as DcqlQuery
  const [outcome] = evaluateDcql(query, [pid]).queries
  assert.equal(outcome?.rejected[0]?.at, 'dcql_query.credentials.0.claims.1.path')
})

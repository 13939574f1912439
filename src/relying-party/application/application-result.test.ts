import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../base/index.ts'
import type { ClaimPath, SelectedClaim } from '../../oid4vp/index.ts'
import type { PresentationSession } from '../session/presentation-session.ts'
import { applicationResult, shapeClaims } from './application-result.ts'

const found = (...claims: [path: SelectedClaim['path'], value: Json][]): SelectedClaim[] =>
  claims.map(([path, value]) => ({ path, value }))

const rows: [title: string, selected: SelectedClaim[], asked: ClaimPath[], shape: Json][] = [
  ['a claim by its name', found([['given_name'], 'Ada']), [['given_name']], { given_name: 'Ada' }],
  ['a nested claim along its path', found([['a', 'b'], 1]), [['a', 'b']], { a: { b: 1 } }],
  [
    'two claims below one member',
    found([['a', 'b'], 1], [['a', 'c'], 2]),
    [
      ['a', 'b'],
      ['a', 'c'],
    ],
    { a: { b: 1, c: 2 } },
  ],
  ['a whole object', found([['a'], { b: 1 }]), [['a']], { a: { b: 1 } }],
  [
    'an object and a part of it',
    found([['a'], { b: 1, c: 2 }], [['a', 'b'], 1]),
    [['a'], ['a', 'b']],
    { a: { b: 1, c: 2 } },
  ],
  ['all elements', found([['l', 0], 'x'], [['l', 2], 'z']), [['l', null]], { l: ['x', 'z'] }],
  ['one element', found([['l', 2], 'z']), [['l', 2]], { l: ['z'] }],
  ['parts of elements', found([['l', 1, 'a'], 1], [['l', 0, 'a'], 0]), [['l', null, 'a']], { l: [{ a: 0 }, { a: 1 }] }],
  ['the requested name of a claim', found([['tax_id_code'], 'X']), [['tax_id_number']], { tax_id_number: 'X' }],
  [
    'a claim in the requested wrapping',
    found([['given_name'], 'Ada']),
    [['verified_claims', 'claims', 'given_name']],
    { verified_claims: { claims: { given_name: 'Ada' } } },
  ],
  [
    'a wrapped claim without its wrapping',
    found([['verified_claims', 'claims', 'given_name'], 'Ada']),
    [['given_name']],
    { given_name: 'Ada' },
  ],
  [
    'an mdoc’s namespace with its dots',
    found([['eu.x.1', 'given_name'], 'Ada']),
    [['eu.x.1', 'given_name']],
    { 'eu.x.1': { given_name: 'Ada' } },
  ],
  ['no claim of another depth', found([['a', 'b'], 1], [['c'], 2]), [['a'], ['c', 'd']], {}],
  [
    'a nested claim only under its exact name',
    found([['tax_id_number', 'tax_id_code'], 'X']),
    [['tax_id_number', 'tax_id_number']],
    {},
  ],
  ['no member for an element', found([['l', 'a'], 'x']), [['l', null]], {}],
  ['parts of wrapped elements', found([['verified_claims', 'claims', 'l', 1], 'y']), [['l', null]], { l: ['y'] }],
  [
    'parts of elements with the requested wrapping',
    found([['l', 1], 'y'], [['l', 0], 'x']),
    [['verified_claims', 'claims', 'l', null]],
    { verified_claims: { claims: { l: ['x', 'y'] } } },
  ],
  [
    'a claim of the person apart from the technical claim of this name',
    found([['credentialSubject', 'type'], 'resident'], [['vct'], 'card']),
    [['vct'], ['credentialSubject', 'type']],
    { vct: 'card', credentialSubject: { type: 'resident' } },
  ],
  [
    'no technical claim for a claim of the person',
    found([['vct'], 'card'], [['status'], {}]),
    [
      ['credentialSubject', 'type'],
      ['credentialSubject', 'status'],
    ],
    {},
  ],
  ['no claim that was not requested', found([['birthdate'], 'x']), [['given_name']], {}],
  ['null and false unchanged', found([['a'], null], [['b'], false]), [['a'], ['b']], { a: null, b: false }],
]
for (const [title, selected, asked, shape] of rows)
  test(`RP-91 the result contains ${title}`, () => assert.deepEqual(shapeClaims(selected, asked), shape))

test('RP-91 the result contains claims named like JavaScript properties', () => {
  const shaped = shapeClaims(found([['constructor'], 1], [['toString', 'valueOf'], 2]), [
    ['constructor'],
    ['toString', 'valueOf'],
  ])
  assert.deepEqual(Object.entries(shaped), [
    ['constructor', 1],
    ['toString', { valueOf: 2 }],
  ])
})

test('RP-91 each id has the claims of its own query, in a list if the query permits several', () => {
  const one = { format: 'dc+sd-jwt', type: 'x', issuer: 'https://issuer.example', status: 'valid', surplus: [] }
  const selected = found([['given_name'], 'Ada'], [['birthdate'], '1980-01-10'])
  const session = {
    id: 'x',
    variant: 'dcql',
    status: 'completed',
    completedAt: 7,
    query: {
      credentials: [
        { id: 'name', claims: [{ path: ['given_name'] }] },
        { id: 'birth', claims: [{ path: ['birthdate'] }], multiple: true },
      ],
    },
    result: {
      walletLevel: 'low',
      walletAttested: true,
      walletLevelProven: false,
      trace: 't',
      credentials: [
        { id: 'name', ...one, selected },
        { id: 'birth', ...one, selected },
      ],
    },
  } as unknown as PresentationSession
  const { credentials } = applicationResult(session) as { readonly credentials: Json }
  const bare = {
    format: 'dc+sd-jwt',
    type: 'x',
    issuer: 'https://issuer.example',
    status: 'valid',
    surplus_dropped: [],
  }
  assert.deepEqual(credentials, {
    name: { ...bare, claims: { given_name: 'Ada' } },
    birth: [{ ...bare, claims: { birthdate: '1980-01-10' } }],
  })
})

test('RP-91 the result of variant 1 has a claim of the person whose name is technical at the top level', () => {
  const selected = found(
    [['vct'], 'card'],
    [['credentialSubject', 'type'], 'resident'],
    [['verified_claims', 'claims', 'status'], 'married'],
    [['verified_claims', 'claims', 'l', 1], 'y'],
  )
  const one = { id: 'card', format: 'dc+sd-jwt', type: 'card', issuer: 'https://issuer.example', selected, surplus: [] }
  const session = {
    ...{ id: 'x', variant: 'scope', status: 'completed', completedAt: 7, query: { scope: 'card' } },
    result: { walletLevel: 'low', walletAttested: false, walletLevelProven: false, credentials: [one] },
  } as unknown as PresentationSession
  const { credentials } = applicationResult(session) as { readonly credentials: { readonly card: { claims: Json } } }
  assert.deepEqual(credentials.card.claims, { type: 'resident', status: 'married', l: ['y'] })
})

test('RP-139 only the claims of a translated credential query get the names of the application’s query', () => {
  const query = (id: string, type: string, ...names: string[]) => ({
    ...{ id, format: 'dc+sd-jwt', meta: { vct_values: [type] } },
    claims: names.map((name) => ({ path: [name] })),
  })
  const pidType = 'https://anchor.example/vct/v1.0.0/personidentificationdata'
  const cardType = 'https://anchor.example/vct/health-card'
  const one = { format: 'dc+sd-jwt', issuer: 'https://issuer.example', status: 'valid', surplus: [] }
  const session = {
    ...{ id: 'x', profile: 'it-wallet-1.0', variant: 'dcql', status: 'completed', completedAt: 7 },
    order: {
      application: 'portal',
      returnUrl: 'https://portal.example',
      askedPaths: { 'it-wallet-1.0': { pid: [['birthdate'], ['given_name']] } },
    },
    query: {
      credentials: [query('pid', pidType, 'birth_date', 'given_name'), query('card', cardType, 'birth_date')],
    },
    result: {
      ...{ walletLevel: 'low', walletAttested: true, walletLevelProven: false, trace: 't' },
      credentials: [
        { id: 'pid', ...one, type: pidType, selected: found([['birth_date'], '1980-01-10'], [['given_name'], 'Ada']) },
        { id: 'card', ...one, type: cardType, selected: found([['birth_date'], '1980-01-10']) },
      ],
    },
  } as unknown as PresentationSession
  const { credentials } = applicationResult(session) as unknown as {
    readonly credentials: Readonly<Record<string, { readonly claims: Json }>>
  }
  assert.deepEqual(credentials.pid?.claims, { birthdate: '1980-01-10', given_name: 'Ada' })
  assert.deepEqual(credentials.card?.claims, { birth_date: '1980-01-10' })
})

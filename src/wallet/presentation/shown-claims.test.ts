/** Each claim that the user can choose is a unit of disclosure, however the Disclosures are nested. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '../../base/index.ts'
import type { ConcretePath } from '../../oid4vp/index.ts'
import { type ShownClaim, shownClaims } from './shown-claims.ts'

const claims = {
  name: 'Ada',
  address: { locality: 'Roma', street: 'Via Appia', country: 'IT' },
  nationalities: ['IT', 'FR'],
  record: { inner: { a: 1, b: 2 } },
  wide: { plain: 1, inner: { a: 1, b: 2 } },
}
const at = (path: ConcretePath): Json =>
  path.reduce<Json>((value, step) => (value as Record<string | number, Json>)[step] as Json, claims as Json)
const valued = (paths: readonly ConcretePath[]) => paths.map((path) => ({ path, value: at(path) }))
const [address, locality, street, country] = [
  ['address'],
  ['address', 'locality'],
  ['address', 'street'],
  ['address', 'country'],
]
const [all, first, second] = [['nationalities'], ['nationalities', 0], ['nationalities', 1]]
const [record, inner, a] = [['record'], ['record', 'inner'], ['record', 'inner', 'a']]

const rows: readonly (readonly [
  title: string,
  selected: readonly ConcretePath[],
  disclosable: readonly ConcretePath[],
  shown: readonly ShownClaim[],
])[] = [
  ['a claim that needs no Disclosure', [['name']], [], [{ path: ['name'], value: 'Ada', asked: [['name']] }]],
  [
    'claims with their own Disclosures',
    [['name'], all],
    [['name'], all, address],
    [
      { path: ['name'], value: 'Ada', asked: [['name']] },
      { path: all, value: ['IT', 'FR'], asked: [all] },
    ],
  ],
  [
    'the whole of a claim, if a part without its own Disclosure is asked for',
    [locality],
    [['name'], address],
    [{ path: address, value: claims.address, asked: [locality] }],
  ],
  [
    'a part with its own Disclosure, together with the other parts that its parent reveals',
    [locality],
    [['name'], address, locality, street],
    [{ path: address, value: { locality: 'Roma', country: 'IT' }, asked: [locality] }],
  ],
  [
    'the same for such a part, whatever Disclosures other claims have',
    [locality],
    [address, locality, street, inner, first],
    [{ path: address, value: { locality: 'Roma', country: 'IT' }, asked: [locality] }],
  ],
  [
    'a part of a part with their own Disclosures, together with what their parent reveals',
    [['wide', 'inner', 'a']],
    [['wide'], ['wide', 'inner'], ['wide', 'inner', 'a']],
    [{ path: ['wide'], value: claims.wide, asked: [['wide', 'inner', 'a']] }],
  ],
  [
    'only a part with its own Disclosure, if its parent reveals nothing else',
    [locality],
    [['name'], address, locality, street, country],
    [{ path: locality, value: 'Roma', asked: [locality] }],
  ],
  [
    'two parts of one claim together',
    [locality, country],
    [address, locality, street],
    [{ path: address, value: { locality: 'Roma', country: 'IT' }, asked: [locality, country] }],
  ],
  [
    'a claim and a part of it together',
    [address, locality],
    [address, locality, street],
    [{ path: address, value: claims.address, asked: [address, locality] }],
  ],
  [
    'a part together with a parent that reveals nothing else',
    [a, record],
    [record, inner],
    [{ path: record, value: claims.record, asked: [a, record] }],
  ],
  [
    'a part together with the other parts of its nearest parent',
    [a],
    [record, inner, a],
    [{ path: inner, value: { a: 1, b: 2 }, asked: [a] }],
  ],
  [
    'only one element of a list whose elements all have their own Disclosures',
    [second],
    [all, first, second],
    [{ path: second, value: 'FR', asked: [second] }],
  ],
  [
    'one element of a list without another element, which has its own Disclosure',
    [second],
    [all, first],
    [{ path: all, value: ['FR'], asked: [second] }],
  ],
  [
    'a claim once that two queries ask for',
    [['name'], ['name']],
    [['name']],
    [{ path: ['name'], value: 'Ada', asked: [['name'], ['name']] }],
  ],
]
for (const [title, selected, disclosable, shown] of rows)
  test(`WI-14 WI-17 shows ${title}`, () => assert.deepEqual(shownClaims(valued(selected), valued(disclosable)), shown))

/** Each choice of the user is a unit of disclosure, however Disclosures are nested. */
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
  ['a claim in the clear', [['name']], [], [{ path: ['name'], value: 'Ada', asked: [['name']] }]],
  [
    'claims with Disclosures of their own',
    [['name'], all],
    [['name'], all, address],
    [
      { path: ['name'], value: 'Ada', asked: [['name']] },
      { path: all, value: ['IT', 'FR'], asked: [all] },
    ],
  ],
  [
    'a part of what is disclosed as a whole',
    [locality],
    [['name'], address],
    [{ path: address, value: claims.address, asked: [locality] }],
  ],
  [
    'a part with a Disclosure of its own, in what says more',
    [locality],
    [['name'], address, locality, street],
    [{ path: address, value: { locality: 'Roma', country: 'IT' }, asked: [locality] }],
  ],
  [
    'such a part, whatever is hidden elsewhere',
    [locality],
    [address, locality, street, inner, first],
    [{ path: address, value: { locality: 'Roma', country: 'IT' }, asked: [locality] }],
  ],
  [
    'a part of a part, each with a Disclosure of its own, in what says more',
    [['wide', 'inner', 'a']],
    [['wide'], ['wide', 'inner'], ['wide', 'inner', 'a']],
    [{ path: ['wide'], value: claims.wide, asked: [['wide', 'inner', 'a']] }],
  ],
  [
    'a part with a Disclosure of its own, in what says nothing else',
    [locality],
    [['name'], address, locality, street, country],
    [{ path: locality, value: 'Roma', asked: [locality] }],
  ],
  [
    'two parts of one whole',
    [locality, country],
    [address, locality, street],
    [{ path: address, value: { locality: 'Roma', country: 'IT' }, asked: [locality, country] }],
  ],
  [
    'a whole and a part of it',
    [address, locality],
    [address, locality, street],
    [{ path: address, value: claims.address, asked: [address, locality] }],
  ],
  [
    'a part, and a whole that says nothing else',
    [a, record],
    [record, inner],
    [{ path: record, value: claims.record, asked: [a, record] }],
  ],
  [
    'what lies deeper than the Disclosures of a part',
    [a],
    [record, inner, a],
    [{ path: inner, value: { a: 1, b: 2 }, asked: [a] }],
  ],
  [
    'one element of a list whose elements are hidden one by one',
    [second],
    [all, first, second],
    [{ path: second, value: 'FR', asked: [second] }],
  ],
  [
    'one element of a list of which another is hidden',
    [second],
    [all, first],
    [{ path: all, value: ['FR'], asked: [second] }],
  ],
  [
    'one claim that two queries ask for',
    [['name'], ['name']],
    [['name']],
    [{ path: ['name'], value: 'Ada', asked: [['name'], ['name']] }],
  ],
]
for (const [title, selected, disclosable, shown] of rows)
  test(`WI-14 WI-17 shows ${title}`, () => assert.deepEqual(shownClaims(valued(selected), valued(disclosable)), shown))

/** The work for a query, counted as reads of members and elements of the query and the credential. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { one, claims as personal, pid } from '../../../test/support/dcql.ts'
import { failed, type Json, type JsonObject } from '../../base/index.ts'
import type { ClaimPath } from '../../credential/index.ts'
import { checkDcqlResponse } from './check.ts'
import { evaluateDcql } from './evaluate.ts'
import type { DcqlQuery } from './schema.ts'

const size = 1000
const limit = 128

/** Returns the value with a count of each read of a member or an element, at any depth. */
function counted<T>(value: T, count: () => void): T {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, counted(member, count)] as const)
  const copy = Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
  return new Proxy(copy, {
    get: (target, name, receiver) => {
      count()
      return Reflect.get(target, name, receiver)
    },
    getOwnPropertyDescriptor: (target, name) => {
      count()
      return Reflect.getOwnPropertyDescriptor(target, name)
    },
  }) as T
}

interface Question {
  readonly list: readonly Json[]
  readonly claims: readonly { readonly path: ClaimPath; readonly values?: readonly Json[] }[]
}

/** Returns the number of reads by a wallet and by a Relying Party that receives all elements. */
function workFor({ list, claims }: Question): number {
  let reads = 0
  const count = () => {
    reads += 1
  }
  const query = one({ claims: counted(claims, count) }) as DcqlQuery
  const held = { ...pid, claims: { ...personal, list: counted(list, count) } as JsonObject }
  evaluateDcql(query, [held])
  const disclosed = list.map((_, index) => counted(['list', index], count))
  const shown = { ...held, disclosed }
  assert.ok(!failed(checkDcqlResponse(query, [{ id: 'pid', credentials: [shown] }])))
  return reads
}

/** Returns the number of members and elements at all depths. */
const partsOf = (value: object): number =>
  Object.values(value).reduce(
    (sum, part) => sum + 1 + (typeof part === 'object' && part !== null ? partsOf(part) : 0),
    0,
  )

const elements = <T>(length: number, item: (index: number) => T): readonly T[] =>
  Array.from({ length }, (_, index) => item(index))

const questions: readonly (readonly [title: string, list: readonly Json[], claim: (n: number) => object])[] = [
  ['all elements', elements(size, (n) => n), () => ({ path: ['list', null] })],
  ['one member each', elements(size, (n) => ({ [`m${n % limit}`]: n })), (n) => ({ path: ['list', null, `m${n}`] })],
  ['one element each', elements(size, (n) => n), (n) => ({ path: ['list', n] })],
  ['nested elements', elements(size, (n) => elements(1 + (n % 4), String)), (n) => ({ path: ['list', null, n % 4] })],
  [
    'one value of many each',
    elements(size, (n) => n),
    (n) => ({ path: ['list', null], values: elements(256, (value) => (value === 0 ? n : `v${value}`)) }),
  ],
  ['values that all elements have', elements(size, () => 'x'), () => ({ path: ['list', null], values: ['x'] })],
]
for (const [title, list, claim] of questions)
  test(`RP-85 the work grows with the size of query and credential, not with claims times elements: ${title}`, () => {
    const question: Question = { list, claims: elements(limit, claim) as Question['claims'] }
    const [work, given] = [workFor(question), partsOf(question)]
    assert.ok(work < 16 * given, `${work} reads of ${given} given parts`)
  })

/**
 * The claims from the query to the application, over real SD-JWTs that hide any members and elements and leave others
 * plain: the Relying Party finds exactly the claims that the wallet selects and discloses, and nothing else of arrays.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { failed, isJsonObject, type Json, type JsonObject } from '../../src/base/index.ts'
import {
  type ConcretePath,
  checkDcqlResponse,
  evaluateDcql,
  type PresentedCredential,
  parseDcqlQuery,
} from '../../src/oid4vp/index.ts'
import { shapeClaims } from '../../src/relying-party/application/application-result.ts'
import { issueSdJwt, listDisclosableClaims, presentSdJwt } from '../../src/sd-jwt/index.ts'
import { ctx, header, issuer, now, verify } from '../support/credential.ts'
import { expectSuccess } from '../support/refuses.ts'

const name = fc.constantFrom('a', 'b', 'è', '0', 'length')
const scalar = fc.oneof(fc.constantFrom('x', '1', 'ü', ''), fc.constantFrom(0, 1, 1.5, -1), fc.boolean())
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ) as fc.Arbitrary<Json>,
}))
const claimsArb = fc.dictionary(name, value, { minKeys: 1, maxKeys: 3, noNullPrototype: true })

const placesIn = (one: Json, at: ConcretePath = []): ConcretePath[] => {
  if (typeof one !== 'object' || one === null) return []
  const members: readonly (readonly [string | number, Json])[] = Array.isArray(one)
    ? one.map((element: Json, index) => [index, element] as const)
    : Object.entries(one)
  return members.flatMap(([step, member]) => [[...at, step], ...placesIn(member, [...at, step])])
}

/** Serializes a value with sorted members. */
const written = (one: Json): string =>
  JSON.stringify(one, (_, member: Json) =>
    isJsonObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  )

const world = fc.record({
  claims: claimsArb,
  hidden: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
  asked: fc.array(fc.record({ place: fc.nat(60), wild: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
})

/** Issues, selects and presents like our wallet, with everything below the claims. */
async function presented({ claims, hidden: coins, asked }: typeof world extends fc.Arbitrary<infer W> ? W : never) {
  const places = placesIn(claims as JsonObject)
  const paths = asked.map(({ place, wild }) =>
    (places[place % places.length] ?? []).map((step, index) => (typeof step === 'number' && wild[index] ? null : step)),
  )
  const distinct = [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()]
  const meta = { vct_values: ['t'] }
  const credentials = [{ id: 'q', format: 'dc+sd-jwt', meta, claims: distinct.map((path) => ({ path })) }]
  const query = parseDcqlQuery({ credentials }, { strict: true }, 'dcql_query')
  assert.ok(!failed(query))
  const held = { id: 'c', format: 'dc+sd-jwt', claims: { ...(claims as JsonObject), vct: 't' } }
  const [candidate] = evaluateDcql(query, [held]).queries[0]?.candidates ?? []
  if (candidate === undefined) return undefined
  const inner = places.filter((path, index) => path.length > 1 && coins[index % coins.length])
  const plain = { iss: 'https://pid.example', iat: now, exp: now + 1000, vct: 't' }
  const text = await issueSdJwt(ctx, issuer, { header, plain, disclosable: claims as JsonObject, nested: inner })
  const own = candidate.claims.map(({ path }) => path)
  const within = expectSuccess(listDisclosableClaims(ctx, text))
    .map(({ path }) => path)
    .filter((path) => own.some((one) => one.every((step, index) => step === path[index])))
  const opened = expectSuccess(await verify(expectSuccess(presentSdJwt(ctx, text, [...own, ...within]))))
  const shown: PresentedCredential = {
    format: 'dc+sd-jwt',
    claims: opened.claims,
    disclosed: opened.disclosed.map(({ path }) => path),
    withheld: opened.withheld,
  }
  return { paths: distinct, selected: candidate.claims.map((one) => one.value), shown, query }
}

test('RP-13 RP-85 RP-91 the Relying Party finds and passes on the claims that the wallet selects, whichever members are hidden', async () => {
  const tried = { satisfied: 0, withheld: 0 }
  const property = fc.asyncProperty(world, async (generated) => {
    const one = await presented(generated)
    fc.pre(one !== undefined)
    const answers = checkDcqlResponse(one.query, [{ id: 'q', credentials: [one.shown] }])
    assert.ok(!failed(answers), failed(answers) ? `${answers.code} ${JSON.stringify(one.paths)}` : '')
    const [answer] = answers
    assert.deepEqual(answer?.surplus, [])
    const found = (answer?.claims ?? []).map((claim) => written(claim.value))
    for (const selected of one.selected) assert.ok(found.includes(written(selected)), 'each selected value is found')
    const shaped = written(shapeClaims(answer?.claims ?? [], one.paths))
    for (const text of found) assert.ok(shaped.includes(text), 'each found value is passed on')
    tried.satisfied += 1
    if (one.shown.withheld?.length) tried.withheld += 1
  })
  await fc.assert(property, { seed: 20_261_123, numRuns: 700 })
  assert.ok(Math.min(tried.satisfied, tried.withheld) > 50, JSON.stringify(tried))
})

test('RP-85 RP-91 an index finds its element, although an element before it was withheld', async () => {
  const given = { claims: { list: ['x', 'y', 'z', 'w'] }, hidden: [false, true, false, false, false] }
  const one = await presented({ ...given, asked: [{ place: 2, wild: [] }] })
  assert.ok(one)
  assert.deepEqual(one.paths, [['list', 1]])
  assert.deepEqual(one.shown.claims.list, ['y', 'z', 'w'])
  const answers = checkDcqlResponse(one.query, [{ id: 'q', credentials: [one.shown] }])
  assert.ok(!failed(answers))
  // Undisclosed elements before them may be decoys, so `z` may have the second index.
  assert.deepEqual(shapeClaims(answers[0]?.claims ?? [], one.paths), { list: ['y', 'z'] })
})

/**
 * The npm package `dcql` as oracle: on seeded random queries of the common subset (SD-JWT credentials, no `null`
 * values, no synonyms, no empty arrays, from which the oracle lets `null` select against OpenID4VP 1.0 §7.1), both give
 * the same result for every credential and for the whole query.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DcqlQuery as OracleQuery } from 'dcql'
import fc from 'fast-check'
import { failed, type JsonObject } from '../../src/base/index.ts'
import { checkDcqlResponse, evaluateDcql, parseDcqlQuery, type StoredCredential } from '../../src/oid4vp/index.ts'

const name = fc.constantFrom('a', 'b', 'c', 'd')
const scalar = fc.oneof(fc.constantFrom('x', 'y', '1'), fc.integer({ min: 0, max: 2 }), fc.boolean())
const value = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.array(scalar, { minLength: 1, maxLength: 3 }),
  fc.dictionary(name, scalar, { maxKeys: 3, noNullPrototype: true }),
  fc.array(fc.dictionary(name, scalar, { maxKeys: 2, noNullPrototype: true }), { minLength: 1, maxLength: 3 }),
)
const vct = fc.constantFrom('t1', 't2')
const credential = fc.record({ vct, claims: fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true }) })

const claim = fc.record(
  {
    path: fc
      .tuple(name, fc.array(fc.oneof(name, fc.constant(null), fc.integer({ min: 0, max: 2 })), { maxLength: 2 }))
      .map(([head, rest]) => [head, ...rest]),
    values: fc.array(scalar, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: ['path'] },
)
/** A query must not ask for a claim twice (OpenID4VP 1.0 §6.1). */
const byPath = { selector: ({ path }: { readonly path: readonly unknown[] }) => JSON.stringify(path) }
const claims = fc.uniqueArray(claim, { ...byPath, minLength: 1, maxLength: 3 })

const credentialQuery = fc
  .record(
    {
      types: fc.uniqueArray(vct, { minLength: 1, maxLength: 2 }),
      claims,
      sets: fc.array(fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: ['types'] },
  )
  .map(({ types, claims: asked, sets }) => {
    const named = asked?.map((one, index) => ({ id: `c${index}`, ...one }))
    const ids = sets?.map((set) => set.filter((index) => index < (named?.length ?? 0)).map((index) => `c${index}`))
    const usable = ids?.filter((set) => set.length > 0) ?? []
    return {
      format: 'dc+sd-jwt',
      meta: { vct_values: types },
      ...(named ? { claims: named } : {}),
      ...(named && usable.length > 0 ? { claim_sets: usable } : {}),
    }
  })

const query = fc
  .record({
    credentials: fc.array(credentialQuery, { minLength: 1, maxLength: 3 }),
    options: fc.option(fc.array(fc.array(fc.nat(2), { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 })),
    required: fc.boolean(),
  })
  .map(({ credentials, options, required }) => {
    const named = credentials.map((one, index) => ({ id: `q${index}`, ...one }))
    const sets = options?.map((ids) => [...new Set(ids.map((index) => `q${index % named.length}`))])
    if (sets === undefined) return { credentials: named }
    const further = required ? [] : [{ options: named.map(({ id }) => [id]) }] // RP-230: one set is required.
    return { credentials: named, credential_sets: [{ options: sets, required }, ...further] }
  })

test('RP-85 WI-82 the evaluation agrees with the oracle on random queries and credentials', () => {
  let satisfied = 0
  const property = fc.property(query, fc.array(credential, { maxLength: 4 }), (asked, stored) => {
    const ours = parseDcqlQuery(asked as unknown as JsonObject, { strict: true }, 'dcql_query')
    assert.ok(!failed(ours))
    const wallet = stored.map(
      (one, index): StoredCredential => ({
        id: String(index),
        format: 'dc+sd-jwt',
        claims: { ...(one.claims as JsonObject), vct: one.vct },
      }),
    )
    const evaluation = evaluateDcql(ours, wallet)
    const oracle = OracleQuery.query(
      OracleQuery.parse(structuredClone(asked) as unknown as OracleQuery.Input),
      stored.map((one) => ({
        credential_format: 'dc+sd-jwt' as const,
        cryptographic_holder_binding: true,
        vct: one.vct,
        claims: one.claims as never,
      })),
    )
    assert.equal(evaluation.satisfiable, oracle.can_be_satisfied)
    for (const { id, candidates } of evaluation.queries) {
      const theirs = oracle.credential_matches[id]?.valid_credentials ?? []
      assert.deepEqual(
        candidates.map(({ credential: { id: found } }) => Number(found)),
        theirs.map(({ input_credential_index: index }) => index),
      )
    }
    if (evaluation.satisfiable) satisfied += 1
  })
  fc.assert(property, { seed: 20_260_115, numRuns: 500 })
  assert.ok(satisfied > 50 && satisfied < 450, `both outcomes must occur: ${satisfied}`)
})

/** Claims that often match several sets, so that the Relying Party's order of preference decides. */
const setQuery = fc
  .record({
    given: fc.dictionary(name, scalar, { minKeys: 2, maxKeys: 4, noNullPrototype: true }),
    wanted: fc.option(fc.uniqueArray(scalar, { minLength: 3, maxLength: 5 })),
    sets: fc.array(fc.uniqueArray(name, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
  })
  .map(({ given, wanted, sets }) => ({
    given,
    query: {
      id: 'q',
      format: 'dc+sd-jwt' as const,
      meta: { vct_values: ['t1'] },
      claims: ['a', 'b', 'c', 'd'].map((id) => ({ id, path: [id], ...(wanted && id < 'c' ? { values: wanted } : {}) })),
      claim_sets: sets,
    },
  }))

test('RP-85 WI-82 the evaluation discloses the claim set that the oracle prefers', () => {
  const taken = { first: 0, later: 0, none: 0, choice: 0 }
  const property = fc.property(setQuery, ({ given, query: asked }) => {
    const dcql = { credentials: [asked] }
    const ours = parseDcqlQuery(dcql as unknown as JsonObject, { strict: true }, 'dcql_query')
    assert.ok(!failed(ours))
    const { queries } = evaluateDcql(ours, [{ id: '0', format: 'dc+sd-jwt', claims: { ...given, vct: 't1' } }])
    const credential_format = 'dc+sd-jwt' as const
    const { credential_matches: matches } = OracleQuery.query(OracleQuery.parse(dcql as unknown as OracleQuery.Input), [
      { credential_format, cryptographic_holder_binding: true, vct: 't1', claims: given },
    ])
    const fitting = matches.q?.valid_credentials?.[0]?.claims.valid_claim_sets ?? []
    const theirs = fitting.map(({ output }) => output)
    const disclosed = queries[0]?.candidates.map(({ claims: own }) =>
      Object.fromEntries(own.map(({ path, value: shown }) => [path.join('.'), shown])),
    )
    assert.deepEqual(disclosed, theirs.slice(0, 1))
    const place = fitting[0]?.claim_set_index
    taken[place === undefined ? 'none' : place === 0 ? 'first' : 'later'] += 1
    if (theirs.some((output) => Object.keys(output).join() !== Object.keys(theirs[0] ?? {}).join())) taken.choice += 1
  })
  fc.assert(property, { seed: 20_261_122, numRuns: 200 })
  assert.ok(Math.min(taken.first, taken.later, taken.none, taken.choice) > 10, JSON.stringify(taken))
})

test('RP-13 the claims that the wallet discloses satisfy the query of the Relying Party', () => {
  const property = fc.property(query, fc.array(credential, { minLength: 1, maxLength: 4 }), (asked, stored) => {
    const ours = parseDcqlQuery(asked as unknown as JsonObject, { strict: true }, 'dcql_query')
    assert.ok(!failed(ours))
    const wallet = stored.map(
      (one, index): StoredCredential => ({
        id: String(index),
        format: 'dc+sd-jwt',
        claims: { ...(one.claims as JsonObject), vct: one.vct },
      }),
    )
    const { satisfiable, queries } = evaluateDcql(ours, wallet)
    fc.pre(satisfiable)
    const presented = queries.flatMap(({ id, candidates: [first] }) =>
      first ? { id, credentials: [{ ...first.credential, disclosed: first.claims.map(({ path }) => path) }] } : [],
    )
    const answers = checkDcqlResponse(ours, presented)
    assert.ok(!failed(answers))
    assert.ok(answers.every(({ surplus }) => surplus.length === 0))
  })
  fc.assert(property, { seed: 7, numRuns: 200 })
})

/** Features outside the first property: mdocs, authorities, `multiple`, and the member that asks for holder binding. */
const authorities = {
  openid_federation: ['https://a.example', 'https://b.example', 'https://c.example'],
  aki: ['AAAA', 'AAAB', 'AAAC'],
  etsi_tl: ['https://list.example/1', 'https://list.example/2'],
} as const
const authority = fc.constantFrom(...(Object.keys(authorities) as (keyof typeof authorities)[])).chain((type) =>
  fc.record({
    type: fc.constant(type),
    values: fc.uniqueArray(fc.constantFrom(...authorities[type]), { minLength: 1 }),
  }),
)
const doctype = fc.constantFrom('d1', 'd2')
const namespace = fc.constantFrom('n1', 'n1', 'n1', 'n2')
const element = fc.constantFrom('a', 'b')
const elements = fc.dictionary(element, scalar, { minKeys: 1, maxKeys: 2, noNullPrototype: true })
const held = fc.oneof(
  fc.record({
    format: fc.constant('mso_mdoc' as const),
    doctype,
    claims: fc.dictionary(namespace, elements, { maxKeys: 2, noNullPrototype: true }),
    by: fc.option(authority),
  }),
  fc.record({
    format: fc.constant('dc+sd-jwt' as const),
    doctype: fc.constant('t1'),
    claims: elements,
    by: fc.option(authority),
  }),
)
const further = fc.record(
  {
    multiple: fc.boolean(),
    require_cryptographic_holder_binding: fc.constant(true),
    trusted_authorities: fc.array(authority, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
)
const values = fc.uniqueArray(scalar, { minLength: 3, maxLength: 5 })
const asks = fc.oneof(
  fc
    .record({
      type: fc.option(doctype),
      claims: fc.uniqueArray(fc.record({ path: fc.tuple(namespace, element), values }, { requiredKeys: ['path'] }), {
        ...byPath,
        minLength: 1,
        maxLength: 2,
      }),
      further,
    })
    .map(({ type, claims: asked, further: members }) => ({
      format: 'mso_mdoc',
      meta: type ? { doctype_value: type } : { doctype_value: 'd1' },
      claims: asked,
      ...members,
    })),
  fc
    .record({
      claims: fc.uniqueArray(fc.record({ path: fc.tuple(element), values }, { requiredKeys: ['path'] }), {
        ...byPath,
        minLength: 1,
        maxLength: 2,
      }),
      further,
    })
    .map(({ claims: asked, further: members }) => ({
      format: 'dc+sd-jwt',
      meta: { vct_values: ['t1'] },
      claims: asked,
      ...members,
    })),
)

test('RP-85 WI-82 the evaluation agrees with the oracle on mdocs, trusted authorities and multiple', () => {
  let [satisfied, byAuthority] = [0, 0]
  const property = fc.property(
    fc.array(asks, { minLength: 1, maxLength: 3 }),
    fc.array(held, { maxLength: 4 }),
    (asked, stored) => {
      const dcql = { credentials: asked.map((one, index) => ({ id: `q${index}`, ...one })) }
      const ours = parseDcqlQuery(dcql as unknown as JsonObject, { strict: true }, 'dcql_query')
      assert.ok(!failed(ours))
      const wallet = stored.map(
        ({ format, doctype: type, claims: own, by }, index): StoredCredential => ({
          id: String(index),
          format,
          claims: (format === 'mso_mdoc' ? own : { ...own, vct: type }) as JsonObject,
          ...(format === 'mso_mdoc' ? { doctype: type } : {}),
          ...(by ? { authorities: [by] } : {}),
        }),
      )
      const evaluation = evaluateDcql(ours, wallet)
      const oracle = OracleQuery.query(
        OracleQuery.parse(structuredClone(dcql) as unknown as OracleQuery.Input),
        stored.map(({ format, doctype: type, claims: own, by }) => ({
          cryptographic_holder_binding: true,
          ...(by ? { authority: by } : {}),
          ...(format === 'mso_mdoc'
            ? { credential_format: format, doctype: type, namespaces: own }
            : { credential_format: format, vct: type, claims: own }),
        })) as never,
      )
      assert.equal(evaluation.satisfiable, oracle.can_be_satisfied)
      for (const { id, candidates, rejected } of evaluation.queries) {
        const theirs = oracle.credential_matches[id]?.valid_credentials ?? []
        assert.deepEqual(
          candidates.map(({ credential: { id: found } }) => Number(found)),
          theirs.map(({ input_credential_index: index }) => index),
        )
        if (rejected.some(({ code }) => code === 'authority_mismatch')) byAuthority += 1
      }
      if (evaluation.satisfiable) satisfied += 1
    },
  )
  fc.assert(property, { seed: 20_261_121, numRuns: 600 })
  assert.ok(satisfied > 20 && byAuthority > 100, `both outcomes must occur: ${satisfied}, ${byAuthority}`)
})

/**
 * Resolved metadata through whole, signed chains: each operator, merge, combination and constraint, by the rule that
 * refuses or by what remains.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createDecide, type Json, type JsonObject, Refusal } from '../../src/base/index.ts'
import { validateTrustChain } from '../../src/federation/index.ts'
import { defaultAlgorithms } from '../../src/jose/index.ts'
import { trustChainRules } from '../../src/rules/index.ts'
import { recordingSink } from '../support/decisions.ts'
import { anchorsOf, crypto, type Draft, organization, signAll, threeEntities, urls } from '../support/federation.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { seededRandom } from '../support/seeded-random.ts'

const clock = fixedClock()
const now = clock.now()
const answer = { status: 400, error: 'invalid_request', text: 'No trust.' }
const decide = createDecide({ clock, random: seededRandom('metadata'), decisions: recordingSink() })
let federation: Awaited<ReturnType<typeof threeEntities>>
before(async () => {
  federation = await threeEntities()
})

type Chain = [Draft, Draft, Draft, Draft]

/** The resolved metadata of the bent chain, or the rule, code and place of its refusal. */
async function resolve(bend: (chain: Chain) => unknown): Promise<JsonObject | string> {
  const chain = federation.drafts(now)
  bend(chain)
  const policy = { anchors: anchorsOf(federation.anchor), algorithms: defaultAlgorithms, urls, now, skew: 0 }
  const statements = await signAll(chain)
  try {
    const run = () => validateTrustChain({ crypto }, statements, policy)
    const { metadata } = await decide('federation/metadata', (d) => d.check(trustChainRules(answer), run))
    return metadata
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
    return `${thrown.requirement} ${thrown.code} ${thrown.at}`
  }
}

/** One parameter `p` of `wallet_provider` under the anchor's and the intermediate's policy for it. */
async function resolveParameter(value: Json | undefined, superior: JsonObject, subordinate?: JsonObject, name = 'p') {
  const result = await resolve(([leaf, a, b]) => {
    leaf.payload.metadata.wallet_provider = value === undefined ? {} : { [name]: value }
    b.payload.metadata_policy = { wallet_provider: { [name]: superior } }
    if (subordinate) a.payload.metadata_policy = { wallet_provider: { [name]: subordinate } }
  })
  if (typeof result === 'string') return result.split(' ').slice(0, 2).join(' ')
  const parameters = result.wallet_provider as JsonObject
  return Object.hasOwn(parameters, name) ? { is: parameters[name] } : 'absent'
}

const violated = 'FED-04 policy_violated'
const applications: [title: string, value: Json | undefined, policy: JsonObject, result: string | { is: Json }][] = [
  ['value sets', 'a', { value: 'b' }, { is: 'b' }],
  ['value creates', undefined, { value: false }, { is: false }],
  ['value null removes', 'a', { value: null }, 'absent'],
  ['add unites', ['a'], { add: ['a', 'b'] }, { is: ['a', 'b'] }],
  ['add creates', undefined, { add: ['b'] }, { is: ['b'] }],
  ['add needs an array', 'a', { add: ['b'] }, violated],
  ['default fills', undefined, { default: 0 }, { is: 0 }],
  ['default leaves what stands', '', { default: 'a' }, { is: '' }],
  ['one_of holds', 'a', { one_of: ['a', 'b'] }, { is: 'a' }],
  ['one_of lets be absent', undefined, { one_of: ['a'] }, 'absent'],
  ['one_of is violated', 'c', { one_of: ['a', 'b'] }, violated],
  ['one_of is violated by a falsy value', false, { one_of: ['a', 0, ''] }, violated],
  ['subset_of intersects', ['a', 'c'], { subset_of: ['a', 'b'] }, { is: ['a'] }],
  ['subset_of may leave nothing', ['c'], { subset_of: ['a'] }, { is: [] }],
  ['subset_of lets be absent', undefined, { subset_of: ['a'] }, 'absent'],
  ['subset_of needs an array', 'a', { subset_of: ['a'] }, violated],
  ['superset_of holds', ['a', 'b'], { superset_of: ['a'] }, { is: ['a', 'b'] }],
  ['superset_of is violated', ['b'], { superset_of: ['a'] }, violated],
  ['superset_of lets be absent', undefined, { superset_of: ['a'] }, 'absent'],
  ['essential holds', 0, { essential: true }, { is: 0 }],
  ['essential counts an empty list as present', ['c'], { subset_of: ['a'], essential: true }, { is: [] }],
  ['essential is violated', undefined, { essential: true }, violated],
  ['essential false asks nothing', undefined, { essential: false }, 'absent'],
  ['default before essential', undefined, { default: 'a', essential: true }, { is: 'a' }],
  ['add before subset_of', ['c'], { add: ['a'], subset_of: ['a', 'b'] }, { is: ['a'] }],
  ['objects are compared by their members', { b: 1, a: 2 }, { one_of: [{ a: 2, b: 1 }] }, { is: { b: 1, a: 2 } }],
]
for (const [title, value, policy, result] of applications)
  test(`FED-04 ${title}`, async () => assert.deepEqual(await resolveParameter(value, policy), result))

const impossible = 'FED-21 policy_merge_impossible'
const together = 'FED-22 policy_combination_invalid'
const merges: [
  title: string,
  superior: JsonObject,
  subordinate: JsonObject,
  value: Json | undefined,
  result: string | { is: Json },
][] = [
  ['equal values', { value: ['a', 'b'] }, { value: ['b', 'a'] }, undefined, { is: ['a', 'b'] }],
  ['unequal values', { value: 'a' }, { value: 'b' }, undefined, impossible],
  ['false and true', { value: false }, { value: true }, undefined, impossible],
  ['0 and 1', { value: 0 }, { value: 1 }, undefined, impossible],
  ['"" and a text', { value: '' }, { value: 'a' }, undefined, impossible],
  ['null and a text', { value: null }, { value: 'a' }, undefined, impossible],
  ['null and null', { value: null }, { value: null }, 'a', 'absent'],
  ['add and add', { add: ['a'] }, { add: ['b'] }, undefined, { is: ['a', 'b'] }],
  ['equal defaults', { default: 0 }, { default: 0 }, undefined, { is: 0 }],
  ['unequal defaults', { default: false }, { default: true }, undefined, impossible],
  ['one_of and one_of', { one_of: ['a', 'b'] }, { one_of: ['b', 'c'] }, 'a', violated],
  ['one_of and one_of without a common value', { one_of: ['a'] }, { one_of: ['b'] }, undefined, impossible],
  ['subset_of and subset_of', { subset_of: ['a', 'b'] }, { subset_of: ['b', 'c'] }, ['a', 'b'], { is: ['b'] }],
  ['subset_of and subset_of without a common value', { subset_of: ['a'] }, { subset_of: ['b'] }, ['a'], { is: [] }],
  ['superset_of and superset_of', { superset_of: ['a'] }, { superset_of: ['b'] }, ['a'], violated],
  ['essential true and false', { essential: true }, { essential: false }, undefined, violated],
  ['essential false and true', { essential: false }, { essential: true }, undefined, violated],
  ['what cannot stand together after the merge', { subset_of: ['a'] }, { superset_of: ['b'] }, ['a'], together],
  ['a value outside of a superior subset_of', { subset_of: ['a'] }, { value: ['b'] }, undefined, together],
  ['a value that the superior demands and one_of excludes', { value: false }, { one_of: [true] }, undefined, together],
]
for (const [title, superior, subordinate, value, result] of merges)
  test(`FED-21 merges ${title}`, async () =>
    assert.deepEqual(await resolveParameter(value, superior, subordinate), result))

const combinations: [holds: boolean, policy: JsonObject][] = [
  [true, { value: ['a', 'b'], add: ['a'] }],
  [false, { value: ['b'], add: ['a'] }],
  [false, { value: 'a', add: ['a'] }],
  [true, { value: 'a', default: 'b' }],
  [false, { value: null, default: 'b' }],
  [true, { value: '', one_of: ['', 'a'] }],
  [false, { value: 0, one_of: ['a'] }],
  [false, { value: null, one_of: ['a'] }],
  [true, { value: ['a'], subset_of: ['a', 'b'] }],
  [false, { value: ['c'], subset_of: ['a', 'b'] }],
  [false, { value: null, subset_of: ['a', 'b'] }],
  [true, { value: ['a', 'b'], superset_of: ['a'] }],
  [false, { value: ['b'], superset_of: ['a'] }],
  [true, { value: null, essential: false }],
  [false, { value: null, essential: true }],
  [true, { add: ['a'], default: ['b'] }],
  [true, { add: ['a'], superset_of: ['b', 'a'], default: ['b'] }],
  [true, { add: ['a'], subset_of: ['a', 'b'] }],
  [false, { add: ['c'], subset_of: ['a', 'b'] }],
  [false, { add: ['a'], one_of: ['a'] }],
  [false, { one_of: ['a'], subset_of: ['a'] }],
  [false, { one_of: ['a'], superset_of: ['a'] }],
  [true, { one_of: ['a'], default: 'a', essential: true }],
  [true, { subset_of: ['a', 'b'], superset_of: ['a'] }],
  [false, { subset_of: ['a'], superset_of: ['b'] }],
]
for (const [holds, policy] of combinations)
  test(`FED-22 ${holds ? 'takes' : 'refuses'} ${Object.entries(policy)
    .map(([name, operand]) => `${name} ${JSON.stringify(operand)}`)
    .join(' with ')}`, async () => {
    const result = await resolveParameter(undefined, policy)
    assert.equal(result === together, !holds, JSON.stringify(result))
  })

const operands: JsonObject[] = [
  { add: 'a' },
  { default: null },
  { one_of: 'a' },
  { subset_of: { a: 1 } },
  { superset_of: null },
  { essential: 'true' },
  { essential: null },
]
for (const policy of operands)
  test(`FED-22 refuses the operand of ${JSON.stringify(policy)}`, async () =>
    assert.equal(await resolveParameter('a', policy), 'FED-22 policy_operand_invalid'))

test('FED-22 refuses a policy that is no object at each level, also for types that the subject lacks', async () => {
  for (const metadata_policy of [{ x: [] }, { x: { p: 'a' } }, { x: { p: null } }]) {
    const result = await resolve(([, a]) => Object.assign(a.payload, { metadata_policy }))
    assert.match(String(result), /^FED-22 policy_malformed statement\[1\]/)
  }
})

test('FED-22 treats scope as a list and writes it as a text', async () => {
  const scope = (value: Json | undefined, policy: JsonObject, below?: JsonObject) =>
    resolveParameter(value, policy, below, 'scope')
  assert.deepEqual(await scope('openid a', { subset_of: ['openid', 'b'] }), { is: 'openid' })
  assert.deepEqual(await scope('openid', { add: ['a'] }), { is: 'openid a' })
  assert.deepEqual(await scope(undefined, { value: 'a b' }, { value: 'b a' }), { is: 'a b' })
  assert.deepEqual(await scope(undefined, { default: 'a b', superset_of: ['b'] }), { is: 'a b' })
  assert.equal(await scope('a', { superset_of: ['b'] }), violated)
})

test('FED-22 names of the prototype are names like any other', async () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
    assert.equal(await resolveParameter(undefined, { essential: true }, undefined, name), violated)
    assert.deepEqual(await resolveParameter('a', { essential: true }, undefined, name), { is: 'a' })
  }
})

test('FED-20 the immediate superior replaces parameters, of types that the subject has; a farther one does not', async () => {
  const result = await resolve(([leaf, a, b]) => {
    leaf.payload.metadata.wallet_provider = { p: 'own', q: 'own' }
    a.payload.metadata = { wallet_provider: { p: 'middle' }, openid_provider: { p: 'middle' } }
    b.payload.metadata = { wallet_provider: { q: 'anchor' } }
  })
  assert.deepEqual((result as JsonObject).wallet_provider, { p: 'middle', q: 'own' })
  assert.equal((result as JsonObject).openid_provider, undefined)
})

test('FED-20 policy is applied to what the superior replaced, and not to types that were removed', async () => {
  const judged = await resolve(([leaf, a, b]) => {
    leaf.payload.metadata.wallet_provider = { p: 'allowed' }
    a.payload.metadata = { wallet_provider: { p: 'forbidden' } }
    b.payload.metadata_policy = { wallet_provider: { p: { one_of: ['allowed'] } } }
  })
  assert.equal(judged, 'FED-04 policy_violated metadata.wallet_provider.p.one_of')
  const removed = await resolve(([, a, b]) => {
    a.payload.constraints = { allowed_entity_types: [] }
    b.payload.metadata_policy = { wallet_provider: { p: { essential: true } } }
  })
  assert.deepEqual(Object.keys(removed), ['federation_entity'])
})

test('FED-20 what remains must be metadata of its type', async () => {
  const result = await resolve(([leaf]) => {
    leaf.payload.metadata.wallet_provider = { token_endpoint: 7 }
  })
  assert.equal(result, 'FED-20 metadata_schema_violated metadata.wallet_provider.token_endpoint')
  const issuer = await resolve(([leaf]) => Object.assign(leaf.payload.metadata, { openid_credential_issuer: {} }))
  assert.equal(issuer, 'FED-20 metadata_schema_violated metadata.openid_credential_issuer.credential_issuer')
})

test('FED-20 pages of an organisation may have a fragment, endpoints may not', async () => {
  const pages = Object.fromEntries(
    ['homepage_uri', 'policy_uri', 'tos_uri', 'logo_uri'].map((name) => [name, `https://ente.example/it#${name}`]),
  )
  const metadata = await resolve(([leaf]) => void Object.assign(leaf.payload.metadata.federation_entity, pages))
  assert.deepEqual((metadata as { federation_entity: object }).federation_entity, { ...organization, ...pages })
  const federation_resolve_endpoint = 'https://ente.example/resolve#x'
  const endpoint = await resolve(([leaf]) =>
    Object.assign(leaf.payload.metadata.federation_entity, { federation_resolve_endpoint }),
  )
  assert.equal(endpoint, 'FED-20 metadata_schema_violated metadata.federation_entity.federation_resolve_endpoint')
})

test('FED-39 jwks does not stand in federation_entity; private keys stand nowhere (GEN-15)', async () => {
  const keys = await resolve(([leaf]) => Object.assign(leaf.payload.metadata.federation_entity, { jwks: { keys: [] } }))
  assert.equal(keys, 'FED-20 metadata_schema_violated metadata.federation_entity.jwks')
  const secret = await resolve(([leaf]) =>
    Object.assign(leaf.payload.metadata.wallet_provider, { jwks: { keys: [{ ...leaf.signer.publicJwk, d: 'AA' }] } }),
  )
  assert.equal(secret, 'GEN-15 metadata_key_private metadata.wallet_provider.jwks.keys[0]')
})

test('GEN-19 federation endpoints are https', async () => {
  const result = await resolve(([leaf]) =>
    Object.assign(leaf.payload.metadata.federation_entity, {
      federation_resolve_endpoint: 'http://leaf.example/resolve',
    }),
  )
  assert.equal(result, 'GEN-19 federation_endpoint_invalid metadata.federation_entity.federation_resolve_endpoint')
})

const constrained = (index: 1 | 2, constraints: JsonObject) =>
  resolve((chain) => Object.assign(chain[index].payload, { constraints }))
const refusals: [rule: string, index: 1 | 2, constraints: JsonObject][] = [
  ['FED-05 path_too_long statement[2].payload.constraints.max_path_length', 2, { max_path_length: 0 }],
  ['FED-20 constraints_malformed statement[1].payload.constraints.max_path_length', 1, { max_path_length: -1 }],
  ['FED-20 constraints_malformed statement[1].payload.constraints.max_path_length', 1, { max_path_length: 1.5 }],
  ['FED-20 constraints_malformed statement[1].payload.constraints.max_path_length', 1, { max_path_length: '1' }],
  [
    'FED-23 name_not_permitted statement[2].payload.constraints.naming_constraints.permitted',
    2,
    { naming_constraints: { permitted: ['leaf.example'] } },
  ],
  [
    'FED-23 name_not_permitted statement[1].payload.constraints.naming_constraints.permitted',
    1,
    { naming_constraints: { permitted: ['.leaf.example'] } },
  ],
  [
    'FED-23 name_not_permitted statement[1].payload.constraints.naming_constraints.permitted',
    1,
    { naming_constraints: { permitted: [] } },
  ],
  [
    'FED-23 name_excluded statement[1].payload.constraints.naming_constraints.excluded',
    1,
    { naming_constraints: { excluded: ['LEAF.example'] } },
  ],
  [
    'FED-23 name_excluded statement[2].payload.constraints.naming_constraints.excluded',
    2,
    { naming_constraints: { permitted: ['.example'], excluded: ['leaf.example'] } },
  ],
  [
    'FED-23 name_excluded statement[2].payload.constraints.naming_constraints.excluded',
    2,
    { naming_constraints: { excluded: ['middle.example'] } },
  ],
  [
    'FED-20 constraints_malformed statement[1].payload.constraints.naming_constraints.excluded',
    1,
    { naming_constraints: { excluded: 'leaf.example' } },
  ],
  ['FED-20 constraints_malformed statement[1].payload.constraints.naming_constraints', 1, { naming_constraints: null }],
  ...[
    '',
    '.',
    '*.example',
    '.lèaf.example',
    'leaf.example:443',
    'leaf.example/',
    'http://leaf.example',
    'a..example',
  ].map((name): [string, 1, JsonObject] => [
    'FED-20 constraints_malformed statement[1].payload.constraints.naming_constraints.excluded',
    1,
    { naming_constraints: { excluded: [name] } },
  ]),
  [
    'FED-20 constraints_malformed statement[1].payload.constraints.naming_constraints.permitted',
    1,
    { naming_constraints: { permitted: ['leaf.example', 'https://leaf.example/x'] } },
  ],
  ...['leaf.example.', 'https://leaf.example', 'https://.EXAMPLE'].map((name): [string, 1, JsonObject] => [
    'FED-23 name_excluded statement[1].payload.constraints.naming_constraints.excluded',
    1,
    { naming_constraints: { excluded: [name] } },
  ]),
  [
    'FED-20 constraints_malformed statement[1].payload.constraints.allowed_entity_types',
    1,
    { allowed_entity_types: 'wallet_provider' },
  ],
  [
    'FED-20 constraints_malformed statement[1].payload.constraints.allowed_entity_types',
    1,
    { allowed_entity_types: null, allowed_leaf_entity_types: ['wallet_provider'] },
  ],
]
for (const [rule, index, constraints] of refusals)
  test(`${rule.split(' ')[0]} refuses ${JSON.stringify(constraints)} in statement ${index}`, async () =>
    assert.equal(await constrained(index, constraints), rule))

const accepted: [id: string, index: 1 | 2, constraints: JsonObject][] = [
  ['FED-05', 1, { max_path_length: 0 }],
  ['FED-05', 2, { max_path_length: 1 }],
  ['FED-23', 2, { naming_constraints: { permitted: ['.example'] } }],
  ['FED-23', 1, { naming_constraints: { permitted: ['other.example', 'leaf.example'] } }],
  [
    'FED-23',
    1,
    { naming_constraints: { permitted: ['https://.example'], excluded: ['xn--leaf-0ra.example', '127.0.0.1'] } },
  ],
  ['FED-23', 1, { naming_constraints: { excluded: ['.leaf.example', 'example', 'eaf.example'] } }],
  ['FED-24', 1, { allowed_entity_types: ['wallet_provider'] }],
]
for (const [id, index, constraints] of accepted)
  test(`${id} accepts ${JSON.stringify(constraints)} in statement ${index}`, async () => {
    assert.deepEqual(Object.keys(await constrained(index, constraints)), ['federation_entity', 'wallet_provider'])
  })

test('FED-24 removes types that any statement forbids, under both names (FED-36), never federation_entity', async () => {
  for (const name of ['allowed_entity_types', 'allowed_leaf_entity_types'])
    for (const index of [1, 2] as const)
      assert.deepEqual(Object.keys(await constrained(index, { [name]: ['openid_provider'] })), ['federation_entity'])
})

/**
 * Resolved metadata of complete, signed chains: metadata of superiors, schemas, keys and constraints, each with the
 * result or the rule of the refusal.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { changeableChain } from '../../support/changeable-trust-chain.ts'
import { organization } from '../../support/federation.ts'

const { resolveMetadata } = await changeableChain()

test('FED-20 only the immediate superior replaces parameters, and only in types that the subject has', async () => {
  const result = await resolveMetadata(([leaf, a, b]) => {
    leaf.payload.metadata.wallet_provider = { p: 'own', q: 'own' }
    a.payload.metadata = { wallet_provider: { p: 'middle' }, openid_provider: { p: 'middle' } }
    b.payload.metadata = { wallet_provider: { q: 'anchor' } }
  })
  assert.deepEqual((result as JsonObject).wallet_provider, { p: 'middle', q: 'own' })
  assert.equal((result as JsonObject).openid_provider, undefined)
})

test('FED-20 a policy applies to parameters that the superior has replaced, but not to removed types', async () => {
  const judged = await resolveMetadata(([leaf, a, b]) => {
    leaf.payload.metadata.wallet_provider = { p: 'allowed' }
    a.payload.metadata = { wallet_provider: { p: 'forbidden' } }
    b.payload.metadata_policy = { wallet_provider: { p: { one_of: ['allowed'] } } }
  })
  assert.equal(judged, 'FED-04 policy_violated metadata.wallet_provider.p.one_of')
  const removed = await resolveMetadata(([, a, b]) => {
    a.payload.constraints = { allowed_entity_types: [] }
    b.payload.metadata_policy = { wallet_provider: { p: { essential: true } } }
  })
  assert.deepEqual(Object.keys(removed), ['federation_entity'])
})

test('FED-20 resolved metadata must match the schema of its type', async () => {
  const result = await resolveMetadata(([leaf]) => {
    leaf.payload.metadata.wallet_provider = { token_endpoint: 7 }
  })
  assert.equal(result, 'FED-20 metadata_schema_violated metadata.wallet_provider.token_endpoint')
  const issuer = await resolveMetadata(([leaf]) =>
    Object.assign(leaf.payload.metadata, { openid_credential_issuer: {} }),
  )
  assert.equal(issuer, 'FED-20 metadata_schema_violated metadata.openid_credential_issuer.credential_issuer')
})

test('FED-20 the URL of an organisation’s page can have a fragment, but the URL of an endpoint must not', async () => {
  const pages = Object.fromEntries(
    ['homepage_uri', 'policy_uri', 'tos_uri', 'logo_uri'].map((name) => [name, `https://ente.example/it#${name}`]),
  )
  const metadata = await resolveMetadata(([leaf]) => void Object.assign(leaf.payload.metadata.federation_entity, pages))
  assert.deepEqual((metadata as { federation_entity: object }).federation_entity, { ...organization, ...pages })
  const federation_resolve_endpoint = 'https://ente.example/resolve#x'
  const endpoint = await resolveMetadata(([leaf]) =>
    Object.assign(leaf.payload.metadata.federation_entity, { federation_resolve_endpoint }),
  )
  assert.equal(endpoint, 'FED-20 metadata_schema_violated metadata.federation_entity.federation_resolve_endpoint')
})

test('FED-39 federation_entity must not have jwks; private keys are refused everywhere (GEN-15)', async () => {
  const keys = await resolveMetadata(([leaf]) =>
    Object.assign(leaf.payload.metadata.federation_entity, { jwks: { keys: [] } }),
  )
  assert.equal(keys, 'FED-20 metadata_schema_violated metadata.federation_entity.jwks')
  const secret = await resolveMetadata(([leaf]) =>
    Object.assign(leaf.payload.metadata.wallet_provider, { jwks: { keys: [{ ...leaf.signer.publicJwk, d: 'AA' }] } }),
  )
  assert.equal(secret, 'GEN-15 metadata_key_private metadata.wallet_provider.jwks.keys[0]')
})

test('GEN-19 refuses a federation endpoint that is not an https URL', async () => {
  const result = await resolveMetadata(([leaf]) =>
    Object.assign(leaf.payload.metadata.federation_entity, {
      federation_resolve_endpoint: 'http://leaf.example/resolve',
    }),
  )
  assert.equal(result, 'GEN-19 federation_endpoint_invalid metadata.federation_entity.federation_resolve_endpoint')
})

const constrained = (index: 1 | 2, constraints: JsonObject) =>
  resolveMetadata((chain) => Object.assign(chain[index].payload, { constraints }))
const refusals: Readonly<Record<string, readonly JsonObject[]>> = {
  'FED-05 path_too_long statement[2].payload.constraints.max_path_length': [{ max_path_length: 0 }],
  'FED-20 constraints_malformed statement[1].payload.constraints.max_path_length': [
    { max_path_length: -1 },
    { max_path_length: 1.5 },
    { max_path_length: '1' },
  ],
  'FED-23 name_not_permitted statement[2].payload.constraints.naming_constraints.permitted': [
    { naming_constraints: { permitted: ['leaf.example'] } },
  ],
  'FED-23 name_not_permitted statement[1].payload.constraints.naming_constraints.permitted': [
    { naming_constraints: { permitted: ['.leaf.example'] } },
    { naming_constraints: { permitted: [] } },
  ],
  'FED-23 name_excluded statement[1].payload.constraints.naming_constraints.excluded': [
    { naming_constraints: { excluded: ['LEAF.example'] } },
    ...['leaf.example.', 'https://leaf.example', 'https://.EXAMPLE'].map((name) => ({
      naming_constraints: { excluded: [name] },
    })),
  ],
  'FED-23 name_excluded statement[2].payload.constraints.naming_constraints.excluded': [
    { naming_constraints: { permitted: ['.example'], excluded: ['leaf.example'] } },
    { naming_constraints: { excluded: ['middle.example'] } },
  ],
  'FED-20 constraints_malformed statement[1].payload.constraints.naming_constraints.excluded': [
    '',
    '.',
    '*.example',
    '.lèaf.example',
    'leaf.example:443',
    'leaf.example/',
    'http://leaf.example',
    'a..example',
  ].map((name) => ({ naming_constraints: { excluded: [name] } })),
  'FED-20 constraints_malformed statement[1].payload.constraints.naming_constraints': [{ naming_constraints: null }],
  'FED-20 constraints_malformed statement[1].payload.constraints.naming_constraints.permitted': [
    { naming_constraints: { permitted: ['leaf.example', 'https://leaf.example/x'] } },
  ],
  'FED-20 constraints_malformed statement[1].payload.constraints.allowed_entity_types': [
    { allowed_entity_types: null, allowed_leaf_entity_types: ['wallet_provider'] },
  ],
}
for (const [rule, refused] of Object.entries(refusals))
  for (const constraints of refused) {
    const index = rule.includes('statement[1]') ? 1 : 2
    test(`${rule.split(' ')[0]} refuses ${JSON.stringify(constraints)} in statement ${index}`, async () =>
      assert.equal(await constrained(index, constraints), rule))
  }

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

test('FED-24 removes types that a statement does not allow, under both claim names (FED-36), except federation_entity', async () => {
  for (const name of ['allowed_entity_types', 'allowed_leaf_entity_types'])
    for (const index of [1, 2] as const)
      assert.deepEqual(Object.keys(await constrained(index, { [name]: ['openid_provider'] })), ['federation_entity'])
})

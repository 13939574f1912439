/** Reports the faults of the settings of a Trust Anchor about members and trust marks, before the start. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOf, jwks, publicUrl } from '../../test/support/faulty-settings.ts'

test('FED-22 FED-23 FED-24 FED-36 reports each part of a member’s settings that would make its statement invalid, at its place', () => {
  const member = (name: string, further: object) => ({
    entityId: `https://${name}.example`,
    jwks,
    entityTypes: ['wallet_provider'],
    ...further,
  })
  const policyOf = (policy: unknown) => ({ metadataPolicy: { wallet_provider: policy } })
  const subordinates = [
    member('right', {
      metadata: { wallet_provider: { a: 1 } },
      ...policyOf({ a: { subset_of: ['x'] } }),
      constraints: { max_path_length: 0, naming_constraints: { permitted: ['.example'] } },
    }),
    member('a', policyOf('none')),
    member('b', { ...policyOf({ a: { subset_of: 'x' } }), constraints: { max_path_length: -1 } }),
    member('c', policyOf({ a: { one_of: ['x'], add: ['x'] } })),
    member('d', { constraints: { allowed_entity_types: 'wallet_provider' } }),
    member('e', { constraints: { naming_constraints: { excluded: 'e.example' } } }),
    member('f', { constraints: { naming_constraints: { excluded: ['f.example'] } } }),
    member('g', { constraints: { naming_constraints: { permitted: ['.other.example'] } } }),
    member('h', { constraints: { allowed_entity_types: ['openid_credential_issuer'] } }),
    member('i', { metadata: { wallet_provider: { a: null } } }),
    member('j', { entityTypes: [''] }),
    member('k', { constraints: { allowed_leaf_entity_types: 'wallet_provider' } }),
    member('l', { constraints: { allowed_leaf_entity_types: ['openid_credential_issuer'] } }),
  ]
  const faults = faultsOf('trust-anchor', { subordinates })
  assert.match(faults[10] ?? '', /^subordinates\.10\.entityTypes\.0: /)
  assert.deepEqual(faults.toSpliced(10, 1), [
    'subordinates.1.metadataPolicy.wallet_provider: is not an object',
    'subordinates.2.metadataPolicy.wallet_provider.a.subset_of: is not a valid value of this operator',
    'subordinates.2.constraints.max_path_length: is not a valid value of this constraint',
    'subordinates.3.metadataPolicy.wallet_provider.a: has operators that must not be combined',
    'subordinates.4.constraints.allowed_entity_types: is not a valid value of this constraint',
    'subordinates.5.constraints.naming_constraints.excluded: is not a valid value of this constraint',
    'subordinates.6.constraints.naming_constraints.excluded: excludes the entity itself',
    'subordinates.7.constraints.naming_constraints.permitted: does not permit the entity itself',
    'subordinates.8.constraints.allowed_entity_types: does not allow all of its entityTypes',
    'subordinates.9.metadata.wallet_provider.a: is null',
    'subordinates.11.constraints.allowed_leaf_entity_types: is not a valid value of this constraint',
    'subordinates.12.constraints.allowed_leaf_entity_types: does not allow all of its entityTypes',
  ])
  const itself = [{ ...member('x', {}), entityId: publicUrl }]
  assert.deepEqual(faultsOf('trust-anchor', { subordinates: itself }), [
    'subordinates.0.entityId: is this service itself',
  ])
})

test('FED-35 a delegation needs an owner, and an owner needs a delegation to the issuer', () => {
  const owner = { entityId: 'https://owner.example', jwks }
  const marks = (...rows: object[]) => ({
    trustMarks: rows.map((row, index) => ({ type: `https://mark.example/${index}`, ...row })),
  })
  const faults = faultsOf(
    'trust-anchor',
    {},
    marks({ owner }, { owner, issuers: [publicUrl] }, { owner, issuers: ['https://other.example'] }, {}),
  )
  const missing = 'is missing: another entity owns the type, so nobody accepts a mark of this service without it'
  assert.deepEqual(faults, [`role.trustMarks.0.delegation: ${missing}`, `role.trustMarks.1.delegation: ${missing}`])
  assert.deepEqual(faultsOf('trust-anchor', {}, marks({ delegation: 'a.b.c' })), [
    'role.trustMarks.0.delegation: needs an owner, but owner is missing',
  ])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ConfiguredSubordinate, configuredSubordinate } from './configured-subordinate.ts'

test('FED-23 each fault of a member’s constraints is told once', () => {
  const told = (constraints: ConfiguredSubordinate['constraints'], entityId = 'https://member.example') =>
    configuredSubordinate
      .safeParse({
        entityId,
        jwks: { keys: [{ kty: 'EC', crv: 'P-256', kid: 'a', x: 'A'.repeat(43), y: 'A'.repeat(43) }] },
        entityTypes: ['wallet_provider'],
        constraints,
      })
      .error?.issues.filter(({ path }) => path[0] === 'constraints')
      .map(({ path, message }) => `${path.join('.')} ${message}`)
  assert.deepEqual(told({ max_path_length: -1 }), ['constraints.max_path_length is nothing that this constraint takes'])
  assert.deepEqual(told({ naming_constraints: { excluded: ['member.example'] } }), [
    'constraints.naming_constraints.excluded excludes the entity itself',
  ])
  assert.deepEqual(told({ naming_constraints: { excluded: ['.example'] } }, 'https://192.0.2.1'), [
    'constraints.naming_constraints.excluded excludes the entity itself',
  ])
})

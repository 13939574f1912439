import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ConfiguredSubordinate,
  configuredSubordinate,
  parseConfiguredSubordinates,
} from './configured-subordinate.ts'

const key = { kty: 'EC', crv: 'P-256', kid: 'a', x: 'A'.repeat(43), y: 'A'.repeat(43) }

test('FED-23 reports each fault of a member’s constraints once', () => {
  const faultsOf = (constraints: ConfiguredSubordinate['constraints'], entityId = 'https://member.example') =>
    configuredSubordinate
      .safeParse({
        entityId,
        jwks: { keys: [key] },
        entityTypes: ['wallet_provider'],
        constraints,
      })
      .error?.issues.filter(({ path }) => path[0] === 'constraints')
      .map(({ path, message }) => `${path.join('.')} ${message}`)
  assert.deepEqual(faultsOf({ max_path_length: -1 }), [
    'constraints.max_path_length is not a valid value of this constraint',
  ])
  assert.deepEqual(faultsOf({ naming_constraints: { excluded: ['member.example'] } }), [
    'constraints.naming_constraints.excluded excludes the entity itself',
  ])
  assert.deepEqual(faultsOf({ naming_constraints: { excluded: ['.example'] } }, 'https://192.0.2.1'), [
    'constraints.naming_constraints.excluded excludes the entity itself',
  ])
})

test('FED-16 refuses two federation keys with the same kid', () => {
  const faultsOf = (...keys: object[]) =>
    configuredSubordinate
      .safeParse({ entityId: 'https://member.example', jwks: { keys }, entityTypes: ['wallet_provider'] })
      .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  assert.deepEqual(faultsOf(key, { ...key, x: 'E'.repeat(43) }), ['jwks.keys has two keys with the same kid'])
  assert.equal(faultsOf(key, { ...key, kid: 'b' }), undefined)
})

test('FED-53 FED-55 refuses an intermediate without bounds, and an issuer without credential types', () => {
  const faultsOf = (further: Partial<ConfiguredSubordinate>) =>
    configuredSubordinate
      .safeParse({
        entityId: 'https://member.example',
        jwks: { keys: [key] },
        entityTypes: ['federation_entity'],
        ...further,
      })
      .error?.issues.map(({ path }) => path.join('.'))
  const naming_constraints = { permitted: ['.example'] }
  const whole = { naming_constraints, allowed_entity_types: ['wallet_provider'] }
  assert.deepEqual(faultsOf({ intermediate: true }), ['constraints.naming_constraints.permitted'])
  assert.deepEqual(faultsOf({ intermediate: true, constraints: { naming_constraints } }), [
    'constraints.allowed_entity_types',
  ])
  assert.equal(faultsOf({ intermediate: true, constraints: whole }), undefined)
  const issuer = { entityTypes: ['openid_credential_issuer'] }
  assert.deepEqual(faultsOf(issuer), ['credentialTypes'])
  assert.equal(faultsOf({ ...issuer, credentialTypes: ['card'] }), undefined)
  const credential_types_allowed = { value: ['card'] }
  assert.equal(
    faultsOf({ ...issuer, metadataPolicy: { openid_credential_issuer: { credential_types_allowed } } }),
    undefined,
  )
})

test('FED-122 refuses a federation endpoint in the statement about a subordinate', () => {
  const metadata = { federation_entity: { federation_list_endpoint: 'https://member.example/list' } }
  const entry = { entityId: 'https://member.example', jwks: { keys: [key] }, entityTypes: ['wallet_provider'] }
  assert.deepEqual(
    configuredSubordinate.safeParse({ ...entry, metadata }).error?.issues.map(({ path }) => path.join('.')),
    ['metadata.federation_entity.federation_list_endpoint'],
  )
})

test('FED-101 FED-108 a certificate that a member published is not in the record, which the superior states', () => {
  const keys = [{ ...key, x5c: ['MAA='] }]
  const entry = {
    ...{ entityId: 'https://member.example', jwks: { keys }, entityTypes: ['wallet_solution'] },
    protocolKeys: { wallet_solution: { keys } },
  }
  const recordOf = (profile: 'seed' | 'it-wallet-1.4') =>
    parseConfiguredSubordinates([entry], { entityId: 'https://anchor.example', loopbackHttp: false, profile })[0]
  const record = recordOf('it-wallet-1.4')
  assert.deepEqual([record?.keys, record?.protocolKeys], [[key], { wallet_solution: { keys: [key] } }])
  assert.deepEqual(recordOf('seed')?.keys, keys)
})

test('FED-108 protocol keys of a leaf must include each of its types, in a profile that pins them', () => {
  const keys = [key]
  const entityTypes = ['federation_entity', 'wallet_solution', 'openid_credential_verifier']
  const entry = { entityId: 'https://member.example', jwks: { keys }, entityTypes }
  const parse = (profile: 'seed' | 'it-wallet-1.4', ...types: string[]) => {
    const protocolKeys = Object.fromEntries(types.map((type) => [type, { keys }]))
    const anchor = { entityId: 'https://anchor.example', loopbackHttp: false, profile } as const
    return parseConfiguredSubordinates([{ ...entry, protocolKeys }], anchor)
  }
  assert.throws(
    () => parse('it-wallet-1.4', 'wallet_solution'),
    /no protocolKeys of openid_credential_verifier: https:\/\/member\.example/,
  )
  assert.equal(parse('it-wallet-1.4', 'wallet_solution', 'openid_credential_verifier').length, 1)
  assert.equal(parse('seed', 'wallet_solution').length, 1)
  assert.throws(() => parse('seed', 'federation_entity'), /contains federation_entity/)
})

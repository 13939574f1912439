import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failed, type JsonObject } from '../../base/index.ts'
import { applyMetadataPolicy, mergeMetadataPolicy, parseMetadataPolicy } from '../../federation/index.ts'
import { defaultAlgorithms } from '../../jose/index.ts'
import type { SubordinateEntry } from '../stores.ts'
import { constraintsFor, policyFor } from './policies.ts'

const entry = (intermediate: boolean, ...entityTypes: string[]): SubordinateEntry => ({
  entityId: 'https://member.example',
  keys: [],
  entityTypes,
  intermediate,
})
const seed = { algorithms: defaultAlgorithms, profile: 'seed' } as const
const types = [
  'wallet_provider',
  'openid_credential_issuer',
  'oauth_authorization_server',
  'openid_relying_party',
  'wallet_relying_party',
  'openid_credential_verifier',
]

/** Resolves the metadata of a member of this type, alone or below an intermediate. */
function resolve(type: string, parameters: JsonObject, intermediate = false): JsonObject | string | undefined {
  const policy = parseMetadataPolicy(policyFor(entry(intermediate, type), seed), 'policy')
  assert.ok(!failed(policy))
  const resolved = applyMetadataPolicy(policy, { [type]: parameters }, 'metadata')
  return failed(resolved) ? `${resolved.code} ${resolved.at}` : resolved[type]
}

const lists: [type: string, parameter: string, given: string[], left: string[]][] = [
  ['wallet_provider', 'token_endpoint_auth_signing_alg_values_supported', ['RS256', 'ES384'], ['ES384']],
  ['openid_credential_issuer', 'dpop_signing_alg_values_supported', ['HS256', 'ES256', 'none'], ['ES256']],
  ['oauth_authorization_server', 'dpop_signing_alg_values_supported', ['HS256', 'ES256'], ['ES256']],
  ['oauth_authorization_server', 'token_endpoint_auth_signing_alg_values_supported', ['none', 'ES512'], ['ES512']],
  ['oauth_authorization_server', 'request_object_signing_alg_values_supported', ['none', 'ES256'], ['ES256']],
  ['oauth_authorization_server', 'code_challenge_methods_supported', ['plain', 'S256'], ['S256']],
]
for (const [type, parameter, given, left] of lists)
  test(`FED-04 keeps only permitted values in ${parameter} of ${type}, and adds the minimum if it is absent`, () => {
    for (const intermediate of [false, true]) {
      assert.deepEqual((resolve(type, { [parameter]: given }, intermediate) as JsonObject)[parameter], left)
      const least = [parameter.startsWith('code') ? 'S256' : 'ES256']
      assert.deepEqual((resolve(type, {}, intermediate) as JsonObject)[parameter], least)
    }
  })

test('FED-04 an anchor without ES256 does not add it to absent lists', () => {
  const { wallet_provider } = policyFor(entry(false, 'wallet_provider'), { ...seed, algorithms: ['ES384'] })
  assert.deepEqual(wallet_provider, { token_endpoint_auth_signing_alg_values_supported: { subset_of: ['ES384'] } })
})

const issuable = (entries: readonly Partial<SubordinateEntry>[], own?: readonly string[]) => {
  const policies = entries.map((further) => {
    const whole = { ...entry(false, 'openid_credential_issuer'), ...further }
    const policy = parseMetadataPolicy(policyFor(whole, seed), 'policy')
    assert.ok(!failed(policy))
    return policy
  })
  const merged = policies.reduce<ReturnType<typeof mergeMetadataPolicy>>(
    (above, below) => (failed(above) ? above : mergeMetadataPolicy(above, below, 'merged')),
    new Map(),
  )
  if (failed(merged)) return merged.code
  const openid_credential_issuer = own ? { credential_types_allowed: [...own] } : {}
  const resolved = applyMetadataPolicy(merged, { openid_credential_issuer }, 'metadata')
  return failed(resolved) ? resolved.code : resolved.openid_credential_issuer?.credential_types_allowed
}

test('FED-55 an issuer can issue only the types that its superiors list, and none if they list none', () => {
  const leaf = (...credentialTypes: string[]) => ({ credentialTypes })
  const above = (...credentialTypes: string[]) => ({ intermediate: true, credentialTypes })
  assert.deepEqual(issuable([{}], ['pid']), [])
  assert.deepEqual(issuable([leaf('card')], ['pid']), ['card'])
  assert.deepEqual(issuable([above('card')], ['pid', 'card']), ['card'])
  assert.deepEqual(issuable([above('card')]), [], 'the issuer below the intermediate lists no types itself')
  assert.deepEqual(issuable([{ intermediate: true }], ['pid']), [])
  assert.deepEqual(issuable([above('card', 'pid'), leaf('card')]), ['card'])
  assert.deepEqual(issuable([above('card', 'pid'), above('card'), leaf('card')]), ['card'])
  assert.equal(issuable([above('card'), leaf('pid')]), 'policy_combination_invalid')
})

test('FED-55 an issuer without a list can issue nothing if a policy of the operator only limits the list', () => {
  const own = (credential_types_allowed: object, intermediate = false) => ({
    intermediate,
    metadataPolicy: { openid_credential_issuer: { credential_types_allowed } } as JsonObject,
  })
  for (const [operators, issued] of [
    [{ subset_of: ['card'] }, []],
    [{ subset_of: ['card'], essential: true }, []],
    [{ subset_of: ['card'], default: ['card'] }, ['card']],
    [{ subset_of: ['card'], add: ['card'] }, ['card']],
    [{ value: ['card'] }, ['card']],
    [{ subset_of: ['card'], superset_of: ['card'] }, undefined],
  ] as const)
    assert.deepEqual(issuable([own(operators)]), issued, JSON.stringify(operators))
  assert.deepEqual(issuable([own({ subset_of: ['card'] })], ['card', 'pid']), ['card'])
  assert.deepEqual(issuable([own({ subset_of: ['card', 'pid'] }, true)]), [], 'an issuer below an intermediate')
  const below = { credentialTypes: ['card'] }
  assert.deepEqual(issuable([own({ subset_of: ['card', 'pid'] }, true), below]), ['card'])
})

const names: [type: string, parameter: string, allowed: string, refused: string][] = [
  ['openid_relying_party', 'token_endpoint_auth_method', 'private_key_jwt', 'client_secret_basic'],
  ['openid_relying_party', 'token_endpoint_auth_signing_alg', 'RS256', 'HS256'],
  ['openid_relying_party', 'request_object_signing_alg', 'ES256', 'none'],
  ['openid_relying_party', 'id_token_signed_response_alg', 'PS256', 'none'],
  ['openid_relying_party', 'userinfo_signed_response_alg', 'RS512', 'HS512'],
  ...['wallet_relying_party', 'openid_credential_verifier'].flatMap((type): [string, string, string, string][] => [
    [type, 'application_type', 'web', 'native'],
    [type, 'authorization_signed_response_alg', 'ES256', 'none'],
    [type, 'authorization_signed_response_alg', 'ES512', 'RS256'],
    [type, 'authorization_encrypted_response_alg', 'ECDH-ES', 'RSA1_5'],
    [type, 'authorization_encrypted_response_alg', 'RSA-OAEP-256', 'dir'],
    [type, 'authorization_encrypted_response_alg', 'ECDH-ES', 'RSA-OAEP'],
    [type, 'authorization_encrypted_response_alg', 'RSA-OAEP-256', 'ECDH-ES+A256KW'],
  ]),
]
for (const [type, parameter, allowed, refused] of names)
  test(`FED-04 accepts ${allowed} and refuses ${refused} in ${parameter} of ${type}`, () => {
    for (const intermediate of [false, true]) {
      assert.deepEqual(resolve(type, { [parameter]: allowed }, intermediate), { [parameter]: allowed })
      const fault = `policy_violated metadata.${type}.${parameter}.one_of`
      assert.equal(resolve(type, { [parameter]: refused }, intermediate), fault)
      assert.deepEqual(resolve(type, {}, intermediate), {})
    }
  })

test('FED-05 FED-24 limits a leaf to its types, and entities below an intermediate to those of the ecosystem', () => {
  assert.deepEqual(constraintsFor(entry(false, 'wallet_provider', 'federation_entity'), seed), {
    max_path_length: 0,
    allowed_entity_types: ['wallet_provider'],
  })
  const below = constraintsFor(entry(true, 'federation_entity'), seed)
  assert.equal(below.max_path_length, 1)
  assert.deepEqual(new Set(below.allowed_entity_types as string[]), new Set(types))
  const narrowed = { ...entry(true, 'federation_entity'), constraints: { allowed_entity_types: ['wallet_provider'] } }
  assert.deepEqual(constraintsFor(narrowed, seed).allowed_entity_types, ['wallet_provider'])
})

test('FED-24 does not write federation_entity into a constraint of the operator, under either name', () => {
  for (const name of ['allowed_entity_types', 'allowed_leaf_entity_types']) {
    const constraints = { [name]: ['federation_entity', 'wallet_provider'] }
    const written = constraintsFor({ ...entry(true, 'federation_entity'), constraints }, seed)
    assert.deepEqual(written, { max_path_length: 1, allowed_entity_types: ['wallet_provider'] })
  }
})

test('FED-36 writes the types of the older constraint under the final name', () => {
  const bounds = (constraints: JsonObject) => constraintsFor({ ...entry(true, 'federation_entity'), constraints }, seed)
  const older = { allowed_leaf_entity_types: ['wallet_provider'] }
  assert.deepEqual(bounds(older), { max_path_length: 1, allowed_entity_types: ['wallet_provider'] })
  assert.deepEqual(bounds({ ...older, allowed_entity_types: [] }).allowed_entity_types, [])
})

test('FED-21 the default policies of an anchor and of an intermediate with fewer algorithms can be merged', () => {
  const policy = (algorithms: ('ES256' | 'ES384')[]) => {
    const parsed = parseMetadataPolicy(policyFor(entry(true, 'federation_entity'), { ...seed, algorithms }), 'policy')
    assert.ok(!failed(parsed))
    return parsed
  }
  const [above, below] = [policy(['ES256', 'ES384']), policy(['ES384'])]
  const merged = mergeMetadataPolicy(above, below, 'merged')
  assert.ok(!failed(merged))
  const given = { dpop_signing_alg_values_supported: ['ES256', 'ES384'] }
  assert.deepEqual(applyMetadataPolicy(merged, { openid_credential_issuer: given }, 'metadata'), {
    openid_credential_issuer: { dpop_signing_alg_values_supported: ['ES384'], credential_types_allowed: [] },
  })
})

test('FED-107 in IT-Wallet 1.4 a member of each type has its default policy, and only its own types', () => {
  const profile = { ...seed, profile: 'it-wallet-1.4' } as const
  assert.deepEqual(constraintsFor(entry(false, 'wallet_solution'), profile), {
    max_path_length: 0,
    allowed_entity_types: ['wallet_solution'],
  })
  assert.deepEqual(policyFor(entry(false, 'wallet_solution'), profile), {})
  const { openid_credential_verifier } = policyFor(entry(false, 'openid_credential_verifier'), profile)
  assert.deepEqual((openid_credential_verifier as JsonObject).application_type, { one_of: ['web'] })
  assert.deepEqual(policyFor(entry(false, 'wallet_relying_party'), profile), {})
  const below = constraintsFor(entry(true, 'federation_entity'), profile).allowed_entity_types as string[]
  assert.ok(below.includes('wallet_solution') && !below.includes('wallet_provider'))
})

test('FED-108 the policy sets the pinned protocol keys by value, and removes any other key set', () => {
  const keys = [{ kty: 'EC', kid: 'a' }]
  const pinned = {
    ...entry(false, 'openid_credential_verifier'),
    protocolKeys: { openid_credential_verifier: { keys } },
  }
  const policy = parseMetadataPolicy(policyFor(pinned, { ...seed, profile: 'it-wallet-1.4' }), 'policy')
  assert.ok(!failed(policy))
  const given = { jwks: { keys: [{ kty: 'EC', kid: 'b' }] }, jwks_uri: 'https://a.example', client_name: 'a' }
  const resolved = applyMetadataPolicy(policy, { openid_credential_verifier: given }, 'metadata')
  assert.ok(!failed(resolved))
  assert.deepEqual(resolved.openid_credential_verifier, { jwks: { keys }, client_name: 'a' })
})

/** Selection of a key of a trusted entity by a header. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json, PublicJwk } from '../base/index.ts'
import { credentialKeyOf } from './keys/credential-key.ts'
import { findKey, hasKey, isTrustChainHeader, protocolKeys, type TrustedEntity } from './trust-evaluator.ts'

const key = (kid: string, x: string): PublicJwk => ({ kty: 'EC', crv: 'P-256', kid, x, y: x })
const [first, second, federation] = [key('a', '1'), key('b', '2'), key('f', '3')]
const withKeys = (...keys: readonly PublicJwk[]): TrustedEntity => ({
  entityId: 'https://issuer.example',
  metadata: { openid_credential_issuer: { jwks: { keys: keys as unknown as readonly Json[] } }, federation_entity: {} },
  federationKeys: [federation],
  trustChain: [],
  expiresAt: 0,
})
const issuer = withKeys(first, second)

test('FED-16 a kid selects the key with that kid, and no key if two have it', () => {
  assert.equal(findKey([first, second], 'b'), second)
  assert.equal(findKey([first, second], 'c'), undefined)
  assert.equal(findKey([first, second, key('b', '4')], 'b'), undefined)
  for (const kid of [undefined, null, 7, ['b']]) assert.equal(findKey([first, second], kid), undefined, `${kid}`)
  const { kid: _, ...bare } = first
  assert.equal(findKey([bare], undefined), undefined)
})

test('protocol keys are those of the entity type, or the federation keys if the type publishes none', () => {
  assert.deepEqual(protocolKeys(issuer, 'openid_credential_issuer'), [first, second])
  assert.deepEqual(protocolKeys(issuer, 'federation_entity'), [federation])
  assert.deepEqual(protocolKeys(issuer, 'wallet_provider'), [federation])
})

test('FED-131 federation keys do not replace protocol keys that the metadata name only by a URL', () => {
  for (const member of ['jwks_uri', 'signed_jwks_uri']) {
    const metadata = { wallet_provider: { [member]: 'https://issuer.example/jwks' } }
    assert.deepEqual(protocolKeys({ ...issuer, metadata }, 'wallet_provider'), [])
    const { openid_credential_issuer: both } = issuer.metadata
    const withBoth = { openid_credential_issuer: { ...both, ...metadata.wallet_provider } }
    assert.deepEqual(protocolKeys({ ...issuer, metadata: withBoth }, 'openid_credential_issuer'), [first, second])
  }
})

test('an entity has a key that one of the given types publishes, and every federation key', () => {
  for (const [kid, expected] of [
    ['a', true],
    ['f', true],
    ['c', false],
    [undefined, true],
  ] as const)
    assert.equal(hasKey(issuer, ['openid_credential_issuer'], kid), expected, `${kid}`)
  assert.equal(hasKey(issuer, ['wallet_provider'], 'c'), true, 'a missing type is no reason to look again')
  assert.equal(hasKey(issuer, ['wallet_provider', 'openid_credential_issuer'], 'c'), false)
})

test('a credential key is found by kid, in the metadata first; without a kid exactly one key must fit', () => {
  const keyOf = (entity: TrustedEntity, kid?: Json) => credentialKeyOf(entity, { kid, alg: 'ES256' })
  assert.equal(keyOf(issuer, 'a'), first)
  assert.equal(keyOf(issuer, 'f'), federation)
  assert.equal(keyOf(issuer, 'c'), undefined)
  assert.equal(keyOf(withKeys(first, key('f', '4'), key('f', '5')), 'f'), undefined, 'two metadata keys have the kid')
  assert.equal(keyOf(withKeys({ ...key('a', '4'), use: 'enc' }, first), 'a'), first, 'RP-213 one key fits')
  assert.equal(keyOf(issuer, null), undefined)
  assert.equal(keyOf(issuer), undefined, 'two keys fit')
  assert.equal(keyOf(withKeys(first, { ...second, crv: 'P-384' })), first)
  assert.equal(keyOf(withKeys({ ...first, crv: 'P-384' })), federation)
  const another = key('g', '5')
  assert.equal(keyOf({ ...withKeys(), federationKeys: [federation, another] }), undefined)
})

test('a trust_chain header is a list of at least one text, none of them empty', () => {
  assert.equal(isTrustChainHeader(['a', 'b']), true)
  for (const value of [undefined, null, 'a', {}, [], [''], ['a', ''], ['a', 7]])
    assert.equal(isTrustChainHeader(value), false, JSON.stringify(value))
})
